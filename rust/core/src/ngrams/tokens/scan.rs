//! Where tokens stand: those of verticals ([`crate::render::tokens`]), found without regular expressions where a text
//! has common letters, which takes a tenth of the time. A test holds the two together.
//!
//! Two thirds of all items between spaces are a word and nothing else. Its end is looked for in sixteen bytes at once,
//! without a branch on its length, which nobody can foretell.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use wide::u8x16;

use crate::render::tokens::tokens;
use crate::text::unspaced;
use crate::text::words::is_space;

/// What a character is to a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    /// A token by itself, or with its like.
    Mark,
    Space,
    /// Letters, numbers that are no digits, and the low line.
    Letter,
    Digit,
    /// Goes on a word, or begins one, but not after a hyphen.
    Accent,
    /// Goes on a word, no more.
    Joiner,
    /// Between letters a part of the word.
    Link,
    /// Left to the regular expressions.
    Rare,
}

/// Characters from here on are looked at by [`class`].
const COMMON: usize = 0x3000;

static CLASSES: LazyLock<Box<[Class]>> = LazyLock::new(|| {
    let matches = |pattern: &str| {
        let pattern = Regex::new(&format!("^{pattern}$")).ok();
        move |c: &str| pattern.as_ref().is_some_and(|pattern| pattern.is_match(c))
    };
    let (letter, digit) = (matches(r"[\p{L}\p{N}_]"), matches(r"\p{Nd}"));
    let (accent, joiner) = (matches(r"\p{M}"), matches(r"[\x{ad}\x{200c}\x{200d}]"));
    let (link, rare) = (matches(r"[.'’·\x{2010}\x{2011}-]"), matches(r"\p{Extended_Pictographic}"));
    let class = |code: usize| {
        let Some(c) = u32::try_from(code).ok().and_then(char::from_u32) else { return Class::Rare };
        let mut room = [0; 4];
        match &*c.encode_utf8(&mut room) {
            _ if is_space(c) => Class::Space,
            _ if unspaced::script(c).is_some() => Class::Rare,
            text if rare(text) => Class::Rare,
            text if digit(text) => Class::Digit,
            text if letter(text) => Class::Letter,
            text if accent(text) => Class::Accent,
            text if joiner(text) => Class::Joiner,
            text if link(text) => Class::Link,
            _ => Class::Mark,
        }
    };
    (0..COMMON).map(class).collect()
});

/// Finds tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner {
    classes: &'static [Class],
}

impl Scanner {
    pub(super) fn new() -> Self {
        Self { classes: &CLASSES }
    }

    /// The tokens of a text as byte ranges, in order.
    #[inline]
    pub(super) fn each(&self, text: &str, mut put: impl FnMut(Range<usize>)) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if is_ascii_space(bytes[at]) {
                at += 1;
                continue;
            }
            let end = word_end(bytes, at);
            if end > at {
                let next = bytes.get(end).copied().unwrap_or(b' ');
                if is_ascii_space(next) {
                    put(at..end);
                    at = end + 1;
                    continue;
                }
                // A mark behind the word, and no more.
                if next.is_ascii() && bytes.get(end + 1).is_none_or(|&byte| is_ascii_space(byte)) {
                    put(at..end);
                    put(end..end + 1);
                    at = end + 2;
                    continue;
                }
            }
            at = self.item(text, at, &mut put);
        }
    }

    /// The tokens of the item between spaces that begins here, and where it ends.
    fn item(&self, text: &str, start: usize, put: &mut impl FnMut(Range<usize>)) -> usize {
        let (end, rare) = self.item_end(text, start);
        if rare {
            tokens(&text[start..end], |range| put(start + range.start..start + range.end));
            return end.max(start + 1);
        }
        let mut at = start;
        while at < end {
            let token_end = self.token_end(text, at, end);
            put(at..token_end);
            at = token_end;
        }
        end
    }

    /// Where an item ends, and whether it is an address or has rare characters.
    fn item_end(&self, text: &str, start: usize) -> (usize, bool) {
        let bytes = text.as_bytes();
        let mut rare = bytes[start..].get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"www."));
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            let (class, len) = self.class(text, at);
            match class {
                Class::Space => break,
                Class::Rare => rare = true,
                _ => rare |= byte == b'@' || (byte == b':' && bytes[at..].starts_with(b"://")),
            }
            at += len;
        }
        // A space that is not ASCII stands here: nothing is in the item.
        if at == start {
            at += self.class(text, at).1;
            rare = true;
        }
        (at, rare)
    }

    /// The class of the character that begins here, and its bytes.
    #[inline]
    fn class(&self, text: &str, at: usize) -> (Class, usize) {
        match text.as_bytes()[at] {
            byte @ ..0x80 => (self.classes[usize::from(byte)], 1),
            _ => {
                let c = text[at..].chars().next().unwrap_or(' ');
                let class = match c {
                    '\u{3000}' => Class::Space,
                    '가'..='힣' => Class::Letter,
                    _ => self.classes.get(c as usize).copied().unwrap_or(Class::Rare),
                };
                (class, c.len_utf8())
            }
        }
    }

    /// Where the characters end that are of one of these classes.
    #[inline]
    fn run_end(&self, text: &str, mut at: usize, end: usize, of: impl Fn(Class) -> bool) -> usize {
        while at < end {
            let (class, len) = self.class(text, at);
            if !of(class) {
                break;
            }
            at += len;
        }
        at
    }

    /// Where the token ends that begins here: the alternatives of [`crate::render::tokens`], in their order.
    fn token_end(&self, text: &str, start: usize, end: usize) -> usize {
        let (first, len) = self.class(text, start);
        let bytes = &text.as_bytes()[..end];
        if first == Class::Digit {
            let digits = |at| self.run_end(text, at, end, |class| class == Class::Digit);
            let mut number = digits(start);
            let whole = number;
            while matches!(bytes.get(number), Some(b'.' | b',' | b':')) {
                let more = digits(number + 1);
                if more == number + 1 {
                    break;
                }
                number = more;
            }
            if number > whole {
                return number;
            }
        }
        if matches!(first, Class::Digit | Class::Letter | Class::Accent) {
            let word = |class| matches!(class, Class::Letter | Class::Digit | Class::Accent | Class::Joiner);
            let mut at = self.run_end(text, start + len, end, word);
            while at < end {
                let (class, link) = self.class(text, at);
                if class != Class::Link || at + link >= end {
                    break;
                }
                let (class, len) = self.class(text, at + link);
                if !matches!(class, Class::Letter | Class::Digit) {
                    break;
                }
                at = self.run_end(text, at + link + len, end, word);
            }
            return at;
        }
        let first = bytes[start];
        let like: &[u8] = match first {
            b'.' | b'-' | b'*' | b'=' | b'~' | b'#' => &[first],
            b'!' | b'?' => b"!?",
            _ => return self.accents_end(text, start + len, end),
        };
        start + bytes[start..].iter().take_while(|byte| like.contains(byte)).count()
    }

    /// Accents, and the joiner of pictures, go with the mark before them.
    fn accents_end(&self, text: &str, mut at: usize, end: usize) -> usize {
        while at < end {
            let (class, len) = self.class(text, at);
            if class != Class::Accent && !text[at..].starts_with('\u{200d}') {
                break;
            }
            at += len;
        }
        at
    }
}

