//! Sorts what does not fit into memory: records with a key, in runs on disk that are merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::{Error, Result};

/// The group, the order within it, the document.
pub(crate) type Key = [u64; 3];

/// Bytes of a frame, at least, unless it is the last of its run.
const FRAME: usize = 1 << 16;
/// Of a frame: its checksum and its length.
const HEAD: usize = 16;
/// Of a record: its key and its length.
const RECORD: usize = 32;

pub(crate) const READING: &str = "reading documents back from the temporary folder";
const DAMAGED: Error = Error::Malformed { what: "documents in the temporary folder" };

pub(crate) fn writing_to(tmpdir: &Path) -> String {
    format!("writing documents to {} (--tmpdir names a folder with more room)", tmpdir.display())
}

#[derive(Debug)]
pub(crate) struct Sorter {
    tmpdir: PathBuf,
    /// Bytes in memory at most.
    most: usize,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    file: Option<File>,
    written: u64,
    runs: Vec<(u64, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    key: Key,
    start: usize,
    len: usize,
}

impl Sorter {
    /// In so many bytes, and a frame for each run at the end.
    pub(crate) fn new(memory: u64, tmpdir: &Path) -> Self {
        Self {
            tmpdir: tmpdir.to_owned(),
            // What grows is there twice for a moment.
            most: usize::try_from(memory / 3).unwrap_or(usize::MAX),
            bytes: Vec::new(),
            entries: Vec::new(),
            file: None,
            written: 0,
            runs: Vec::new(),
        }
    }

    /// No two have the same key.
    pub(crate) fn push(&mut self, key: Key, record: &[u8]) -> Result<()> {
        let size = self.bytes.len() + record.len() + (self.entries.len() + 1) * size_of::<Entry>();
        if size > self.most && !self.entries.is_empty() {
            self.spill()?;
        }
        self.entries.push(Entry { key, start: self.bytes.len(), len: record.len() });
        self.bytes.extend_from_slice(record);
        Ok(())
    }

    fn spill(&mut self) -> Result<()> {
        let Self { tmpdir, bytes, entries, file, written, runs, .. } = self;
        let failed = || Error::io(writing_to(tmpdir));
        let file = match file {
            Some(file) => file,
            None => file.insert(tempfile::tempfile_in(&*tmpdir).map_err(failed())?),
        };
        entries.sort_unstable();
        let start = *written;
        let mut frame = vec![0; HEAD];
        for (number, entry) in entries.iter().enumerate() {
            for number in [entry.key[0], entry.key[1], entry.key[2], entry.len as u64] {
                frame.extend_from_slice(&number.to_le_bytes());
            }
            frame.extend_from_slice(&bytes[entry.start..][..entry.len]);
            if frame.len() >= FRAME || number + 1 == entries.len() {
                let length = (frame.len() - HEAD) as u64;
                frame[8..HEAD].copy_from_slice(&length.to_le_bytes());
                let sum = xxh3_64_with_seed(&frame[8..], *written);
                frame[..8].copy_from_slice(&sum.to_le_bytes());
                file.write_all(&frame).map_err(failed())?;
                *written += frame.len() as u64;
                frame.truncate(HEAD);
            }
        }
        runs.push((start, *written));
        bytes.clear();
        entries.clear();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<Sorted> {
        if self.file.is_some() && !self.entries.is_empty() {
            self.spill()?;
        }
        let Self { mut entries, bytes, file, written, runs, .. } = self;
        let Some(file) = file else {
            entries.sort_unstable();
            return Ok(Sorted::Memory { bytes, entries: entries.into_iter() });
        };
        drop((bytes, entries));
        let mut runs: Vec<Run> =
            runs.into_iter().map(|(at, end)| Run { at, end, frame: Vec::new(), place: 0 }).collect();
        let mut least = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            least.extend(run.next_key(&file)?.map(|key| Reverse((key, number))));
        }
        Ok(Sorted::Disk { file, size: written, runs, least, record: Vec::new() })
    }
}

/// Records by their keys, ascending.
#[derive(Debug)]
pub(crate) enum Sorted {
    Memory { bytes: Vec<u8>, entries: std::vec::IntoIter<Entry> },
    Disk { file: File, size: u64, runs: Vec<Run>, least: BinaryHeap<Reverse<(Key, usize)>>, record: Vec<u8> },
}

impl Sorted {
    /// Bytes on disk.
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
            Self::Disk { file, runs, least, record, .. } => {
                let Some(mut top) = least.peek_mut() else { return Ok(None) };
                let Reverse((key, number)) = *top;
                let run = &mut runs[number];
                run.take(record)?;
                match run.next_key(file)? {
                    Some(next) => top.0.0 = next,
                    None => {
                        PeekMut::pop(top);
                    }
                }
                Ok(Some((key, record)))
            }
        }
    }
}

/// A run, as it is read.
#[derive(Debug)]
pub(crate) struct Run {
    at: u64,
    end: u64,
    frame: Vec<u8>,
    place: usize,
}

impl Run {
    /// The key of the next record, unless there is none.
    fn next_key(&mut self, file: &File) -> Result<Option<Key>> {
        if self.place == self.frame.len() {
            if self.at == self.end {
                return Ok(None);
            }
            self.next_frame(file)?;
        }
        let number = |at: usize| {
            let bytes = self.frame.get(self.place + 8 * at..).and_then(<[u8]>::first_chunk);
            bytes.copied().map(u64::from_le_bytes).ok_or(DAMAGED)
        };
        Ok(Some([number(0)?, number(1)?, number(2)?]))
    }

    fn next_frame(&mut self, file: &File) -> Result<()> {
        let mut head = [0; HEAD];
        file.read_exact_at(&mut head, self.at).map_err(Error::io(READING))?;
        let [sum, length] =
            [&head[..8], &head[8..]].map(|bytes| bytes.first_chunk().copied().map_or(0, u64::from_le_bytes));
        if length > self.end.saturating_sub(self.at + HEAD as u64) {
            return Err(DAMAGED);
        }
        self.frame.clear();
        self.frame.extend_from_slice(&head[8..]);
        self.frame.resize(8 + length as usize, 0);
        file.read_exact_at(&mut self.frame[8..], self.at + HEAD as u64).map_err(Error::io(READING))?;
        if xxh3_64_with_seed(&self.frame, self.at) != sum {
            return Err(DAMAGED);
        }
        self.place = 8;
        self.at += HEAD as u64 + length;
        Ok(())
    }

    /// The record whose key was seen.
    fn take(&mut self, record: &mut Vec<u8>) -> Result<()> {
        let rest = self.frame.get(self.place..).unwrap_or_default();
        let length =
            rest.get(RECORD - 8..).and_then(<[u8]>::first_chunk).copied().map_or(0, u64::from_le_bytes);
        let bytes = rest.get(RECORD..).and_then(|rest| rest.get(..length as usize)).ok_or(DAMAGED)?;
        record.clear();
        record.extend_from_slice(bytes);
        self.place += RECORD + bytes.len();
        Ok(())
    }
}
