//! Two n-gram models as the ratio of their probabilities.
//!
//! A model gives a symbol the probability that it has after the n - 1 symbols before it; if they were never seen
//! together, that which it has after one symbol less, times the history's weight for symbols that are new after it. This
//! is Katz' back-off, and as all probabilities are multiplied in the end, the ratio of two models backs off in the same
//! way: one number for each n-gram, and one for each history.

use super::symbols::{self, Folding};
use crate::classify::weights::{Weights, mix};
use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

/// The longest n-gram of any model.
pub(super) const LONGEST: usize = 6;

/// The hashes of the n-grams that end at a symbol, by their length; the shortest is that of nothing.
pub(super) type Grams = [u64; LONGEST + 1];

/// The hash of no symbols.
pub(super) const NOTHING: u64 = 0;

/// The n-grams up to a length that end at a place.
#[inline]
pub(super) fn grams(symbols: &[char], at: usize, order: usize) -> Grams {
    let mut grams = [NOTHING; LONGEST + 1];
    for length in 1..=order.min(at + 1) {
        grams[length] = mix(grams[length - 1], u64::from(symbols[at + 1 - length]));
    }
    grams
}

#[derive(Debug, PartialEq)]
pub(super) struct Ratios {
    pub(super) folding: Folding,
    /// The length of the longest n-grams.
    pub(super) order: usize,
    /// Of n-grams: good over bad.
    pub(super) grams: Weights,
    /// Of histories: their weight for what is new after them.
    pub(super) backs: Weights,
}

/// What a text is found to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// The logarithm of the ratio, in steps of [`Weights`].
    pub(super) steps: i64,
    pub(super) symbols: usize,
    /// Symbols that end an n-gram of full length that is known.
    pub(super) known: usize,
}

impl<'a> std::iter::Sum<&'a Found> for Found {
    fn sum<I: Iterator<Item = &'a Found>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            steps: a.steps + b.steps,
            symbols: a.symbols + b.symbols,
            known: a.known + b.known,
        })
    }
}

impl Ratios {
    /// What each text is found to be.
    pub(super) fn read_all<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Vec<Found> {
        let mut symbols = Vec::new();
        texts
            .map(|text| {
                symbols::of(text, self.folding, &mut symbols);
                self.find(&symbols)
            })
            .collect()
    }

    fn find(&self, symbols: &[char]) -> Found {
        let mut found = Found { symbols: symbols.len() - 1, ..Found::default() };
        let mut before = grams(symbols, 0, self.order);
        for at in 1..symbols.len() {
            let grams = grams(symbols, at, self.order);
            let longest = self.order.min(at + 1);
            for length in (1..=longest).rev() {
                if let Some(steps) = self.grams.get(grams[length]) {
                    found.steps += i64::from(steps);
                    found.known += usize::from(length == longest);
                    break;
                }
                found.steps += i64::from(self.backs.get(before[length - 1]).unwrap_or(0));
            }
            before = grams;
        }
        found
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, self.order as u64);
        self.grams.write(out);
        self.backs.write(out);
    }

    pub(super) fn read(folding: Folding, reader: &mut Reader<'_>) -> Result<Self> {
        let order = reader.varint()? as usize;
        if !(1..=LONGEST).contains(&order) {
            return Err(Error::Malformed { what: "its n-grams are too long" });
        }
        let (grams, backs) = (Weights::read(reader)?, Weights::read(reader)?);
        Ok(Self { folding, order, grams, backs })
    }
}
