//! Which numbers have been seen, and which a second time: two bits of a table for each.

use prefetch_index::prefetch_index;

use crate::error::Result;
use crate::suffix::memory::Array;

/// Numbers in a word of the table.
const IN_WORD: u64 = 32;
/// So many numbers are fetched before the first of them is looked at.
const AHEAD: usize = 32;

/// What it says of a number may be true of another one with the same place: it may call some seen twice that were not,
/// but never the other way round.
#[derive(Debug)]
pub(super) struct Seen {
    words: Array<u64>,
    shift: u32,
}

/// The word of a number, by its highest bits, and its bits in that.
#[inline]
fn place(number: u64, shift: u32) -> (usize, u32) {
    // Fingerprints may be chosen for the bits at either end.
    let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((spread >> shift) as usize, 2 * (spread >> 20 & (IN_WORD - 1)) as u32)
}

impl Seen {
    /// In so many bytes, or half of that; numbers are as random.
    pub(super) fn new(memory: usize) -> Result<Self> {
        let words = (memory / size_of::<u64>()).max(2);
        let bits = words.ilog2().max(1);
        Ok(Self { words: Array::try_new(1 << bits)?, shift: 64 - bits })
    }

    pub(super) fn add(&mut self, numbers: &[u64]) {
        let shift = self.shift;
        let words = &mut *self.words;
        for part in numbers.chunks(AHEAD) {
            for &number in part {
                prefetch_index(&*words, place(number, shift).0);
            }
            for &number in part {
                let (word, bit) = place(number, shift);
                let word = &mut words[word];
                // The first time the lower bit, then the upper one too.
                *word |= (*word >> bit & 1) << (bit + 1) | 1 << bit;
            }
        }
    }

    /// Adds to `out` those numbers that may have been seen twice.
    pub(super) fn twice(&self, numbers: &[u64], out: &mut Vec<u64>) {
        let words = &*self.words;
        for part in numbers.chunks(AHEAD) {
            for &number in part {
                prefetch_index(words, place(number, self.shift).0);
            }
            out.extend(part.iter().filter(|&&number| {
                let (word, bit) = place(number, self.shift);
                words[word] >> (bit + 1) & 1 == 1
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seen_once_and_twice() {
        let number = |at: u64| xxhash_rust::xxh3::xxh3_64(&at.to_le_bytes());
        for memory in [0, 100, 1 << 20] {
            let mut seen = Seen::new(memory).unwrap();
            let numbers: Vec<u64> = (0..1000).map(number).collect();
            seen.add(&numbers);
            seen.add(&numbers[..300]);
            let mut twice = Vec::new();
            seen.twice(&numbers, &mut twice);
            assert_eq!(twice[..300], numbers[..300]);
            if memory == 1 << 20 {
                assert!(twice.len() < 310, "{}", twice.len());
            }
        }
    }
}
