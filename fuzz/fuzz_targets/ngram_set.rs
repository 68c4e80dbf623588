//! A set of n-grams of any bytes: it is refused, or all ways of reading it agree. Blocks have their checksums put right,
//! so that what is in them is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::ngrams::TokenOptions;
use streamclean_core::ngrams::set::{Header, Level, Set, SetReader};
use streamclean_fuzz::set;

fuzz_target!(|bytes: &[u8]| {
    look(bytes);
    let tokens = TokenOptions::default().key();
    let header = Header { n: 3, min_count: 2, level: Level::Block, counts: true, complete: true, tokens };
    if let Some(file) = set(&header, |number| 2 + number, bytes) {
        look(&file);
    }
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
