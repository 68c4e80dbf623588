//! Runs that wait to be merged, no more than a few files at a time, whatever their number.

use std::path::PathBuf;

use super::merge::Merge;
use super::numbers::Numbers;
use super::runs::{Run, RunWriter, Shape, Token};
use crate::error::Result;

/// Runs that are merged at a time.
const FAN_IN: usize = 16;

/// What runs may use.
#[derive(Clone, Debug)]
pub(super) struct Means {
    pub(super) tmpdir: PathBuf,
    /// Bytes of a block.
    pub(super) block: usize,
    /// Tokens of a dictionary at most.
    pub(super) words: usize,
    pub(super) fan_in: usize,
}

impl Means {
    /// Merging takes about a quarter of this memory: mostly for the dictionaries of the runs that are merged, and a
    /// table to find the words of a new one.
    pub(super) fn new(tmpdir: PathBuf, memory: usize) -> Self {
        Self { tmpdir, block: (memory / 512).clamp(1 << 10, 1 << 15), words: memory / 1024, fan_in: FAN_IN }
    }
}

/// Begins runs.
#[derive(Clone, Debug)]
pub(super) struct Pen {
    means: Means,
    pub(super) shape: Shape,
}

impl Pen {
    /// Tokens of a dictionary at most.
    pub(super) fn words(&self) -> usize {
        self.means.words
    }

    pub(super) fn writer(&self, dictionary: impl Iterator<Item = u64>) -> Result<RunWriter<'_>> {
        RunWriter::new(&self.means.tmpdir, self.means.block, self.shape, dictionary)
    }
}

#[derive(Debug)]
pub(super) struct Levels {
    pen: Pen,
    /// Runs by how many merges made them.
    levels: Vec<Vec<Run>>,
    pub(super) bytes: u64,
    /// The most bytes they took at a time.
    pub(super) peak: u64,
}

impl Levels {
    pub(super) fn new(means: Means, shape: Shape) -> Self {
        Self { pen: Pen { means, shape }, levels: Vec::new(), bytes: 0, peak: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    pub(super) fn pen(&self) -> &Pen {
        &self.pen
    }

    /// Takes a run. Needs the memory for a merge.
    pub(super) fn add(&mut self, run: Run) -> Result<()> {
        self.count(&run);
        let mut run = run;
        for level in 0.. {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(run);
            if self.levels[level].len() < self.pen.means.fan_in {
                break;
            }
            let runs = std::mem::take(&mut self.levels[level]);
            run = self.merge(runs)?;
        }
        Ok(())
    }

    fn count(&mut self, run: &Run) {
        self.bytes += run.bytes();
        self.peak = self.peak.max(self.bytes);
    }

    fn merge(&mut self, runs: Vec<Run>) -> Result<Run> {
        let before: u64 = runs.iter().map(Run::bytes).sum();
        let merge = Merge::new(runs, self.pen.shape)?;
        let mut places = Numbers::new();
        let dictionary = merge.dictionary(self.pen.means.words, |token| places.is_new(token));
        let mut run = self.pen.writer(dictionary.into_iter())?;
        let tokens = self.pen.shape.tokens;
        merge.run(|shared, key, count| {
            let (key, word) = key.split_at(tokens);
            let written = key.iter().skip(shared).map(|&token| match places.get(token) {
                Some(place) => Token::Known(place),
                None => Token::Literal(token),
            });
            run.push(shared, written, word.first().copied(), count)
        })?;
        let run = run.finish()?;
        self.count(&run);
        self.bytes -= before;
        Ok(run)
    }

    /// Calls `each` with every key of all runs, in order, and its count.
    pub(super) fn finish(&mut self, mut each: impl FnMut(&[u64], u64) -> Result<()>) -> Result<()> {
        // The first have gone through the fewest merges, and are smallest.
        let mut runs: Vec<Run> = std::mem::take(&mut self.levels).into_iter().flatten().collect();
        while runs.len() > self.pen.means.fan_in {
            let excess = (runs.len() - self.pen.means.fan_in + 1).min(self.pen.means.fan_in);
            let merged = self.merge(runs.drain(..excess).collect())?;
            runs.push(merged);
        }
        Merge::new(runs, self.pen.shape)?.run(|_, key, count| each(key, count))
    }

    #[cfg(test)]
    pub(super) fn runs(&self) -> impl Iterator<Item = &Run> {
        self.levels.iter().flatten()
    }
}
