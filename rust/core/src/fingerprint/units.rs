//! From text to the units that shingles are made of, normalised as III.B of Spasojević and Poncin has it: what is
//! neither a letter nor a number goes, and case does not matter, so that `(Nice) Day !` is `nice day`.
//!
//! A unit is known by a number: a word by its hash, a character by its code. Words are the tokens of n-grams
//! ([`ngrams::tokens`](crate::ngrams::tokens)) without the marks inside them, so that it does not matter how an apostrophe
//! is typed; in scripts without spaces a word is a character, or one of the dictionary.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::ascii::{self, Item};
use super::mix::chain;
use crate::error::{Error, Result};
use crate::ngrams::{TokenOptions, Tokeniser};

/// What a shingle is a sequence of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Words,
    /// Characters, with one space between words.
    Chars,
    /// Characters without spaces.
    Letters,
    /// Lines that are not blank, each as the words in it.
    Lines,
    /// Bytes as they are, nothing normalised.
    Bytes,
    /// The text as a whole.
    Text,
}

impl Unit {
    /// What most schemes may be made of, words first.
    pub const ANY: &'static [Self] = &[Self::Words, Self::Chars, Self::Letters, Self::Lines, Self::Bytes];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Chars => "chars",
            Self::Letters => "letters",
            Self::Lines => "lines",
            Self::Bytes => "bytes",
            Self::Text => "text",
        }
    }

    /// The unit of a name.
    pub fn parse(name: &str) -> Result<Self> {
        let all = [Self::Words, Self::Chars, Self::Letters, Self::Lines, Self::Bytes, Self::Text];
        let found = all.into_iter().find(|unit| unit.name() == name);
        let expected = || all.map(Self::name).join(", ");
        found.ok_or_else(|| Error::Parameter { name: "unit", expected: expected() })
    }

    /// Whether it is folded.
    pub const fn folds(self) -> bool {
        !matches!(self, Self::Bytes | Self::Text)
    }
}

/// What is alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folding {
    pub case: bool,
    pub digits: bool,
    pub accents: bool,
}

impl Default for Folding {
    /// As the paper.
    fn default() -> Self {
        Self { case: true, digits: false, accents: false }
    }
}

impl Folding {
    /// From `none`, or `case`, `digits` and `accents` with commas between them.
    pub fn parse(text: &str) -> Result<Self> {
        let mut folding = Self { case: false, digits: false, accents: false };
        if text == "none" {
            return Ok(folding);
        }
        for name in text.split(',') {
            match name.trim() {
                "case" => folding.case = true,
                "digits" => folding.digits = true,
                "accents" => folding.accents = true,
                _ => {
                    let expected = "none, or some of case,digits,accents".to_owned();
                    return Err(Error::Parameter { name: "fold", expected });
                }
            }
        }
        Ok(folding)
    }

    pub fn name(self) -> String {
        let names = [(self.case, "case"), (self.digits, "digits"), (self.accents, "accents")];
        let chosen: Vec<_> = names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        if chosen.is_empty() { "none".to_owned() } else { chosen.join(",") }
    }

    fn tokens(self) -> TokenOptions {
        TokenOptions {
            fold_case: self.case,
            fold_digits: self.digits,
            fold_accents: self.accents,
            ..TokenOptions::default()
        }
    }
}

/// Cuts text into units. Can be used for one text after another.
#[derive(Debug)]
pub struct Cutter {
    unit: Unit,
    tokeniser: Tokeniser,
    /// What each character of ASCII becomes: zero if it goes.
    ascii: [u8; 128],
    /// Words with other characters than letters and digits of ASCII: which of the units each is, and where it stands.
    odd: Vec<(usize, Range<usize>)>,
    stripped: String,
    folded: Vec<u8>,
    /// The words of a line.
    line: Vec<u64>,
}

impl Cutter {
    pub fn new(unit: Unit, folding: Folding) -> Self {
        let tokeniser = Tokeniser::new(&folding.tokens());
        let ascii = std::array::from_fn(|code| {
            let c = char::from(code as u8);
            let mut folded = Vec::new();
            tokeniser.fold(c.encode_utf8(&mut [0; 4]), &mut folded);
            if c.is_ascii_alphanumeric() { folded.first().copied().unwrap_or(0) } else { 0 }
        });
        let (odd, stripped, folded, line) = Default::default();
        Self { unit, tokeniser, ascii, odd, stripped, folded, line }
    }

