//! What a word is, for all filters: a whitespace-separated item, as the thesis counts tokens (Pomikálek 2.7.2).
//!
//! Han, kana, Thai, Lao, Khmer, Myanmar and Tibetan are written without spaces. Items that hold such letters are cut
//! as Unicode Standard Annex #29 cuts: see [`unspaced`](super::unspaced). Only there, punctuation is no word.
//!
//! Whitespace is what Python's `str.split()` takes for it. ASCII costs a table look-up a byte, and the other
//! alphabets of two bytes a letter hardly more: this runs over all text of all pages.

use std::ops::Range;

use super::unspaced::{self, Pieces};

/// What a scan does at a byte: go on, stop at whitespace, or look at the whole character.
const GO: u8 = 0;
const SPACE: u8 = 1;
const LOOK: u8 = 2;

const fn classes() -> [u8; 256] {
    let mut table = [GO; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'\t'..=b'\r' | 0x1c..=0x1f | b' ' => SPACE,
            // U+0085 and U+00A0 begin with C2; all other whitespace and all unspaced scripts have three or four bytes.
            // EB to ED are Korean.
            0xc2 | 0xe0..=0xea | 0xee..=0xff => LOOK,
            _ => GO,
        };
        byte += 1;
    }
    table
}

static CLASSES: [u8; 256] = classes();

/// Whether Python's `str.split()` splits here: Unicode's whitespace and the four separators of ASCII.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// The words of a text, in order.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    spans(text).map(|span| &text[span])
}

/// The words of a text as byte ranges.
pub fn spans(text: &str) -> Spans<'_> {
    Spans { text, at: 0, pieces: Pieces::default() }
}

/// How many words a text has: eight bytes a step, where none of them has to be looked at more closely.
pub fn count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut words, mut at, mut floor, mut after_space) = (0, 0, 0, 1);
    while at < bytes.len() {
        let chunk = eight(bytes, at);
        if looks(chunk) == 0 {
            let spaces = spaces(chunk);
            words += (!spaces & ((spaces << 8) | after_space) & ONES).count_ones() as usize;
            after_space = spaces >> 56;
            at += 8;
            continue;
        }
        // The item that reaches in here is counted anew, with all that begin in these bytes.
        let space = (floor..at).rev().find(|&i| CLASSES[usize::from(bytes[i])] == SPACE);
        let mut item = space.map_or(floor, |i| i + 1);
        words -= usize::from(item < at);
        while item < at + 8 {
            let Some(start) = skip_space(text, item) else { return words };
            let (end, unspaced) = item_end(text, start);
            words += if unspaced { Pieces::of(start..end).count(text) } else { 1 };
            item = end;
        }
        (at, floor, after_space) = (item, item, 0);
    }
    words
}

const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// Eight bytes of a text, with spaces after its end.
#[inline]
fn eight(bytes: &[u8], at: usize) -> u64 {
    let rest = &bytes[at..];
    if let Some(chunk) = rest.first_chunk::<8>() {
        return u64::from_le_bytes(*chunk);
    }
    // Most texts end before: what comes before these bytes is shifted out.
    if let (Some(last), 1..) = (bytes.last_chunk::<8>(), rest.len()) {
        let missing = 8 * (8 - rest.len());
        return (u64::from_le_bytes(*last) >> missing) | (ONES * u64::from(b' ')) << (64 - missing);
    }
    let mut chunk = [b' '; 8];
    chunk.iter_mut().zip(rest).for_each(|(byte, rest)| *byte = *rest);
    u64::from_le_bytes(chunk)
}

/// Which of eight bytes are whitespace of ASCII: a one in each of them.
#[inline]
fn spaces(chunk: u64) -> u64 {
    let low = chunk & (ONES * 0x7f);
    let from = |first: u64| low + ONES * (0x80 - first);
    let found = (from(0x09) & !from(0x0e)) | (from(0x1c) & !from(0x21));
    ((found & !chunk) >> 7) & ONES
}

/// Which of eight bytes are C2, or E0 or more (see [`classes`]): the first of them has its highest bit, and those after
/// it may or may not.
#[inline]
fn looks(chunk: u64) -> u64 {
    let long = chunk & ((chunk & (ONES * 0x7f)) + ONES * 0x20);
    let c2 = chunk ^ (ONES * 0xc2);
    (long | (c2.wrapping_sub(ONES) & !c2)) & (ONES << 7)
}

/// See [`spans`].
#[derive(Debug)]
pub struct Spans<'a> {
    text: &'a str,
    at: usize,
    pieces: Pieces,
}

impl Iterator for Spans<'_> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            if let Some(piece) = self.pieces.next(self.text) {
                return Some(piece);
            }
            let start = skip_space(self.text, self.at)?;
            let (end, unspaced) = item_end(self.text, start);
            self.at = end;
            if !unspaced {
                return Some(start..end);
            }
            self.pieces = Pieces::of(start..end);
        }
    }
}

