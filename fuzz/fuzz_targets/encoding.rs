//! A file of any bytes has characters, and each line of them is found in the bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::text::encoding;

fuzz_target!(|bytes: &[u8]| {
    let Ok(decoded) = encoding::decode(bytes, None) else { return };
    let lines = decoded.text.matches('\n').count();
    let mut last = 0;
    for line in 0..=lines + 1 {
        let at = encoding::line_offset(bytes, &decoded.encoding, decoded.bom, line);
        assert!(at >= last && at <= bytes.len());
        last = at;
    }
    assert_eq!(last, bytes.len());
    encoding::looks_binary(bytes);
});
