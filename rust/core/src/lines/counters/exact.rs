//! Exact counts in internal memory (3.3.1): every distinct line, and how often it came.
//!
//! Payload: the total, the number of distinct lines, then the lines in order of their bytes, as entries that leave
//! out what a line shares with the one before.

use std::any::Any;

use super::batches::{Steps, count_each, count_lines};
use super::entries::{EntryWriter, next_entry};
use super::line_table::LineTable;
use super::sort::SortedCounts;
use super::top::Top;
use super::{Item, Kind, LineCounter, incompatible};
use crate::error::Result;
use crate::store::{Reader, put_varint};

pub const KIND: Kind = Kind {
    name: "exact",
    saved_as: "exact",
    about: "every line and its count, in memory (3.3.1)",
    make: |_| Ok(Box::new(ExactCounts::new())),
    load: |payload| Ok(Box::new(ExactCounts::from_payload(payload)?)),
};

#[derive(Debug)]
pub struct ExactCounts {
    table: LineTable,
    total: u64,
}

impl ExactCounts {
    pub fn new() -> Self {
        Self { table: LineTable::new(), total: 0 }
    }

    /// How many distinct lines it holds.
    pub fn distinct(&self) -> usize {
        self.table.len()
    }

    /// Every line and count, in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], u64)> {
        self.table.iter()
    }

    fn from_payload(payload: &[u8]) -> Result<Self> {
        let mut table = LineTable::new();
        let total = read_payload(payload, |line, count| table.add(line, count))?;
        Ok(Self { table, total })
    }
}

/// What stands before the entries.
pub(super) fn payload_head(total: u64, distinct: u64) -> Vec<u8> {
    let mut head = Vec::new();
    put_varint(&mut head, total);
    put_varint(&mut head, distinct);
    head
}

/// Calls `each` with every line and count of a payload, and returns the total.
pub(super) fn read_payload(payload: &[u8], mut each: impl FnMut(&[u8], u64) -> Result<()>) -> Result<u64> {
    let mut reader = Reader::new(payload);
    let total = reader.varint()?;
    let distinct = reader.varint()?;
    let mut line = Vec::new();
    for _ in 0..distinct {
        let count = next_entry(&mut reader, &mut line)?;
        each(&line, count)?;
    }
    reader.finish()?;
    Ok(total)
}

impl Default for ExactCounts {
    fn default() -> Self {
        Self::new()
    }
}

impl Steps<u32> for ExactCounts {
    fn fetch(&mut self, lines: &[&[u8]], tags: &mut [u32]) {
        self.table.fetch(lines, tags);
    }

    fn fetch_more(&self, tags: &[u32]) {
        self.table.fetch_more(tags);
    }

    fn count_batch(&mut self, lines: &[&[u8]], tags: &[u32]) -> Result<()> {
        self.total = self.total.saturating_add(lines.len() as u64);
        self.table.count_batch(lines, tags)
    }
}

impl LineCounter for ExactCounts {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        self.table.add(line, 1)?;
        self.total = self.total.saturating_add(1);
        Ok(())
    }

    fn add_lines(&mut self, buffer: &[u8]) -> Result<()> {
        count_lines(buffer, self)
    }

    fn add_each(&mut self, lines: &[&[u8]]) -> Result<()> {
        count_each(lines, self)
    }

    fn count(&self, line: &[u8]) -> Result<u64> {
        Ok(self.table.count(line))
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn merge(&mut self, other: &dyn LineCounter) -> Result<()> {
        if let Some(other) = other.as_any().downcast_ref::<Self>() {
            other.table.iter().try_for_each(|(line, count)| self.table.add(line, count))?;
        } else if let Some(other) = other.as_any().downcast_ref::<SortedCounts>() {
            other.for_each(|line, count| self.table.add(line, count))?;
        } else {
            return Err(incompatible(KIND.name, other));
        }
        self.total = self.total.saturating_add(other.total());
        Ok(())
    }

    fn top(&self, k: usize) -> Result<Vec<(Item, u64)>> {
        let mut top = Top::new(k);
        for (line, count) in self.table.iter() {
            top.offer(line, count);
        }
        Ok(top.into_vec().into_iter().map(|(line, count)| (Item::Line(line.to_vec()), count)).collect())
    }

    fn prune(&mut self, min_count: u64) {
        self.table.prune(min_count);
    }

    fn memory(&self) -> usize {
        self.table.memory()
    }

    fn payload(&self) -> Result<Vec<u8>> {
        let mut entries = EntryWriter::default();
        for reference in self.table.sorted() {
            let (line, count) = self.table.record(reference);
            entries.push(line, count);
        }
        entries.out.splice(0..0, payload_head(self.total, self.table.len() as u64));
        Ok(entries.out)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
