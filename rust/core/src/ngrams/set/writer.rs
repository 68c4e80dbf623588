//! Writes a set.

use std::io::Write;

use xxhash_rust::xxh3::Xxh3;

use super::block::Pending;
use super::header::{End, Header, Totals};
use crate::error::{Error, Result};
use crate::ngrams::hash;
use crate::store::WRITING;

/// Writes n-grams that come ascending, in one pass.
#[derive(Debug)]
pub struct SetWriter<W> {
    out: W,
    min_count: u64,
    counts: bool,
    pending: Pending,
    blocks: u64,
    /// Hashes in blocks written.
    rank: u64,
    hashes: u64,
    occurrences: u64,
    last: Option<u64>,
    sum: Sum,
}

/// The checksum of checksums.
pub(super) struct Sum(Xxh3);

impl std::fmt::Debug for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("XXH3-64")
    }
}

impl Sum {
    pub(super) fn new(header: &[u8]) -> Self {
        let mut sum = Xxh3::new();
        sum.update(header);
        Self(sum)
    }

    pub(super) fn add(&mut self, block: u64) {
        self.0.update(&block.to_le_bytes());
    }

    pub(super) fn get(&self) -> u64 {
        self.0.digest()
    }
}

impl<W: Write> SetWriter<W> {
    pub fn new(mut out: W, header: &Header) -> Result<Self> {
        let bytes = header.seal();
        out.write_all(&bytes).map_err(Error::io(WRITING))?;
        Ok(Self {
            out,
            min_count: header.min_count,
            counts: header.counts,
            pending: Pending::default(),
            blocks: 0,
            rank: 0,
            hashes: 0,
            occurrences: 0,
            last: None,
            sum: Sum::new(&bytes),
        })
    }

    /// Adds an n-gram, whose hash is greater than that of the one before.
    pub fn push(&mut self, hash: u64, count: u64) -> Result<()> {
        if hash >> hash::BITS != 0 || self.last.is_some_and(|last| last >= hash) || count < self.min_count {
            return Err(Error::Parameter {
                name: "an n-gram of a set",
                expected: "greater than the one before, and frequent enough".to_owned(),
            });
        }
        let coded = self.counts.then(|| (count - self.min_count).saturating_add(1));
        if !self.pending.push(hash, coded) {
            self.end_block()?;
            self.pending.push(hash, coded);
        }
        self.last = Some(hash);
        self.hashes += 1;
        if self.counts {
            self.occurrences = self.occurrences.saturating_add(count);
        }
        Ok(())
    }

    fn end_block(&mut self) -> Result<()> {
        let block = self.pending.take(self.blocks, self.rank);
        self.sum.add(u64::from_le_bytes(*block.first_chunk().ok_or(Error::Truncated)?));
        self.blocks += 1;
        self.rank = self.hashes;
        self.out.write_all(&block).map_err(Error::io(WRITING))
    }

    /// Ends the file; `text` says what it was made of.
    pub fn finish(mut self, text: &Totals) -> Result<Totals> {
        if !self.pending.is_empty() {
            self.end_block()?;
        }
        let totals = Totals { hashes: self.hashes, occurrences: self.occurrences, ..*text };
        let end = End { totals, last: self.last.unwrap_or(0), checksum: self.sum.get() };
        self.out.write_all(&end.seal()).and_then(|()| self.out.flush()).map_err(Error::io(WRITING))?;
        Ok(totals)
    }
}
