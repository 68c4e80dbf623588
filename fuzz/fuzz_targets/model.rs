//! A model file of any bytes, also with the right checksum: it is refused, or it can be used and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::lines::boundaries::{Frequent, Side};
use streamclean_core::lines::counters::KINDS;
use streamclean_core::lines::model::{KIND, Model};
use streamclean_core::store;

fuzz_target!(|data: &[u8]| {
    check(data);
    let Some((&first, payload)) = data.split_first() else { return };
    let kind = KINDS.get(usize::from(first)).map_or(KIND, |kind| kind.saved_as);
    check(&store::seal(kind, payload));
});

fn check(file: &[u8]) {
    let Ok(mut model) = Model::from_bytes(file) else { return };
    let written = model.to_bytes().expect("a model that was read can be written");
    Model::from_bytes(&written).expect("and read again");
    model.freeze(1).expect("and used");
    model.above(1).is_frequent(b"a line", Side::Epilogue);
}
