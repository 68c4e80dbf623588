//! One text out of the copies of an edition, V.C: pages are mixed and matched by the majority of the copies.
//!
//! The best copy is the base. Each page is aligned with the same page of the other copies, by words with what stands
//! around them; where more copies have another word than have the base's, theirs is taken. Where as many have the one as
//! the other, it is that which is found more often in the copies.

use std::collections::{BTreeMap, HashMap};

use xxhash_rust::xxh3::xxh3_64;

use super::align;
use crate::text::words;

/// Words in one place that are voted about.
const LONGEST: usize = 12;

/// A page that was made of copies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    pub text: String,
    pub words: u64,
    /// Words of the base that went.
    pub changed: u64,
}

/// How often each word is in the copies.
#[derive(Debug, Default)]
pub struct Vocabulary(HashMap<u64, u32>);

impl Vocabulary {
    pub fn add(&mut self, text: &str) {
        for word in words::words(text) {
            *self.0.entry(xxh3_64(word.as_bytes())).or_default() += 1;
        }
    }

    /// How often the rarest of some words is there.
    fn rarest<'a>(&self, words: impl Iterator<Item = &'a str>) -> u32 {
        words.map(|word| self.0.get(&xxh3_64(word.as_bytes())).copied().unwrap_or(0)).min().unwrap_or(0)
    }
}

fn hashes(words: &[&str]) -> Vec<u64> {
    words.iter().map(|word| xxh3_64(word.as_bytes())).collect()
}

/// What some copies have instead of words of the base: from, to, and those words with blanks between them.
type Votes<'a> = BTreeMap<(usize, usize), BTreeMap<Vec<&'a str>, usize>>;

/// The page that the copies have in common.
pub fn merge(base: &str, copies: &[&str], vocabulary: &Vocabulary) -> Merged {
    let spans: Vec<_> = words::spans(base).collect();
    let own: Vec<&str> = spans.iter().map(|span| &base[span.clone()]).collect();
    let own_hashes = hashes(&own);
    let mut votes = Votes::new();
    for copy in copies {
        let theirs: Vec<&str> = words::words(copy).collect();
        for (a, b) in align::gaps(&own_hashes, &hashes(&theirs)) {
            if a.len().max(b.len()) > LONGEST {
                continue;
            }
            if a.len() == b.len() {
                for (a, b) in a.zip(b).filter(|&(a, b)| own[a] != theirs[b]) {
                    *votes.entry((a, a + 1)).or_default().entry(vec![theirs[b]]).or_default() += 1;
                }
            } else {
                *votes.entry((a.start, a.end)).or_default().entry(theirs[b].to_vec()).or_default() += 1;
            }
        }
    }
    let mut merged = Merged { words: own.len() as u64, ..Merged::default() };
    // Bytes and words of the base that are written.
    let (mut done, mut next) = (0, 0);
    for (&(from, to), others) in &votes {
        if from < next {
            continue;
        }
        let Some((theirs, &most)) = others.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0))) else {
            continue;
        };
        let against: usize = votes
            .range((from.saturating_sub(LONGEST), 0)..=(to, usize::MAX))
            .filter(|(other, _)| (other.0 < to && other.1 > from) || **other == (from, to))
            .flat_map(|(_, words)| words.values())
            .sum();
        let with_base = (copies.len() + 1).saturating_sub(against);
        let more_usual = || {
            vocabulary.rarest(theirs.iter().copied()) > vocabulary.rarest(own[from..to].iter().copied())
                && !theirs.is_empty()
                && from < to
        };
        if most > with_base || (most == with_base && more_usual()) {
            let start = spans.get(from).map_or(base.len(), |span| span.start);
            merged.text.push_str(&base[done..start]);
            // What comes at the end has a blank before it, not after.
            if from == spans.len() && !merged.text.ends_with(char::is_whitespace) && !merged.text.is_empty() {
                merged.text.push(' ');
            }
            merged.text.push_str(&theirs.join(" "));
            done = to.checked_sub(1).filter(|_| to > from).map_or(start, |last| spans[last].end);
            if from == to && to < spans.len() {
                merged.text.push(' ');
            }
            merged.changed += (to - from).max(1) as u64;
            next = to.max(from);
        }
    }
    merged.text.push_str(&base[done..]);
    merged
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn made(base: &str, copies: &[&str]) -> Merged {
        let mut vocabulary = Vocabulary::default();
        for text in copies.iter().chain([&base]) {
            vocabulary.add(text);
        }
        merge(base, copies, &vocabulary)
    }

    fn merged(base: &str, copies: &[&str]) -> String {
        made(base, copies).text
    }

    fn words_of(text: &str) -> Vec<&str> {
        words::words(text).collect()
    }

    #[test]
    fn the_majority_decides() {
        let base = "Tbe cat sat on\nthe mat, and slept.";
        let copies = ["The cat sat on the mat, and s1ept.", "The cat sa1 on the rnat, and slept."];
        assert_eq!(merged(base, &copies), "The cat sat on\nthe mat, and slept.");
    }

    #[test]
    fn of_two_the_more_usual_word_stands() {
        let base = "Tho cat sat. The dog sat. The end.";
        assert_eq!(
            merged(base, &["The cat sat. The dog sat. Tbe end."]),
            "The cat sat. The dog sat. The end."
        );
    }

    #[test]
    fn words_may_come_and_go() {
        let copies = ["one two three four", "one two three four"];
        assert_eq!(merged("one three four", &copies), "one two three four");
        assert_eq!(merged("one two x y three four", &copies), "one two  three four");
        assert_eq!(merged("one two", &copies), "one two three four");
        assert_eq!(merged("one two\n", &copies), "one two\nthree four");
    }

    proptest! {
        #[test]
        fn copies_of_a_text_are_that_text(text in "[a-c \n]{0,60}", copies in 0usize..4) {
            prop_assert_eq!(merged(&text, &vec![&text[..]; copies]), text);
        }

        #[test]
        fn the_order_of_copies_does_not_matter(base in r"\PC{0,40}", a in "[a-c ]{0,40}", b in r"\PC{0,40}") {
            for copies in [[&a[..], &b], [&base, &a]] {
                let made = made(&base, &copies);
                prop_assert_eq!(made.words, words_of(&base).len() as u64);
                prop_assert!(made.changed > 0 || made.text == base);
                prop_assert_eq!(made.text, merged(&base, &[copies[1], copies[0]]));
            }
        }

        #[test]
        fn words_come_from_the_base_or_a_copy(base in "[a-c,. ]{0,40}", a in "[a-e ]{0,40}", b in "[a-e ]{0,40}") {
            let merged = merged(&base, &[&a, &b]);
            let all = [words_of(&base), words_of(&a), words_of(&b)].concat();
            for word in words_of(&merged) {
                prop_assert!(all.contains(&word), "{merged}");
            }
        }

        /// No gap has more words than are voted about.
        #[test]
        fn two_that_agree_outvote_the_base(base in "[a-c ]{0,24}", copy in "[a-c ]{0,24}") {
            let merged = merged(&base, &[&copy, &copy]);
            prop_assert_eq!(words_of(&merged), words_of(&copy));
        }
    }
}
