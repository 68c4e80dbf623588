//! The text of a JSON string, and where a place of the text stands in the string's bytes.

use std::borrow::Cow;

/// The text of a string's bytes (without quotes; valid, as [`super::split`] has checked). An escaped lone surrogate
/// is no character and reads as U+FFFD; who cuts the raw bytes at [`raw_offset`] keeps it as it came.
pub fn unescape(raw: &[u8]) -> Cow<'_, str> {
    if !raw.contains(&b'\\') {
        return String::from_utf8_lossy(raw);
    }
    let mut text = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        text.extend_from_slice(&rest[..at]);
        let (c, len) = escape(&rest[at..]);
        text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        rest = &rest[at + len..];
    }
    text.extend_from_slice(rest);
    Cow::Owned(String::from_utf8_lossy(&text).into_owned())
}

/// Adds the text of a string to another: as [`unescape`], but for what is known to be UTF-8 already.
pub fn unescape_into(raw: &str, text: &mut String) {
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        let (c, len) = escape(&rest.as_bytes()[at..]);
        text.push(c);
        rest = &rest[at + len..];
    }
    text.push_str(rest);
}

/// Writes text as a JSON string with its quotes; what needs no escape stays as it is.
pub fn quote(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    out.push(b'"');
    let mut done = 0;
    while let Some(at) = next_escaped(&bytes[done..]).map(|run| done + run) {
        let byte = bytes[at];
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            _ => &[b'\\', b'u', b'0', b'0', b'0' + (byte >> 4), b"0123456789abcdef"[usize::from(byte & 15)]],
        };
        out.extend_from_slice(&bytes[done..at]);
        out.extend_from_slice(escape);
        done = at + 1;
    }
    out.extend_from_slice(&bytes[done..]);
    out.push(b'"');
}

/// The first byte that cannot stand in a string as it is. Nearly none does, so runs are looked at without branches.
fn next_escaped(bytes: &[u8]) -> Option<usize> {
    let is_escaped = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    let is_plain = |run: &&[u8]| !run.iter().fold(false, |any, byte| any | is_escaped(byte));
    let plain = bytes.chunks_exact(16).take_while(is_plain).count() * 16;
    bytes[plain..].iter().position(is_escaped).map(|at| plain + at)
}

/// Where the byte `offset` of the unescaped text stands in the raw bytes.
pub fn raw_offset(raw: &[u8], offset: usize) -> usize {
    let (mut text, mut at) = (0, 0);
    while text < offset {
        let run = memchr::memchr(b'\\', &raw[at..]).unwrap_or(raw.len() - at);
        if text + run >= offset || at + run >= raw.len() {
            return (at + offset - text).min(raw.len());
        }
        let (c, len) = escape(&raw[at + run..]);
        text += run + c.len_utf8();
        at += run + len;
    }
    at
}

/// The character of the escape at the start of `raw`, and how many bytes the escape takes.
fn escape(raw: &[u8]) -> (char, usize) {
    let simple = |c| (c, 2);
    match raw.get(1) {
        Some(b'n') => simple('\n'),
        Some(b'r') => simple('\r'),
        Some(b't') => simple('\t'),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{c}'),
        Some(b'u') => {
            let high = unit(&raw[2..]);
            if (0xd800..0xdc00).contains(&high)
                && raw.get(6..8) == Some(b"\\u")
                && let low @ 0xdc00..0xe000 = unit(&raw[8..])
            {
                let c = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                return (char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER), 12);
            }
            (char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), 6)
        }
        Some(&other) => simple(char::from(other)),
        None => (char::REPLACEMENT_CHARACTER, 1),
    }
}

/// The number of four hex digits; too few of them read as the surrogate that never stands alone.
fn unit(hex: &[u8]) -> u32 {
    let digits = hex.get(..4).and_then(|h| std::str::from_utf8(h).ok());
    digits.and_then(|h| u32::from_str_radix(h, 16).ok()).unwrap_or(0xdfff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes() {
        assert_eq!(unescape(br#"a\n\r\t\b\f\"\\\/\u00e9\ud83d\ude00z"#), "a\n\r\t\u{8}\u{c}\"\\/é😀z");
        assert_eq!(unescape(br"\ud800x\udc00\ud800\u0041"), "\u{fffd}x\u{fffd}\u{fffd}A");
        assert!(matches!(unescape("plain é".as_bytes()), Cow::Borrowed("plain é")));
    }

    #[test]
    fn quotes() {
        let mut out = Vec::new();
        quote("a\"b\\c\n\r\t\u{1}\u{1f}é😀/", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), r#""a\"b\\c\n\r\t\u0001\u001fé😀/""#);
    }

    proptest! {
        #[test]
        fn what_is_quoted_reads_back(text: String) {
            let mut out = Vec::new();
            quote(&text, &mut out);
            let mut again = String::from("before");
            unescape_into(std::str::from_utf8(&out[1..out.len() - 1]).unwrap(), &mut again);
            prop_assert_eq!(&again["before".len()..], &text);
            prop_assert_eq!(unescape(&out[1..out.len() - 1]), text);
        }

        #[test]
        fn every_place_is_found(parts in prop::collection::vec(
            prop::sample::select(vec!["a", "é", r"\n", r"\u00e9", r"\ud83d\ude00", r"\ud800", "\\\\", "bc"]), 0..12)
        ) {
            let raw = parts.concat();
            let text = unescape(raw.as_bytes());
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let at = raw_offset(raw.as_bytes(), offset);
                prop_assert_eq!(unescape(&raw.as_bytes()[..at]), &text[..offset]);
                prop_assert_eq!(unescape(&raw.as_bytes()[at..]), &text[offset..]);
            }
        }
    }
}
