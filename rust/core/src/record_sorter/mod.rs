//! Sorts what does not fit into memory: records with a key, in runs on disk that are merged.

mod frames;
mod runs;

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use runs::{Merge, Runs};

/// The group, the order within it, the document.
pub(crate) type Key = [u64; 3];

pub(crate) const READING: &str = "reading documents back from the temporary folder";
const DAMAGED: Error = Error::Malformed { what: "documents in the temporary folder" };

pub(crate) fn writing_to(tmpdir: &Path) -> String {
    format!("writing documents to {} (--tmpdir names a folder with more room)", tmpdir.display())
}

#[derive(Debug)]
pub(crate) struct Sorter {
    tmpdir: PathBuf,
    memory: usize,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    runs: Option<Runs>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    key: Key,
    start: usize,
    len: usize,
}

impl Sorter {
    /// In so many bytes, unless three records take more.
    pub(crate) fn new(memory: u64, tmpdir: &Path) -> Self {
        Self {
            tmpdir: tmpdir.to_owned(),
            memory: usize::try_from(memory).unwrap_or(usize::MAX),
            bytes: Vec::new(),
            entries: Vec::new(),
            runs: None,
        }
    }

    /// No two have the same key.
    pub(crate) fn push(&mut self, key: Key, record: &[u8]) -> Result<()> {
        let size = self.bytes.len() + record.len() + (self.entries.len() + 1) * size_of::<Entry>();
        // What grows is there twice for a moment.
        if size > self.memory / 3 && !self.entries.is_empty() {
            self.spill()?;
        }
        self.entries.push(Entry { key, start: self.bytes.len(), len: record.len() });
        self.bytes.extend_from_slice(record);
        Ok(())
    }

    fn spill(&mut self) -> Result<()> {
        let Self { tmpdir, memory, bytes, entries, runs } = self;
        let runs = runs.get_or_insert_with(|| Runs::new(*memory, tmpdir));
        entries.sort_unstable();
        runs.add(entries.iter().map(|entry| (entry.key, &bytes[entry.start..][..entry.len])))?;
        entries.clear();
        bytes.clear();
        if runs.are_many() {
            // Merging takes all of the memory.
            (*entries, *bytes) = (Vec::new(), Vec::new());
            runs.make_fewer()?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<Sorted> {
        if self.runs.is_some() && !self.entries.is_empty() {
            self.spill()?;
        }
        let Self { mut entries, bytes, runs, .. } = self;
        let Some(runs) = runs else {
            entries.sort_unstable();
            return Ok(Sorted::Memory { bytes, entries: entries.into_iter() });
        };
        drop((bytes, entries));
        let (merge, size) = runs.finish()?;
        Ok(Sorted::Disk { merge, size })
    }
}

/// Records by their keys, ascending.
#[derive(Debug)]
pub(crate) enum Sorted {
    Memory { bytes: Vec<u8>, entries: std::vec::IntoIter<Entry> },
    Disk { merge: Merge, size: u64 },
}

impl Sorted {
    /// The most bytes that were on disk at a time.
    pub(crate) fn disk(&self) -> u64 {
        match self {
            Self::Memory { .. } => 0,
            Self::Disk { size, .. } => *size,
        }
    }

    pub(crate) fn next_record(&mut self) -> Result<Option<(Key, &[u8])>> {
        match self {
            Self::Memory { bytes, entries } => {
                Ok(entries.next().map(|entry| (entry.key, &bytes[entry.start..][..entry.len])))
            }
            Self::Disk { merge, .. } => merge.next_record(),
        }
    }
}

#[cfg(test)]
mod tests;
