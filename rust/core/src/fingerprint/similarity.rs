//! How alike two documents are by their fingerprints.

use std::collections::HashSet;

use super::{Fingerprint, Kind};

/// What two fingerprints of a scheme are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// By the share of places with the same value: an estimate of the resemblance.
    Places,
    /// By bits in common: an estimate of the cosine between vectors of frequencies.
    Bits,
    /// By the share of values in common.
    Common,
    /// By the resemblance of the sets of values.
    Sets,
    /// By those of the least values of both which are in both: an estimate of the resemblance.
    Smallest,
    /// Whether all is the same.
    Whole,
}

/// How alike two documents are: 1 if they are the same, 0 if they have nothing in common. A document without a
/// fingerprint is like no other. Both are of this scheme, with the same parameters.
pub fn similarity(kind: &Kind, a: &Fingerprint, b: &Fingerprint) -> f64 {
    let (first, second) = (&a.values, &b.values);
    if first.is_empty() || second.is_empty() {
        return 0.0;
    }
    let equal = || first.iter().zip(second).filter(|(a, b)| a == b).count();
    let longer = first.len().max(second.len()) as f64;
    match kind.compare {
        Compare::Places => equal() as f64 / longer,
        Compare::Bits => {
            let apart: u32 = first.iter().zip(second).map(|(a, b)| (a ^ b).count_ones()).sum();
            // The angle is that part of π; what is beyond a right angle is not alike.
            (std::f64::consts::PI * f64::from(apart) / (64.0 * longer)).cos().max(0.0)
        }
        Compare::Common => common(first, second).0 as f64 / longer,
        Compare::Sets => {
            let (common, one, other) = common(first, second);
            common as f64 / (one + other - common) as f64
        }
        Compare::Smallest => {
            // Of the union of both only so many are known to be the least, unless both are all there is.
            let cut = [a, b].into_iter().filter(|one| (one.values.len() as u64) < one.shingles);
            let size = cut.map(|one| one.values.len()).min().unwrap_or(usize::MAX);
            let mut union = [first.as_slice(), second].concat();
            union.sort_unstable();
            let runs = union.chunk_by(|a, b| a == b).take(size);
            let (least, both) =
                runs.fold((0, 0), |(all, both): (u32, u32), run| (all + 1, both + u32::from(run.len() > 1)));
            f64::from(both) / f64::from(least)
        }
        Compare::Whole => f64::from(u8::from(first == second)),
    }
}

/// How much of the first document is in the second one: 1 if all of it is. `None` if the scheme does not tell.
pub fn containment(kind: &Kind, part: &Fingerprint, whole: &Fingerprint) -> Option<f64> {
    match kind.compare {
        Compare::Sets => {
            let (common, own, _) = common(&part.values, &whole.values);
            Some(if own == 0 { 0.0 } else { common as f64 / own as f64 })
        }
        Compare::Places | Compare::Smallest if part.shingles > 0 => {
            // |A ∩ B| = ρ (|A| + |B|) / (1 + ρ).
            let resemblance = similarity(kind, part, whole);
            let common = resemblance * (part.shingles + whole.shingles) as f64 / (1.0 + resemblance);
            Some((common / part.shingles as f64).min(1.0))
        }
        Compare::Places | Compare::Smallest => Some(0.0),
        Compare::Bits | Compare::Common | Compare::Whole => None,
    }
}

/// How many different values are in both, in the first, in the second.
fn common(first: &[u64], second: &[u64]) -> (usize, usize, usize) {
    let set = |values: &[u64]| values.iter().copied().collect::<HashSet<u64>>();
    let (first, second) = (set(first), set(second));
    (first.intersection(&second).count(), first.len(), second.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{exact, find, minhash, simhash, supershingle, winnow};

    fn of(shingles: u64, values: &[u64]) -> Fingerprint {
        Fingerprint { shingles, values: values.to_vec(), positions: Vec::new() }
    }

    #[test]
    fn by_hand() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let (a, b) = (of(9, &[1, 2, 3, 4]), of(9, &[1, 9, 3, 2]));
        near(similarity(&minhash::KIND, &a, &b), 0.5);
        near(similarity(&supershingle::KIND, &a, &b), 0.75);
        near(similarity(&winnow::KIND, &a, &b), 0.6);
        near(similarity(&exact::KIND, &a, &b), 0.0);
        near(similarity(&exact::KIND, &a, &a), 1.0);
        // 16 of 64 bits differ: a quarter of π; and 32, half of it.
        near(similarity(&simhash::KIND, &of(9, &[0]), &of(9, &[0xffff])), 0.5f64.sqrt());
        near(similarity(&simhash::KIND, &of(9, &[0]), &of(9, &[u64::MAX])), 0.0);
        // In all of 6 shingles, 2 are in both; |A ∩ B| = 0.5 (3 + 6) / 1.5 = 3.
        near(containment(&winnow::KIND, &a, &b).unwrap(), 0.75);
        near(containment(&minhash::KIND, &of(3, &[1, 2]), &of(6, &[1, 3])).unwrap(), 1.0);
        assert_eq!(containment(&simhash::KIND, &a, &b), None);
        // Nothing is like nothing.
        near(similarity(&minhash::KIND, &of(0, &[]), &of(0, &[])), 0.0);
        near(containment(&minhash::KIND, &of(0, &[]), &a).unwrap(), 0.0);
    }

    #[test]
    fn the_least_of_both() {
        let kind = find("smallest").unwrap();
        // Four of many: the least four of the union are 1, 2, 3, 5, of which 1 and 3 are in both.
        let (a, b) = (of(90, &[1, 2, 3, 8]), of(80, &[1, 3, 5, 9]));
        assert_eq!(similarity(kind, &a, &b), 0.5);
        // Of the second all is known: 1 and 3 are in both, of five.
        assert_eq!(similarity(kind, &of(4, &[1, 2, 3, 8]), &of(3, &[1, 3, 5])), 0.4);
        // One is short: of the union the least four are still known.
        assert_eq!(similarity(kind, &a, &of(2, &[1, 3])), 0.5);
    }
}
