//! Words of ASCII, found without looking at tokens: nearly all items between spaces are one word, with marks before and
//! after it or none. Whatever tokens such an item has, one of them holds the word, and without its marks is the word.

use wide::u8x16;

/// What stands between two spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// One run of letters and digits; the item ends at `next`.
    Word { start: usize, end: usize, next: usize },
    /// None.
    Marks { next: usize },
    /// Several runs, or other characters than those of ASCII.
    Other { start: usize, next: usize },
}

/// The item that begins there, or after the spaces that do.
#[inline]
pub(super) fn next_item(bytes: &[u8], mut at: usize) -> Option<Item> {
    while is_space(*bytes.get(at)?) {
        at += 1;
    }
    let item = at;
    let start = marks_end(bytes, item);
    let end = word_end(bytes, start);
    let next = marks_end(bytes, end);
    if bytes.get(next).is_none_or(|&byte| is_space(byte)) {
        return Some(if start == end { Item::Marks { next } } else { Item::Word { start, end, next } });
    }
    let rest = bytes[next..].iter().position(|&byte| is_space(byte));
    Some(Item::Other { start: item, next: rest.map_or(bytes.len(), |rest| next + rest) })
}

/// The spaces of ASCII: no token goes beyond one.
#[inline(always)]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0x1c..=0x1f)
}

/// Where characters of ASCII end that are neither letters nor digits nor spaces.
#[inline(always)]
fn marks_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at)
        && byte.is_ascii()
        && !byte.is_ascii_alphanumeric()
        && !is_space(byte)
    {
        at += 1;
    }
    at
}

/// Where the letters and digits end that begin here: sixteen bytes at once.
#[inline(always)]
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        let others = !alphanumeric(u8x16::from(*chunk)) & 0xffff;
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at += 16;
    }
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()
}

/// Which of sixteen bytes are letters or digits.
#[inline(always)]
fn alphanumeric(chunk: u8x16) -> u32 {
    let within = |bytes: u8x16, first: u8, last: u8| {
        let from_first = bytes - u8x16::splat(first);
        from_first.min(u8x16::splat(last - first)).simd_eq(from_first)
    };
    (within(chunk | u8x16::splat(0x20), b'a', b'z') | within(chunk, b'0', b'9')).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_by_hand() {
        let text = "  (nice)\t-- _it_ don't été internationalisation!".as_bytes();
        let mut at = 0;
        let mut found = Vec::new();
        while let Some(item) = next_item(text, at) {
            let (name, part, next) = match item {
                Item::Word { start, end, next } => ("word", start..end, next),
                Item::Marks { next } => ("marks", next..next, next),
                Item::Other { start, next } => ("other", start..next, next),
            };
            found.push((name, String::from_utf8_lossy(&text[part]).into_owned()));
            at = next;
        }
        let expected = [
            ("word", "nice"),
            ("marks", ""),
            ("word", "it"),
            ("other", "don't"),
            ("other", "été"),
            ("word", "internationalisation"),
        ];
        assert_eq!(found, expected.map(|(name, part)| (name, part.to_owned())));
    }
}
