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
}

const LETTER: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;
const SPACE: u8 = 8;
const PUNCTUATION: u8 = 16;
const WIDE: u8 = 32;

const KINDS: [u8; 256] = {
    let mut kinds = [WIDE; 256];
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

/// What a byte of ASCII adds to each of the counts of [`Shape::of_ascii`].
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
    steps
};

impl Shape {
    pub(in crate::classify) fn of(text: &str) -> Self {
        let words = words::count(text) as u32;
        if text.is_ascii() {
            return Self { words, ..Self::of_ascii(text.as_bytes()) };
        }
        let mut shape = Self { words, ..Self::default() };
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let kind = KINDS[usize::from(byte)];
            if kind == WIDE {
                let Some(c) = text[at..].chars().next() else { break };
                shape.add_wide(c);
                at += c.len_utf8();
                continue;
            }
            shape.chars += 1;
            shape.letters += u32::from(kind & LETTER != 0);
            shape.capitals += u32::from(kind & CAPITAL != 0);
            shape.digits += u32::from(kind & DIGIT != 0);
            shape.spaces += u32::from(kind & SPACE != 0);
            if kind == PUNCTUATION {
                shape.punctuation += 1;
                shape.commas += u32::from(byte == b',');
                let ends = matches!(byte, b'.' | b'!' | b'?');
                shape.sentences += u32::from(ends && is_end(bytes.get(at + 1)));
            }
            at += 1;
        }
        shape
    }

    /// The same for ASCII: an addition a byte for all counts, each of which has a byte of its own.
    fn of_ascii(bytes: &[u8]) -> Self {
        let mut shape = Self { chars: bytes.len() as u32, ..Self::default() };
        let mut ends = 0;
        for bytes in bytes.chunks(usize::from(u8::MAX)) {
            let sum: u64 = bytes.iter().map(|&byte| STEPS[usize::from(byte)]).sum();
            let counts = sum.to_le_bytes().map(u32::from);
            shape.letters += counts[0];
            shape.capitals += counts[1];
            shape.digits += counts[2];
            shape.spaces += counts[3];
            shape.punctuation += counts[4];
            shape.commas += counts[5];
            ends += counts[6];
        }
        if ends > 0 {
            let marks = memchr::memchr3_iter(b'.', b'!', b'?', bytes);
            shape.sentences = marks.filter(|&at| is_end(bytes.get(at + 1))).count() as u32;
        }
        shape
    }

    fn add_wide(&mut self, c: char) {
        self.chars += 1;
        if c.is_alphabetic() {
            self.letters += 1;
            self.capitals += u32::from(c.is_uppercase());
        } else if words::is_space(c) {
            self.spaces += 1;
        } else if c.is_numeric() {
            self.digits += 1;
        }
        self.commas += u32::from(matches!(c, '、' | '，' | '،'));
        self.sentences += u32::from(matches!(c, '。' | '！' | '？' | '؟' | '।' | '…'));
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
        };
        assert_eq!(shape, expected);
        assert_eq!(Shape::of(""), Shape::default());
    }

    proptest::proptest! {
        /// A letter that is no ASCII takes the other way.
        #[test]
        fn ascii_and_other_text_are_counted_alike(text in r"([ -~\n]|a, b\. C! |9\?\)){0,600}") {
            let mut shape = Shape::of(&text);
            let other = Shape::of(&format!("é{text}"));
            shape.add(&Shape { chars: 1, letters: 1, words: other.words - shape.words, ..Shape::default() });
            proptest::prop_assert_eq!(shape, other);
        }
    }

    #[test]
    fn sentences_of_other_scripts() {
        assert_eq!(Shape::of("これはペンです。本当？").sentences, 2);
        assert_eq!(Shape::of("Is it 3.5? \"Yes.\" www.example.org").sentences, 2);
    }
}
