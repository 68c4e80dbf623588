//! All pairs of sets that are alike, and no others: a set-similarity join.
//!
//! Numbers are put in an order, the rarest first. Two sets whose resemblance is t or more have one of the first
//! |x| - ⌈t|x|⌉ + 1 numbers of each in common: the prefixes of AllPairs (Bayardo, Ma & Srikant 2007) and PPJoin (Xiao,
//! Wang, Lin & Yu 2008), from where the filters by size and by position are too. As most shingles of a text are in no
//! other, prefixes hold little that need be looked at, and most texts need not be looked at at all.

mod index;
mod on_disk;
mod ranked;
mod seen;
mod side_by_side;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use super::measure::Measure;
use super::sets::Sets;
use crate::error::Result;
use index::Index;
use ranked::Ranked;
use seen::Seen;
use side_by_side::look_up_all;

/// How sets are joined.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub measure: Measure,
    pub threshold: f64,
    /// A number is looked up in so many sets at most, the smallest ones.
    pub most_sets: usize,
    pub memory: usize,
    pub threads: usize,
}

/// Takes sets one after another; no two are the same.
#[derive(Debug)]
pub struct Join {
    options: Options,
    tmpdir: PathBuf,
    seen: Seen,
    sets: Sets,
}

/// What became of a join.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Pairs that were compared.
    pub candidates: u64,
    /// How often a set was not put in the list of a number, as that was full: if ever, pairs may be missing.
    pub capped: u64,
    pub disk: u64,
}

impl Join {
    pub fn new(options: Options, tmpdir: &Path) -> Result<Self> {
        let Options { memory, .. } = options;
        let sets = Sets::new(memory / 2, tmpdir);
        Ok(Self { options, tmpdir: tmpdir.to_owned(), seen: Seen::new(memory / 8)?, sets })
    }

    /// Adds a set: numbers as random, each once.
    pub fn push(&mut self, set: &[u64]) -> Result<()> {
        self.seen.add(set);
        self.sets.push(set)
    }

    /// Calls `put` with two sets, the earlier first, and how many numbers they have in common.
    pub fn finish(self, mut put: impl FnMut(u32, u32, u32) -> Result<()>) -> Result<Report> {
        let Self { options, tmpdir, seen, sets } = self;
        let held = (8 * sets.numbers() - sets.disk()) as usize;
        let left = (options.memory - options.memory / 8).saturating_sub(held);
        let Some(ranked) = Ranked::new(&sets, &seen, options.measure, options.threshold, left)? else {
            return on_disk::join(&options, sets, seen, &tmpdir, put);
        };
        let disk = sets.disk();
        drop((sets, seen));
        let index = Index::new(&ranked, &options);
        let candidates =
            look_up_all(&index, ranked.len(), options.threads, |first: u32, second: u32, common: u32| {
                let (first, second) = (ranked.names[first as usize], ranked.names[second as usize]);
                put(first.min(second), first.max(second), common)
            })?;
        Ok(Report { candidates, capped: index.capped, disk })
    }
}
