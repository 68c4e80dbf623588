//! A run on disk: records in frames, each with a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | XXH3-64 of the rest, with the frame's place in its file as seed |
//! | 8 | how many bytes its records take |
//! | n | records: three numbers of the key, how many bytes follow, these bytes |

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{DAMAGED, Key, READING, writing_to};
use crate::error::{Error, Result};

/// Of a frame: its checksum and its length.
const HEAD: usize = 16;
/// Of a record: its key and its length.
const RECORD: usize = 32;

/// Where a run lies in its file, and how many bytes the largest of its frames takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    start: u64,
    pub(super) end: u64,
    pub(super) largest: usize,
}

/// Writes a run to the end of a file.
pub(super) struct RunWriter<'a> {
    file: &'a File,
    tmpdir: &'a Path,
    /// Bytes of a frame, unless one record takes more.
    most: usize,
    frame: Vec<u8>,
    run: Run,
}

impl<'a> RunWriter<'a> {
    pub(super) fn new(file: &'a File, end: u64, most: usize, tmpdir: &'a Path) -> Self {
        Self { file, tmpdir, most, frame: vec![0; HEAD], run: Run { start: end, end, largest: 0 } }
    }

    /// Keys ascend.
    pub(super) fn push(&mut self, key: Key, record: &[u8]) -> Result<()> {
        if self.frame.len() + RECORD + record.len() > self.most {
            self.end_frame()?;
        }
        for number in [key[0], key[1], key[2], record.len() as u64] {
            self.frame.extend_from_slice(&number.to_le_bytes());
        }
        self.frame.extend_from_slice(record);
        Ok(())
    }

    fn end_frame(&mut self) -> Result<()> {
        let Self { file, frame, run, .. } = self;
        if frame.len() == HEAD {
            return Ok(());
        }
        let length = (frame.len() - HEAD) as u64;
        frame[8..HEAD].copy_from_slice(&length.to_le_bytes());
        let sum = xxh3_64_with_seed(&frame[8..], run.end);
        frame[..8].copy_from_slice(&sum.to_le_bytes());
        file.write_all(frame).map_err(Error::io(writing_to(self.tmpdir)))?;
        run.end += frame.len() as u64;
        run.largest = run.largest.max(frame.len());
        frame.truncate(HEAD);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Run> {
        self.end_frame()?;
        Ok(self.run)
    }
}

/// A run, as it is read.
#[derive(Debug)]
pub(super) struct RunReader {
    pub(super) file: Arc<File>,
    at: u64,
    end: u64,
    pub(super) frame: Vec<u8>,
    place: usize,
}

impl RunReader {
    pub(super) fn new(file: &Arc<File>, run: Run) -> Self {
        Self { file: Arc::clone(file), at: run.start, end: run.end, frame: Vec::new(), place: 0 }
    }

    /// The key of the next record, unless there is none.
    pub(super) fn next_key(&mut self) -> Result<Option<Key>> {
        if self.place == self.frame.len() {
            if self.at == self.end {
                return Ok(None);
            }
            self.next_frame()?;
        }
        let number = |at: usize| {
            let bytes = self.frame.get(self.place + 8 * at..).and_then(<[u8]>::first_chunk);
            bytes.copied().map(u64::from_le_bytes).ok_or(DAMAGED)
        };
        Ok(Some([number(0)?, number(1)?, number(2)?]))
    }

    fn next_frame(&mut self) -> Result<()> {
        let mut head = [0; HEAD];
        self.file.read_exact_at(&mut head, self.at).map_err(Error::io(READING))?;
        let [sum, length] =
            [&head[..8], &head[8..]].map(|bytes| bytes.first_chunk().copied().map_or(0, u64::from_le_bytes));
        if length > self.end.saturating_sub(self.at + HEAD as u64) {
            return Err(DAMAGED);
        }
        self.frame.clear();
        // Exactly: there are as many frames as memory has room for.
        self.frame.reserve_exact(8 + length as usize);
        self.frame.extend_from_slice(&head[8..]);
        self.frame.resize(8 + length as usize, 0);
        self.file.read_exact_at(&mut self.frame[8..], self.at + HEAD as u64).map_err(Error::io(READING))?;
        if xxh3_64_with_seed(&self.frame, self.at) != sum {
            return Err(DAMAGED);
        }
        self.place = 8;
        self.at += HEAD as u64 + length;
        Ok(())
    }

    /// The record whose key was seen.
    pub(super) fn take(&mut self, record: &mut Vec<u8>) -> Result<()> {
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
