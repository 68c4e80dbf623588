//! Checksumming (3.3.3): a line is its CRC-64, so a count costs 16 bytes a slot however long lines are.
//!
//! Among n distinct lines, two share a checksum with a chance of about n^2 / 2^65. This is the format of models.
//!
//! Payload: the total, the number of fingerprints, then a byte that says how they are written, in ascending order,
//! each followed by its count (varint): 0, as the difference from the one before (varint); 1, as 8 bytes.

use std::any::Any;

use super::batches::{Steps, count_each, count_lines};
pub use super::fingerprint::fingerprint;
use super::fingerprint::fingerprints;
use super::fingerprint_table::FingerprintTable;
use super::top::Top;
use super::{Item, Kind, LineCounter, same_kind};
use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

pub const KIND: Kind = Kind {
    name: "crc64",
    saved_as: "crc64",
    about: "the CRC-64 of every line and its count, in memory (3.3.3)",
    make: |_| Ok(Box::new(Crc64Counts::new())),
    load: |payload| Ok(Box::new(Crc64Counts::from_payload(payload)?)),
};

const DIFFERENCES: u8 = 0;
const WHOLE: u8 = 1;

#[derive(Debug)]
pub struct Crc64Counts {
    table: FingerprintTable,
    total: u64,
}

impl Crc64Counts {
    pub fn new() -> Self {
        Self { table: FingerprintTable::new(), total: 0 }
    }

    /// How many distinct fingerprints it holds.
    pub fn distinct(&self) -> usize {
        self.table.len()
    }

    /// How often lines of this fingerprint came.
    pub fn count_fingerprint(&self, fingerprint: u64) -> u64 {
        self.table.get(fingerprint)
    }

    /// Adds to a fingerprint's count, and to the total: for building a model of what was counted elsewhere.
    pub fn add_fingerprint(&mut self, fingerprint: u64, count: u64) {
        self.total = self.total.saturating_add(count);
        self.table.add(fingerprint, count);
    }

    /// Every fingerprint and count, in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.table.iter()
    }

    /// Reads the payload of a file; see [`crate::store`].
    pub fn from_payload(payload: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(payload);
        let mut counts = Self::new();
        counts.total = reader.varint()?;
        let distinct = reader.varint()?;
        let [how] = reader.array()?;
        let mut last = None;
        for _ in 0..distinct {
            let fingerprint = match how {
                DIFFERENCES => last.unwrap_or(0u64).checked_add(reader.varint()?),
                WHOLE => Some(u64::from_le_bytes(reader.array()?)),
                _ => return Err(Error::Malformed { what: "its fingerprints are written in an unknown way" }),
            };
            if fingerprint <= last {
                return Err(Error::Malformed { what: "its fingerprints are not in order" });
            }
            last = fingerprint;
            counts.table.add(fingerprint.unwrap_or(0), reader.varint()?);
        }
        reader.finish()?;
        Ok(counts)
    }
}

impl Default for Crc64Counts {
    fn default() -> Self {
        Self::new()
    }
}

impl Steps<u64> for Crc64Counts {
    fn fetch(&mut self, lines: &[&[u8]], keys: &mut [u64]) {
        fingerprints(lines, keys);
        self.table.fetch(keys);
    }

    fn count_batch(&mut self, lines: &[&[u8]], keys: &[u64]) -> Result<()> {
        self.total = self.total.saturating_add(lines.len() as u64);
        self.table.add_all(keys);
        Ok(())
    }
}

impl LineCounter for Crc64Counts {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        self.add_fingerprint(fingerprint(line), 1);
        Ok(())
    }

    fn add_lines(&mut self, buffer: &[u8]) -> Result<()> {
        count_lines(buffer, self)
    }

    fn add_each(&mut self, lines: &[&[u8]]) -> Result<()> {
        count_each(lines, self)
    }

    fn count(&self, line: &[u8]) -> Result<u64> {
        Ok(self.count_fingerprint(fingerprint(line)))
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn merge(&mut self, other: &dyn LineCounter) -> Result<()> {
        let other = same_kind(self, other)?;
        for (fingerprint, count) in other.iter() {
            self.table.add(fingerprint, count);
        }
        self.total = self.total.saturating_add(other.total);
        Ok(())
    }

    fn top(&self, k: usize) -> Result<Vec<(Item, u64)>> {
        let mut top = Top::new(k);
        for (fingerprint, count) in self.iter() {
            top.offer(Item::Fingerprint(fingerprint), count);
        }
        Ok(top.into_vec())
    }

    fn prune(&mut self, min_count: u64) {
        let mut kept = FingerprintTable::new();
        for (fingerprint, count) in self.iter().filter(|&(_, count)| count >= min_count) {
            kept.add(fingerprint, count);
        }
        self.table = kept;
    }

    fn memory(&self) -> usize {
        self.table.memory()
    }

    fn payload(&self) -> Result<Vec<u8>> {
        let mut pairs: Vec<(u64, u64)> = self.iter().collect();
        pairs.sort_unstable();
        let mut by_difference = Vec::new();
        let mut last = 0;
        for &(fingerprint, count) in &pairs {
            put_varint(&mut by_difference, fingerprint - last);
            put_varint(&mut by_difference, count);
            last = fingerprint;
        }
        let mut whole = Vec::new();
        for &(fingerprint, count) in &pairs {
            whole.extend_from_slice(&fingerprint.to_le_bytes());
            put_varint(&mut whole, count);
        }
        let mut out = Vec::new();
        put_varint(&mut out, self.total);
        put_varint(&mut out, pairs.len() as u64);
        let (how, body) =
            if by_difference.len() < whole.len() { (DIFFERENCES, by_difference) } else { (WHOLE, whole) };
        out.push(how);
        out.extend_from_slice(&body);
        Ok(out)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
