//! Exact counts using external memory (3.3.2): sort, then count what is equal.
//!
//! Lines are first counted in memory, as `exact` does, since in skewed data most are copies. When that memory is
//! full it is sorted and written to disk as a run; runs are merged twenty at a time, so that few files are open.
//! Every count is exact at any time. [`finish`](LineCounter::finish) merges all runs into one, and keeps in memory
//! the lines that came at least twice (or more often, if those are too many); other lines are looked up on disk.
//! After `prune(k)`, which is all that Algorithm 1 needs, the disk is not asked where memory holds all that is left.
//!
//! Its files are those of `exact`.

use std::any::Any;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::batches::{Steps, count_each, count_lines};
use super::entries::EntryWriter;
use super::exact::{self, ExactCounts};
use super::line_table::LineTable;
use super::spill::{Run, RunWriter, Source, merge};
use super::top::Top;
use super::{Item, Kind, LineCounter, Shape, incompatible};
use crate::error::Result;
use crate::store;

pub const KIND: Kind = Kind {
    name: "sort",
    saved_as: exact::KIND.name,
    about: "every line and its count, in bounded memory: sorts on disk (3.3.2)",
    make: |shape| Ok(Box::new(SortedCounts::new(shape))),
    load: |payload| Ok(Box::new(SortedCounts::from_payload(payload)?)),
};

/// Runs of one level that are merged into one of the next: of 8,000 runs at most 58 files are open at a time.
const FAN_IN: usize = 20;

#[derive(Debug)]
pub struct SortedCounts {
    table: LineTable,
    /// Runs by how many merges made them.
    levels: Vec<Vec<Run>>,
    frequent: Option<Frequent>,
    total: u64,
    memory: usize,
    tmpdir: PathBuf,
    /// What `prune` asked for while runs were yet to be merged.
    min_count: u64,
}

/// All lines of the only run that came at least `min_count` times.
#[derive(Debug)]
struct Frequent {
    table: LineTable,
    min_count: u64,
}

impl SortedCounts {
    pub fn new(shape: &Shape) -> Self {
        Self {
            table: LineTable::new(),
            levels: Vec::new(),
            frequent: None,
            total: 0,
            memory: shape.memory,
            tmpdir: shape.tmpdir.clone().unwrap_or_else(std::env::temp_dir),
            min_count: 0,
        }
    }

    fn from_payload(payload: &[u8]) -> Result<Self> {
        let mut counts = Self::new(&Shape::default());
        counts.total = exact::read_payload(payload, |line, count| counts.add_count(line, count))?;
        Ok(counts)
    }

    /// Every line and count, in order of the lines' bytes.
    pub fn for_each(&self, each: impl FnMut(&[u8], u64) -> Result<()>) -> Result<()> {
        merge(self.sources(), each)
    }

    fn sources(&self) -> impl Iterator<Item = Source<'_>> {
        self.runs().map(Source::run).chain(std::iter::once_with(|| Source::table(&self.table)))
    }

    /// How many sorted runs are on disk: none as long as memory sufficed.
    pub fn run_count(&self) -> usize {
        self.runs().count()
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        self.levels.iter().flatten()
    }

    fn add_count(&mut self, line: &[u8], count: u64) -> Result<()> {
        self.table.add(line, count)?;
        self.spill_if_full(line.len())
    }

    fn spill_if_full(&mut self, line: usize) -> Result<()> {
        if self.table.memory_to_go_on(line) > self.memory { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Result<()> {
        self.frequent = None;
        let mut run = write_run([Source::table(&self.table)], &self.tmpdir, |_, _| Ok(()))?;
        self.table.clear();
        let mut level = 0;
        loop {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(run);
            if self.levels[level].len() < FAN_IN {
                return Ok(());
            }
            run = write_run(self.levels[level].iter().map(Source::run), &self.tmpdir, |_, _| Ok(()))?;
            self.levels[level].clear();
            level += 1;
        }
    }

    fn merge_runs(&mut self) -> Result<()> {
        let mut frequent = Frequent { table: LineTable::new(), min_count: 2 };
        let bound = self.memory / 2;
        let runs = self.levels.iter().flatten().map(Source::run);
        let mut run = write_run(runs, &self.tmpdir, |line, count| {
            if count < frequent.min_count {
                return Ok(());
            }
            frequent.table.add(line, count)?;
            while frequent.table.memory_to_go_on(0) > bound && frequent.table.len() > 0 {
                frequent.min_count = frequent.min_count.saturating_mul(2);
                if frequent.min_count == u64::MAX {
                    frequent.table.clear();
                }
                frequent.table.prune(frequent.min_count);
            }
            Ok(())
        })?;
        run.min_count = self.min_count;
        frequent.table.prune(self.min_count);
        self.min_count = 0;
        let level = self.levels.len() - 1;
        self.levels.iter_mut().for_each(Vec::clear);
        self.levels[level].push(run);
        self.frequent = Some(frequent);
        Ok(())
    }
}

fn write_run<'a>(
    sources: impl IntoIterator<Item = Source<'a>>,
    tmpdir: &Path,
    mut also: impl FnMut(&[u8], u64) -> Result<()>,
) -> Result<Run> {
    let mut run = RunWriter::new(tmpdir)?;
    merge(sources, |line, count| {
        run.push(line, count)?;
        also(line, count)
    })?;
    run.finish()
}

