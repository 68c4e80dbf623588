//! A set that is looked up, as it lies.

use std::sync::atomic::{AtomicU64, Ordering};

use super::block::{self, Block};
use super::header::{END_LEN, End, Header, Totals};
use super::reader::SetReader;
use crate::error::{Error, Result};
use crate::ngrams::hash;
use crate::store;

/// A set in memory, or in a map.
#[derive(Debug)]
pub struct Set<B> {
    bytes: B,
    header: Header,
    end: End,
    /// Where the blocks begin, and how many there are.
    start: usize,
    blocks: usize,
    /// A bit for each block that was found whole.
    checked: Box<[AtomicU64]>,
}

impl<B: AsRef<[u8]>> Set<B> {
    /// Reads the beginning and the end.
    pub fn open(bytes: B) -> Result<Self> {
        let all = bytes.as_ref();
        let Some(start) = all.get(..store::HEADER_LEN) else {
            return Err(Header::open(all).err().unwrap_or(Error::Truncated));
        };
        let start = Header::len(start)?;
        let header = Header::open(all.get(..start).unwrap_or(all))?;
        let (body, end) = all[start..]
            .split_at_checked((all.len() - start).saturating_sub(END_LEN))
            .ok_or(Error::Truncated)?;
        if body.len() % block::BYTES != 0 || end.len() < END_LEN {
            return Err(Error::Truncated);
        }
        let end = End::open(end)?;
        let blocks = body.len() / block::BYTES;
        if blocks as u64 > end.totals.hashes || (blocks == 0) != (end.totals.hashes == 0) {
            return Err(Error::Malformed { what: "blocks of n-grams are missing" });
        }
        let checked = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { bytes, header, end, start, blocks, checked })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn totals(&self) -> &Totals {
        &self.end.totals
    }

    pub fn len(&self) -> u64 {
        self.end.totals.hashes
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads all of it, and fails if it is not as it was written.
    pub fn check(&self) -> Result<()> {
        let mut reader = self.reader()?;
        while reader.next_ngram()?.is_some() {}
        Ok(())
    }

    /// All n-grams with their counts, ascending.
    pub fn reader(&self) -> Result<SetReader<&[u8]>> {
        SetReader::new(self.bytes.as_ref())
    }

    /// Whether an n-gram is in the set. Fails where the file is damaged.
    pub fn contains(&self, hash: u64) -> Result<bool> {
        Ok(self.find(hash)?.is_some())
    }

    /// The place of an n-gram among all of the set.
    pub fn rank(&self, hash: u64) -> Result<Option<u64>> {
        Ok(self.find(hash)?.map(|(block, i)| block.rank.saturating_add(i as u64)))
    }

    /// How often an n-gram occurs: 0 if it is not in the set, and `min_count` if the set has no counts.
    pub fn count(&self, hash: u64) -> Result<u64> {
        let Some((block, i)) = self.find(hash)? else { return Ok(0) };
        let mut count = self.header.min_count;
        if self.header.counts {
            let mut left = i;
            block.counts(self.header.min_count, |found| {
                count = found;
                left = left.wrapping_sub(1);
                left != usize::MAX
            });
        }
        Ok(count)
    }

    fn find(&self, hash: u64) -> Result<Option<(Block<'_>, usize)>> {
        let Some(number) = self.block_of(hash)? else { return Ok(None) };
        let block = Block::of(self.block(number)?)?;
        Ok(block.find(hash).map(|i| (block, i)))
    }

    /// The bytes of a block, which are as they were written.
    fn block(&self, number: usize) -> Result<&[u8]> {
        let bytes = &self.bytes.as_ref()[self.start + number * block::BYTES..][..block::BYTES];
        let (word, bit) = (&self.checked[number / 64], 1 << (number % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            block::check(bytes, number as u64)?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(bytes)
    }

    /// The last block that begins with that hash or a lesser one.
    ///
    /// Where it should be in a row of evenly spread numbers is looked at first, then the middle of what is left, by
    /// turns: few looks for hashes, and no more than twice the binary logarithm for anything.
    fn block_of(&self, hash: u64) -> Result<Option<usize>> {
        if self.blocks == 0 || hash > self.end.last || block::first(self.block(0)?) > hash {
            return Ok(None);
        }
        // The block at `low` begins at or before the hash, that at `high` after it.
        let (mut low, mut high) = (0, self.blocks);
        let (mut low_hash, mut high_hash) = (0, 1 << hash::BITS);
        let mut even = true;
        while high - low > 1 {
            let inside = if even {
                let part = u128::from(hash.saturating_sub(low_hash)) * (high - low) as u128;
                (part / u128::from(u64::max(1, high_hash - low_hash))) as usize
            } else {
                (high - low) / 2
            };
            let middle = low + inside.clamp(1, high - low - 1);
            let first = block::first(self.block(middle)?);
            if first <= hash {
                (low, low_hash) = (middle, first);
            } else {
                (high, high_hash) = (middle, first.max(low_hash));
            }
            even = !even;
        }
        Ok(Some(low))
    }
}