#[inline(always)]
fn is_ascii_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0x1c..=0x1f)
}

/// Where the letters, digits and low lines of ASCII end that begin here.
#[inline(always)]
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes[at..].first_chunk::<16>() {
        let others = !is_word(u8x16::from(*chunk)) & 0xffff;
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at += 16;
    }
    let rest = bytes[at..].iter();
    at + rest.take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count()
}

/// Which of sixteen bytes are.
#[inline(always)]
fn is_word(chunk: u8x16) -> u32 {
    let within = |bytes: u8x16, first: u8, last: u8| {
        let from_first = bytes - u8x16::splat(first);
        from_first.min(u8x16::splat(last - first)).simd_eq(from_first)
    };
    let letters = within(chunk | u8x16::splat(0x20), b'a', b'z');
    let digits = within(chunk, b'0', b'9');
    (letters | digits | chunk.simd_eq(u8x16::splat(b'_'))).to_bitmask()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        Scanner::new().each(text, |range| found.push(&text[range]));
        found
    }

    fn slow(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        tokens(text, |range| found.push(&text[range]));
        found
    }

    #[test]
    fn words_numbers_marks_and_addresses() {
        let text = "“I don’t,” she said: re-use it...!? It costs $3.50 or 1,000km. www.x.example/y, me@x.example _a_\u{a0}b";
        assert_eq!(
            of(text),
            "“ I don’t , ” she said : re-use it ... !? It costs $ 3.50 or 1,000 km . www.x.example/y , me@x.example _a_ b"
                .split(' ')
                .collect::<Vec<_>>()
        );
        assert_eq!(
            of("我爱你。「好」 나는 학교에."),
            ["我", "爱", "你", "。", "「", "好", "」", "나는", "학교에", "."]
        );
        assert_eq!(of(&format!("{}, b", "a".repeat(40))), [&*"a".repeat(40), ",", "b"]);
    }

    #[test]
    fn each_common_character_in_its_places() {
        for c in char::MIN..='\u{ffff}' {
            for text in [format!("{c}"), format!("a{c}b"), format!("1{c}2 .{c}."), format!("-{c}{c}a'{c}")] {
                assert_eq!(of(&text), slow(&text), "{c:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn they_are_the_tokens_of_verticals(text in r"(\PC|[ \n\x00\x1c.,'’@:/w_aZ019é\x{301}\x{200d}\x{ad}!?=#~日ก가-]|[a-z]{1,20} |www\.|://|\x{a0}|\x{3000}){0,40}") {
            prop_assert_eq!(of(&text), slow(&text));
        }
    }

    #[test]
    fn time_is_linear() {
        for piece in ["1,", "a.", "a@", "é-", ".-", "://", "e\u{301}", "漢", "\u{a0}"] {
            let mut count = 0;
            Scanner::new().each(&piece.repeat(300_000), |_| count += 1);
            assert!(count > 0 || piece == "\u{a0}");
        }
    }
}
