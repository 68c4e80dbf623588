//! Weights of features, small enough to ship: what a model that learns from text comes down to.
//!
//! A feature is known by a hash of which [`Weights::BITS`] bits are kept, and a weight is a number of steps in one byte. A
//! feature that was never seen is taken for a known one once in (features / 2^BITS) times, which is less than one percent.

use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

/// Natural logarithms of ratios of probabilities, by feature.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Weights {
    /// In order.
    keys: Vec<u32>,
    steps: Vec<i8>,
    /// Where the keys of each prefix start; a search is over a handful of keys.
    starts: Vec<u32>,
}

impl Weights {
    pub(super) const BITS: u32 = 26;
    const PREFIX_BITS: u32 = 16;
    /// Steps in 1.
    pub(super) const SCALE: f64 = 16.0;

    /// The weights of features given by their hashes. Of two features with one key the larger weight counts.
    pub(super) fn new(features: impl IntoIterator<Item = (u64, f64)>) -> Self {
        let mut entries: Vec<(u32, i8)> =
            features.into_iter().map(|(hash, weight)| (key(hash), to_steps(weight))).collect();
        entries.sort_unstable_by_key(|&(key, steps)| (key, -i32::from(steps).abs(), steps));
        entries.dedup_by_key(|entry| entry.0);
        let (keys, steps) = entries.into_iter().unzip();
        Self::indexed(keys, steps)
    }

    fn indexed(keys: Vec<u32>, steps: Vec<i8>) -> Self {
        let mut starts = Vec::with_capacity((1 << Self::PREFIX_BITS) + 1);
        let mut at = 0;
        for prefix in 0..=1u32 << Self::PREFIX_BITS {
            while keys.get(at).is_some_and(|key| key >> (Self::BITS - Self::PREFIX_BITS) < prefix) {
                at += 1;
            }
            starts.push(at as u32);
        }
        Self { keys, steps, starts }
    }

    /// The weight of a feature in steps of 1 / [`Self::SCALE`]; `None` if it has none.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<i32> {
        let key = key(hash);
        let prefix = (key >> (Self::BITS - Self::PREFIX_BITS)) as usize;
        let (start, end) = (*self.starts.get(prefix)? as usize, self.starts[prefix + 1] as usize);
        let keys = &self.keys[start..end];
        keys.iter().position(|&known| known == key).map(|at| i32::from(self.steps[start + at]))
    }

    /// Number of features, the difference of each key to the one before, and all weights.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, self.keys.len() as u64);
        let mut last = 0;
        for &key in &self.keys {
            put_varint(out, u64::from(key - last));
            last = key;
        }
        out.extend(self.steps.iter().map(|&steps| steps as u8));
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let count = reader.varint()?;
        if count > reader.remaining() as u64 {
            return Err(Error::Truncated);
        }
        let mut keys = Vec::with_capacity(count as usize);
        let mut last = 0u64;
        for at in 0..count {
            let step = reader.varint()?;
            last = last.saturating_add(step);
            if (step == 0 && at > 0) || last >> Self::BITS != 0 {
                return Err(Error::Malformed { what: "its features are not in order" });
            }
            keys.push(last as u32);
        }
        let steps = reader.take(count as usize)?.iter().map(|&byte| byte as i8).collect();
        Ok(Self::indexed(keys, steps))
    }
}

/// The top bits: those that [`mix`] mixes best.
#[inline]
fn key(hash: u64) -> u32 {
    (hash >> (64 - Weights::BITS)) as u32
}

fn to_steps(weight: f64) -> i8 {
    (weight * Weights::SCALE).round().clamp(-127.0, 127.0) as i8
}

/// The hash of a feature that has one part more. The multiplier is 2^128 divided by the golden ratio (Knuth's
/// multiplicative hashing); the product is folded, so that each bit of the parts reaches the upper bits.
#[inline]
pub(super) const fn mix(hash: u64, part: u64) -> u64 {
    // Turned, a small number that stands for a kind of feature does not meet another small number.
    let both = (hash.rotate_left(32) ^ part).wrapping_add(1);
    let product = (both as u128).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    ((product >> 64) as u64) ^ (product as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn weights_are_rounded_to_steps() {
        let weights = Weights::new([(mix(0, 1), 0.5), (mix(0, 2), -100.0), (mix(0, 3), 0.02)]);
        let get = |part| weights.get(mix(0, part));
        assert_eq!([get(1), get(2), get(3), get(4)], [Some(8), Some(-127), Some(0), None]);
    }

    #[test]
    fn hashes_of_small_parts_are_spread() {
        let mut keys: Vec<u32> = (0..300).flat_map(|a| (0..300).map(move |b| key(mix(a, b)))).collect();
        keys.sort_unstable();
        keys.dedup();
        // 90,000 random keys of 26 bits would have 60 in common.
        assert!(keys.len() > 90_000 - 120, "{}", keys.len());
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(features: Vec<(u64, f64)>) {
            let weights = Weights::new(features.clone());
            prop_assert_eq!(&Weights::new(features.iter().rev().copied()), &weights);
            let mut out = Vec::new();
            weights.write(&mut out);
            let mut reader = Reader::new(&out);
            prop_assert_eq!(&Weights::read(&mut reader).unwrap(), &weights);
            prop_assert!(reader.is_empty());
            for (hash, _) in features {
                prop_assert!(weights.get(hash).is_some());
            }
        }

        #[test]
        fn any_bytes_are_refused_or_read(bytes: Vec<u8>) {
            if let Ok(weights) = Weights::read(&mut Reader::new(&bytes)) {
                prop_assert!(weights.keys.is_sorted() && weights.get(u64::MAX).is_none_or(|_| !weights.keys.is_empty()));
            }
        }
    }
}
