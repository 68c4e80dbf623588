//! Lines and their counts in memory: one arena of bytes, and an index of eight bytes a slot into it.
//!
//! A record of the arena is the count (8 bytes), the length (varint), the line; records start at multiples of
//! [`ALIGN`], so that 32 bits refer to any of them in 64 GiB, and a line costs two waits for memory, not three.

use std::hint::black_box;

use xxhash_rust::xxh3::xxh3_64;

use super::batches::BATCH;
use super::index::Index;
use super::string_sort::sort_strings;
use crate::error::{Error, Result};
use crate::store::put_bytes;

const ALIGN: usize = 16;

/// Bytes a line takes while references are sorted: see [`sort_strings`].
const SORTING: usize = 24;

#[derive(Debug)]
pub(super) struct LineTable {
    arena: Vec<u8>,
    index: Index,
    distinct: usize,
}

impl LineTable {
    pub(super) fn new() -> Self {
        Self { arena: Vec::new(), index: Index::new(), distinct: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.distinct
    }

    pub(super) fn memory(&self) -> usize {
        self.arena.capacity() + self.index.memory()
    }

    /// The memory it needs to take one more line and then be sorted: what a bound is compared with.
    pub(super) fn memory_to_go_on(&self, line: usize) -> usize {
        let index = self.index.memory() * if self.index.is_full() { 3 } else { 1 };
        // The arena's unused capacity has never been written to, so it occupies nothing.
        self.arena.len() + line + index + (self.distinct + 1) * SORTING
    }

    /// Forgets all lines, and keeps the memory for those to come.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.index.clear();
        self.distinct = 0;
    }

    /// Counts each line of a batch of at most [`BATCH`].
    pub(super) fn add_batch(&mut self, lines: &[&[u8]]) -> Result<()> {
        let mut hashes = [0u64; BATCH];
        for (hash, line) in hashes.iter_mut().zip(lines) {
            *hash = xxh3_64(line);
        }
        let hashes = &hashes[..lines.len().min(BATCH)];
        let mut likely = [None; BATCH];
        for (reference, &hash) in likely.iter_mut().zip(hashes) {
            *reference = self.index.glance(Index::tag(hash));
        }
        let touched =
            likely.iter().flatten().fold(0, |sum, &reference| sum ^ self.arena[start_of(reference)]);
        black_box(touched);
        for (line, &hash) in lines.iter().zip(hashes) {
            self.add_hashed(line, hash, 1)?;
        }
        Ok(())
    }

    /// Waits for all of these records at once, so that none is waited for later: their first two cache lines, which
    /// hold most lines whole.
    pub(super) fn touch<'a>(&self, references: impl Iterator<Item = &'a u32>) {
        let starts = references.map(|&reference| start_of(reference));
        black_box(starts.fold(0, |sum, at| sum ^ self.arena[at] ^ self.arena.get(at + 64).unwrap_or(&0)));
    }

    pub(super) fn add(&mut self, line: &[u8], count: u64) -> Result<()> {
        self.add_hashed(line, xxh3_64(line), count)
    }

    fn add_hashed(&mut self, line: &[u8], hash: u64, count: u64) -> Result<()> {
        let tag = Index::tag(hash);
        if let Some(reference) = self.find(line, tag) {
            let at = start_of(reference);
            if let Some((cell, _)) = self.arena[at..].split_first_chunk_mut::<8>() {
                *cell = u64::from_le_bytes(*cell).saturating_add(count).to_le_bytes();
            }
            return Ok(());
        }
        let reference = u32::try_from(self.arena.len() / ALIGN)
            .ok()
            .filter(|&reference| reference <= Index::MAX_REFERENCE)
            .ok_or_else(|| Error::Parameter {
                name: "the text of all distinct lines",
                expected: "at most 64 GiB when kept in memory; count with sort or crc64".to_owned(),
            })?;
        self.append(line, tag, count, reference);
        Ok(())
    }

    fn append(&mut self, line: &[u8], tag: u32, count: u64, reference: u32) {
        self.arena.extend_from_slice(&count.to_le_bytes());
        put_bytes(&mut self.arena, line);
        self.arena.resize(self.arena.len().next_multiple_of(ALIGN), 0);
        self.index.insert(tag, reference);
        self.distinct += 1;
    }

    fn find(&self, line: &[u8], tag: u32) -> Option<u32> {
        self.index.find(tag, |reference| self.record(reference).0 == line)
    }

    pub(super) fn count(&self, line: &[u8]) -> u64 {
        self.find(line, Index::tag(xxh3_64(line))).map_or(0, |reference| self.record(reference).1)
    }

    /// The line and count of a reference.
    pub(super) fn record(&self, reference: u32) -> (&[u8], u64) {
        let record = &self.arena[start_of(reference)..];
        let Some((count, rest)) = record.split_first_chunk() else { return (&[], 0) };
        let (length, start) = length_at(rest);
        (&rest[start..start + length], u64::from_le_bytes(*count))
    }

    /// Every line and count, in the order they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let (count, rest) = self.arena[at..].split_first_chunk()?;
            let (length, start) = length_at(rest);
            at = (at + 8 + start + length).next_multiple_of(ALIGN);
            Some((&rest[start..start + length], u64::from_le_bytes(*count)))
        })
    }

    /// References in the order of their lines' bytes.
    pub(super) fn sorted(&self) -> Vec<u32> {
        let mut references = Vec::with_capacity(self.distinct);
        let mut at = 0;
        while at < self.arena.len() {
            references.push((at / ALIGN) as u32);
            let (length, start) = length_at(&self.arena[at + 8..]);
            at = (at + 8 + start + length).next_multiple_of(ALIGN);
        }
        sort_strings(&references, |reference| self.record(reference).0)
    }

    /// Keeps the lines counted at least `min_count` times.
    pub(super) fn prune(&mut self, min_count: u64) {
        let mut kept = Self::new();
        for (line, count) in self.iter().filter(|&(_, count)| count >= min_count) {
            let reference = (kept.arena.len() / ALIGN) as u32;
            kept.append(line, Index::tag(xxh3_64(line)), count, reference);
        }
        *self = kept;
    }
}

fn start_of(reference: u32) -> usize {
    reference as usize * ALIGN
}

/// A varint we wrote ourselves, and where the bytes after it start.
fn length_at(bytes: &[u8]) -> (usize, usize) {
    let first = usize::from(bytes[0]);
    if first < 0x80 {
        return (first, 1);
    }
    let mut length = first & 0x7f;
    let mut at = 1;
    loop {
        let byte = usize::from(bytes[at]);
        length |= (byte & 0x7f) << (7 * at);
        at += 1;
        if byte < 0x80 {
            return (length, at);
        }
    }
}
