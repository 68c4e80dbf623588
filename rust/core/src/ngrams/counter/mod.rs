//! Counts hashes in bounded memory.
//!
//! They are dealt out to partitions by their highest bits, so that what the partitions give one after another ascends.
//! When memory is full, all partitions go to disk, and fill again. At the end each is small enough to be counted by
//! itself, in the cache.

mod partition;
mod runs;
mod side_by_side;
mod spill;

use std::path::{Path, PathBuf};

use super::deal::Dealt;
use super::hash::BITS;
use super::method::{Options, Out};
use crate::error::{Error, Result};
use crate::suffix::memory::Array;
use partition::{Partition, Work};
use side_by_side::count_all;
use spill::Spill;

/// Hashes wait in a row for their partition until there are so many: one cache line of each row is in use, not a page
/// of each partition.
const ROW: usize = 32;

/// How memory is shared out.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Partitions in memory are told apart by so many of the highest bits.
    bits: u32,
    /// Those on disk by so many more.
    disk_bits: u32,
    /// Hashes of a piece of a partition in memory.
    chunk: usize,
    /// So many pieces fill it.
    chunks: usize,
    /// Hashes of a piece of a partition on disk, at most.
    segment: usize,
    /// Bytes to count a partition in.
    work: usize,
}

impl Plan {
    fn new(memory: usize) -> Self {
        let held = memory / 8 * 5 / 8;
        // A thousand hashes of each partition go to disk at a time, so that reading them back is no rain of small reads.
        let all_bits = (held / 1024).max(4).ilog2().min(12);
        let bits = all_bits.min(8);
        let chunk = (held >> bits >> 3).clamp(ROW, 4096);
        Self {
            bits,
            disk_bits: all_bits - bits,
            chunk,
            chunks: (held / chunk).max(1 << bits),
            segment: (memory >> 11).clamp(128, 8192),
            work: memory / 4,
        }
    }
}

/// Counts hashes.
#[derive(Debug)]
pub(super) struct Counter {
    min_count: u64,
    tmpdir: PathBuf,
    threads: usize,
    plan: Plan,
    /// A row for each partition, and how much of it is filled.
    rows: Box<[u64]>,
    filled: Box<[u8]>,
    /// All pieces, one after another: in memory that is given back at once, and not touched before it is used.
    pieces: Array<u64>,
    /// How many are in use.
    used: usize,
    partitions: Vec<Chunks>,
    spill: Option<Spill>,
    /// Why hashes could not be kept.
    failed: Option<Error>,
}

/// A partition in memory: where each of its pieces begins, and how much of it is filled.
#[derive(Debug, Default)]
struct Chunks(Vec<(usize, usize)>);

impl Chunks {
    fn hashes<'a>(&self, pieces: &'a [u64]) -> impl Iterator<Item = &'a [u64]> {
        self.0.iter().map(|&(start, len)| &pieces[start..start + len])
    }
}

impl Counter {
    pub(super) fn new(options: &Options) -> Result<Self> {
        let plan = Plan::new(options.memory);
        let count = 1 << plan.bits;
        Ok(Self {
            min_count: options.min_count,
            tmpdir: options.tmpdir.clone(),
            threads: options.threads,
            plan,
            rows: vec![0; count * ROW].into(),
            filled: vec![0; count].into(),
            pieces: Array::try_new(plan.chunks.saturating_mul(plan.chunk))?,
            used: 0,
            partitions: (0..count).map(|_| Chunks::default()).collect(),
            spill: None,
            failed: None,
        })
    }

    /// Counts a hash; [`check`](Self::check) says whether that went well.
    #[inline(always)]
    pub(super) fn add(&mut self, hash: u64) {
        let partition = (hash >> (BITS - self.plan.bits)) as usize;
        let filled = &mut self.filled[partition];
        self.rows[partition * ROW + usize::from(*filled)] = hash;
        *filled += 1;
        if usize::from(*filled) == ROW {
            self.end_row(partition);
        }
    }

    /// By how many of their highest bits hashes are dealt out for [`add_dealt`](Self::add_dealt).
    pub(super) fn bits(&self) -> u32 {
        self.plan.bits
    }

