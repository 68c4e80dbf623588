//! Counts the hashes of one partition.
//!
//! Most n-grams occur once. A first pass of small counters, which stop at two and which several hashes share, drops
//! nearly all of those; what is left, a few in ten, is sorted.

use std::path::{Path, PathBuf};

use super::runs::Runs;
use super::spill::Spill;
use crate::error::Result;
use crate::ngrams::hash::BITS;
use crate::ngrams::method::Out;

/// Hashes that agree in their highest bits.
pub(super) enum Partition<'a> {
    Memory { chunks: Vec<&'a [u64]>, bits: u32 },
    Disk { spill: &'a Spill, number: usize },
}

impl Partition<'_> {
    fn len(&self) -> u64 {
        match self {
            Self::Memory { chunks, .. } => chunks.iter().map(|chunk| chunk.len() as u64).sum(),
            Self::Disk { spill, number } => spill.count(*number),
        }
    }

    /// In how many of the highest bits they agree.
    fn bits(&self) -> u32 {
        match self {
            Self::Memory { bits, .. } => *bits,
            Self::Disk { spill, .. } => spill.partitions().ilog2(),
        }
    }

    fn each(self, take: impl FnMut(&[u64]) -> Result<()>) -> Result<()> {
        match self {
            Self::Memory { chunks, .. } => chunks.into_iter().try_for_each(take),
            Self::Disk { spill, number } => spill.read(number, take),
        }
    }
}

/// Memory for one partition after another.
#[derive(Debug)]
pub(super) struct Work {
    min_count: u64,
    /// Bytes that may be used.
    bytes: usize,
    tmpdir: PathBuf,
    hashes: Vec<u64>,
    sorter: Sorter,
    /// Counters of two bits, 32 in each number.
    twice: Vec<u64>,
    /// The most bytes of runs on disk.
    disk: u64,
}

impl Work {
    pub(super) fn new(min_count: u64, bytes: usize, tmpdir: &Path) -> Self {
        Self {
            min_count,
            bytes,
            tmpdir: tmpdir.to_owned(),
            hashes: Vec::new(),
            sorter: Sorter::default(),
            twice: Vec::new(),
            disk: 0,
        }
    }

    pub(super) fn disk(&self) -> u64 {
        self.disk
    }

    /// Gives what a partition has often enough, ascending.
    pub(super) fn count(&mut self, partition: Partition<'_>, out: Out<'_>) -> Result<()> {
        let (len, bits) = (partition.len(), partition.bits());
        // Twice the hashes, for sorting, and the counters.
        let needed = len.saturating_mul(20);
        if needed > self.bytes as u64 {
            return self.count_in_runs(partition, out);
        }
        self.hashes.clear();
        self.hashes.reserve(len as usize);
        partition.each(|hashes| {
            self.hashes.extend_from_slice(hashes);
            Ok(())
        })?;
        if self.min_count > 1 {
            self.drop_singletons();
        }
        let min_count = self.min_count;
        each_run(self.sorter.sort(&mut self.hashes, bits), |hash, count| {
            if count >= min_count { out(hash, count) } else { Ok(()) }
        })
    }

    /// Drops hashes that occur once, but for those that share a counter with another.
    fn drop_singletons(&mut self) {
        // Four bytes a hash at most: with eight counters or more for each, one in ten singletons stays.
        let words = (self.hashes.len() / 4).next_power_of_two();
        self.twice.clear();
        self.twice.resize(words, 0);
        let (twice, mask) = (&mut self.twice[..], words - 1);
        let place = |hash: u64| ((hash >> 5) as usize & mask, (hash & 31) * 2);
        for &hash in &self.hashes {
            let (word, shift) = place(hash);
            let counters = &mut twice[word];
            *counters |= (*counters & (1 << shift)) << 1 | 1 << shift;
        }
        let mut kept = 0;
        for at in 0..self.hashes.len() {
            let hash = self.hashes[at];
            let (word, shift) = place(hash);
            self.hashes[kept] = hash;
            kept += (twice[word] >> (shift + 1) & 1) as usize;
        }
        self.hashes.truncate(kept);
    }

