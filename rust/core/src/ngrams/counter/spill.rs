//! Partitions on disk.
//!
//! A segment is a piece of a partition. It says where the one before it lies, so that memory holds the place of the last
//! one only, however many there are. The bits by which partitions are told apart are not written: with 4096 of them, a
//! hash takes six bytes.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{DAMAGED, READING, writing_to};
use crate::error::{Error, Result};
use crate::ngrams::hash::BITS;

/// A checksum, the place of the segment before, and how many hashes it has.
const HEAD: usize = 8 + 8 + 4;

/// Bytes that are written at once.
const BUFFER: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct Spill {
    file: File,
    tmpdir: PathBuf,
    /// Not yet written, and where it will be.
    buffer: Vec<u8>,
    start: u64,
    bits: u32,
    /// By so many of the bits a partition in memory becomes several here.
    split: u32,
    segment: usize,
    last: Vec<Place>,
    counts: Vec<u64>,
    /// Those hashes of a partition in memory that come to each of its partitions here.
    parts: Vec<Vec<u64>>,
}

/// Where a segment is.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    start: u64,
    hashes: u32,
}

impl Spill {
    pub(super) fn new(tmpdir: &Path, bits: u32, split: u32, segment: usize) -> Result<Self> {
        let file = tempfile::tempfile_in(tmpdir).map_err(Error::io(writing_to(tmpdir)))?;
        Ok(Self {
            file,
            tmpdir: tmpdir.to_owned(),
            buffer: Vec::new(),
            start: 0,
            bits,
            split,
            segment,
            last: vec![Place::default(); 1 << bits],
            counts: vec![0; 1 << bits],
            parts: vec![Vec::new(); 1 << split],
        })
    }

    pub(super) fn partitions(&self) -> usize {
        self.counts.len()
    }

    /// How many hashes a partition has.
    pub(super) fn count(&self, partition: usize) -> u64 {
        self.counts[partition]
    }

    pub(super) fn bytes(&self) -> u64 {
        self.start
    }

    /// Bits and bytes of a hash as it is written.
    fn width(&self) -> (u32, usize) {
        let bits = BITS - self.bits;
        (bits, bits.div_ceil(8) as usize)
    }

