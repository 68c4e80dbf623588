//! Checksumming (3.3.3): a line is its CRC-64, so a count costs 16 bytes a slot however long lines are.
//!
//! Among n distinct lines, two share a checksum with a chance of about n^2 / 2^65. This is the format of models.
//!
//! Payload: the total, the number of fingerprints, then a byte that says how they are written, in ascending order,
//! each followed by its count (varint): 0, as the difference from the one before (varint); 1, as 8 bytes.

use std::any::Any;

use crc::{CRC_64_XZ, Crc, Table};

use super::batches::{BATCH, for_each_batch};
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

// Sixteen tables: on lines of 50 bytes ahead of carry-less multiplication, which needs longer input to pay.
static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// The CRC-64/XZ (ECMA-182, reflected) of a line: the key of this counter, of `gm` and of models.
pub fn fingerprint(line: &[u8]) -> u64 {
    CRC.checksum(line)
}

const DIFFERENCES: u8 = 0;
const WHOLE: u8 = 1;

/// An empty slot has count zero.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    fingerprint: u64,
    count: u64,
}

#[derive(Debug)]
pub struct Crc64Counts {
    slots: Vec<Slot>,
    bits: u32,
    distinct: usize,
    total: u64,
}

const FIRST_BITS: u32 = 6;

/// 2^64 divided by the golden ratio, odd: multiples of it are spread evenly.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Crc64Counts {
    pub fn new() -> Self {
        Self { slots: vec![Slot::default(); 1 << FIRST_BITS], bits: FIRST_BITS, distinct: 0, total: 0 }
    }

    /// How many distinct fingerprints it holds.
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// How often lines of this fingerprint came.
    pub fn count_fingerprint(&self, fingerprint: u64) -> u64 {
        self.slots[self.find(fingerprint)].count
    }

    /// Adds to a fingerprint's count, and to the total: for building a model of what was counted elsewhere.
    pub fn add_fingerprint(&mut self, fingerprint: u64, count: u64) {
        self.total = self.total.saturating_add(count);
        self.add_count(fingerprint, count);
    }

    /// Every fingerprint and count, in no order that means anything.
    ///
    /// Not in that of the slots, which is the order of hashes: put into a smaller table, all would belong at its
    /// beginning, and each be placed behind all before it. Steps of an odd length reach every slot once.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        let mask = self.slots.len() - 1;
        let slots = (0..self.slots.len()).map(move |i| self.slots[i.wrapping_mul(SPREAD as usize) & mask]);
        slots.filter(|slot| slot.count > 0).map(|slot| (slot.fingerprint, slot.count))
    }

    /// A CRC is linear in the line's bits; a multiplication spreads it over the slots, its high bits the best.
    fn home(&self, fingerprint: u64) -> usize {
        (fingerprint.wrapping_mul(SPREAD) >> (64 - self.bits)) as usize
    }

    /// Where the fingerprint is, or the empty slot where it would be.
    fn find(&self, fingerprint: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home(fingerprint);
        while self.slots[at].count > 0 && self.slots[at].fingerprint != fingerprint {
            at = (at + 1) & mask;
        }
        at
    }

    fn add_count(&mut self, fingerprint: u64, count: u64) {
        if count == 0 {
            return;
        }
        let mut at = self.find(fingerprint);
        if self.slots[at].count == 0 {
            if self.distinct >= self.slots.len() / 4 * 3 {
                self.resize(self.bits + 1);
                at = self.find(fingerprint);
            }
            self.distinct += 1;
            self.slots[at].fingerprint = fingerprint;
        }
        self.slots[at].count = self.slots[at].count.saturating_add(count);
    }

    fn resize(&mut self, bits: u32) {
        let old = std::mem::take(&mut self.slots);
        self.bits = bits;
        self.slots = vec![Slot::default(); 1 << bits];
        for slot in old.into_iter().filter(|slot| slot.count > 0) {
            let at = self.find(slot.fingerprint);
            self.slots[at] = slot;
        }
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
            counts.add_count(fingerprint.unwrap_or(0), reader.varint()?);
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

impl LineCounter for Crc64Counts {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        self.add_fingerprint(fingerprint(line), 1);
        Ok(())
    }

    fn add_lines(&mut self, buffer: &[u8]) -> Result<()> {
        for_each_batch(buffer, |lines| {
            let mut fingerprints = [0; BATCH];
            for (fingerprint_of, line) in fingerprints.iter_mut().zip(lines) {
                *fingerprint_of = fingerprint(line);
            }
            let fingerprints = &fingerprints[..lines.len()];
            std::hint::black_box(fingerprints.iter().fold(0, |sum, &f| sum ^ self.slots[self.home(f)].count));
            for &fingerprint in fingerprints {
                self.add_fingerprint(fingerprint, 1);
            }
            Ok(())
        })
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
            self.add_count(fingerprint, count);
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
        let mut kept = Self::new();
        for (fingerprint, count) in self.iter().filter(|&(_, count)| count >= min_count) {
            kept.add_count(fingerprint, count);
        }
        kept.total = self.total;
        *self = kept;
    }

    fn memory(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
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
