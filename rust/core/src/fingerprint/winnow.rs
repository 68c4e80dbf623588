//! Winnowing, section 3.2.4: of all shingles in each window the least is kept, the rightmost of several.
//!
//! With a guarantee threshold of t units and a noise threshold of k, which is the length of a shingle, a window has
//! w = t - k + 1 shingles. What two documents have in common is found if it is t units long or longer, and never if it is
//! shorter than k. Of random text a share of 2/(w + 1) = 2/(t - k + 2) of the shingles is kept: the thesis says
//! 2/(t - k + 1), for which the window would have to have a shingle less.
//!
//! Of a document that is shorter than a window the least shingle is kept all the same.

use super::params::Param;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Setup, Unit};
use crate::error::{Error, Result};

pub static KIND: Kind = Kind {
    name: "winnow",
    about: "the least shingle of each window: finds all that is in common and long enough",
    reference: "Schleimer, Wilkerson & Aiken 2003; thesis 3.2.4",
    units: &[Unit::Letters, Unit::Chars, Unit::Words, Unit::Lines, Unit::Bytes],
    n: Some(25),
    params: &[GUARANTEE],
    compare: Compare::Sets,
    positions: true,
    counts_prefixes: false,
    seeded: true,
    make: |setup| Ok(Box::new(Winnow { window: window(setup)? })),
};

const GUARANTEE: Param = Param::whole(
    "guarantee",
    50,
    1,
    1 << 20,
    "t: what is in common and has so many units or more is found; what has fewer than n is not",
);

fn window(setup: &Setup<'_>) -> Result<usize> {
    let guarantee = setup.whole(&GUARANTEE);
    let expected =
        || Error::Parameter { name: GUARANTEE.name, expected: format!("n, which is {}, or more", setup.n) };
    (guarantee + 1).checked_sub(setup.n).filter(|&window| window > 0).ok_or_else(expected)
}

/// See the [module](self).
#[derive(Debug)]
pub struct Winnow {
    window: usize,
}

impl Scheme for Winnow {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        winnow(document.shingles.all(), self.window, |at, hash| {
            out.values.push(hash);
            out.positions.push(at as u64);
        });
    }
}

/// Calls `put` with the place and the hash of each that is the least of a window, once and in order.
///
/// In linear time for any hashes, after van Herk: a window of w reaches from one block of w into the next one, and its
/// least is that from where it begins to the end of the one, or that of the other so far.
pub fn winnow(hashes: &[u64], window: usize, mut put: impl FnMut(usize, u64)) {
    let window = window.clamp(1, hashes.len().max(1));
    // Where the least stands of what is from each place of a block to its end.
    let mut from = vec![0; window];
    let mut last = usize::MAX;
    for start in (0..(hashes.len() + 1).saturating_sub(window)).step_by(window) {
        let mut least = start + window - 1;
        for at in (start..start + window).rev() {
            // Of equal ones the last.
            least = if hashes[at] < hashes[least] { at } else { least };
            from[at - start] = least;
        }
        let following = &hashes[start + window..];
        // Of what follows the block, the least so far; nothing at first.
        let (mut after, mut after_hash) = (usize::MAX, u64::MAX);
        for (offset, &first) in from.iter().enumerate() {
            if offset > 0 {
                let Some(&hash) = following.get(offset - 1) else { break };
                let lower = hash <= after_hash;
                after = if lower { start + window + offset - 1 } else { after };
                after_hash = after_hash.min(hash);
            }
            let first_hash = hashes[first];
            let later = after != usize::MAX && after_hash <= first_hash;
            let chosen = if later { after } else { first };
            if chosen != last {
                put(chosen, hashes[chosen]);
                last = chosen;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fingerprint::mix::random;

    fn chosen(hashes: &[u64], window: usize) -> Vec<(usize, u64)> {
        let mut found = Vec::new();
        winnow(hashes, window, |at, hash| found.push((at, hash)));
        found
    }

    /// The example of the paper that defines it: 17 hashes of "adorunrunrunadorunrun", windows of 4.
    #[test]
    fn a_do_run_run_run() {
        let hashes = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98];
        assert_eq!(chosen(&hashes, 4), [(3, 17), (6, 17), (8, 8), (11, 39), (15, 17)]);
    }

    #[test]
    fn windows_at_their_limits() {
        assert_eq!(chosen(&[3, 1, 2], 1), [(0, 3), (1, 1), (2, 2)]);
        assert_eq!(chosen(&[3, 1, 2], 3), [(1, 1)]);
        assert_eq!(chosen(&[3, 1, 1], 100), [(2, 1)]);
        assert_eq!(chosen(&[], 4), []);
        // All alike: the rightmost of each window is another one.
        assert_eq!(chosen(&[5; 6], 4), [(3, 5), (4, 5), (5, 5)]);
    }

    #[test]
    fn density_is_two_by_the_window_and_one() {
        let hashes: Vec<u64> = (0..400_000).map(|at| random(1, at)).collect();
        for window in [4, 26, 51] {
            let density = chosen(&hashes, window).len() as f64 / hashes.len() as f64;
            let expected = 2.0 / (window as f64 + 1.0);
            assert!((density / expected - 1.0).abs() < 0.02, "{window}: {density}");
        }
    }

    proptest! {
        #[test]
        fn by_definition(hashes in proptest::collection::vec(0u64..12, 0..80), window in 1usize..10) {
            let mut expected: Vec<(usize, u64)> = Vec::new();
            for (start, hashes) in hashes.windows(window.min(hashes.len()).max(1)).enumerate() {
                let (at, &least) = hashes.iter().enumerate().rev().min_by_key(|&(_, &hash)| hash).unwrap();
                expected.push((start + at, least));
            }
            expected.dedup();
            prop_assert_eq!(chosen(&hashes, window), expected);
        }

        /// What is t units long and in both has a value that is in both, from that very place.
        #[test]
        fn guarantee(
            before in proptest::collection::vec(0u64..4, 0..40),
            common in proptest::collection::vec(0u64..4, 8..30),
            after in proptest::collection::vec(0u64..4, 0..40),
            other in proptest::collection::vec(0u64..4, 0..40),
            k in 1usize..8,
            seed: u64,
        ) {
            let t = common.len();
            let values = |units: &[u64]| {
                let mut shingles = crate::fingerprint::shingles::Shingles::default();
                shingles.read(units, k, seed);
                chosen(shingles.all(), t - k + 1)
            };
            let first = values(&[&before[..], &common, &after].concat());
            let second = values(&[&other[..], &common].concat());
            let within = |found: &[(usize, u64)], start: usize| -> Vec<u64> {
                let places = start..=start + t - k;
                found.iter().filter(|(at, _)| places.contains(at)).map(|&(_, hash)| hash).collect()
            };
            let (first, second) = (within(&first, before.len()), within(&second, other.len()));
            prop_assert!(first.iter().any(|hash| second.contains(hash)));
        }
    }

    #[test]
    fn time_is_linear() {
        for hashes in
            [(0..2_000_000).collect::<Vec<u64>>(), (0..2_000_000).rev().collect(), vec![1; 2_000_000]]
        {
            assert!(!chosen(&hashes, 100_000).is_empty());
        }
    }
}
