//! What a text looks like, whatever it says: how many letters, digits, sentences it has.

use crate::text::words;

/// Counts of characters, but for `words`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::classify) struct Shape {
    pub(in crate::classify) words: u32,
    pub(in crate::classify) chars: u32,
    pub(in crate::classify) letters: u32,
    pub(in crate::classify) capitals: u32,
    pub(in crate::classify) digits: u32,
    pub(in crate::classify) spaces: u32,
    /// Punctuation of ASCII; that of other scripts counts as none of these.
    pub(in crate::classify) punctuation: u32,
    /// Ends of sentences: a full stop, question or exclamation mark before a space or the end; commas do not count.
    pub(in crate::classify) sentences: u32,
    pub(in crate::classify) commas: u32,
    /// Bits of [`Seen`].
    pub(in crate::classify) seen: u16,
}

/// Characters that are looked for in all texts, and so seen while the others are counted.
#[derive(Clone, Copy, Debug)]
#[repr(u16)]
pub(in crate::classify) enum Seen {
    Bar = 1,
    At = 1 << 1,
    Dollar = 1 << 2,
    Colon = 1 << 3,
    LineEnd = 1 << 4,
    Dot = 1 << 5,
    Copyright = 1 << 8,
    Arrow = 1 << 9,
    Currency = 1 << 10,
}

/// What is seen at each byte of ASCII.
static SEEN: [u8; 256] = {
    let mut seen = [0; 256];
    seen[b'|' as usize] = Seen::Bar as u8;
    seen[b'@' as usize] = Seen::At as u8;
    seen[b'$' as usize] = Seen::Dollar as u8;
    seen[b':' as usize] = Seen::Colon as u8;
    seen[b'\n' as usize] = Seen::LineEnd as u8;
    seen[b'.' as usize] = Seen::Dot as u8;
    seen
};

const LETTER: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;
const SPACE: u8 = 8;
const PUNCTUATION: u8 = 16;

const KINDS: [u8; 128] = {
    let mut kinds = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' => LETTER,
            b'A'..=b'Z' => LETTER | CAPITAL,
            b'0'..=b'9' => DIGIT,
            b' ' | b'\t'..=b'\r' => SPACE,
            b'!'..=b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~' => PUNCTUATION,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// What a byte adds to each of the counts of [`Shape::of`].
static STEPS: [u64; 256] = {
    let mut steps = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let kind = KINDS[byte];
        let is_end = matches!(byte as u8, b'.' | b'!' | b'?');
        let counts = [
            kind & LETTER != 0,
            kind & CAPITAL != 0,
            kind & DIGIT != 0,
            kind & SPACE != 0,
            kind & PUNCTUATION != 0,
            byte as u8 == b',',
            is_end,
        ];
        let mut at = 0;
        while at < counts.len() {
            steps[byte] |= (counts[at] as u64) << (8 * at);
            at += 1;
        }
        byte += 1;
    }
    // Those that a character goes on with.
    while byte < 0xc0 {
        steps[byte] = 1 << 56;
        byte += 1;
    }
    steps
};

impl Shape {
    pub(in crate::classify) fn of(text: &str) -> Self {
        Self { words: words::count(text) as u32, ..Self::without_words(text) }
    }

    /// All but the number of words, which is 0. An addition a byte for all counts, each of which has a byte of its own.
    pub(in crate::classify) fn without_words(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut shape = Self::default();
        let (mut ends, mut inner) = (0, 0);
        for bytes in bytes.chunks(usize::from(u8::MAX)) {
            let (mut sum, mut seen) = (0, 0);
            for &byte in bytes {
                sum += STEPS[usize::from(byte)];
                seen |= SEEN[usize::from(byte)];
            }
            let counts = u64::to_le_bytes(sum).map(u32::from);
            shape.letters += counts[0];
            shape.capitals += counts[1];
            shape.digits += counts[2];
            shape.spaces += counts[3];
            shape.punctuation += counts[4];
            shape.commas += counts[5];
            ends += counts[6];
            inner += counts[7];
            shape.seen |= u16::from(seen);
        }
        shape.chars = bytes.len() as u32 - inner;
        if ends > 0 {
            let marks = memchr::memchr3_iter(b'.', b'!', b'?', bytes);
            shape.sentences = marks.filter(|&at| is_end(bytes.get(at + 1))).count() as u32;
        }
        if inner > 0 {
            text.chars().filter(|c| !c.is_ascii()).for_each(|c| shape.add_wide(c));
        }
        shape
    }

    /// Whether one of the characters is there.
    pub(in crate::classify) fn has(&self, seen: Seen) -> bool {
        self.seen & seen as u16 != 0
    }

