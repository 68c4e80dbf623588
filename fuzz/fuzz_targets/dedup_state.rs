//! The state of a deduplication of any bytes: it is refused, or what is loaded is saved as it was. Checksums are put right
//! too, so that what they guard is reached: the first byte says how many of those after it are what a state says of
//! itself; the others change its n-grams.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::dedup::state::{State, save};
use streamclean_core::ngrams::TokenOptions;
use streamclean_core::ngrams::set::{Header, Level};
use streamclean_core::store;
use streamclean_fuzz::set;

const MEMORY: u64 = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    look(bytes);
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Some((about, change)) = rest.split_at_checked(first.into()) else { return };
    let tokens = TokenOptions::default().key();
    let header = Header { n: 3, min_count: 1, level: Level::Block, counts: true, complete: true, tokens };
    let Some(ngrams) = set(&header, |number| 1 + number % 2, change) else { return };
    look(&[store::seal("dedup", about), ngrams].concat());
});

fn look(bytes: &[u8]) {
    let Ok(state) = State::open(bytes) else { return };
    let (info, ngrams) = (*state.info(), state.ngrams().clone());
    let Ok((set, out)) = state.load(MEMORY) else { return };
    assert_eq!(set.len(), info.ngrams);
    let mut again = Vec::new();
    assert!(save(&mut again, &info, &ngrams, &set, &out).is_ok());
    let again = State::open(&again[..]).and_then(|state| state.load(MEMORY));
    assert!(again.is_ok_and(|(set, bits)| set.len() == info.ngrams && bits.count() == out.count()));
}