    /// Adds the units of a text, and if `starts` is given, the byte at which each begins.
    pub fn cut(&mut self, text: &str, units: &mut Vec<u64>, starts: Option<&mut Vec<usize>>) {
        match self.unit {
            Unit::Words => self.words(text, units, starts),
            Unit::Chars => self.letters(text, true, units, starts),
            Unit::Letters => self.letters(text, false, units, starts),
            Unit::Lines => self.lines(text, units, starts),
            Unit::Bytes => {
                units.extend(text.bytes().map(u64::from));
                starts.into_iter().for_each(|starts| starts.extend(0..text.len()));
            }
            Unit::Text => {
                if text.chars().any(|c| !c.is_whitespace()) {
                    units.push(0);
                    starts.into_iter().for_each(|starts| starts.push(0));
                }
            }
        }
    }

    /// The unit that a word is which somebody else has cut: not stripped, but folded.
    pub fn word(&mut self, word: &str) -> u64 {
        self.tokeniser.hash_of(word)
    }

    fn words(&mut self, text: &str, units: &mut Vec<u64>, mut starts: Option<&mut Vec<usize>>) {
        let mut at = 0;
        while let Some(item) = ascii::next_item(text.as_bytes(), at) {
            at = match item {
                Item::Word { start, end, next } => {
                    units.push(self.tokeniser.hash_at(text, start..end));
                    if let Some(starts) = &mut starts {
                        starts.push(start);
                    }
                    next
                }
                Item::Marks { next } => next,
                Item::Other { start, next } => {
                    self.tokens(text, start..next, units, starts.as_deref_mut());
                    next
                }
            };
        }
    }

    /// The words of a part of a text, by its tokens.
    fn tokens(
        &mut self,
        text: &str,
        part: Range<usize>,
        units: &mut Vec<u64>,
        mut starts: Option<&mut Vec<usize>>,
    ) {
        let Self { tokeniser, odd, stripped, .. } = self;
        let offset = part.start;
        let text = &text[part];
        odd.clear();
        tokeniser.each(text, |hash, range| {
            let word = &text[range.clone()];
            if !word.chars().any(char::is_alphanumeric) {
                return;
            }
            if !word.chars().all(stays) {
                odd.push((units.len(), range.clone()));
            }
            units.push(hash);
            if let Some(starts) = &mut starts {
                starts.push(offset + range.start);
            }
        });
        for (at, range) in odd.drain(..) {
            stripped.clear();
            stripped.extend(text[range].chars().filter(|&c| stays(c)));
            units[at] = tokeniser.hash_of(stripped);
        }
    }

    fn letters(
        &mut self,
        text: &str,
        spaces: bool,
        units: &mut Vec<u64>,
        mut starts: Option<&mut Vec<usize>>,
    ) {
        let mut put = |unit: u64, at: usize| {
            units.push(unit);
            if let Some(starts) = &mut starts {
                starts.push(at);
            }
        };
        // Where the space began that is to be written before the next letter, and whether there was a letter.
        let (mut space, mut any) = (None, false);
        let mut at = 0;
        while let Some(&byte) = text.as_bytes().get(at) {
            if let Some(&folded @ 1..) = self.ascii.get(usize::from(byte)) {
                if let Some(start) = space.take() {
                    put(u64::from(b' '), start);
                }
                put(folded.into(), at);
                any = true;
                at += 1;
                continue;
            }
            let Some(c) = text[at..].chars().next() else { break };
            if spaces && any && space.is_none() && c.is_whitespace() {
                space = Some(at);
            } else if !c.is_ascii() && stays(c) {
                if let Some(start) = space.take() {
                    put(u64::from(b' '), start);
                }
                self.folded.clear();
                self.tokeniser.fold(&text[at..at + c.len_utf8()], &mut self.folded);
                let folded = std::str::from_utf8(&self.folded).unwrap_or_default();
                folded.chars().for_each(|c| put(c.into(), at));
                any = true;
            }
            at += c.len_utf8();
        }
    }

    fn lines(&mut self, text: &str, units: &mut Vec<u64>, mut starts: Option<&mut Vec<usize>>) {
        let mut words = std::mem::take(&mut self.line);
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            words.clear();
            self.words(line, &mut words, None);
            if !words.is_empty() {
                units.push(words.iter().fold(0, |hash, &word| chain(hash, word)));
                if let Some(starts) = &mut starts {
                    starts.push(at);
                }
            }
            at += line.len();
        }
        self.line = words;
    }
}

