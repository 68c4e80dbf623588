//! Reads a set from its beginning to its end, checking all of it on the way.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use super::block::{self, Block};
use super::header::{END_LEN, End, Header, Totals};
use super::writer::Sum;
use crate::error::{Error, Result};
use crate::store;

const READING: &str = "reading a set of n-grams";

/// A set as it comes.
#[derive(Debug)]
pub struct SetReader<R> {
    input: R,
    header: Header,
    sum: Sum,
    blocks: u64,
    bytes: Vec<u8>,
    hashes: Vec<u64>,
    counts: Vec<u64>,
    /// Which of them is next.
    at: usize,
    seen: u64,
    occurrences: u64,
    last: Option<u64>,
    totals: Option<Totals>,
}

/// What the end of a file says, before it is read: then it is at its beginning.
pub fn totals(file: &mut (impl Read + Seek)) -> Result<Totals> {
    let mut bytes = vec![0; END_LEN];
    let length = file.seek(SeekFrom::End(0)).map_err(Error::io(READING))?;
    file.seek(SeekFrom::Start(length.saturating_sub(END_LEN as u64))).map_err(Error::io(READING))?;
    let found = fill(file, &mut bytes)?;
    file.rewind().map_err(Error::io(READING))?;
    Ok(End::open(&bytes[..found])?.totals)
}

impl<R: Read> SetReader<R> {
    pub fn new(mut input: R) -> Result<Self> {
        let mut bytes = vec![0; store::HEADER_LEN];
        let found = fill(&mut input, &mut bytes)?;
        bytes.truncate(found);
        if found == store::HEADER_LEN {
            let length = Header::len(&bytes)?;
            bytes.resize(length, 0);
            let found = fill(&mut input, &mut bytes[store::HEADER_LEN..])?;
            bytes.truncate(store::HEADER_LEN + found);
        }
        let header = Header::open(&bytes)?;
        let sum = Sum::new(&bytes);
        Ok(Self {
            input,
            header,
            sum,
            blocks: 0,
            bytes,
            hashes: Vec::new(),
            counts: Vec::new(),
            at: 0,
            seen: 0,
            occurrences: 0,
            last: None,
            totals: None,
        })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What the end says; known when all was read.
    pub fn totals(&self) -> Option<&Totals> {
        self.totals.as_ref()
    }

    /// The next n-gram and how often it occurs; without counts, as often as all of them at least.
    #[inline]
    pub fn next_ngram(&mut self) -> Result<Option<(u64, u64)>> {
        if self.at == self.hashes.len() && !self.next_block()? {
            return Ok(None);
        }
        let count = self.counts.get(self.at).copied().unwrap_or(self.header.min_count);
        self.at += 1;
        Ok(Some((self.hashes[self.at - 1], count)))
    }

    fn next_block(&mut self) -> Result<bool> {
        if self.totals.is_some() {
            return Ok(false);
        }
        self.bytes.resize(block::BYTES, 0);
        let found = fill(&mut self.input, &mut self.bytes)?;
        if found < block::BYTES {
            self.end(found)?;
            return Ok(false);
        }
        self.sum.add(block::check(&self.bytes, self.blocks)?);
        let block = Block::of(&self.bytes)?;
        self.hashes.clear();
        block.hashes(&mut self.hashes);
        let sorted = self.hashes.is_sorted_by(|a, b| a < b);
        if !sorted || self.hashes.first().copied() <= self.last || self.seen != block.rank {
            return Err(Error::Malformed { what: "n-grams out of order" });
        }
        self.last = self.hashes.last().copied();
        self.seen += self.hashes.len() as u64;
        self.counts.clear();
        if self.header.counts {
            block.counts(self.header.min_count, |count| {
                self.counts.push(count);
                true
            });
            self.occurrences =
                self.counts.iter().fold(self.occurrences, |sum, &count| sum.saturating_add(count));
        }
        self.blocks += 1;
        self.at = 0;
        Ok(true)
    }

    fn end(&mut self, found: usize) -> Result<()> {
        if found != END_LEN {
            return Err(Error::Truncated);
        }
        let end = End::open(&self.bytes[..found])?;
        let agrees = end.totals.hashes == self.seen
            && end.totals.occurrences == self.occurrences
            && end.last == self.last.unwrap_or(0)
            && end.checksum == self.sum.get();
        if !agrees {
            return Err(Error::Checksum);
        }
        self.totals = Some(end.totals);
        Ok(())
    }
}

/// Reads until all is full or nothing comes.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<usize> {
    let mut found = 0;
    while found < bytes.len() {
        match input.read(&mut bytes[found..]) {
            Ok(0) => break,
            Ok(more) => found += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::io(READING)(error)),
        }
    }
    Ok(found)
}