/// Where the next item starts.
#[inline]
fn skip_space(text: &str, mut at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    loop {
        match CLASSES[usize::from(*bytes.get(at)?)] {
            SPACE => at += 1,
            LOOK => {
                let c = text[at..].chars().next()?;
                if !is_space(c) {
                    return Some(at);
                }
                at += c.len_utf8();
            }
            _ => return Some(at),
        }
    }
}

/// Where the item ends that starts here, and whether it has a letter of a script without spaces.
#[inline]
fn item_end(text: &str, mut at: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut unspaced = false;
    while at < bytes.len() {
        let chunk = eight(bytes, at);
        let (spaces, looks) = (spaces(chunk), looks(chunk));
        // Eight if there is neither; after the text there are spaces.
        let place = (spaces | looks).trailing_zeros() / 8;
        at += place as usize;
        if place == 8 {
            continue;
        }
        if spaces >> (8 * place) & 1 == 1 {
            break;
        }
        if is_plain(bytes[at], bytes.get(at + 1).copied().unwrap_or(0)) {
            at += 2;
            continue;
        }
        let Some(c) = text[at..].chars().next() else { break };
        if is_space(c) {
            break;
        }
        unspaced = unspaced || unspaced::script(c).is_some();
        at += c.len_utf8();
    }
    (at, unspaced)
}

/// Whether no character that begins with these two bytes is whitespace or of an unspaced script: so it is with the
/// letters of India and of Vietnam.
#[inline]
fn is_plain(first: u8, second: u8) -> bool {
    match first {
        0xc2 => second != 0x85 && second != 0xa0,
        0xe0 => second < 0xb8,
        0xe1 => !matches!(second, 0x80..=0x82 | 0x9a | 0x9e | 0x9f),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Vec<&str> {
        words(text).collect()
    }

    #[test]
    fn section_2_7_2_items_between_spaces() {
        assert_eq!(
            of("  The don't - re-use,\tof 3.5 % \n"),
            ["The", "don't", "-", "re-use,", "of", "3.5", "%"]
        );
        assert_eq!(of("à\u{a0}l’été «\u{202f}vécu\u{2003}»"), ["à", "l’été", "«", "vécu", "»"]);
        assert_eq!(of(""), [""; 0]);
        assert_eq!(of(" \u{85}\x1c\u{3000}"), [""; 0]);
    }

    #[test]
    fn whitespace_is_that_of_python() {
        // [c for c in map(chr, range(0x110000)) if c.isspace()] of Python 3.11.
        let python = "\t\n\u{b}\u{c}\r\u{1c}\u{1d}\u{1e}\u{1f} \u{85}\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\
            \u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}";
        let ours: String = (char::MIN..=char::MAX).filter(|&c| is_space(c)).collect();
        assert_eq!(ours, python);
        for c in char::MIN..=char::MAX {
            let text = format!("a{c}b");
            let whole = text.split(is_space).count() == 1 && unspaced::script(c).is_none();
            assert_eq!(words(&text).next() == Some(text.as_str()), whole, "{c:?}");
        }
    }

    #[test]
    fn korean_and_ethiopic_have_spaces() {
        assert_eq!(of("나는 학교에 간다."), ["나는", "학교에", "간다."]);
    }

    #[test]
    fn only_items_with_unspaced_letters_are_cut() {
        assert_eq!(of("see 漢字, ok"), ["see", "漢", "字", "ok"]);
        assert_eq!(of("「quoted」 — 。"), ["「quoted」", "—", "。"]);
    }

    proptest! {
        #[test]
        fn spans_are_in_order_and_cover_all_letters(text in r"(\PC|[ \n日本のテスト国ก-๙a.]){0,60}") {
            let mut end = 0;
            for span in spans(&text) {
                prop_assert!(end <= span.start && span.start < span.end);
                prop_assert!(!text[end..span.start].contains(char::is_alphanumeric));
                prop_assert!(!text[span.clone()].contains(is_space));
                end = span.end;
            }
            prop_assert!(!text[end..].contains(char::is_alphanumeric));
            prop_assert_eq!(count(&text), words(&text).count());
        }

        #[test]
        fn counting_is_the_same(text in r"([a-z]{0,9}|[ \n\x1c]|é|“|\u{a0}|\u{3000}|日|ก|한|ự|[\x00-\u{300}]){0,60}") {
            prop_assert_eq!(count(&text), words(&text).count());
        }

        #[test]
        fn spaced_text_splits_as_python_does(text in r"([a-zA-Zäßéя한\u{a0}\u{2019}. \x1f]){0,60}") {
            let simple: Vec<&str> = text.split(is_space).filter(|item| !item.is_empty()).collect();
            prop_assert_eq!(of(&text), simple);
        }
    }
}
