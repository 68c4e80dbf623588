//! Shingles, section 3.2.1: all sequences of n units, each known by a hash of 64 bits, and the set of them.

use super::mix::{mix, random};
use crate::ngrams::hash;

/// The shingles of a document. Can be used for one document after another.
#[derive(Clone, Debug, Default)]
pub struct Shingles {
    /// In the order of the text, with those that come again.
    all: Vec<u64>,
    /// Each once, in the order in which they come first.
    distinct: Vec<u64>,
    /// The same in a hash table by their low bits; zero is free.
    table: Vec<u64>,
}

/// Calls `f` with each shingle of `n` of these units, in the order of the text. Other seeds make other hashes, as random.
pub fn each(units: &[u64], n: usize, seed: u64, mut f: impl FnMut(u64)) {
    let salt = random(seed, 0);
    hash::each(units, n, |hash| f(mix(hash ^ salt).clamp(1, u64::MAX - 1)));
}

impl Shingles {
    /// Takes the shingles of `n` of these units. Other seeds make other hashes of them, as random.
    pub fn read(&mut self, units: &[u64], n: usize, seed: u64) {
        let Self { all, distinct, table } = self;
        all.clear();
        each(units, n, seed, |shingle| all.push(shingle));
        let size = (2 * all.len()).next_power_of_two();
        distinct.clear();
        table.clear();
        table.resize(size, 0);
        for &shingle in &*all {
            let mut at = shingle as usize & (size - 1);
            while table[at] != 0 && table[at] != shingle {
                at = (at + 1) & (size - 1);
            }
            if table[at] == 0 {
                table[at] = shingle;
                distinct.push(shingle);
            }
        }
    }

    /// In the order of the text, with those that come again. None is zero or all ones.
    pub fn all(&self) -> &[u64] {
        &self.all
    }

    /// Each once.
    pub fn distinct(&self) -> &[u64] {
        &self.distinct
    }

    /// The least of the shingles with these low bits.
    pub(super) fn with_low_bits(&self, low: u32) -> Option<u64> {
        let mask = self.table.len() - 1;
        let mut at = low as usize & mask;
        let mut least = None;
        while let Some(&shingle @ 1..) = self.table.get(at) {
            if shingle as u32 == low {
                least = Some(least.map_or(shingle, |least: u64| least.min(shingle)));
            }
            at = (at + 1) & mask;
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_shall_we_do_has_three() {
        // The example of 3.2.1: eight words, n = 6.
        let words: Vec<u64> = (1..=8).collect();
        let mut shingles = Shingles::default();
        shingles.read(&words, 6, 1);
        assert_eq!((shingles.all().len(), shingles.distinct().len()), (3, 3));
        shingles.read(&words, 9, 1);
        assert_eq!((shingles.all(), shingles.distinct()), (&[][..], &[][..]));
        assert_eq!(shingles.with_low_bits(7), None);
    }

    proptest! {
        #[test]
        fn a_set_is_a_set(units in proptest::collection::vec(0u64..6, 0..200), n in 1usize..5, seed: u64) {
            let mut shingles = Shingles::default();
            shingles.read(&[1, 2, 3, 1, 2, 3], 2, seed);
            shingles.read(&units, n, seed);
            let ngrams: Vec<&[u64]> = units.windows(n).collect();
            prop_assert_eq!(shingles.all().len(), ngrams.len());
            let sets: HashSet<&[u64]> = ngrams.iter().copied().collect();
            prop_assert_eq!(shingles.distinct().len(), sets.len());
            let found: HashSet<u64> = shingles.all().iter().copied().collect();
            prop_assert_eq!(&found, &shingles.distinct().iter().copied().collect());
            for &shingle in shingles.distinct() {
                let found = shingles.with_low_bits(shingle as u32).unwrap();
                prop_assert!(found == shingle || (found < shingle && found as u32 == shingle as u32));
            }
        }
    }
}