impl Steps<u32> for SortedCounts {
    fn fetch(&mut self, lines: &[&[u8]], tags: &mut [u32]) {
        self.table.fetch(lines, tags);
    }

    fn fetch_more(&self, tags: &[u32]) {
        self.table.fetch_more(tags);
    }

    fn count_batch(&mut self, lines: &[&[u8]], tags: &[u32]) -> Result<()> {
        self.total = self.total.saturating_add(lines.len() as u64);
        self.table.count_batch(lines, tags)?;
        self.spill_if_full(lines.iter().map(|line| line.len()).sum())
    }
}

impl LineCounter for SortedCounts {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        self.total = self.total.saturating_add(1);
        self.add_count(line, 1)
    }

    fn add_lines(&mut self, buffer: &[u8]) -> Result<()> {
        count_lines(buffer, self)
    }

    fn add_each(&mut self, lines: &[&[u8]]) -> Result<()> {
        count_each(lines, self)
    }

    fn finish(&mut self) -> Result<()> {
        if self.run_count() == 0 {
            return Ok(());
        }
        if self.table.len() > 0 {
            self.spill()?;
        }
        self.table = LineTable::new();
        if self.frequent.is_none() { self.merge_runs() } else { Ok(()) }
    }

    fn count(&self, line: &[u8]) -> Result<u64> {
        let in_memory = self.table.count(line);
        if let Some(frequent) = &self.frequent {
            let count = frequent.table.count(line);
            let is_all = self.runs().all(|run| run.min_count >= frequent.min_count);
            if count > 0 || is_all {
                return Ok(in_memory.saturating_add(count));
            }
        }
        self.runs().try_fold(in_memory, |sum, run| Ok(sum.saturating_add(run.count(line)?)))
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn merge(&mut self, other: &dyn LineCounter) -> Result<()> {
        if let Some(other) = other.as_any().downcast_ref::<Self>() {
            other.for_each(|line, count| self.add_count(line, count))?;
        } else if let Some(other) = other.as_any().downcast_ref::<ExactCounts>() {
            other.iter().try_for_each(|(line, count)| self.add_count(line, count))?;
        } else {
            return Err(incompatible(KIND.name, other));
        }
        self.total = self.total.saturating_add(other.total());
        Ok(())
    }

    fn top(&self, k: usize) -> Result<Vec<(Item, u64)>> {
        let mut top = Top::new(k);
        self.for_each(|line, count| {
            if top.might_keep(count) {
                top.offer(Item::Line(line.to_vec()), count);
            }
            Ok(())
        })?;
        Ok(top.into_vec())
    }

    /// While runs wait to be merged, this takes effect when they are.
    fn prune(&mut self, min_count: u64) {
        let Some(frequent) = self.frequent.as_mut().filter(|_| self.table.len() == 0) else {
            if self.run_count() == 0 {
                self.table.prune(min_count);
            } else {
                self.min_count = self.min_count.max(min_count);
                self.frequent = None;
            }
            return;
        };
        frequent.table.prune(min_count);
        for run in self.levels.iter_mut().flatten() {
            run.min_count = run.min_count.max(min_count);
        }
    }

    fn memory(&self) -> usize {
        let frequent = self.frequent.as_ref().map_or(0, |frequent| frequent.table.memory());
        self.table.memory() + frequent + self.runs().map(Run::memory).sum::<usize>()
    }

    fn payload(&self) -> Result<Vec<u8>> {
        let mut entries = EntryWriter::default();
        let mut distinct = 0;
        self.for_each(|line, count| {
            entries.push(line, count);
            distinct += 1;
            Ok(())
        })?;
        entries.out.splice(0..0, exact::payload_head(self.total, distinct));
        Ok(entries.out)
    }

    /// The bytes of a run are those of the payload: none but one block of them is ever in memory.
    fn write_file(&self, kind: &str, out: &mut dyn Write) -> Result<()> {
        let mut runs = self.runs();
        let only =
            runs.next().filter(|run| run.min_count == 0 && runs.next().is_none() && self.table.len() == 0);
        let merged;
        let run = match only {
            Some(run) => run,
            None => {
                merged = write_run(self.sources(), &self.tmpdir, |_, _| Ok(()))?;
                &merged
            }
        };
        let head = exact::payload_head(self.total, run.entries);
        let length = head.len() as u64 + run.bytes;
        store::seal_to(out, kind, length, std::iter::once(Ok(head)).chain(run.pieces()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
