//! The n-grams that the pass before has found, in bounded memory.

use prefetch_index::prefetch_index;

use crate::ngrams::hash::BITS;

/// A set that has all that was put into it, and when it is full also some that were not.
#[derive(Debug)]
pub(super) struct Found {
    len: u64,
    most: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Open addressing, two thirds full at most. No hash has all bits set.
    Table(Vec<u64>),
    /// A bit for each value of the highest bits.
    Bits { words: Vec<u64>, shift: u32 },
}

const EMPTY: u64 = u64::MAX;

impl Found {
    /// In so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        // While a table grows there are two, of which one is half of the other.
        let most = (bytes / 12).max(64);
        Self { len: 0, most, kind: Kind::Table(vec![EMPTY; 64]) }
    }

    /// How many were put in.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Adds an n-gram that was not added before.
    pub(super) fn insert(&mut self, hash: u64) {
        self.len += 1;
        match &mut self.kind {
            Kind::Table(table) => {
                if self.len as usize * 3 > table.len() * 2 {
                    let larger = table.len() * 2;
                    if larger > self.most {
                        self.become_bits(hash);
                        return;
                    }
                    let old = std::mem::replace(table, vec![EMPTY; larger]);
                    old.into_iter().filter(|&hash| hash != EMPTY).for_each(|hash| put(table, hash));
                }
                put(table, hash);
            }
            Kind::Bits { words, shift } => set(words, *shift, hash),
        }
    }

    fn become_bits(&mut self, hash: u64) {
        let Kind::Table(table) = &mut self.kind else { return };
        let words = 1usize << self.most.ilog2();
        let shift = BITS - words.ilog2() - 6;
        let old = std::mem::take(table);
        let mut bits = vec![0; words];
        old.into_iter().filter(|&hash| hash != EMPTY).for_each(|hash| set(&mut bits, shift, hash));
        set(&mut bits, shift, hash);
        self.kind = Kind::Bits { words: bits, shift };
    }

    /// Has the place of an n-gram fetched, which is to be looked up soon.
    #[inline]
    pub(super) fn fetch(&self, hash: u64) {
        match &self.kind {
            Kind::Table(table) => prefetch_index(table, home(table, hash)),
            Kind::Bits { words, shift } => prefetch_index(words, (hash >> shift >> 6) as usize),
        }
    }

    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        match &self.kind {
            Kind::Table(table) => {
                let mut at = home(table, hash);
                while table[at] != EMPTY && table[at] != hash {
                    at = (at + 1) & (table.len() - 1);
                }
                table[at] == hash
            }
            Kind::Bits { words, shift } => {
                let bit = hash >> shift;
                words[(bit / 64) as usize] >> (bit % 64) & 1 == 1
            }
        }
    }
}

fn set(words: &mut [u64], shift: u32, hash: u64) {
    let bit = hash >> shift;
    words[(bit / 64) as usize] |= 1 << (bit % 64);
}

/// Hashes come ascending: their highest bits as home would fill the table from the front, where all collide while it is
/// small, so the lowest are taken.
#[inline]
fn home(table: &[u64], hash: u64) -> usize {
    hash as usize & (table.len() - 1)
}

fn put(table: &mut [u64], hash: u64) {
    let mut at = home(table, hash);
    while table[at] != EMPTY {
        at = (at + 1) & (table.len() - 1);
    }
    table[at] = hash;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use xxhash_rust::xxh3::xxh3_64;

    use super::*;

    #[test]
    fn all_that_was_put_in_is_there() {
        let spread = |i: u64| xxh3_64(&i.to_le_bytes()) >> 4;
        for (bytes, exact) in [(1 << 20, true), (1 << 16, false), (0, false)] {
            let mut found = Found::new(bytes);
            let hashes: BTreeSet<u64> = (0..20_000).map(spread).collect();
            hashes.iter().for_each(|&hash| found.insert(hash));
            assert_eq!(found.len(), 20_000);
            assert!(hashes.iter().all(|&hash| found.contains(hash)));
            let others = (20_000..40_000).filter(|&i| found.contains(spread(i))).count();
            assert_eq!(others == 0, exact, "{bytes}: {others}");
        }
    }
}
