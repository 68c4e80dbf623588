//! Records with fingerprints of any bytes, as `neardups` reads them: each is refused or compared, however they are mixed;
//! and lines of keys and ids for the other half of a split.
#![no_main]

use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use streamclean_core::fingerprint::{Choice as Shingling, SCHEMES, Sketcher, record};
use streamclean_core::neardup::finder::{Finder, Limits};
use streamclean_core::neardup::plan::Choice;
use streamclean_core::neardup::prepare::Means;
use streamclean_core::units::Reading;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(found) = record::read(bytes) {
        let _ = found.kind();
    }
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    for split in [false, true] {
        let Some(mut finder) = finder(split) else { return };
        let prepared = finder.preparer().prepare(&lines, 0);
        let _ = finder.preparer().emit(&prepared);
        if finder.add(&prepared, split).is_err() {
            continue;
        }
        if split && (finder.begin_reduce().is_err() || finder.take(&lines).is_err()) {
            continue;
        }
        if let Ok(found) = finder.finish() {
            let mut out = Vec::new();
            assert!(found.write_pairs(&mut out).is_ok());
        }
    }
});

fn finder(split: bool) -> Option<Finder> {
    let means = Means {
        reading: Reading::default(),
        fingerprint_key: "fingerprint".to_owned(),
        sketcher: Sketcher::new(Shingling::new(SCHEMES[0])).ok()?,
        texts_only: false,
        choice: Choice::default(),
        sorted: split,
    };
    let limits = Limits { memory: 1 << 12, tmpdir: PathBuf::from("/nowhere"), most: 9, threads: 1 };
    Some(Finder::new(means, limits))
}
