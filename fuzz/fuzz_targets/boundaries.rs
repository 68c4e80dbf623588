//! A text of any characters has boundaries, in order, whatever is frequent; and a header.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::lines::boundaries::{Frequent, Heuristics, Options, Side, find};
use streamclean_core::lines::{header, normalise};

struct Odd;

impl Frequent for Odd {
    fn is_frequent(&self, line: &[u8], _side: Side) -> bool {
        line.len() % 2 == 1
    }
}

fuzz_target!(|text: &str| {
    for heuristics in [Heuristics::None, Heuristics::Paper, Heuristics::Full] {
        let found = find(text, &Odd, &Options { heuristics, ..Options::default() });
        assert!(found.preamble_end <= found.epilogue_start && found.epilogue_start <= found.lines);
    }
    header::parse(text);
    let mut lines = Vec::new();
    normalise::all_lines(text.as_bytes(), &mut lines);
});
