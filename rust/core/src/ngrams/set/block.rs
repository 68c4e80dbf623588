//! A block: hashes in Elias and Fano's code, of which each can be looked up without reading those before it.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | XXH3-64 of the rest, with the number of the block as its seed |
//! | 8 | how many hashes there are in the blocks before |
//! | 8 | the first hash |
//! | 2 | how many hashes there are |
//! | 1 | l, the lower bits of a hash |
//! | 1 | 0 |
//! | 2 | how many bits the upper parts take |
//! | 2 | 0 |
//! | 4064 | bits, the lowest of a byte first: the lower parts, the upper parts, the counts; zeros |
//!
//! Of each hash the first is taken off. The lower l bits stand one after another; what is above them, u, sets the bit
//! u + i of the upper parts for hash i. Counts, less the `min_count` and one more, are in Elias' gamma code: as many zeros
//! as there are bits after the highest, that one, and those bits.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::{Error, Result};

pub(super) const BYTES: usize = 4096;
const HEAD: usize = 32;
const BITS: u64 = 8 * (BYTES - HEAD) as u64;
/// A number of so many bits is in eight bytes wherever it begins.
const MOST_LOW: u32 = 56;

/// Hashes that are to become a block.
#[derive(Debug, Default)]
pub(super) struct Pending {
    hashes: Vec<u64>,
    /// Counts, less the least and one more; none if they are not wanted.
    counts: Vec<u64>,
    count_bits: u64,
}

impl Pending {
    /// Takes a greater hash, unless there is no room for it.
    #[inline]
    pub(super) fn push(&mut self, hash: u64, count: Option<u64>) -> bool {
        let first = self.hashes.first().copied().unwrap_or(hash);
        let more = count.map_or(0, gamma_bits);
        let length = self.hashes.len() as u64 + 1;
        let range = hash - first;
        let low = low_bits(range, length);
        let bits = length * (u64::from(low) + 1) + (range >> low) + self.count_bits + more;
        if bits > BITS {
            return false;
        }
        self.hashes.push(hash);
        self.counts.extend(count);
        self.count_bits += more;
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// The block of them, of which there are to be no more.
    pub(super) fn take(&mut self, number: u64, rank: u64) -> [u8; BYTES] {
        let mut block = [0; BYTES];
        let (Some(&first), Some(&last)) = (self.hashes.first(), self.hashes.last()) else { return block };
        let low = low_bits(last - first, self.hashes.len() as u64);
        let mut bits = BitWriter { bytes: &mut block[HEAD..], at: 0 };
        for &hash in &self.hashes {
            bits.put((hash - first) & ((1 << low) - 1), low);
        }
        let upper_start = bits.at;
        for (i, &hash) in self.hashes.iter().enumerate() {
            bits.at = upper_start + ((hash - first) >> low) as usize + i;
            bits.put(1, 1);
        }
        let upper = (bits.at - upper_start) as u16;
        for &count in &self.counts {
            let below = count.ilog2();
            bits.at += below as usize;
            bits.put(1, 1);
            bits.put(count & ((1 << below.min(32)) - 1), below.min(32));
            bits.put(count >> 32 & ((1 << below.saturating_sub(32)) - 1), below.saturating_sub(32));
        }
        block[8..16].copy_from_slice(&rank.to_le_bytes());
        block[16..24].copy_from_slice(&first.to_le_bytes());
        block[24..26].copy_from_slice(&(self.hashes.len() as u16).to_le_bytes());
        block[26] = low as u8;
        block[28..30].copy_from_slice(&upper.to_le_bytes());
        let sum = xxh3_64_with_seed(&block[8..], number);
        block[..8].copy_from_slice(&sum.to_le_bytes());
        self.hashes.clear();
        self.counts.clear();
        self.count_bits = 0;
        block
    }
}

/// The l that makes `length` hashes over a range shortest, give or take a bit each.
#[inline]
fn low_bits(range: u64, length: u64) -> u32 {
    (range / length).checked_ilog2().unwrap_or(0).min(MOST_LOW)
}

fn gamma_bits(number: u64) -> u64 {
    2 * u64::from(number.ilog2()) + 1
}

struct BitWriter<'a> {
    bytes: &'a mut [u8],
    at: usize,
}

impl BitWriter<'_> {
    /// Adds so many bits of a number, which has no others; 56 at most.
    fn put(&mut self, number: u64, bits: u32) {
        let shifted = (number << (self.at % 8)).to_le_bytes();
        let place = self.bytes[self.at / 8..].iter_mut();
        place.zip(shifted).for_each(|(byte, more)| *byte |= more);
        self.at += bits as usize;
    }
}

/// A block as it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'a> {
    bits: &'a [u8],
    pub(super) rank: u64,
    pub(super) first: u64,
    pub(super) len: usize,
    low: u32,
    upper: usize,
}