    /// Counts hashes that were dealt out before.
    pub(super) fn add_dealt(&mut self, dealt: &Dealt) -> Result<()> {
        for (partition, mut hashes) in dealt.partitions().enumerate() {
            while !hashes.is_empty() {
                let room = self.partitions[partition].0.last().map_or(0, |(_, len)| self.plan.chunk - len);
                let (now, later) = hashes.split_at(room.min(hashes.len()));
                if room == 0 {
                    self.begin_chunk(partition);
                }
                self.extend(partition, now);
                hashes = later;
            }
        }
        self.check()
    }

    /// Fails if hashes could not be kept since the last time.
    pub(super) fn check(&mut self) -> Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }

    #[inline(never)]
    fn end_row(&mut self, partition: usize) {
        let filled = usize::from(std::mem::take(&mut self.filled[partition]));
        let mut row = [0; ROW];
        row[..filled].copy_from_slice(&self.rows[partition * ROW..][..filled]);
        if self.partitions[partition].0.last().is_none_or(|(_, len)| len + filled > self.plan.chunk) {
            self.begin_chunk(partition);
        }
        self.extend(partition, &row[..filled]);
    }

    /// Adds hashes to the last piece of a partition, which has room for them.
    #[inline]
    fn extend(&mut self, partition: usize, hashes: &[u64]) {
        if let Some((start, len)) = self.partitions[partition].0.last_mut() {
            self.pieces[*start + *len..][..hashes.len()].copy_from_slice(hashes);
            *len += hashes.len();
        }
    }

    /// Gives a partition a new piece, after all went to disk if there is none left.
    fn begin_chunk(&mut self, partition: usize) {
        if self.used == self.plan.chunks
            && let Err(error) = self.spill()
        {
            // Nothing of it is counted any more.
            self.failed = Some(error);
            self.used = 0;
            self.partitions.iter_mut().for_each(|chunks| chunks.0.clear());
        }
        self.partitions[partition].0.push((self.used * self.plan.chunk, 0));
        self.used += 1;
    }

    /// Moves all that is in partitions to disk.
    fn spill(&mut self) -> Result<()> {
        let Self { spill, partitions, pieces, plan, tmpdir, .. } = self;
        let spill = match spill {
            Some(spill) => spill,
            None => {
                spill.insert(Spill::new(tmpdir, plan.bits + plan.disk_bits, plan.disk_bits, plan.segment)?)
            }
        };
        self.used = 0;
        for (number, chunks) in partitions.iter_mut().enumerate() {
            let written = spill.write(number, chunks.hashes(pieces));
            chunks.0.clear();
            written?;
        }
        spill.flush()
    }

    /// Gives each hash that was counted `min_count` times or more, ascending, and says how many bytes were on disk.
    pub(super) fn finish(mut self, out: Out<'_>) -> Result<u64> {
        for partition in 0..self.partitions.len() {
            self.end_row(partition);
        }
        self.check()?;
        let bits = self.plan.bits;
        if self.spill.is_some() {
            self.spill()?;
        }
        let (threads, bytes) = (self.threads, self.plan.work / self.threads);
        let work = || Work::new(self.min_count, bytes, &self.tmpdir);
        let Some(spill) = self.spill else {
            let partitions = self.partitions.iter();
            let partitions = partitions
                .map(|chunks| Partition::Memory { chunks: chunks.hashes(&self.pieces).collect(), bits });
            return count_all(partitions.collect(), threads, work, out);
        };
        drop((self.partitions, self.pieces, self.rows));
        let partitions = (0..spill.partitions()).map(|number| Partition::Disk { spill: &spill, number });
        Ok(spill.bytes() + count_all(partitions.collect(), threads, work, out)?)
    }
}

/// What an error of a temporary file says.
fn writing_to(tmpdir: &Path) -> String {
    format!("writing n-grams to {} (--tmpdir names a folder with more room)", tmpdir.display())
}

/// See [`writing_to`].
const READING: &str = "reading n-grams back from the temporary folder";
const DAMAGED: Error = Error::Malformed { what: "n-grams in the temporary folder" };

#[cfg(test)]
mod tests;
