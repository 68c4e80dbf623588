//! n-grams by their hashes: what was found in order of tokens, sorted by hash, in memory or on disk.

use super::levels::{Levels, Means};
use super::memory::Array;
use super::runs::Shape;
use crate::error::Result;

/// A key is the hash alone.
const SHAPE: Shape = Shape { tokens: 0, word: true };

#[derive(Debug)]
pub(super) struct Counts {
    /// Hashes and counts, and how many of them there are.
    counts: Array<[u64; 2]>,
    len: usize,
    /// How many are kept in memory.
    most: usize,
    runs: Levels,
}

impl Counts {
    /// Needs this memory, and that for a merge.
    pub(super) fn new(means: Means, memory: usize) -> Self {
        let most = (memory / size_of::<[u64; 2]>()).max(1);
        Self { counts: Array::new(0), len: 0, most, runs: Levels::new(means, SHAPE) }
    }

    #[inline]
    pub(super) fn push(&mut self, hash: u64, count: u64) -> Result<()> {
        if self.len == self.most {
            self.spill()?;
        }
        if self.counts.is_empty() {
            // It takes what is written to.
            self.counts = Array::try_new(self.most)?;
        }
        self.counts[self.len] = [hash, count];
        self.len += 1;
        Ok(())
    }

    fn spill(&mut self) -> Result<()> {
        let counts = &mut self.counts[..self.len];
        counts.sort_unstable();
        let mut run = self.runs.pen().writer(std::iter::empty())?;
        let result = summed(counts, |hash, count| run.push(0, std::iter::empty(), Some(hash), count));
        self.len = 0;
        result?;
        let run = run.finish()?;
        self.runs.add(run)
    }

    /// Calls `each` with every hash once, ascending, and the sum of its counts.
    pub(super) fn finish(mut self, mut each: impl FnMut(u64, u64) -> Result<()>) -> Result<u64> {
        if self.runs.is_empty() {
            let counts = &mut self.counts[..self.len];
            counts.sort_unstable();
            summed(counts, each)?;
            return Ok(0);
        }
        self.spill()?;
        self.counts = Array::new(0);
        self.runs.finish(|key, count| key.first().map_or(Ok(()), |&hash| each(hash, count)))?;
        Ok(self.runs.peak)
    }
}

/// Two n-grams of one hash are one to who knows them by it.
fn summed(sorted: &[[u64; 2]], mut each: impl FnMut(u64, u64) -> Result<()>) -> Result<()> {
    sorted.chunk_by(|a, b| a[0] == b[0]).try_for_each(|same| {
        each(same[0][0], same.iter().fold(0u64, |sum, [_, count]| sum.saturating_add(*count)))
    })
}
