//! Sets as lists of small numbers, the rarest first; numbers that are in one set only are left out, and so are sets that
//! cannot be alike to any other.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::super::measure::Measure;
use super::super::sets::Sets;
use super::seen::Seen;
use crate::error::Result;

/// Rounds in which sets go because those went that they had numbers in common with.
const ROUNDS: usize = 4;

/// Numbers that are random already, but perhaps not in all bits.
#[derive(Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(number ^ 0x2436_3f84_a885_a309) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// See the [module](self).
#[derive(Debug, Default)]
pub(super) struct Ranked {
    /// Which set each is.
    pub(super) names: Vec<u32>,
    /// How many numbers it has, with those that are in no other.
    pub(super) sizes: Vec<u32>,
    ends: Vec<usize>,
    tokens: Vec<u32>,
    /// Tokens are smaller than that.
    pub(super) kinds: usize,
}

impl Ranked {
    /// `None` if that takes more memory.
    pub(super) fn new(
        sets: &Sets,
        seen: &Seen,
        measure: Measure,
        threshold: f64,
        memory: usize,
    ) -> Result<Option<Self>> {
        // How many numbers a set has in common with another that it is alike to, at least.
        let least = |size| match measure {
            Measure::Resemblance => Measure::least_common(threshold, size).max(1),
            Measure::Containment => 1,
        };
        let mut found = Self::default();
        let mut numbers: HashMap<u64, u32, BuildHasherDefault<Spread>> = HashMap::default();
        let mut shared = Vec::new();
        let mut fits = true;
        sets.each(|name, set| {
            shared.clear();
            if !fits {
                return Ok(());
            }
            seen.twice(set, &mut shared);
            if shared.len() >= least(set.len()) {
                for &number in &shared {
                    let next = numbers.len() as u32;
                    found.tokens.push(*numbers.entry(number).or_insert(next));
                }
                // A number in the table; a token here, and in the list of a number.
                if numbers.capacity() * 20 + found.tokens.len() * 12 > memory {
                    fits = false;
                }
                found.names.push(name as u32);
                found.sizes.push(set.len() as u32);
                found.ends.push(found.tokens.len());
            }
            Ok(())
        })?;
        if !fits {
            return Ok(None);
        }
        found.kinds = numbers.len();
        drop(numbers);
        let mut counts = vec![0u32; found.kinds];
        found.tokens.iter().for_each(|&token| counts[token as usize] += 1);
        for _ in 0..ROUNDS {
            if !found.drop_lonely(&mut counts, least) {
                break;
            }
        }
        found.rank(&counts);
        found.by_size();
        Ok(Some(found))
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    #[inline]
    pub(super) fn tokens(&self, at: usize) -> &[u32] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.tokens[start..self.ends[at]]
    }

    /// Leaves out tokens of one set only, and sets with too few others; whether one went.
    fn drop_lonely(&mut self, counts: &mut [u32], least: impl Fn(usize) -> usize) -> bool {
        let Self { names, sizes, ends, tokens, .. } = self;
        let before = names.len();
        let (mut start, mut to, mut kept) = (0, 0, 0);
        for at in 0..before {
            let from = to;
            for place in start..ends[at] {
                let token = tokens[place];
                if counts[token as usize] > 1 {
                    tokens[to] = token;
                    to += 1;
                }
            }
            start = ends[at];
            if to - from >= least(sizes[at] as usize) {
                (names[kept], sizes[kept], ends[kept]) = (names[at], sizes[at], to);
                kept += 1;
            } else {
                tokens[from..to].iter().for_each(|&token| counts[token as usize] -= 1);
                to = from;
            }
        }
        tokens.truncate(to);
        names.truncate(kept);
        sizes.truncate(kept);
        ends.truncate(kept);
        kept < before
    }

    /// From tokens in the order in which they came to the order of how rare they are.
    fn rank(&mut self, counts: &[u32]) {
        let mut order: Vec<u32> = (0..counts.len() as u32).collect();
        order.sort_unstable_by_key(|&token| (counts[token as usize], token));
        let mut ranks = vec![0; counts.len()];
        for (rank, &token) in order.iter().enumerate() {
            ranks[token as usize] = rank as u32;
        }
        let mut start = 0;
        for &end in &self.ends {
            let list = &mut self.tokens[start..end];
            list.iter_mut().for_each(|token| *token = ranks[*token as usize]);
            list.sort_unstable();
            start = end;
        }
    }

    /// The smallest sets first.
    fn by_size(&mut self) {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by_key(|&at| (self.sizes[at], self.names[at]));
        let mut sorted = Self { kinds: self.kinds, ..Self::default() };
        sorted.tokens.reserve_exact(self.tokens.len());
        for at in order {
            sorted.names.push(self.names[at]);
            sorted.sizes.push(self.sizes[at]);
            sorted.tokens.extend_from_slice(self.tokens(at));
            sorted.ends.push(sorted.tokens.len());
        }
        *self = sorted;
    }
}
