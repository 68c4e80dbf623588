//! Text in Markdown: backslashes before what would be read as markup, in CommonMark or on GitHub, and nowhere else.

/// Where a line of text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Paragraph,
    Heading,
    Cell,
}

/// Adds a line of text, without the white space at its ends.
pub(super) fn line(text: &str, place: Place, out: &mut String) {
    let text = text.trim();
    let opening = opening(text);
    let closing = match place {
        Place::Heading => text.trim_end_matches('#').len(),
        _ => text.len(),
    };
    let mut before = None;
    for (at, c) in text.char_indices() {
        if c.is_ascii_punctuation() {
            let after = text[at + c.len_utf8()..].chars().next();
            let special = opening == Some(at) || closing == at || (c == '|' && place == Place::Cell);
            if special || is_markup(c, before, after, &text[at..]) {
                out.push('\\');
            }
        }
        out.push(c);
        before = Some(c);
    }
}

/// Whether a mark means something where it stands.
fn is_markup(c: char, before: Option<char>, after: Option<char>, rest: &str) -> bool {
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '`' => true,
        '\\' => after.is_none_or(|c| c.is_ascii_punctuation()),
        '*' | '~' => !(is_space(before) && is_space(after)),
        '_' => !(is_space(before) && is_space(after) || is_letter(before) && is_letter(after)),
        '<' => after.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => is_reference(rest),
        // A link, or what defines one.
        ']' => matches!(after, Some('(' | '[' | ':')),
        _ => false,
    }
}

/// The longest name of a character has 31 letters.
const MOST_OF_A_REFERENCE: usize = 33;

fn is_reference(rest: &str) -> bool {
    let name = rest.as_bytes().iter().skip(1).take(MOST_OF_A_REFERENCE);
    name.copied().find(|b| !b.is_ascii_alphanumeric() && *b != b'#') == Some(b';')
}

/// The mark that would make a heading, list item, quote, rule or table of a line.
fn opening(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let second = bytes.get(1).copied().unwrap_or(b' ');
    let found = match bytes.first()? {
        b'#' | b'>' | b'|' => true,
        b'-' => matches!(second, b' ' | b'\t' | b'-' | b'|' | b':'),
        b'+' | b'*' | b'_' | b'=' => matches!(second, b' ' | b'\t' | b'='),
        b':' => second == b'-',
        // An item of a list of tasks.
        b'[' => matches!(second, b' ' | b'x' | b'X') && bytes.get(2) == Some(&b']'),
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_item = digits < 10
                && matches!(bytes.get(digits), Some(b'.' | b')'))
                && matches!(bytes.get(digits + 1), None | Some(b' ' | b'\t'));
            return is_item.then_some(digits);
        }
        _ => false,
    };
    found.then_some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        let mut out = String::new();
        line(text, Place::Paragraph, &mut out);
        out
    }

    #[test]
    fn only_where_it_would_be_markup() {
        for plain in [
            "snake_case_name",
            "[1] a",
            "a & b &c",
            "-x",
            "1.5 m",
            "AT&T",
            "a < b",
            "(a) [b]",
            r"C:\Users",
            "5 ~ 6",
            "x | y",
            "2 * 3",
            "1234567890. x",
            "!",
            "a - b + c = d # e",
            "$5",
            "a: b",
            "",
        ] {
            assert_eq!(of(plain), plain);
        }
        for (text, expected) in [
            ("*a* _b_ `c`", r"\*a\* \_b\_ \`c\`"),
            ("# a", r"\# a"),
            ("- a", r"\- a"),
            ("---", r"\---"),
            ("1. a", r"1\. a"),
            ("7)", r"7\)"),
            ("> a", r"\> a"),
            ("<b> </b> <!-- 1 < 2", r"\<b> \</b> \<!-- 1 < 2"),
            ("&lt; &#60; & &x", r"\&lt; \&#60; & &x"),
            ("[a](b) [c]: d [e][f]", r"[a\](b) [c\]: d [e\][f]"),
            ("[x] done", r"\[x] done"),
            (r"a\* \", r"a\\\* \\"),
            ("|a", r"\|a"),
            ("===", r"\==="),
            ("~~a~~", r"\~\~a\~\~"),
        ] {
            assert_eq!(of(text), expected);
        }
    }

    #[test]
    fn headings_and_cells() {
        let mut out = String::new();
        line("C # and C##", Place::Heading, &mut out);
        assert_eq!(out, r"C # and C\##");
        out.clear();
        line("a|b", Place::Cell, &mut out);
        assert_eq!(out, r"a\|b");
    }
}
