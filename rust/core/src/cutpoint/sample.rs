//! A sample of documents that fits memory, for a cut point to be looked for in.

use std::collections::BinaryHeap;

use xxhash_rust::xxh3::xxh3_64;

use super::corpus::{Corpus, Documents, Unit};
use super::fold::fold;
use crate::error::Result;

/// Documents as long as they fit; then those whose running numbers have the least hashes, as if drawn by lot, but the
/// same in every run.
#[derive(Debug)]
pub struct Sample {
    unit: Unit,
    most: usize,
    /// The greatest hash first, then the number of the document.
    kept: BinaryHeap<(u64, u64, String)>,
    symbols: usize,
    seen: u64,
    seen_symbols: u64,
}

impl Sample {
    /// A sample of at most so many characters or bytes, but of one document at least.
    pub fn new(unit: Unit, most: usize) -> Self {
        Self { unit, most, kept: BinaryHeap::new(), symbols: 0, seen: 0, seen_symbols: 0 }
    }

    pub fn add(&mut self, document: &str) {
        let text = fold(document).text;
        let length = self.length(&text);
        let hash = xxh3_64(&self.seen.to_le_bytes());
        self.seen_symbols += length as u64;
        self.symbols += length;
        self.kept.push((hash, self.seen, text));
        self.seen += 1;
        while self.symbols > self.most && self.kept.len() > 1 {
            if let Some((_, _, text)) = self.kept.pop() {
                self.symbols -= self.length(&text);
            }
        }
    }

    fn length(&self, text: &str) -> usize {
        match self.unit {
            Unit::Characters => text.chars().count(),
            Unit::Bytes => text.len(),
        }
    }

    /// How many documents were added, and how many characters or bytes they had.
    pub fn seen(&self) -> (u64, u64) {
        (self.seen, self.seen_symbols)
    }

    /// How many documents of them are in the sample.
    pub fn documents(&self) -> usize {
        self.kept.len()
    }

    /// The sample in the order of the input. `borders` are characters that may only be the first or last of an n-gram.
    pub fn finish(self, borders: &str) -> Result<Corpus> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by_key(|&(_, number, _)| number);
        let mut documents = Documents::new(self.unit, false);
        for (_, _, text) in kept {
            documents.add(&text);
        }
        documents.finish(borders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut sample = Sample::new(Unit::Characters, 100);
        (0..50).for_each(|_| sample.add("zehn  Zéich"));
        assert_eq!(sample.seen(), (50, 500));
        assert_eq!(sample.documents(), 10);
        let mut sample = Sample::new(Unit::Bytes, 3);
        sample.add("longer than the sample may be");
        assert_eq!((sample.documents(), sample.finish("").unwrap().len()), (1, 30));
    }
}
