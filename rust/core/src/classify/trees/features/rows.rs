//! Rows as lines of text, for other programs to learn from.

use std::io::Write;

/// Adds a line for a block: the page, the number of the block, what people say of it, and its columns, with tabs between.
pub fn put(out: &mut Vec<u8>, id: &str, block: usize, gold: &str, row: &[f32]) {
    // Writing to memory cannot fail.
    for (at, part) in id.split(['\t', '\n', '\r']).enumerate() {
        let _ = write!(out, "{}{part}", if at > 0 { " " } else { "" });
    }
    let _ = write!(out, "\t{block}\t{gold}");
    for value in row {
        let _ = write!(out, "\t{value}");
    }
    out.push(b'\n');
}
