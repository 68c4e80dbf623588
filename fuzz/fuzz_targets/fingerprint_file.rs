//! A file of fingerprints of any bytes: it is refused, or what was read is written again as it was. Checksums are put right
//! too, so that what they guard is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::fingerprint::prefixes::Prefixes;
use streamclean_core::fingerprint::side_file::{SideFile, Writer};
use streamclean_core::fingerprint::{Choice, Given, SCHEMES, Sketcher};
use streamclean_core::store;
use xxhash_rust::xxh3::xxh3_64;

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // Documents of any bytes between a header and an end that are as they should be.
    let Ok(sketcher) = Sketcher::new(Choice::new(SCHEMES[0])) else { return };
    let mut writer = Writer::default();
    let mut file = writer.begin(&sketcher);
    let header = file.len();
    file.extend_from_slice(bytes);
    for documents in [bytes.first().copied().unwrap_or(0).into(), 1u64] {
        let numbers = [documents.to_le_bytes(), xxh3_64(&file).to_le_bytes()];
        let whole = [&file[..], &store::seal("fingerprints-end", numbers.as_flattened())].concat();
        read(&whole);
    }
    file.truncate(header);
    let text = String::from_utf8_lossy(bytes);
    let print = sketcher.sketch(Given::Text(&text), &mut sketcher.scratch());
    let Ok(document) = writer.document(&text, &print) else { return };
    file.extend_from_slice(&document);
    file.extend_from_slice(&writer.end());
    assert_eq!(read(&file), Some(vec![(text.into_owned(), print)]));
    // Counts of prefixes, sealed.
    let _ = Prefixes::from_bytes(bytes);
    if let Ok(prefixes) = Prefixes::from_bytes(&store::seal("prefixes", bytes)) {
        let again = Prefixes::from_bytes(&prefixes.to_bytes());
        assert!(again.is_ok_and(|again| again.checksum() == prefixes.checksum()));
    }
});

/// All documents of a file, if it is one.
fn read(bytes: &[u8]) -> Option<Vec<(String, streamclean_core::fingerprint::Fingerprint)>> {
    let mut file = SideFile::open(bytes).ok()?;
    let mut all = Vec::new();
    while let Some(document) = file.next_document().ok()? {
        all.push(document);
    }
    assert!(file.next_document().is_ok_and(|after| after.is_none()));
    Some(all)
}
