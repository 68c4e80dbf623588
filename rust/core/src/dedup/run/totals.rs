//! What a run has seen and done.

use super::Level;
use super::decide::{Fate, Verdict};

/// Figures of a run. Words are those that n-grams are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// In the set.
    pub ngrams: u64,
    /// Bytes of the set.
    pub memory: u64,
    pub documents: u64,
    /// Of which nothing is left.
    pub dropped: u64,
    /// Of these: the same to the letter as one before.
    pub copies: u64,
    pub units: u64,
    pub duplicates: u64,
    pub stubs: u64,
    pub words: u64,
    /// In n-grams that were out.
    pub duplicate_words: u64,
    /// Of units that stay.
    pub kept_words: u64,
    /// Bytes in temporary files.
    pub disk: u64,
}

impl Totals {
    pub(super) fn see(&mut self, level: Level, verdict: &Verdict) {
        self.documents += 1;
        self.dropped += u64::from(verdict.is_duplicate());
        self.copies += u64::from(verdict.copy);
        self.units += verdict.units(level) as u64;
        self.duplicates += verdict.count(level, Fate::Duplicate) as u64;
        self.stubs += verdict.count(level, Fate::Stub) as u64;
        for part in &verdict.parts {
            self.words += part.words as u64;
            self.duplicate_words += part.duplicate as u64;
            self.kept_words += if part.fate == Fate::Stays { part.words as u64 } else { 0 };
        }
    }
}
