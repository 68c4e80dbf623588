//! All pairs of bit-strings that differ in at most k places, section 3.2.2.
//!
//! As Manku, Jain and Das Sarma (2007) have it: of k + 1 blocks of bits, two such strings have one in common. They are
//! sorted by each of the blocks, and compared where that is the same. Where those are too many to compare, the bits that
//! are left are cut into k + 1 blocks again, and so on: 2^34 strings of 64 bits with k = 3 would come to the sixteen tables
//! with 28 leading bits of the paper's example, and few strings to just the four with 16.
//!
//! A pair is told once: in the first of the blocks that it has in common.

use crate::error::Result;

/// As many strings are compared with each other, for each block, rather than sorted once more.
const COMPARED: usize = 128;
/// How often bits are cut into blocks at most.
const LEVELS: usize = 6;

/// Bit-strings of the same number of words.
#[derive(Debug)]
pub struct Strings {
    words: usize,
    all: Vec<u64>,
}

/// A block of bits, and those before it on its level.
#[derive(Debug)]
struct Level {
    earlier: Vec<Vec<u64>>,
    block: Vec<u64>,
}

impl Strings {
    pub fn new(words: usize) -> Self {
        Self { words: words.max(1), all: Vec::new() }
    }

    /// Adds a string. No two are the same.
    pub fn push(&mut self, words: &[u64]) {
        let start = self.all.len();
        self.all.extend(words.iter().take(self.words));
        self.all.resize(start + self.words, 0);
    }

    pub fn words(&self) -> usize {
        self.words
    }

    pub fn len(&self) -> usize {
        self.all.len() / self.words
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn get(&self, at: u32) -> &[u64] {
        &self.all[at as usize * self.words..][..self.words]
    }

    /// Calls `put` with two strings, the earlier first, and the number of places in which they differ.
    pub fn pairs(&self, most: u32, mut put: impl FnMut(u32, u32, u32) -> Result<()>) -> Result<()> {
        let everything: Vec<u32> = (0..self.len() as u32).collect();
        let bits: Vec<u32> = (0..64 * self.words as u32).collect();
        self.search(&everything, &bits, most, &mut Vec::new(), &mut put)
    }

    /// Pairs among these strings, which are the same in the blocks of the levels and may differ in these bits.
    fn search(
        &self,
        strings: &[u32],
        bits: &[u32],
        most: u32,
        levels: &mut Vec<Level>,
        put: &mut impl FnMut(u32, u32, u32) -> Result<()>,
    ) -> Result<()> {
        let few = strings.len() <= COMPARED * (most as usize + 1);
        if few || levels.len() == LEVELS || bits.len() <= most as usize {
            return self.compare(strings, most, levels, put);
        }
        let blocks: Vec<Vec<u32>> = cut(bits, most as usize + 1);
        let masks: Vec<Vec<u64>> = blocks.iter().map(|bits| mask(bits, self.words)).collect();
        let mut keys: Vec<(u64, u32)> = Vec::with_capacity(strings.len());
        let mut group = Vec::new();
        for (number, block) in masks.iter().enumerate() {
            keys.clear();
            keys.extend(strings.iter().map(|&at| (key(self.get(at), block), at)));
            keys.sort_unstable();
            let rest: Vec<u32> = bits.iter().copied().filter(|bit| !blocks[number].contains(bit)).collect();
            levels.push(Level { earlier: masks[..number].to_vec(), block: block.clone() });
            for same in keys.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
                group.clear();
                group.extend(same.iter().map(|&(_, at)| at));
                self.search(&std::mem::take(&mut group), &rest, most, levels, put)?;
            }
            levels.pop();
        }
        Ok(())
    }

    fn compare(
        &self,
        strings: &[u32],
        most: u32,
        levels: &[Level],
        put: &mut impl FnMut(u32, u32, u32) -> Result<()>,
    ) -> Result<()> {
        for (number, &first) in strings.iter().enumerate() {
            let string = self.get(first);
            for &second in &strings[number + 1..] {
                let other = self.get(second);
                let apart: u32 = string.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum();
                if apart <= most && levels.iter().all(|level| level.is_first(string, other)) {
                    put(first.min(second), first.max(second), apart)?;
                }
            }
        }
        Ok(())
    }
}

impl Level {
    fn is_first(&self, a: &[u64], b: &[u64]) -> bool {
        let same = |mask: &[u64]| a.iter().zip(b).zip(mask).all(|((a, b), mask)| (a ^ b) & mask == 0);
        same(&self.block) && !self.earlier.iter().any(|mask| same(mask))
    }
}