    /// Adds the hashes of a partition in memory.
    pub(super) fn write<'a>(
        &mut self,
        partition: usize,
        chunks: impl Iterator<Item = &'a [u64]>,
    ) -> Result<()> {
        let (bits, _) = self.width();
        let mask = (1 << self.split) - 1;
        for &hash in chunks.flatten() {
            let part = (hash >> bits) as usize & mask;
            self.parts[part].push(hash);
            if self.parts[part].len() == self.segment {
                self.end_segment(partition << self.split | part, part)?;
            }
        }
        (0..1 << self.split).try_for_each(|part| self.end_segment(partition << self.split | part, part))
    }

    fn end_segment(&mut self, partition: usize, part: usize) -> Result<()> {
        let hashes = &mut self.parts[part];
        let Ok(count @ 1..) = u32::try_from(hashes.len()) else { return Ok(()) };
        let bits = BITS - self.bits;
        let width = bits.div_ceil(8) as usize;
        let place = Place { start: self.start + self.buffer.len() as u64, hashes: count };
        let before = std::mem::replace(&mut self.last[partition], place);
        self.counts[partition] += u64::from(count);
        let from = self.buffer.len();
        self.buffer.extend_from_slice(&[0; 8]);
        self.buffer.extend_from_slice(&before.start.to_le_bytes());
        self.buffer.extend_from_slice(&before.hashes.to_le_bytes());
        for hash in hashes.drain(..) {
            let low = hash & ((1 << bits) - 1);
            self.buffer.extend_from_slice(&low.to_le_bytes()[..width]);
        }
        let sum = xxh3_64_with_seed(&self.buffer[from + 8..], place.start);
        self.buffer[from..from + 8].copy_from_slice(&sum.to_le_bytes());
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    pub(super) fn flush(&mut self) -> Result<()> {
        self.file.write_all(&self.buffer).map_err(Error::io(writing_to(&self.tmpdir)))?;
        self.start += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Calls `take` with the hashes of each segment of a partition.
    pub(super) fn read(&self, partition: usize, mut take: impl FnMut(&[u64]) -> Result<()>) -> Result<()> {
        let (bits, width) = self.width();
        let high = (partition as u64) << bits;
        let (mut bytes, mut hashes) = (Vec::new(), Vec::new());
        let (mut place, mut left) = (self.last[partition], self.counts[partition]);
        while left > 0 {
            let count = place.hashes as usize;
            if count == 0 || count > self.segment || place.hashes as u64 > left {
                return Err(DAMAGED);
            }
            bytes.resize(HEAD + count * width, 0);
            self.file.read_exact_at(&mut bytes, place.start).map_err(Error::io(READING))?;
            let (sum, rest) = bytes.split_first_chunk().ok_or(DAMAGED)?;
            if xxh3_64_with_seed(rest, place.start) != u64::from_le_bytes(*sum) {
                return Err(DAMAGED);
            }
            let (start, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
            let (before, packed) = rest.split_first_chunk().ok_or(DAMAGED)?;
            hashes.clear();
            unpack(packed, width, high, &mut hashes);
            take(&hashes)?;
            left -= u64::from(place.hashes);
            place = Place { start: u64::from_le_bytes(*start), hashes: u32::from_le_bytes(*before) };
        }
        Ok(())
    }
}

fn unpack(packed: &[u8], width: usize, high: u64, hashes: &mut Vec<u64>) {
    let number = |bytes: &[u8]| {
        let mut room = [0; 8];
        room[..bytes.len()].copy_from_slice(bytes);
        high | u64::from_le_bytes(room)
    };
    match width {
        6 => hashes.extend(packed.as_chunks::<6>().0.iter().map(|bytes| number(bytes))),
        _ => hashes.extend(packed.chunks_exact(width).map(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spilled(tmpdir: &Path) -> Spill {
        let mut spill = Spill::new(tmpdir, 6, 2, 10).unwrap();
        for round in 0..3u64 {
            for partition in 0..16u64 {
                let chunk: Vec<u64> =
                    (0..25).map(|i| partition << 56 | ((i * 7 + round) % 64) << 50 | i).collect();
                spill.write(partition as usize, [&chunk[..]].into_iter()).unwrap();
            }
            spill.flush().unwrap();
        }
        spill
    }

    #[test]
    fn every_hash_comes_back_in_its_partition() {
        let folder = tempfile::tempdir().unwrap();
        let spill = spilled(folder.path());
        let mut all = Vec::new();
        for partition in 0..64 {
            spill
                .read(partition, |hashes| {
                    assert!(hashes.iter().all(|hash| (hash >> 54) as usize == partition));
                    all.extend_from_slice(hashes);
                    Ok(())
                })
                .unwrap();
        }
        let mut expected: Vec<u64> = Vec::new();
        for round in 0..3u64 {
            expected.extend(
                (0..16u64).flat_map(|p| (0..25).map(move |i| p << 56 | ((i * 7 + round) % 64) << 50 | i)),
            );
        }
        all.sort_unstable();
        expected.sort_unstable();
        assert!(all == expected);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the file has no name");
    }

    #[test]
    fn a_flipped_byte_is_noticed() {
        let spill = spilled(&std::env::temp_dir());
        for at in (0..spill.bytes()).step_by(11) {
            let mut byte = [0];
            spill.file.read_exact_at(&mut byte, at).unwrap();
            spill.file.write_all_at(&[byte[0] ^ 1], at).unwrap();
            assert!((0..64).any(|partition| spill.read(partition, |_| Ok(())).is_err()), "byte {at}");
            spill.file.write_all_at(&byte, at).unwrap();
        }
        spill.file.set_len(spill.bytes() - 1).unwrap();
        assert!((0..64).any(|partition| spill.read(partition, |_| Ok(())).is_err()));
    }
}
