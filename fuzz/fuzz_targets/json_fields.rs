//! A record line of any bytes: fields lie inside it, and the text of a string is found again in its escapes;
//! elements of a list lie inside it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::json::{list, split, string};

fuzz_target!(|line: &[u8]| {
    let Ok(fields) = split::fields(line) else { return };
    for field in fields {
        assert!(field.name.end < field.value.start && field.value.end <= line.len());
        let value = &line[field.value];
        if let Some(raw) = value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\"")) {
            let text = string::unescape(raw);
            assert_eq!(string::raw_offset(raw, text.len()), raw.len());
        }
        for element in list::elements(value).unwrap_or_default() {
            assert!(element.start < element.end && element.end < value.len());
        }
    }
});