/// So many parts, none of them empty if there are as many bits.
fn cut(bits: &[u32], parts: usize) -> Vec<Vec<u32>> {
    (0..parts).map(|at| bits[bits.len() * at / parts..bits.len() * (at + 1) / parts].to_vec()).collect()
}

fn mask(bits: &[u32], words: usize) -> Vec<u64> {
    let mut mask = vec![0; words];
    bits.iter().for_each(|&bit| mask[bit as usize / 64] |= 1 << (bit % 64));
    mask
}

/// Strings that are the same in the block have the same key; others may.
fn key(words: &[u64], block: &[u64]) -> u64 {
    let masked = words.iter().zip(block).map(|(word, mask)| word & mask);
    masked.fold(0, |key: u64, word| key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word)
}

/// What two strings that differ in at most `most` places have one of in common: the numbers of a block and of a block of
/// the rest, with their bits, for tables with nearly twice as many leading bits as blocks of one level have.
pub fn leading(words: &[u64], most: u32, mut put: impl FnMut(u64)) {
    let bits: Vec<u32> = (0..64 * words.len() as u32).collect();
    let parts = most as usize + 1;
    let mut bytes = Vec::new();
    for (first, block) in cut(&bits, parts).iter().enumerate() {
        let rest: Vec<u32> = bits.iter().copied().filter(|bit| !block.contains(bit)).collect();
        for (second, other) in cut(&rest, parts).iter().enumerate() {
            let both: Vec<u32> = block.iter().chain(other).copied().collect();
            bytes.clear();
            bytes.extend([first as u64, second as u64].iter().flat_map(|number| number.to_le_bytes()));
            let mask = mask(&both, words.len());
            bytes.extend(words.iter().zip(&mask).flat_map(|(word, mask)| (word & mask).to_le_bytes()));
            put(xxhash_rust::xxh3::xxh3_64(&bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn all(strings: &Strings, most: u32) -> Vec<(u32, u32, u32)> {
        let mut found = Vec::new();
        strings
            .pairs(most, |a, b, apart| {
                found.push((a, b, apart));
                Ok(())
            })
            .unwrap();
        found.sort_unstable();
        found
    }

    fn brute_force(strings: &Strings, most: u32) -> Vec<(u32, u32, u32)> {
        let count = strings.len() as u32;
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        pairs
            .map(|(a, b)| {
                let (first, second) = (strings.get(a), strings.get(b));
                (a, b, first.iter().zip(second).map(|(a, b)| (a ^ b).count_ones()).sum())
            })
            .filter(|&(.., apart)| apart <= most)
            .collect()
    }

    /// Strings near a few others, so that there are pairs; the same part in all makes some tables useless.
    fn strings(count: u64, centres: u64, words: usize, flips: u64, same: u64) -> Strings {
        let random = |at: u64, of: u64| xxhash_rust::xxh3::xxh3_64_with_seed(&at.to_le_bytes(), of);
        let mut strings = Strings::new(words);
        let mut seen = HashSet::new();
        for at in 0..count {
            let mut string: Vec<u64> =
                (0..words as u64).map(|word| random(random(at, 1) % centres, 2 + word) | same).collect();
            for flip in 0..random(at, 99) % (flips + 1) {
                let bit = random(at, 100 + flip) as usize % (64 * words);
                string[bit / 64] ^= 1 << (bit % 64);
            }
            if seen.insert(string.clone()) {
                strings.push(&string);
            }
        }
        strings
    }

    #[test]
    fn exactly_all_pairs() {
        for (count, centres, words, flips, same) in [
            (3000, 3000, 1, 5, 0),
            (3000, 4, 1, 3, 0),
            (2500, 40, 1, 6, 0xffff_ffff_ffff),
            (1500, 20, 2, 6, 0xff),
        ] {
            let strings = strings(count, centres, words, flips, same);
            for most in [0, 1, 3, 7] {
                assert_eq!(all(&strings, most), brute_force(&strings, most), "{count} {centres} {most}");
            }
        }
    }

    proptest! {
        #[test]
        fn two_levels_of_blocks_find_all(string: u64, flips in proptest::collection::vec(0u32..64, 0..8), most in 0u32..8) {
            let other = flips.iter().fold(string, |string, bit| string ^ 1 << bit);
            let keys = |string| {
                let mut keys = HashSet::new();
                leading(&[string], most, |key| { keys.insert(key); });
                keys
            };
            prop_assert_eq!(keys(string).len(), (most as usize + 1).pow(2));
            if (string ^ other).count_ones() <= most {
                prop_assert!(!keys(string).is_disjoint(&keys(other)));
            }
        }
    }
}