/// The first hash of a block.
pub(super) fn first(bytes: &[u8]) -> u64 {
    number(bytes.get(16..).unwrap_or_default())
}

/// Whether a block is what was written.
pub(super) fn check(bytes: &[u8], block: u64) -> Result<u64> {
    let (sum, rest) = bytes.split_first_chunk().ok_or(Error::Truncated)?;
    let sum = u64::from_le_bytes(*sum);
    if xxh3_64_with_seed(rest, block) == sum { Ok(sum) } else { Err(Error::Checksum) }
}

impl<'a> Block<'a> {
    /// Of bytes that are checked.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self> {
        let bits = bytes.get(HEAD..BYTES).ok_or(Error::Truncated)?;
        let short = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let block = Self {
            bits,
            rank: number(&bytes[8..]),
            first: first(bytes),
            len: short(24),
            low: u32::from(bytes[26]),
            upper: short(28),
        };
        let used = block.len * block.low as usize + block.upper;
        if block.len == 0 || block.low > MOST_LOW || used as u64 > BITS || block.upper < block.len {
            return Err(Error::Malformed { what: "impossible block of n-grams" });
        }
        Ok(block)
    }

    /// Which of the hashes it is, if it is one of them.
    #[inline]
    pub(super) fn find(&self, hash: u64) -> Option<usize> {
        let difference = hash.checked_sub(self.first)?;
        let wanted = (difference >> self.low) as usize;
        let mut at = self.after_zeros(wanted)?;
        // Before the bit after so many zeros stand all hashes of lesser upper parts.
        let mut i = at - wanted;
        let low = difference & ((1 << self.low) - 1);
        while at < self.upper && i < self.len && self.upper_bits(at) & 1 == 1 {
            if self.low_part(i) >= low {
                return (self.low_part(i) == low).then_some(i);
            }
            (at, i) = (at + 1, i + 1);
        }
        None
    }

    /// Where the upper parts go on after so many zeros.
    #[inline]
    fn after_zeros(&self, mut zeros: usize) -> Option<usize> {
        let mut at = 0;
        while zeros > 0 {
            if at >= self.upper {
                return None;
            }
            let bits = !self.upper_bits(at) & (u64::MAX >> 8);
            let here = bits.count_ones() as usize;
            if here < zeros {
                zeros -= here;
                at += 56;
                continue;
            }
            let mut bits = bits;
            for _ in 1..zeros {
                bits &= bits - 1;
            }
            return Some(at + bits.trailing_zeros() as usize + 1);
        }
        Some(at)
    }

    /// At least 56 of the upper bits, from there on.
    #[inline]
    fn upper_bits(&self, at: usize) -> u64 {
        self.from(self.len * self.low as usize + at)
    }

    #[inline]
    fn low_part(&self, i: usize) -> u64 {
        self.from(i * self.low as usize) & ((1 << self.low) - 1)
    }

    /// At least 57 bits from there on.
    #[inline]
    fn from(&self, at: usize) -> u64 {
        number(self.bits.get(at / 8..).unwrap_or_default()) >> (at % 8)
    }

    /// Adds all hashes to `out`.
    pub(super) fn hashes(&self, out: &mut Vec<u64>) {
        let end = out.len() + self.len;
        let (mut at, mut i) = (0, 0);
        while at < self.upper && out.len() < end {
            let mut bits = self.upper_bits(at) & (u64::MAX >> 8);
            while bits != 0 && out.len() < end {
                let upper = (at + bits.trailing_zeros() as usize).saturating_sub(i) as u64;
                out.push(self.first.wrapping_add(upper << self.low | self.low_part(i)));
                bits &= bits - 1;
                i += 1;
            }
            at += 56;
        }
    }

    /// Calls `take` with each count in turn, until it wants no more. `min_count` is that of the set.
    pub(super) fn counts(&self, min_count: u64, mut take: impl FnMut(u64) -> bool) {
        let mut at = self.len * self.low as usize + self.upper;
        for _ in 0..self.len {
            let mut below = 0;
            loop {
                let zeros = self.from(at).trailing_zeros().min(56);
                below += zeros;
                at += zeros as usize;
                if zeros < 56 || below > 63 {
                    break;
                }
            }
            let below = below.min(63);
            at += 1;
            let low = self.from(at) & ((1 << below.min(32)) - 1);
            let high = self.from(at + 32) & ((1 << below.saturating_sub(32)) - 1);
            at += below as usize;
            let number = 1 << below | high << 32 | low;
            if !take((number - 1).saturating_add(min_count)) {
                return;
            }
        }
    }
}

#[inline]
fn number(bytes: &[u8]) -> u64 {
    let chunk = bytes.first_chunk::<8>().copied().unwrap_or_else(|| {
        let mut chunk = [0; 8];
        chunk[..bytes.len()].copy_from_slice(bytes);
        chunk
    });
    u64::from_le_bytes(chunk)
}
