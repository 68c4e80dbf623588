//! Documents that share a feature, section 3.2.1: pairs of a feature and a document are sorted, the documents of each
//! feature become pairs of documents, and those are sorted again.

use std::path::Path;

use super::sorter::{Sorted, Sorter};
use crate::error::Result;

/// Takes the documents of each feature.
#[derive(Debug)]
pub struct Candidates {
    pairs: Sorter,
    most: usize,
    group: Vec<u32>,
    capped: u64,
}

/// Of so many documents that have something in common, how many are paired with all others: all of `most`, and of more
/// so few that there are no more pairs than those would have.
pub(super) fn leaders(documents: usize, most: usize) -> usize {
    if documents <= most { documents } else { (most * most / documents).max(1) }
}

/// Candidates in ascending order.
#[derive(Debug)]
pub struct Pairs {
    sorted: Sorted,
    next: Option<u64>,
    /// How often a document was not paired with all others of a feature, because those are too many.
    pub capped: u64,
}

impl Candidates {
    /// Of the documents that share a feature, [`leaders`] are paired with all others.
    pub fn new(most: usize, memory: usize, tmpdir: &Path) -> Self {
        Self { pairs: Sorter::new(memory, tmpdir), most, group: Vec::new(), capped: 0 }
    }

    /// Documents of the next feature; in any order, and some more than once.
    pub fn push(&mut self, document: u32) {
        self.group.push(document);
    }

    /// The feature ends.
    pub fn end(&mut self) -> Result<()> {
        let Self { pairs, most, group, capped } = self;
        group.sort_unstable();
        group.dedup();
        let leaders = leaders(group.len(), *most);
        for (at, &second) in group.iter().enumerate() {
            *capped += u64::from(at > leaders);
            for &first in &group[..at.min(leaders)] {
                pairs.push(u64::from(first) << 32 | u64::from(second), 0)?;
            }
        }
        group.clear();
        Ok(())
    }

    /// From features in order.
    pub fn of(mut self, mut features: Sorted) -> Result<Self> {
        let mut last = None;
        while let Some((feature, document)) = features.next_pair()? {
            if last.replace(feature).is_some_and(|last| last != feature) {
                self.end()?;
            }
            self.push(document as u32);
        }
        self.end()?;
        Ok(self)
    }

    pub fn finish(mut self) -> Result<Pairs> {
        self.end()?;
        let pairs = Pairs::new(self.pairs.finish()?)?;
        Ok(Pairs { capped: self.capped, ..pairs })
    }
}

impl Pairs {
    pub(super) fn new(mut sorted: Sorted) -> Result<Self> {
        let next = sorted.next_pair()?.map(|(pair, _)| pair);
        Ok(Self { sorted, next, capped: 0 })
    }

    /// The next two documents, the earlier first, and how many features they were found to share.
    pub fn next_pair(&mut self) -> Result<Option<(u32, u32, u32)>> {
        let Some(pair) = self.next else { return Ok(None) };
        let mut count = 0;
        while self.next == Some(pair) {
            count += 1;
            self.next = self.sorted.next_pair()?.map(|(pair, _)| pair);
        }
        Ok(Some(((pair >> 32) as u32, pair as u32, count)))
    }

    pub fn disk(&self) -> u64 {
        self.sorted.disk()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(features: &[&[u32]], most: usize) -> (Vec<(u32, u32, u32)>, u64) {
        let tmpdir = std::env::temp_dir();
        let mut sorter = Sorter::new(0, &tmpdir);
        for (feature, documents) in features.iter().enumerate() {
            documents.iter().for_each(|&document| sorter.push(feature as u64, document.into()).unwrap());
        }
        let candidates = Candidates::new(most, 0, &tmpdir);
        let mut pairs = candidates.of(sorter.finish().unwrap()).unwrap().finish().unwrap();
        let mut found = Vec::new();
        while let Some(pair) = pairs.next_pair().unwrap() {
            found.push(pair);
        }
        (found, pairs.capped)
    }

    #[test]
    fn pairs_do_not_grow_with_the_square() {
        assert_eq!([0, 5, 10, 11, 20, 99, 101].map(|count| leaders(count, 10)), [0, 5, 10, 9, 5, 1, 1]);
        let all: Vec<u32> = (0..100_000).collect();
        let (found, capped) = pairs(&[&all], 30);
        assert_eq!((found.len(), capped), (99_999, 99_998));
    }

    #[test]
    fn by_hand() {
        let features: [&[u32]; 4] = [&[3, 1, 2], &[], &[2, 3, 3], &[7]];
        assert_eq!(pairs(&features, 100), (vec![(1, 2, 1), (1, 3, 1), (2, 3, 2)], 0));
        // With one document that all others are paired with, the third of the first feature meets only that.
        assert_eq!(pairs(&features, 1), (vec![(1, 2, 1), (1, 3, 1), (2, 3, 1)], 1));
    }
}
