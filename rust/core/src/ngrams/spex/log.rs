//! Tokens in the order they came, to be read again and again: in memory, and what does not fit on disk.
//!
//! A document is its length and its tokens; on disk, pages of these numbers, each with a checksum.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::{Error, Result};

/// Numbers of a page.
const PAGE: usize = 1 << 13;

#[derive(Debug)]
pub(super) struct TokenLog {
    /// So many numbers stay in memory.
    most: usize,
    numbers: Vec<u64>,
    tmpdir: PathBuf,
    file: Option<File>,
    /// Of the file, not yet written.
    page: Vec<u64>,
    pages: u64,
}

impl TokenLog {
    /// With so many bytes of memory.
    pub(super) fn new(memory: usize, tmpdir: &Path) -> Self {
        // A vector that grows takes three times its half.
        let most = (memory / 8 / 3 * 2).saturating_sub(2 * PAGE);
        Self { most, numbers: Vec::new(), tmpdir: tmpdir.to_owned(), file: None, page: Vec::new(), pages: 0 }
    }

    /// Bytes on disk.
    pub(super) fn disk(&self) -> u64 {
        self.pages * ((PAGE + 1) * 8) as u64
    }

    /// Adds a document.
    pub(super) fn push(&mut self, tokens: &[u64]) -> Result<()> {
        if self.file.is_none() && self.numbers.len() + tokens.len() < self.most {
            self.numbers.push(tokens.len() as u64);
            self.numbers.extend_from_slice(tokens);
            return Ok(());
        }
        if self.file.is_none() {
            self.file = Some(tempfile::tempfile_in(&self.tmpdir).map_err(Error::io(self.writing()))?);
        }
        self.put(&[tokens.len() as u64])?;
        self.put(tokens)
    }

    fn put(&mut self, mut numbers: &[u64]) -> Result<()> {
        while !numbers.is_empty() {
            let (now, later) = numbers.split_at(numbers.len().min(PAGE - self.page.len()));
            self.page.extend_from_slice(now);
            numbers = later;
            if self.page.len() == PAGE {
                self.end_page()?;
            }
        }
        Ok(())
    }

    fn end_page(&mut self) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut bytes = vec![0; 8];
        bytes.extend(self.page.iter().flat_map(|number| number.to_le_bytes()));
        let sum = xxh3_64_with_seed(&bytes[8..], self.pages);
        bytes[..8].copy_from_slice(&sum.to_le_bytes());
        file.write_all(&bytes).map_err(Error::io(writing(&self.tmpdir)))?;
        self.pages += 1;
        self.page.clear();
        Ok(())
    }

    fn writing(&self) -> String {
        writing(&self.tmpdir)
    }

    /// No more documents come; the last page is filled with empty ones.
    pub(super) fn end(&mut self) -> Result<()> {
        if !self.page.is_empty() {
            self.page.resize(PAGE, 0);
            self.end_page()?;
        }
        self.page = Vec::new();
        Ok(())
    }

    /// Calls `take` with each token, and with `None` before each document.
    pub(super) fn each(&self, mut take: impl FnMut(Option<u64>) -> Result<()>) -> Result<()> {
        // How many tokens are left of the document.
        let mut left = 0;
        let mut number = |number: u64| {
            if left > 0 {
                left -= 1;
                return take(Some(number));
            }
            left = number;
            take(None)
        };
        self.numbers.iter().try_for_each(|&token| number(token))?;
        let Some(file) = &self.file else { return Ok(()) };
        let mut bytes = vec![0; (PAGE + 1) * 8];
        for page in 0..self.pages {
            let reading = "reading tokens back from the temporary folder";
            let place = page * bytes.len() as u64;
            file.read_exact_at(&mut bytes, place).map_err(Error::io(reading))?;
            let (sum, rest) = bytes.split_first_chunk().ok_or(Error::Truncated)?;
            if xxh3_64_with_seed(rest, page) != u64::from_le_bytes(*sum) {
                return Err(Error::Malformed { what: "tokens in the temporary folder" });
            }
            rest.as_chunks().0.iter().try_for_each(|token| number(u64::from_le_bytes(*token)))?;
        }
        Ok(())
    }
}

fn writing(tmpdir: &Path) -> String {
    format!("writing tokens to {} (--tmpdir names a folder with more room)", tmpdir.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents() -> Vec<Vec<u64>> {
        (0..300u64).map(|i| (0..i * 37 % 211).map(|j| i * j).collect()).collect()
    }

    fn log(memory: usize) -> TokenLog {
        let mut log = TokenLog::new(memory, &std::env::temp_dir());
        documents().iter().for_each(|document| log.push(document).unwrap());
        log.end().unwrap();
        log
    }

    #[test]
    fn documents_come_back() {
        for (memory, on_disk) in [(0, true), (300_000, true), (1 << 20, false)] {
            let log = log(memory);
            assert_eq!(log.disk() > 0, on_disk);
            let mut found: Vec<Vec<u64>> = Vec::new();
            log.each(|token| {
                match token {
                    Some(token) => found.last_mut().unwrap().push(token),
                    None => found.push(Vec::new()),
                }
                Ok(())
            })
            .unwrap();
            let (found, filling) = found.split_at(300);
            assert!(found == documents() && filling.iter().all(Vec::is_empty));
        }
    }

    #[test]
    fn a_flipped_byte_is_noticed() {
        let log = log(0);
        log.file.as_ref().unwrap().write_all_at(&[77], 70_000).unwrap();
        assert!(log.each(|_| Ok(())).is_err());
    }
}