    /// The same for a partition that is too large for memory: a hash that is repeated without end, or far more text
    /// than memory is meant for.
    fn count_in_runs(&mut self, partition: Partition<'_>, out: Out<'_>) -> Result<()> {
        let bits = partition.bits();
        let most = self.bytes / 20;
        let mut runs = Runs::new(&self.tmpdir, self.bytes / 4);
        self.hashes.clear();
        let (hashes, sorter) = (&mut self.hashes, &mut self.sorter);
        partition.each(|more| {
            for part in more.chunks(most.max(1)) {
                if hashes.len() + part.len() > most {
                    runs.add(sorter.sort(hashes, bits))?;
                    hashes.clear();
                }
                hashes.extend_from_slice(part);
            }
            Ok(())
        })?;
        runs.add(sorter.sort(hashes, bits))?;
        self.disk = self.disk.max(runs.most_bytes());
        let min_count = self.min_count;
        runs.merge(|hash, count| if count >= min_count { out(hash, count) } else { Ok(()) })
    }
}

/// Calls `run` with each of the sorted hashes once, and how often it is there.
pub(super) fn each_run(sorted: &[u64], mut run: impl FnMut(u64, u64) -> Result<()>) -> Result<()> {
    sorted.chunk_by(|a, b| a == b).try_for_each(|equal| run(equal[0], equal.len() as u64))
}

/// Sorts hashes: dealt out to as many buckets as make each a handful, which are sorted one by one.
#[derive(Debug, Default)]
struct Sorter {
    other: Vec<u64>,
    ends: Vec<u32>,
}

/// So few are sorted at once.
const FEW: usize = 64;

impl Sorter {
    /// The hashes, which agree in their highest `bits`, in order.
    fn sort<'a>(&'a mut self, hashes: &'a mut [u64], bits: u32) -> &'a [u64] {
        if hashes.len() < FEW || u32::try_from(hashes.len()).is_err() {
            hashes.sort_unstable();
            return hashes;
        }
        let buckets = (hashes.len().ilog2() - 2).min(16);
        let shift = BITS - bits - buckets;
        let bucket = |hash: u64| (hash >> shift) as usize & ((1 << buckets) - 1);
        self.ends.clear();
        self.ends.resize(1 << buckets, 0);
        for &hash in &*hashes {
            self.ends[bucket(hash)] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.other.clear();
        self.other.resize(hashes.len(), 0);
        for &hash in &*hashes {
            let end = &mut self.ends[bucket(hash)];
            self.other[*end as usize] = hash;
            *end += 1;
        }
        let mut rest = &mut self.other[..];
        let mut start = 0;
        for &end in &self.ends {
            let (bucket, after) = rest.split_at_mut((end - start) as usize);
            bucket.sort_unstable();
            (rest, start) = (after, end);
        }
        &self.other
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorting(mut hashes in proptest::collection::vec(prop_oneof![0u64..1 << 52, Just(7), 0u64..9], 0..3000)) {
            let mut expected = hashes.clone();
            expected.sort_unstable();
            let mut sorter = Sorter::default();
            prop_assert_eq!(sorter.sort(&mut hashes, 8), &expected[..]);
        }

        #[test]
        fn what_is_there_twice_is_never_dropped(hashes in proptest::collection::vec(0u64..400, 0..600)) {
            let mut work = Work::new(2, 1 << 20, Path::new("/"));
            work.hashes.clone_from(&hashes);
            work.drop_singletons();
            let often = |hash: &&u64| hashes.iter().filter(|other| other == hash).count() > 1;
            let expected: Vec<&u64> = hashes.iter().filter(often).collect();
            let found: Vec<&u64> = work.hashes.iter().filter(often).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn most_singletons_are_dropped() {
        let mut work = Work::new(2, 1 << 20, Path::new("/"));
        work.hashes = (0..10_000u64).map(|i| xxhash_rust::xxh3::xxh3_64(&i.to_le_bytes()) >> 4).collect();
        work.drop_singletons();
        assert!(work.hashes.len() < 2000, "{}", work.hashes.len());
    }
}