/// Whether a character is left when a text is normalised. Marks belong to their letters.
fn stays(c: char) -> bool {
    c.is_alphanumeric() || (!c.is_ascii() && is_combining_mark(c))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(unit: Unit, text: &str) -> Vec<u64> {
        let mut units = Vec::new();
        Cutter::new(unit, Folding::default()).cut(text, &mut units, None);
        units
    }

    fn chars(unit: Unit, text: &str) -> String {
        cut(unit, text).into_iter().map(|code| char::from_u32(code as u32).unwrap()).collect()
    }

    #[test]
    fn nice_day() {
        // III.B: the normalised form of '(Nice) Day !' is 'nice day'.
        assert_eq!(chars(Unit::Chars, "(Nice) Day !"), "nice day");
        assert_eq!(cut(Unit::Words, "(Nice) Day !"), cut(Unit::Words, "nice day"));
        assert_eq!(cut(Unit::Words, "(Nice) Day !").len(), 2);
        // The Winnowing paper drops spaces too.
        assert_eq!(chars(Unit::Letters, "A do run run run, a do run run"), "adorunrunrunadorunrun");
        assert_eq!(chars(Unit::Bytes, "(Nice) Day !"), "(Nice) Day !");
        assert_eq!(cut(Unit::Text, "(Nice)").len(), 1);
        assert_eq!(cut(Unit::Text, " \n").len(), 0);
    }

    #[test]
    fn words_do_not_depend_on_how_marks_are_typed() {
        let words = |text| cut(Unit::Words, text);
        assert_eq!(words("I don’t — re-use _it_, the co\u{ad}op"), words("i DON'T reuse it - the “coop”!"));
        assert_eq!(words("don't"), words("dont"));
        assert_eq!(words("--- *** … ! _ 。").len(), 0);
        // Letters with accents are letters, and so are their accents if they are apart; so are the signs of vowels.
        assert_eq!(
            words("ČAS čas Straße STRASSE")[..2].iter().collect::<std::collections::HashSet<_>>().len(),
            1
        );
        assert_ne!(words("cafe"), words("cafe\u{301}"));
        assert_ne!(words("हिन्दी"), words("हनद"));
        // A character a word where there are no spaces.
        assert_eq!(words("我爱你。「好」").len(), 4);
        assert_eq!(chars(Unit::Letters, "Ça va? Да, Ж!"), "çavaдаж");
        assert_eq!(chars(Unit::Chars, "  a \u{a0}\n b— c "), "a b c");
    }

    #[test]
    fn lines_are_their_words() {
        let lines = cut(Unit::Lines, "One, two.\n\n ---\n  one  TWO\r\nthree");
        assert_eq!(lines.len(), 3);
        assert!(lines[0] == lines[1] && lines[1] != lines[2]);
    }

    #[test]
    fn foldings_by_name() {
        for name in ["none", "case", "digits", "case,accents", "case,digits,accents"] {
            assert_eq!(Folding::parse(name).unwrap().name(), name);
        }
        assert!(Folding::parse("cases").is_err() && Folding::parse("").is_err());
        let mut units = Vec::new();
        Cutter::new(Unit::Letters, Folding::parse("digits,accents").unwrap()).cut("A1é", &mut units, None);
        assert_eq!(units, [65, 48, 101]);
    }

    proptest! {
        /// Words found in the bytes of a text are those that its tokens are.
        #[test]
        fn words_are_tokens_without_marks(text in r"([a-zA-Z0-9]{1,20}|[ -~\n\x1c\x0b]|www\.|http://|[0-9]|é|\x{a0}|日|ก|\PC){0,30}") {
            let mut units = Vec::new();
            let mut cutter = Cutter::new(Unit::Words, Folding::default());
            cutter.tokens(&text, 0..text.len(), &mut units, None);
            prop_assert_eq!(cut(Unit::Words, &text), units);
        }

        /// What is normalised already is not changed, and each unit begins where it stands.
        #[test]
        fn starts_are_where_units_are(text in r"(\PC|[ \n.,'’_aZ0é日ก-]){0,40}") {
            for unit in [Unit::Words, Unit::Chars, Unit::Letters, Unit::Lines, Unit::Bytes, Unit::Text] {
                let mut cutter = Cutter::new(unit, Folding::default());
                let (mut units, mut starts) = (Vec::new(), Vec::new());
                cutter.cut(&text, &mut units, Some(&mut starts));
                prop_assert_eq!(units.len(), starts.len());
                prop_assert!(starts.is_sorted() && starts.iter().all(|&start| start < text.len()));
                prop_assert_eq!(&units, &cut(unit, &text));
                for (&first, &second) in starts.iter().zip(starts.iter().skip(1)) {
                    if matches!(unit, Unit::Words | Unit::Lines) {
                        prop_assert!(first < second);
                        prop_assert!(text.is_char_boundary(first));
                    }
                }
            }
            let normal = chars(Unit::Chars, &text);
            prop_assert_eq!(chars(Unit::Chars, &normal), normal.clone());
            prop_assert_eq!(chars(Unit::Letters, &text), normal.replace(' ', ""));
        }
    }
}
