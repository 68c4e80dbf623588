//! A set of n-grams of any bytes: it is refused, or all ways of reading it agree. Blocks have their checksums put right,
//! so that what is in them is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::ngrams::TokenOptions;
use streamclean_core::ngrams::set::{Header, Level, Set, SetReader, SetWriter, Totals};
use xxhash_rust::xxh3::xxh3_64_with_seed;

const BLOCK: usize = 4096;
const END: usize = 100;

fuzz_target!(|bytes: &[u8]| {
    look(bytes);
    let tokens = TokenOptions::default().key();
    let header = Header { n: 3, min_count: 2, level: Level::Block, counts: true, complete: true, tokens };
    let mut file = Vec::new();
    let Ok(mut writer) = SetWriter::new(&mut file, &header) else { return };
    for hash in 0..40 {
        let _ = writer.push(hash << 50, 2 + hash);
    }
    let _ = writer.finish(&Totals::default());
    let start = file.len() - END - BLOCK;
    let block = &mut file[start..start + BLOCK];
    for (place, &byte) in block[8..].iter_mut().zip(bytes) {
        *place ^= byte;
    }
    let sum = xxh3_64_with_seed(&block[8..], 0);
    block[..8].copy_from_slice(&sum.to_le_bytes());
    look(&file);
});

fn look(bytes: &[u8]) {
    let Ok(set) = Set::open(bytes) else { return };
    let whole = set.check().is_ok();
    let Ok(mut reader) = SetReader::new(bytes) else { return };
    while let Ok(Some((hash, count))) = reader.next_ngram() {
        let found = set.count(hash);
        assert!(!whole || found.is_ok_and(|found| found == count));
    }
    for bit in 0..60 {
        let _ = set.rank(1 << bit);
    }
}
