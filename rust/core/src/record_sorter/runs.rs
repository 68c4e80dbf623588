//! The runs of a sort on disk: never more at a time than can be merged in the memory there is.
//!
//! Runs lie in levels: those that were sorted in memory, those made of them, those made of these. When a level has as
//! many as fit, they become one of the next, and its file is gone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::frames::{Run, RunReader, RunWriter};
use super::{Key, writing_to};
use crate::error::{Error, Result};

/// Bytes of a frame at most where memory is plenty. Where it is not, they are smaller, so that many runs are merged at
/// a time, but no smaller than a page.
const FRAME: usize = 1 << 16;
const LEAST_FRAME: usize = 1 << 12;
const WAYS: usize = 64;

#[derive(Debug)]
pub(super) struct Runs {
    tmpdir: PathBuf,
    /// Bytes that frames may take while runs are merged.
    memory: usize,
    levels: Vec<Level>,
    /// Bytes on disk, and the most that there were.
    bytes: u64,
    most: u64,
}

/// Runs one after another in a file.
#[derive(Debug, Default)]
struct Level {
    file: Option<Arc<File>>,
    end: u64,
    runs: Vec<Run>,
}

impl Level {
    /// Bytes of a frame of each run.
    fn frames(&self) -> usize {
        self.runs.iter().fold(0, |sum, run| sum.saturating_add(run.largest))
    }

    /// Whether no other run could be merged with these: a frame of what is made of them takes memory too. Two always
    /// can, however long a record is.
    fn is_full(&self, memory: usize) -> bool {
        let largest = self.runs.iter().map(|run| run.largest).max().unwrap_or(0);
        self.runs.len() > 1 && self.frames().saturating_add(2 * largest) > memory
    }

    fn readers(&self) -> impl Iterator<Item = RunReader> {
        self.file.iter().flat_map(|file| self.runs.iter().map(|&run| RunReader::new(file, run)))
    }
}

impl Runs {
    /// To be merged in so many bytes.
    pub(super) fn new(memory: usize, tmpdir: &Path) -> Self {
        Self { tmpdir: tmpdir.to_owned(), memory, levels: Vec::new(), bytes: 0, most: 0 }
    }

    /// Adds a run of records with ascending keys. Where [there are many](Self::are_many) then, they are to be
    /// [made fewer](Self::make_fewer).
    pub(super) fn add<'a>(&mut self, sorted: impl Iterator<Item = (Key, &'a [u8])>) -> Result<()> {
        self.write(0, |writer| {
            for (key, record) in sorted {
                writer.push(key, record)?;
            }
            Ok(())
        })
    }

    pub(super) fn are_many(&self) -> bool {
        self.levels.first().is_some_and(|level| level.is_full(self.memory))
    }

    pub(super) fn make_fewer(&mut self) -> Result<()> {
        self.make_fewer_from(0)
    }

    fn make_fewer_from(&mut self, mut level: usize) -> Result<()> {
        while self.levels.get(level).is_some_and(|level| level.is_full(self.memory)) {
            self.merge_up(level)?;
            level += 1;
        }
        Ok(())
    }

    fn write(&mut self, level: usize, fill: impl FnOnce(&mut RunWriter<'_>) -> Result<()>) -> Result<()> {
        if level == self.levels.len() {
            self.levels.push(Level::default());
        }
        let Level { file, end, runs } = &mut self.levels[level];
        let file = match file {
            Some(file) => file,
            None => {
                let made =
                    tempfile::tempfile_in(&self.tmpdir).map_err(Error::io(writing_to(&self.tmpdir)))?;
                file.insert(Arc::new(made))
            }
        };
        let frame = (self.memory / WAYS).clamp(LEAST_FRAME, FRAME);
        let mut writer = RunWriter::new(file, *end, frame, &self.tmpdir);
        fill(&mut writer)?;
        let run = writer.finish()?;
        self.bytes += run.end - *end;
        self.most = self.most.max(self.bytes);
        *end = run.end;
        runs.push(run);
        Ok(())
    }

    /// Makes the runs of a level one of the next.
    fn merge_up(&mut self, level: usize) -> Result<()> {
        let full = std::mem::take(&mut self.levels[level]);
        let mut merge = Merge::new(full.readers().collect())?;
        self.write(level + 1, |writer| {
            while let Some((key, record)) = merge.next_record()? {
                writer.push(key, record)?;
            }
            Ok(())
        })?;
        self.bytes -= full.end;
        Ok(())
    }

    /// All records, and the most bytes that were on disk at a time.
    pub(super) fn finish(mut self) -> Result<(Merge, u64)> {
        let mut level = 0;
        while level + 1 < self.levels.len() && !self.fit(level) {
            if !self.levels[level].runs.is_empty() {
                self.merge_up(level)?;
                self.make_fewer_from(level + 1)?;
            }
            level += 1;
        }
        let merge = Merge::new(self.levels.iter().flat_map(Level::readers).collect())?;
        Ok((merge, self.most))
    }

    /// Whether all runs, of that level and above, can be merged at once.
    fn fit(&self, level: usize) -> bool {
        let frames =
            self.levels[level..].iter().fold(0usize, |sum, level| sum.saturating_add(level.frames()));
        frames <= self.memory
    }
}

/// Runs that are read together.
#[derive(Debug)]
pub(crate) struct Merge {
    pub(super) runs: Vec<RunReader>,
    /// The next key of each.
    least: BinaryHeap<Reverse<(Key, usize)>>,
    record: Vec<u8>,
}

impl Merge {
    fn new(mut runs: Vec<RunReader>) -> Result<Self> {
        let mut least = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            least.extend(run.next_key()?.map(|key| Reverse((key, number))));
        }
        Ok(Self { runs, least, record: Vec::new() })
    }

    pub(super) fn next_record(&mut self) -> Result<Option<(Key, &[u8])>> {
        let Some(mut top) = self.least.peek_mut() else { return Ok(None) };
        let Reverse((key, number)) = *top;
        let run = &mut self.runs[number];
        run.take(&mut self.record)?;
        match run.next_key()? {
            Some(next) => top.0.0 = next,
            None => {
                PeekMut::pop(top);
            }
        }
        Ok(Some((key, &self.record)))
    }
}
