//! One permutation for all values: Li, Owen & Zhang's one-permutation hashing, with the optimal densification of
//! Shrivastava (Optimal Densification for Fast and Accurate Minwise Hashing, 2017).
//!
//! The shingles are dealt out to t bins, and of each bin the least is kept: a step a shingle, whatever t is. A bin that
//! got none copies another, chosen at random until one is found that got some: the same choices for all documents, or the
//! estimate of the resemblance would be biased. For documents of fewer shingles than bins the variance is above that of
//! [`minhash`](super::minhash), below it for longer ones.

use super::mix::{below, mix, random};
use super::params::Param;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Unit};

pub static KIND: Kind = Kind {
    name: "oneperm",
    about: "the least shingle of each of t bins; empty bins copy others",
    reference: "Broder 1997, thesis 3.2.1; in one permutation after Li et al. 2012, Shrivastava 2017",
    units: Unit::ANY,
    n: Some(5),
    params: &[BINS],
    compare: Compare::Places,
    positions: false,
    counts_prefixes: false,
    seeded: true,
    make: |setup| Ok(Box::new(OnePermutation { bins: setup.whole(&BINS), seed: setup.seed })),
};

/// A document of one shingle costs the square of the bins.
const BINS: Param = Param::whole("bins", 128, 1, 1024, "values of a fingerprint");

/// See the [module](self).
#[derive(Debug)]
pub struct OnePermutation {
    bins: usize,
    seed: u64,
}

impl OnePermutation {
    pub fn new(bins: usize, seed: u64) -> Self {
        Self { bins, seed }
    }

    /// Which bin an empty one looks into at its `attempt`th try.
    fn other(&self, bin: usize, attempt: u64) -> usize {
        below(mix(random(!self.seed, bin as u64) ^ attempt), self.bins as u64) as usize
    }
}

impl Scheme for OnePermutation {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        let mut least = vec![u64::MAX; self.bins];
        for &shingle in document.shingles.distinct() {
            // The upper bits say which bin: what is compared in it is the lower ones.
            let bin = &mut least[below(shingle, self.bins as u64) as usize];
            *bin = (*bin).min(shingle.rotate_left(32));
        }
        let full = |value: u64| value != u64::MAX;
        out.values.extend((0..self.bins).map(|bin| {
            let mut value = least[bin];
            let mut attempt = 1;
            while !full(value) {
                value = least[self.other(bin, attempt)];
                attempt += 1;
            }
            value.rotate_right(32)
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::shingles::Shingles;

    fn values(units: &[u64], bins: usize) -> Vec<u64> {
        let mut shingles = Shingles::default();
        shingles.read(units, 1, 5);
        let mut out = Fingerprint::default();
        OnePermutation::new(bins, 5).sketch(&Document { text: "", units, shingles: &shingles }, &mut out);
        out.values
    }

    #[test]
    fn a_bin_holds_the_least_of_its_own() {
        let units: Vec<u64> = (0..1000).collect();
        let mut shingles = Shingles::default();
        shingles.read(&units, 1, 5);
        for (bin, value) in values(&units, 16).into_iter().enumerate() {
            let own = shingles.all().iter().copied().filter(|&s| below(s, 16) as usize == bin);
            assert_eq!(own.min_by_key(|&s| s.rotate_left(32)), Some(value));
        }
    }

    #[test]
    fn empty_bins_copy_full_ones() {
        // One shingle fills all bins; of two, each is in about half of them.
        assert_eq!(values(&[1], 128).iter().filter(|&&value| value == values(&[1], 1)[0]).count(), 128);
        let two = values(&[1, 2], 1024);
        let first = two.iter().filter(|&&value| value == two[0]).count();
        assert!((400..624).contains(&first), "{first}");
    }
}
