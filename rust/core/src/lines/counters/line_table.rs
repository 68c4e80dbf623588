//! Lines and their counts in memory: an arena of them, and an index of eight bytes a slot into it.
//!
//! A record of the arena is the count (8 bytes), the length (varint), the line. A new line costs one wait for
//! memory, that for its place in the index; a known one two.

use xxhash_rust::xxh3::xxh3_64;

use super::arena::Arena;
use super::batches::{BATCH, Steps};
use super::index::{Index, Vacancy};
use super::string_sort::sort_strings;
use crate::error::{Error, Result};

/// Bytes a line takes while references are sorted: see [`sort_strings`].
const SORTING: usize = 24;

#[derive(Debug)]
pub(super) struct LineTable {
    arena: Arena,
    index: Index,
    distinct: usize,
}

impl LineTable {
    pub(super) fn new() -> Self {
        Self { arena: Arena::new(), index: Index::new(), distinct: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.distinct
    }

    pub(super) fn memory(&self) -> usize {
        self.arena.capacity() + self.index.memory()
    }

    /// The memory it needs to take one more batch and then be sorted: what a bound is compared with.
    pub(super) fn memory_to_go_on(&self, lines: usize) -> usize {
        let index = self.index.memory() * if self.index.is_full(BATCH) { 3 } else { 1 };
        // The arena's unused capacity has never been written to, so it occupies nothing.
        self.arena.used() + lines + index + (self.distinct + 1) * SORTING
    }

    /// Forgets all lines, and keeps the memory for those to come.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.index.clear();
        self.distinct = 0;
    }

    /// Has these records fetched.
    pub(super) fn fetch_records<'a>(&self, references: impl Iterator<Item = &'a u32>) {
        references.for_each(|&reference| self.arena.fetch(reference));
    }

    pub(super) fn add(&mut self, line: &[u8], count: u64) -> Result<()> {
        self.index.reserve(1);
        self.add_tagged(line, Index::tag(xxh3_64(line)), count)
    }

    /// There must be room in the index.
    fn add_tagged(&mut self, line: &[u8], tag: u32, count: u64) -> Result<()> {
        match self.find(line, tag) {
            Ok(reference) => {
                if let Some(cell) = self.arena.at_mut(reference).first_chunk_mut::<8>() {
                    *cell = u64::from_le_bytes(*cell).saturating_add(count).to_le_bytes();
                }
                Ok(())
            }
            Err(vacancy) => self.append(line, tag, count, vacancy),
        }
    }

    fn append(&mut self, line: &[u8], tag: u32, count: u64, vacancy: Vacancy) -> Result<()> {
        let length = Length::of(line);
        let Some((reference, record)) = self.arena.push(8 + length.size + line.len()) else {
            return Err(Error::Parameter {
                name: "the text of all distinct lines",
                expected: "at most 64 GiB when kept in memory; count with sort or crc64".to_owned(),
            });
        };
        let (head, rest) = record.split_at_mut(8);
        head.copy_from_slice(&count.to_le_bytes());
        let (head, rest) = rest.split_at_mut(length.size);
        length.write(head);
        rest.copy_from_slice(line);
        self.index.fill(vacancy, tag, reference);
        self.distinct += 1;
        Ok(())
    }

    fn find(&self, line: &[u8], tag: u32) -> std::result::Result<u32, Vacancy> {
        self.index.find(tag, |reference| self.record(reference).0 == line)
    }

    pub(super) fn count(&self, line: &[u8]) -> u64 {
        self.find(line, Index::tag(xxh3_64(line))).map_or(0, |reference| self.record(reference).1)
    }

    /// The line and count of a reference.
    pub(super) fn record(&self, reference: u32) -> (&[u8], u64) {
        let Some((count, rest)) = self.arena.at(reference).split_first_chunk() else { return (&[], 0) };
        let (length, start) = length_at(rest);
        (&rest[start..start + length], u64::from_le_bytes(*count))
    }

    fn references(&self) -> impl Iterator<Item = u32> {
        self.arena.references(|record| {
            let (length, start) = length_at(&record[8..]);
            8 + start + length
        })
    }

    /// Every line and count, in the order they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], u64)> {
        self.references().map(|reference| self.record(reference))
    }

    /// References in the order of their lines' bytes.
    pub(super) fn sorted(&self) -> Vec<u32> {
        let mut references = Vec::with_capacity(self.distinct);
        references.extend(self.references());
        sort_strings(&references, |reference| self.record(reference).0)
    }

    /// Keeps the lines counted at least `min_count` times.
    pub(super) fn prune(&mut self, min_count: u64) {
        let mut kept = Self::new();
        for (line, count) in self.iter().filter(|&(_, count)| count >= min_count) {
            // Lines that were all here before cannot be too many.
            let _ = kept.add(line, count);
        }
        *self = kept;
    }
}

impl Steps<u32> for LineTable {
    fn fetch(&mut self, lines: &[&[u8]], tags: &mut [u32]) {
        for (tag, line) in tags.iter_mut().zip(lines) {
            *tag = Index::tag(xxh3_64(line));
            self.index.fetch(*tag);
        }
    }

    fn fetch_more(&self, tags: &[u32]) {
        let likely = tags.iter().filter_map(|&tag| self.index.glance(tag));
        likely.for_each(|reference| self.arena.fetch(reference));
    }

    fn count_batch(&mut self, lines: &[&[u8]], tags: &[u32]) -> Result<()> {
        self.index.reserve(lines.len());
        lines.iter().zip(tags).try_for_each(|(line, &tag)| self.add_tagged(line, tag, 1))
    }
}

/// A length as a varint.
struct Length {
    length: usize,
    size: usize,
}

impl Length {
    fn of(line: &[u8]) -> Self {
        let bits = (usize::BITS - line.len().leading_zeros()).max(1);
        Self { length: line.len(), size: bits.div_ceil(7) as usize }
    }

    fn write(&self, out: &mut [u8]) {
        let last = out.len() - 1;
        for (at, byte) in out.iter_mut().enumerate() {
            *byte = (self.length >> (7 * at)) as u8 & 0x7f | if at < last { 0x80 } else { 0 };
        }
    }
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
