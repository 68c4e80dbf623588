//! The blocks of a record of any bytes: every form of them is there, or the place of what is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::render::document::{Format, Options, document};
use streamclean_core::render::select::Classes;
use streamclean_core::render::{text, view};

fuzz_target!(|value: &[u8]| {
    for format in [Format::Lines, Format::Markdown, Format::Vertical, Format::Attributes] {
        let classes = Classes::new(["good".to_owned()]);
        let options = Options { format, classes, form: text::Form::default(), glue: true };
        match document(value, &[], &options) {
            Ok(found) => assert!(found.kept <= found.blocks),
            Err(invalid) => assert!(invalid.offset <= value.len()),
        }
    }
    let _ = view::page(value, &view::About::default());
});
