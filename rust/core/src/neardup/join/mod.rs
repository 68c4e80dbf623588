//! All pairs of sets that are alike, and no others: a set-similarity join.
//!
//! Numbers are put in an order, the rarest first. Two sets whose resemblance is t or more have one of the first
//! |x| - ⌈t|x|⌉ + 1 numbers of each in common: the prefixes of AllPairs (Bayardo, Ma & Srikant 2007) and PPJoin (Xiao,
//! Wang, Lin & Yu 2008), from where the filters by size and by position are too. As most shingles of a text are in no
//! other, prefixes hold little that need be looked at, and most texts need not be looked at at all.

mod index;
mod ranked;
mod seen;

#[cfg(test)]
mod tests;

use std::path::Path;

use super::measure::Measure;
use super::sets::Sets;
use crate::error::Result;
use index::Index;
use ranked::Ranked;
use seen::Seen;

/// How sets are joined.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub measure: Measure,
    pub threshold: f64,
    /// A number is looked up in so many sets at most, the smallest ones.
    pub most_sets: usize,
    pub memory: usize,
}

/// Takes sets one after another; no two are the same.
#[derive(Debug)]
pub struct Join {
    options: Options,
    seen: Seen,
    sets: Sets,
}

/// What became of a join.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Sets that were looked up.
    pub probed: u64,
    /// Pairs that were compared.
    pub candidates: u64,
    /// How often a set was not put in the list of a number, as that was full: if ever, pairs may be missing.
    pub capped: u64,
    pub disk: u64,
}

impl Join {
    pub fn new(options: Options, tmpdir: &Path) -> Self {
        let Options { memory, .. } = options;
        Self { options, seen: Seen::new(memory / 8), sets: Sets::new(memory / 2, tmpdir) }
    }

    /// Adds a set: numbers as random, each once.
    pub fn push(&mut self, set: &[u64]) -> Result<()> {
        self.seen.add(set);
        self.sets.push(set)
    }

    /// Calls `put` with two sets, the earlier first, and how many numbers they have in common.
    pub fn finish(self, mut put: impl FnMut(u32, u32, u32) -> Result<()>) -> Result<Report> {
        let Self { options, seen, sets } = self;
        let Options { measure, threshold, most_sets, memory } = options;
        let held = (8 * sets.numbers() - sets.disk()) as usize;
        let disk = sets.disk();
        let ranked =
            Ranked::new(&sets, seen, measure, threshold, (memory - memory / 8).saturating_sub(held))?;
        drop(sets);
        let mut report = Report { disk, ..Report::default() };
        let mut put = |first: usize, second: usize, common: usize| {
            let (first, second) = (ranked.names[first], ranked.names[second]);
            put(first.min(second), first.max(second), common as u32)
        };
        let mut index = Index::new(&ranked, measure, threshold, most_sets);
        match measure {
            Measure::Resemblance => {
                for at in 0..ranked.len() {
                    index.look_up(at, &mut report, &mut put)?;
                    index.insert(at);
                }
            }
            Measure::Containment => {
                // The larger ones, whole; of the smaller one the prefix.
                for at in (0..ranked.len()).rev() {
                    index.look_up(at, &mut report, &mut put)?;
                    index.insert(at);
                }
            }
        }
        report.capped = index.capped();
        Ok(report)
    }
}
