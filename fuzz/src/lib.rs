//! What several targets need.

use streamclean_core::ngrams::set::{Header, SetWriter, Totals};
use xxhash_rust::xxh3::xxh3_64_with_seed;

const BLOCK: usize = 4096;
const END: usize = 100;
/// How many n-grams a [`set`] has.
pub const NGRAMS: u64 = 40;

/// The file of a set of n-grams in one block, whose bytes are changed and whose checksum is put right.
pub fn set(header: &Header, count: impl Fn(u64) -> u64, change: &[u8]) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut writer = SetWriter::new(&mut file, header).ok()?;
    for number in 0..NGRAMS {
        writer.push(number << 50, count(number)).ok()?;
    }
    writer.finish(&Totals::default()).ok()?;
    let start = file.len() - END - BLOCK;
    let block = &mut file[start..start + BLOCK];
    for (place, &byte) in block[8..].iter_mut().zip(change) {
        *place ^= byte;
    }
    let sum = xxh3_64_with_seed(&block[8..], 0);
    block[..8].copy_from_slice(&sum.to_le_bytes());
    Some(file)
}
