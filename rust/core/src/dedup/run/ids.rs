//! The ids of documents by their numbers, on disk: what is traced names a document that was read long before.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::record_sorter::{READING, writing_to};

/// Bytes that are written at once.
const BUFFER: usize = 1 << 16;

/// Eight bytes a document in memory.
#[derive(Debug)]
pub(super) struct Ids {
    file: File,
    tmpdir: PathBuf,
    written: u64,
    buffer: Vec<u8>,
    ends: Vec<u64>,
}

impl Ids {
    pub(super) fn new(tmpdir: &Path) -> Result<Self> {
        let file = tempfile::tempfile_in(tmpdir).map_err(Error::io(writing_to(tmpdir)))?;
        Ok(Self { file, tmpdir: tmpdir.to_owned(), written: 0, buffer: Vec::new(), ends: Vec::new() })
    }

    /// The id of the next document.
    pub(super) fn push(&mut self, id: &[u8]) -> Result<()> {
        self.buffer.extend_from_slice(id);
        self.ends.push(self.written + self.buffer.len() as u64);
        if self.buffer.len() >= BUFFER {
            self.file.write_all(&self.buffer).map_err(Error::io(writing_to(&self.tmpdir)))?;
            self.written += self.buffer.len() as u64;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Adds the id of a document to `out`.
    pub(super) fn get(&self, document: u64, out: &mut Vec<u8>) -> Result<()> {
        let at = document as usize;
        let Some(&end) = self.ends.get(at) else { return Ok(()) };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let from = out.len();
        match start.checked_sub(self.written) {
            Some(start) => {
                out.extend_from_slice(&self.buffer[start as usize..(end - self.written) as usize]);
            }
            None => {
                out.resize(from + (end - start) as usize, 0);
                self.file.read_exact_at(&mut out[from..], start).map_err(Error::io(READING))?;
            }
        }
        Ok(())
    }
}
