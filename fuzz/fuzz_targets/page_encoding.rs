//! A page of any bytes has characters, and each of them a place in the bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::html::encoding;
use streamclean_core::html::source_map::source_offsets;

const LABELS: [&str; 8] =
    ["utf-8", "utf-16le", "windows-1252", "gb18030", "big5", "shift_jis", "euc-kr", "iso-2022-jp"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, page)) = bytes.split_first() else { return };
    let transport = LABELS.get(usize::from(first)).copied();
    let Ok(decoded) = encoding::decode(page, None, transport, Some("jp")) else { return };
    let offsets: Vec<usize> =
        decoded.text.char_indices().map(|(at, _)| at).chain([decoded.text.len()]).collect();
    let found = source_offsets(page, decoded.encoding, decoded.bom, &offsets);
    assert!(found.is_sorted());
    assert!(found[0] >= decoded.bom);
    assert_eq!(found.last(), Some(&page.len()));
});
