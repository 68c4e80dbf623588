//! What a word is when texts are compared, and words as numbers, so that comparing two is comparing integers.

use std::borrow::Cow;
use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use crate::text::words::words;

/// How words are read and compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Without the characters that are not ASCII, so that trouble with encodings does not count (2.9.6).
    pub ascii: bool,
    /// As they stand. Else case, and punctuation at their ends, do not count, nor does a word of nothing else.
    pub exact: bool,
}

/// Numbers for words, the same for the same word, within one comparison.
#[derive(Debug, Default)]
pub struct Ids {
    numbers: HashMap<u64, u32>,
    folded: String,
}

impl Ids {
    /// How many different words were seen.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The words of a text.
    pub fn words(&mut self, text: &str, reading: Reading) -> Vec<u32> {
        words(text).filter_map(|word| self.word(word, reading)).collect()
    }

    /// Runs of letters, digits and underscores without case: the words of bags and shingles.
    pub fn letters(&mut self, text: &str, reading: Reading) -> Vec<u32> {
        let mut ids = Vec::new();
        for word in words(text) {
            for run in readable(word, reading).split(|c: char| !c.is_alphanumeric() && c != '_') {
                if !run.is_empty() {
                    ids.push(self.folded(run));
                }
            }
        }
        ids
    }

    /// The number of one word, or `None` if it is not counted.
    pub(super) fn word(&mut self, word: &str, reading: Reading) -> Option<u32> {
        let word = &*readable(word, reading);
        if reading.exact {
            return if word.is_empty() { None } else { Some(self.number(xxh3_64(word.as_bytes()))) };
        }
        let core = word.trim_matches(|c: char| !c.is_alphanumeric());
        if core.is_empty() { None } else { Some(self.folded(core)) }
    }

    fn folded(&mut self, word: &str) -> u32 {
        self.folded.clear();
        if word.is_ascii() {
            self.folded.push_str(word);
            self.folded.make_ascii_lowercase();
        } else {
            for c in word.chars() {
                match c {
                    '’' | 'ʼ' => self.folded.push('\''),
                    c => self.folded.extend(c.to_lowercase()),
                }
            }
        }
        self.number(xxh3_64(self.folded.as_bytes()))
    }

    fn number(&mut self, hash: u64) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(hash).or_insert(next)
    }
}

/// A word as far as it is read.
fn readable(word: &str, reading: Reading) -> Cow<'_, str> {
    if !reading.ascii || word.is_ascii() {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.chars().filter(char::is_ascii).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str, reading: Reading) -> bool {
        let mut ids = Ids::default();
        ids.words(a, reading) == ids.words(b, reading)
    }

    #[test]
    fn case_and_punctuation_do_not_count() {
        let plain = Reading::default();
        assert!(same("“Don’t,” he SAID — twice.", "don't he said twice", plain));
        assert!(!same("re-use", "reuse", plain));
        assert!(same("Größe", "GRÖßE", plain));
        let exact = Reading { exact: true, ..plain };
        assert!(!same("said.", "said", exact));
        assert!(same("a — b", "a  — b", exact));
    }

    #[test]
    fn section_2_9_6_without_what_is_not_ascii() {
        let ascii = Reading { ascii: true, exact: true };
        assert!(same("Kosovo\u{2019}s café", "Kosovos caf", ascii));
        assert!(same("a\u{a0}b —", "a b", ascii), "a space is one still");
    }

    #[test]
    fn letters_are_what_a_regular_expression_calls_words() {
        // re.findall(r"\w+", "Don't re-use x_1; É!".lower())
        let mut ids = Ids::default();
        let found = ids.letters("Don't re-use x_1; É!", Reading::default());
        let wanted: Vec<u32> = ["don", "t", "re", "use", "x_1", "é"].map(|w| ids.folded(w)).to_vec();
        assert_eq!(found, wanted);
    }
}
