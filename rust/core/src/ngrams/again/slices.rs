//! A set in parts that fit memory.

use std::fs::File;
use std::io::{BufReader, Seek};

use crate::dedup::set::{Builder, Set};
use crate::error::{Error, Result};
use crate::ngrams::set::{SetReader, totals};

/// What an n-gram in memory takes, its count and a part of an index included, and half as much for a crowded index.
const OF_NGRAM: usize = 24;

/// Reads a file of n-grams in parts.
#[derive(Debug)]
pub(super) struct Slices {
    reader: SetReader<BufReader<File>>,
    left: u64,
    most: u64,
}

/// N-grams in memory, and how often each occurs, by its place among them.
#[derive(Debug)]
pub(super) struct Slice {
    pub(super) set: Set,
    pub(super) counts: Vec<u64>,
}

impl Slices {
    /// Of this file, which is read from its beginning; each part takes so many bytes, of which `others` an n-gram are
    /// for what else is known of it.
    pub(super) fn new(mut file: File, memory: usize, others: usize) -> Result<Self> {
        let left = totals(&mut file)?.hashes;
        file.rewind().map_err(Error::io("reading a set of n-grams"))?;
        let most = (memory / (OF_NGRAM + others)).max(64) as u64;
        Ok(Self { reader: SetReader::new(BufReader::with_capacity(1 << 16, file))?, left, most })
    }

    /// The next part.
    pub(super) fn next(&mut self) -> Result<Option<Slice>> {
        let len = self.left.min(self.most);
        if len == 0 {
            return Ok(None);
        }
        self.left -= len;
        let mut builder = Builder::new(len)?.filtered()?;
        let mut counts = Vec::with_capacity(len as usize);
        for _ in 0..len {
            let (hash, count) = self.reader.next_ngram()?.ok_or(Error::Truncated)?;
            builder.push(hash)?;
            counts.push(count);
        }
        Ok(Some(Slice { set: builder.finish()?, counts }))
    }
}
