//! Which pages of two books are similar, III.D: page similarities are computed within similar books only.
//!
//! Pages that have a min-hash in common in the same place collide, and the share of places that do is their similarity.
//! A min-hash that three pages of one book have is that of a running title, or a phrase of the trade: it tells nothing.
//! Of what is left, chance has its part: a page pair is taken for similar that has others beside it, in the order of
//! pages, or very many collisions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::shelf::Pages;

/// Pages of one book that may have the same min-hash in the same place.
const MOST: usize = 2;
/// Collisions of a pair of pages that stands alone.
const ALONE: u16 = 6;
/// Collisions of a pair and its neighbours, and how far away those may be.
const TOGETHER: u16 = 4;
const NEAR: u32 = 3;

/// Two pages with min-hashes in common: places in the lists of pages with shingles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Match {
    pub first: u32,
    pub second: u32,
    pub collisions: u16,
}

/// The min-hashes of the pages of a book, to be looked up.
#[derive(Debug, Default)]
pub struct Index {
    /// The pages, one min-hash after another.
    pages: Vec<u32>,
    /// Where those of a place and a min-hash are, and which of these runs is theirs.
    runs: Vec<(u32, u32)>,
    run_of: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
}

/// A hasher for numbers that are min-hashes: nearly random as they are, but small.
#[derive(Debug, Default)]
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

fn keys(pages: &Pages) -> impl Iterator<Item = (u64, u32)> + '_ {
    let width = pages.hashes.len().checked_div(pages.numbers.len()).unwrap_or(1).max(1);
    let key = move |(at, &hash): (usize, &u32)| {
        (((at % width) as u64) << 32 | u64::from(hash), (at / width) as u32)
    };
    pages.hashes.iter().enumerate().map(key)
}

impl Index {
    pub fn new(pages: &Pages) -> Self {
        let mut entries: Vec<(u64, u32)> = keys(pages).collect();
        entries.sort_unstable();
        let mut index = Self::default();
        index.run_of.reserve(entries.len());
        for run in entries.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() <= MOST) {
            let start = index.pages.len() as u32;
            index.pages.extend(run.iter().map(|&(_, page)| page));
            index.run_of.insert(run[0].0, index.runs.len() as u32);
            index.runs.push((start, run.len() as u32));
        }
        index
    }

    /// The similar pages of the book of the index and another, in order.
    pub fn matches(&self, others: &Pages) -> Vec<Match> {
        let mut met: Vec<(u32, u32)> = Vec::new();
        let mut times = vec![0u8; self.runs.len()];
        for (key, second) in keys(others) {
            if let Some(&run) = self.run_of.get(&key) {
                met.push((run, second));
                times[run as usize] = times[run as usize].saturating_add(1);
            }
        }
        let mut hits: Vec<u64> = Vec::with_capacity(met.len());
        for (run, second) in met.into_iter().filter(|&(run, _)| usize::from(times[run as usize]) <= MOST) {
            let (start, length) = self.runs[run as usize];
            let pages = &self.pages[start as usize..][..length as usize];
            hits.extend(pages.iter().map(|&first| u64::from(first) << 32 | u64::from(second)));
        }
        hits.sort_unstable();
        let pairs = hits.chunk_by(|a, b| a == b).map(|run| Match {
            first: (run[0] >> 32) as u32,
            second: run[0] as u32,
            collisions: run.len() as u16,
        });
        supported(pairs.collect())
    }
}

/// Those of the pairs that do not stand alone by chance.
fn supported(pairs: Vec<Match>) -> Vec<Match> {
    let is_supported = |at: usize| {
        let own = pairs[at];
        if own.collisions >= ALONE {
            return true;
        }
        let after = pairs[at + 1..].iter().take_while(|other| other.first <= own.first + NEAR);
        let after = after.filter(|other| other.second >= own.second && other.second <= own.second + NEAR);
        let before = pairs[..at].iter().rev().take_while(|other| other.first + NEAR >= own.first);
        let before = before.filter(|other| other.second <= own.second && other.second + NEAR >= own.second);
        let near = after.chain(before).take(8);
        let (others, sum) = near.fold((0, 0), |(n, sum), other| (n + 1, sum + other.collisions));
        others > 0 && own.collisions + sum >= TOGETHER
    };
    let keep: Vec<bool> = (0..pairs.len()).map(is_supported).collect();
    pairs.iter().zip(keep).filter_map(|(pair, keep)| keep.then_some(*pair)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(hashes: &[&[u32]]) -> Pages {
        let count = hashes.len() as u32;
        let hashes = hashes.concat();
        Pages { numbers: (0..count).collect(), shingles: vec![9; count as usize], hashes, all: count }
    }

    #[test]
    fn neighbours_support_each_other() {
        // Three min-hashes a page. Pages 0 and 1 are there again, as 1 and 2; page 2 and 0 meet by chance.
        let first = pages(&[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]]);
        let second = pages(&[&[7, 21, 22], &[1, 2, 33], &[4, 5, 66]]);
        let found = Index::new(&first).matches(&second);
        let expected = [(0, 1, 2), (1, 2, 2)];
        assert_eq!(found, expected.map(|(first, second, collisions)| Match { first, second, collisions }));
    }

    #[test]
    fn running_titles_tell_nothing() {
        let same = [1, 1, 1, 1, 1, 1, 1, 1];
        let index = Index::new(&pages(&[&same, &same, &same]));
        assert_eq!(index.matches(&pages(&[&same])), []);
        let index = Index::new(&pages(&[&same, &same]));
        assert_eq!(index.matches(&pages(&[&same])).len(), 2);
        assert_eq!(index.matches(&pages(&[&same, &same, &same])), []);
    }
}
