//! Text inside XML and HTML.

/// Adds text so that it is text anywhere: in an element, or in an attribute in quotes.
pub fn escape(text: &str, out: &mut String) {
    replace(text, out, |byte| match byte {
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        _ => in_element(byte),
    });
}

/// Adds text so that it is text in an element.
pub fn escape_text(text: &str, out: &mut String) {
    replace(text, out, in_element);
}

/// Adds text for an attribute that must stay on its line.
pub fn escape_line(text: &str, out: &mut String) {
    replace(text, out, |byte| match byte {
        b'"' => Some("&quot;"),
        b'\t' | b'\n' | b'\r' => Some(" "),
        _ => in_element(byte),
    });
}

fn in_element(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        // Neither HTML nor XML may hold the other control characters.
        b'\t' | b'\n' => None,
        b'\r' => Some("\n"),
        0..0x20 | 0x7f => Some("\u{fffd}"),
        _ => None,
    }
}

fn replace(text: &str, out: &mut String, by: impl Fn(u8) -> Option<&'static str>) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(escaped) = by(byte) {
            out.push_str(&text[done..at]);
            out.push_str(escaped);
            done = at + 1;
        }
    }
    out.push_str(&text[done..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(escape: fn(&str, &mut String), text: &str) -> String {
        let mut out = String::new();
        escape(text, &mut out);
        out
    }

    #[test]
    fn nothing_is_markup() {
        let text = "<a b=\"c\" d='e'>&amp;\0\x1b é\n\t";
        let expected = "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;\u{fffd}\u{fffd} é\n\t";
        assert_eq!(with(escape, text), expected);
        assert_eq!(with(escape_text, "don't \"<&"), "don't \"&lt;&amp;");
        assert_eq!(with(escape_line, "a\r\nb\t\"'"), "a  b &quot;'");
    }
}