    /// What is to be counted of a character beyond ASCII.
    fn add_wide(&mut self, c: char) {
        if c.is_alphabetic() {
            self.letters += 1;
            self.capitals += u32::from(c.is_uppercase());
            return;
        }
        if words::is_space(c) {
            self.spaces += 1;
        } else if c.is_numeric() {
            self.digits += 1;
        }
        self.commas += u32::from(matches!(c, '、' | '，' | '،'));
        self.sentences += u32::from(matches!(c, '。' | '！' | '？' | '؟' | '।' | '…'));
        self.seen |= match c {
            '©' => Seen::Copyright as u16,
            '»' | '«' | '›' | '‹' | '→' | '←' | '▼' | '▾' | '▶' | '×' => Seen::Arrow as u16,
            '€' | '£' | '¥' | '₹' | '₽' => Seen::Currency as u16,
            _ => 0,
        };
    }

    /// The shape of two texts with nothing between them.
    pub(in crate::classify) fn add(&mut self, other: &Self) {
        self.words += other.words;
        self.chars += other.chars;
        self.letters += other.letters;
        self.capitals += other.capitals;
        self.digits += other.digits;
        self.spaces += other.spaces;
        self.punctuation += other.punctuation;
        self.sentences += other.sentences;
        self.commas += other.commas;
        self.seen |= other.seen;
    }
}

/// What may follow the end of a sentence: nothing, a space, or a closing quotation mark or bracket.
fn is_end(next: Option<&u8>) -> bool {
    next.is_none_or(|next| matches!(next, b' ' | b'\n' | b'"' | b'\'' | b')' | 0xc2 | 0xe2))
}

/// A part of a whole, 0 where there is no whole.
pub(in crate::classify) fn ratio(part: u32, whole: u32) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_by_kind() {
        let shape = Shape::of("Dr. Éva (b. 1966), 3.5 km?");
        let expected = Shape {
            words: 6,
            chars: 26,
            letters: 8,
            capitals: 2,
            digits: 6,
            spaces: 5,
            punctuation: 7,
            sentences: 3,
            commas: 1,
            seen: Seen::Dot as u16,
        };
        assert_eq!(shape, expected);
        assert_eq!(Shape::of(""), Shape::default());
    }

    /// One character after the other, as the fields say.
    fn by_characters(text: &str) -> Shape {
        let mut shape = Shape { words: words::words(text).count() as u32, ..Shape::default() };
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            let next = rest.clone().next();
            let is_space = if c.is_ascii() { matches!(c, ' ' | '\t'..='\r') } else { words::is_space(c) };
            // By its first byte: wide quotation marks and spaces are told from few other characters.
            let closes =
                |c: char| " \n\"')".contains(c) || matches!(c.to_string().as_bytes()[0], 0xc2 | 0xe2);
            let is_end = next.is_none_or(closes);
            shape.chars += 1;
            shape.letters += u32::from(c.is_alphabetic());
            shape.capitals += u32::from(c.is_alphabetic() && c.is_uppercase());
            shape.digits += u32::from(c.is_numeric() && !c.is_alphabetic());
            shape.spaces += u32::from(is_space);
            shape.punctuation += u32::from(c.is_ascii_punctuation());
            shape.commas += u32::from(matches!(c, ',' | '、' | '，'));
            shape.sentences += u32::from(matches!(c, '.' | '!' | '?') && is_end || matches!(c, '。' | '…'));
        }
        for (seen, characters) in [
            (Seen::Bar, "|"),
            (Seen::At, "@"),
            (Seen::Dollar, "$"),
            (Seen::Colon, ":"),
            (Seen::LineEnd, "\n"),
            (Seen::Dot, "."),
            (Seen::Copyright, "©"),
            (Seen::Arrow, "»→×"),
            (Seen::Currency, "€₽"),
        ] {
            shape.seen |= if text.contains(|c| characters.contains(c)) { seen as u16 } else { 0 };
        }
        shape
    }

    proptest::proptest! {
        #[test]
        fn all_at_once_and_one_by_one_are_the_same(
            text in r"([ -~\n\x1c]|a, b\. C! |9\?\)|[“”’Ψж½»→×€₽©、，。…日\u{a0}]|é|É){0,600}",
        ) {
            proptest::prop_assert_eq!(Shape::of(&text), by_characters(&text));
        }
    }

    #[test]
    fn sentences_of_other_scripts() {
        assert_eq!(Shape::of("これはペンです。本当？").sentences, 2);
        assert_eq!(Shape::of("Is it 3.5? \"Yes.\" www.example.org").sentences, 2);
    }
}
