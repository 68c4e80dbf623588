//! Where things end: tags, attributes, comments.

use memchr::{memchr, memchr2};
use wide::u8x16;

use super::name::Key;

/// The white space of tags. The standard has no CR here because its input has none left.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

/// What a tag goes on with.
pub(super) enum Item {
    /// Starts and ends of the name, and of the value without its quotes.
    Attribute { name: (usize, usize), value: (usize, usize), next: usize },
    /// `>`, and where the tag has ended.
    End { end: usize, self_closing: bool },
    /// The page ends first: there is no tag.
    Nothing,
}

/// The name of the element that starts at `at`: where it ends, and its key.
#[inline]
pub(super) fn name(bytes: &[u8], at: usize) -> (usize, Key) {
    let end = word_end::<false>(bytes, at);
    let mut start = [0; 16];
    match bytes[at..].first_chunk::<16>() {
        Some(chunk) => start = *chunk,
        None => start[..bytes.len() - at].copy_from_slice(&bytes[at..]),
    }
    (end, Key::of_start(start, end - at))
}

/// Where the name ends that goes on at `at`; an equals sign ends those of attributes.
#[inline]
fn word_end<const ATTRIBUTE: bool>(bytes: &[u8], mut at: usize) -> usize {
    let ends = |byte| is_space(byte) || byte == b'/' || byte == b'>' || (ATTRIBUTE && byte == b'=');
    while bytes.get(at).is_some_and(|&byte| !ends(byte)) {
        at += 1;
    }
    at
}

/// The end of a tag, and what was seen on the way there.
pub(super) struct TagEnd {
    pub end: usize,
    /// Whether with `/>`.
    pub self_closing: bool,
    /// Whether an attribute may say what is on the page.
    pub telling: bool,
}

/// Where the tag ends whose name ends at `at`.
#[inline]
pub(super) fn tag_end(bytes: &[u8], mut at: usize) -> Option<TagEnd> {
    let mut telling = false;
    loop {
        match item(bytes, at) {
            Item::Attribute { name, value, next } => {
                // The lengths and the first letters of those names, and of few others.
                if matches!(name.1 - name.0, 4 | 6 | 8)
                    && matches!(bytes[name.0] | 0x20, b'i' | b'n' | b'p' | b't')
                {
                    telling |= is_telling(&bytes[name.0..name.1], &bytes[value.0..value.1]);
                }
                at = next;
            }
            Item::End { end, self_closing } => return Some(TagEnd { end, self_closing, telling }),
            Item::Nothing => return None,
        }
    }
}

/// Whether it is an `itemtype`, a `typeof`, a `type` as JSON-LD has, or the `property` or `name` that is `og:type`.
#[inline(never)]
fn is_telling(name: &[u8], value: &[u8]) -> bool {
    let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
    match name[0] | 0x20 {
        b'i' => is(b"itemtype"),
        b't' => is(b"typeof") || (is(b"type") && memchr2(b'+', b'&', value).is_some()),
        b'n' | b'p' => {
            value.trim_ascii().eq_ignore_ascii_case(b"og:type") && (is(b"name") || is(b"property"))
        }
        _ => false,
    }
}

/// The next attribute, or the end of the tag (13.2.5.32 to 13.2.5.40). `at` is after the tag's name or an attribute.
#[inline]
pub(super) fn item(bytes: &[u8], mut at: usize) -> Item {
    loop {
        match bytes.get(at) {
            Some(b'>') => return Item::End { end: at + 1, self_closing: false },
            Some(b'/') if bytes.get(at + 1) == Some(&b'>') => {
                return Item::End { end: at + 2, self_closing: true };
            }
            Some(&byte) if is_space(byte) || byte == b'/' => at += 1,
            Some(_) => break,
            None => return Item::Nothing,
        }
    }
    let start = at;
    // An equals sign in the first place is part of the name.
    at = word_end::<true>(bytes, at + 1);
    let name = (start, at);
    at = skip_space(bytes, at);
    if bytes.get(at) != Some(&b'=') {
        return Item::Attribute { name, value: (at, at), next: at };
    }
    at = skip_space(bytes, at + 1);
    match bytes.get(at) {
        Some(&quote @ (b'"' | b'\'')) => {
            let start = at + 1;
            match find_near(quote, &bytes[start..]) {
                Some(len) => Item::Attribute { name, value: (start, start + len), next: start + len + 1 },
                None => Item::Nothing,
            }
        }
        _ => {
            let start = at;
            while bytes.get(at).is_some_and(|&byte| !is_space(byte) && byte != b'>') {
                at += 1;
            }
            Item::Attribute { name, value: (start, at), next: at }
        }
    }
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// Where the text of the comment ends that starts at `at`, and where the comment has ended (13.2.5.43 to 13.2.5.52).
pub(super) fn comment_end(bytes: &[u8], at: usize) -> (usize, usize) {
    let rest = &bytes[at..];
    for early in [&b">"[..], b"->"] {
        if rest.starts_with(early) {
            return (at, at + early.len());
        }
    }
    let mut from = at;
    while let Some(found) = memchr(b'>', &bytes[from..]) {
        let close = from + found;
        for dashes in [&b"--"[..], b"--!"] {
            if bytes[at..close].ends_with(dashes) {
                return (close - dashes.len(), close + 1);
            }
        }
        from = close + 1;
    }
    let unfinished = [&b"--!"[..], b"--", b"-"].into_iter().find(|end| rest.ends_with(end));
    (bytes.len() - unfinished.map_or(0, <[u8]>::len), bytes.len())
}

/// As `memchr`, and faster where what is looked for is seldom far away.
#[inline]
pub(super) fn find_near(byte: u8, bytes: &[u8]) -> Option<usize> {
    let Some(&chunk) = bytes.first_chunk::<16>() else { return memchr(byte, bytes) };
    let found = u8x16::from(chunk).simd_eq(u8x16::splat(byte)).to_bitmask();
    if found != 0 {
        return Some(found.trailing_zeros() as usize);
    }
    memchr(byte, &bytes[16..]).map(|at| 16 + at)
}
