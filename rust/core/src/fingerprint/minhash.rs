//! Broder's shingling, section 3.2.1: of each of t random permutations of the shingles, the least.
//!
//! The share of permutations with the same least shingle in two documents is an unbiased estimate of their resemblance
//! ρ, with a variance of ρ(1 - ρ)/t.
//!
//! What is permuted is 32 bits of a shingle, by an exclusive or and a product with an odd number modulo 2^32: three
//! instructions for as many shingles as a register has numbers of 32 bits. What is kept is all 64 bits of the shingle
//! that was the least, so that different shingles meet in the fingerprints of no collection there is: the product is
//! undone, and the table of shingles has the rest. Shingles with the same 32 bits stand at the same place of all
//! permutations; of those the least counts, whatever their order in the text.

use multiversion::multiversion;

use super::mix::random;
use super::params::Param;
use super::shingles::Shingles;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Unit};

pub static KIND: Kind = Kind {
    name: "minhash",
    about: "the least shingle of each of t random permutations",
    reference: "Broder 1997; thesis 3.2.1; Spasojević & Poncin III.A",
    units: Unit::ANY,
    n: Some(5),
    params: &[PERMUTATIONS],
    compare: Compare::Places,
    positions: false,
    counts_prefixes: false,
    seeded: true,
    make: |setup| Ok(Box::new(MinHash::new(setup.whole(&PERMUTATIONS), setup.seed))),
};

const PERMUTATIONS: Param = Param::whole("permutations", 128, 1, 4096, "values of a fingerprint");

/// Permutations whose minima are in registers at the same time.
const LANES: usize = 32;

/// The least number of some permutations.
pub type Lanes = [u32; LANES];

/// See the [module](self).
#[derive(Debug)]
pub struct MinHash {
    permutations: usize,
    /// What is XORed, and what multiplies after that.
    flips: Vec<Lanes>,
    factors: Vec<Lanes>,
}

impl MinHash {
    pub fn new(permutations: usize, seed: u64) -> Self {
        let number = |at: usize| random(!seed, at as u64);
        let lanes = |of: fn(u64) -> u32| {
            let chunk = |chunk: usize| std::array::from_fn(|lane| of(number(chunk * LANES + lane)));
            (0..permutations.div_ceil(LANES)).map(chunk).collect()
        };
        Self { permutations, flips: lanes(|x| x as u32), factors: lanes(|x| (x >> 32) as u32 | 1) }
    }

    /// The least numbers of no shingles, of as many permutations and some more.
    pub fn none(&self) -> Vec<Lanes> {
        vec![[u32::MAX; LANES]; self.flips.len()]
    }

    /// Takes shingles into the least numbers, which are enough where nobody asks which shingle was the least.
    pub fn lower(&self, shingles: &[u32], least: &mut [Lanes]) {
        minima(shingles, &self.flips, &self.factors, least);
    }

    /// The least shingle of each permutation. There is a shingle.
    pub fn least(&self, shingles: &Shingles, out: &mut Vec<u64>) {
        let low: Vec<u32> = shingles.distinct().iter().map(|&shingle| shingle as u32).collect();
        let mut least = self.none();
        self.lower(&low, &mut least);
        let lanes = least.iter().zip(&self.flips).zip(&self.factors);
        let lanes = lanes.flat_map(|((least, flips), factors)| least.iter().zip(flips).zip(factors));
        out.extend(lanes.take(self.permutations).map(|((&least, &flip), &factor)| {
            let low = least.wrapping_mul(inverse(factor)) ^ flip;
            shingles.with_low_bits(low).unwrap_or_default()
        }));
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn minima(low: &[u32], flips: &[Lanes], factors: &[Lanes], least: &mut [Lanes]) {
    for ((flips, factors), least) in flips.iter().zip(factors).zip(least) {
        let mut found = *least;
        for &number in low {
            for lane in 0..LANES {
                found[lane] = found[lane].min((number ^ flips[lane]).wrapping_mul(factors[lane]));
            }
        }
        *least = found;
    }
}

/// What an odd number times which is 1 modulo 2^32: each of Newton's steps doubles the bits that are right.
fn inverse(odd: u32) -> u32 {
    let mut found = odd.wrapping_mul(3) ^ 2;
    for _ in 0..3 {
        found = found.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(found)));
    }
    found
}

impl Scheme for MinHash {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        self.least(document.shingles, &mut out.values);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn inverses_are(number: u32) {
            prop_assert_eq!(inverse(number | 1).wrapping_mul(number | 1), 1);
        }

        /// By the definition: for each permutation, look at all shingles.
        #[test]
        fn the_least_by_definition(units in proptest::collection::vec(0u64..50, 3..120), t in 1usize..70, seed: u64) {
            let mut shingles = Shingles::default();
            shingles.read(&units, 3, seed);
            let scheme = MinHash::new(t, seed);
            let mut found = Vec::new();
            scheme.least(&shingles, &mut found);
            let expected: Vec<u64> = (0..t)
                .map(|at| {
                    let (flip, factor) = (scheme.flips[at / LANES][at % LANES], scheme.factors[at / LANES][at % LANES]);
                    let place = |shingle: u64| ((shingle as u32 ^ flip).wrapping_mul(factor), shingle);
                    shingles.all().iter().copied().min_by_key(|&shingle| place(shingle)).unwrap()
                })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn more_permutations_begin_with_fewer() {
        let mut shingles = Shingles::default();
        shingles.read(&(0..100).collect::<Vec<_>>(), 5, 7);
        let values = |t| {
            let mut values = Vec::new();
            MinHash::new(t, 7).least(&shingles, &mut values);
            values
        };
        assert_eq!(values(128)[..40], values(40));
    }
}
