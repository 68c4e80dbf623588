//! Where an n-gram stood first: a table beside the set, for those who ask.

use crate::error::{Error, Result};
use crate::suffix::memory::Array;

/// A document, by its number, and a word of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub document: u64,
    /// Where documents alone are traced, 0.
    pub word: u64,
}

/// How much is to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracing {
    Off,
    /// The document: four bytes an n-gram.
    Documents,
    /// The word, too: eight bytes. Words beyond the 16,777,215th are taken for it.
    Words,
}

impl Tracing {
    /// Bytes for so many n-grams.
    pub fn bytes_for(self, count: u64) -> u64 {
        match self {
            Self::Off => 0,
            Self::Documents => count.saturating_mul(4),
            Self::Words => count.saturating_mul(8),
        }
    }
}

const WORD_BITS: u32 = 24;
const MOST_WORD: u64 = (1 << WORD_BITS) - 1;

/// Zero where nothing is known; otherwise the document's number and one.
#[derive(Debug)]
pub(super) enum Trace {
    Off,
    Documents(Array<u32>),
    Words(Array<u64>),
}

impl Trace {
    pub(super) fn new(tracing: Tracing, count: u64) -> Result<Self> {
        Ok(match tracing {
            Tracing::Off => Self::Off,
            Tracing::Documents => Self::Documents(Array::try_new(count as usize)?),
            Tracing::Words => Self::Words(Array::try_new(count as usize)?),
        })
    }

    pub(super) fn is_on(&self) -> bool {
        !matches!(self, Self::Off)
    }

    /// Refuses a document's number that has no room.
    pub(super) fn check(&self, document: u64) -> Result<()> {
        let most = match self {
            Self::Off => u64::MAX,
            Self::Documents(_) => u64::from(u32::MAX) - 1,
            Self::Words(_) => (1 << (64 - WORD_BITS)) - 2,
        };
        if document > most {
            return Err(Error::Parameter {
                name: "a document's number",
                expected: format!("{most} or less"),
            });
        }
        Ok(())
    }

    pub(super) fn put(&mut self, ngram: u64, place: Place) {
        match self {
            Self::Off => {}
            Self::Documents(table) => table[ngram as usize] = (place.document + 1) as u32,
            Self::Words(table) => {
                table[ngram as usize] = (place.document + 1) << WORD_BITS | place.word.min(MOST_WORD);
            }
        }
    }

    pub(super) fn get(&self, ngram: u64) -> Option<Place> {
        let (document, word) = match self {
            Self::Off => (0, 0),
            Self::Documents(table) => (u64::from(table[ngram as usize]), 0),
            Self::Words(table) => (table[ngram as usize] >> WORD_BITS, table[ngram as usize] & MOST_WORD),
        };
        document.checked_sub(1).map(|document| Place { document, word })
    }
}
