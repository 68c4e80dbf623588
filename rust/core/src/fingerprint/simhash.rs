//! Charikar's algorithm, section 3.2.2: a vector of how often each shingle occurs, projected on b random vectors of
//! ±1, and of each projection the sign.
//!
//! The random vectors of a shingle are the bits of its hash, so that the projection on each is the number of shingles
//! with that bit less the number of those without it. The share of bits in which two documents differ is an estimate of
//! the angle between their vectors as a part of π.

use multiversion::multiversion;

use super::mix::mix;
use super::params::Param;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Unit};
use crate::error::Error;

pub static KIND: Kind = Kind {
    name: "simhash",
    about: "b bits, of which similar documents have most in common",
    reference: "Charikar 2002; thesis 3.2.2",
    units: Unit::ANY,
    n: Some(1),
    params: &[BITS],
    compare: Compare::Bits,
    positions: false,
    counts_prefixes: false,
    seeded: true,
    make: |setup| {
        let bits = setup.whole(&BITS);
        if !bits.is_multiple_of(64) {
            return Err(Error::Parameter { name: BITS.name, expected: "a multiple of 64".to_owned() });
        }
        Ok(Box::new(SimHash { words: bits / 64 }))
    },
};

const BITS: Param = Param::whole("bits", 64, 64, 4096, "bits of a fingerprint, a multiple of 64");

/// See the [module](self).
#[derive(Debug)]
pub struct SimHash {
    words: usize,
}

impl Scheme for SimHash {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        let shingles = document.shingles.all();
        out.values.extend((0..self.words as u64).map(|word| match word {
            0 => signs(shingles),
            // Other bits of the same shingles.
            _ => signs(&shingles.iter().map(|&shingle| mix(shingle ^ mix(word))).collect::<Vec<_>>()),
        }));
    }
}

/// For each bit, whether it is in half of the numbers or more: s = 1 where w ≥ 0.
fn signs(numbers: &[u64]) -> u64 {
    let counts = count_bits(numbers);
    let bits = counts.iter().enumerate().filter(|&(_, &count)| 2 * count >= numbers.len());
    bits.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// As many numbers are counted in eight bits a sum.
const BATCH: usize = 255;

/// How many of the numbers have each bit.
fn count_bits(numbers: &[u64]) -> [usize; 64] {
    let mut counts = [0; 64];
    for batch in numbers.chunks(BATCH) {
        for (shift, sums) in bytewise(batch).into_iter().enumerate() {
            for (byte, count) in sums.to_le_bytes().into_iter().enumerate() {
                counts[8 * byte + shift] += usize::from(count);
            }
        }
    }
    counts
}

/// The same for few numbers: of the eight bits of a byte, the sums of each in the same byte of a number.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn bytewise(batch: &[u64]) -> [u64; 8] {
    let mut sums = [0u64; 8];
    for &number in batch {
        for (shift, sum) in sums.iter_mut().enumerate() {
            *sum += (number >> shift) & u64::from_ne_bytes([1; 8]);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn signs_by_hand() {
        // Bits 0 to 3 are in 3, 2, 1 and 0 of three numbers: w is 3, 1, -1, -3. Of two numbers one is enough: w = 0.
        assert_eq!(signs(&[0b0001, 0b0011, 0b0111]), 0b0011);
        assert_eq!(signs(&[0b01, 0b10]) & 3, 0b11);
        assert_eq!(signs(&[1 << 63]), 1 << 63);
    }

    proptest! {
        #[test]
        fn bits_are_counted(numbers in proptest::collection::vec(any::<u64>(), 0..700)) {
            let counts = count_bits(&numbers);
            for (bit, count) in counts.into_iter().enumerate() {
                prop_assert_eq!(count, numbers.iter().filter(|&&number| number >> bit & 1 == 1).count());
            }
        }
    }
}
