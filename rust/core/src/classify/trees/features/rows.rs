//! Rows as lines of text, for other programs to learn from.

use std::io::Write;

use super::Table;

/// A line a block: the page, the number of the block, what people say of it, and its columns, with tabs between.
pub fn write(id: &str, table: &Table, gold: &[&str]) -> Vec<u8> {
    let id = id.replace(['\t', '\n', '\r'], " ");
    let mut out = Vec::with_capacity(4 * table.values.len());
    for (block, gold) in gold.iter().enumerate() {
        // Writing to memory cannot fail.
        let _ = write!(out, "{id}\t{block}\t{gold}");
        for value in table.row(block) {
            let _ = write!(out, "\t{value}");
        }
        out.push(b'\n');
    }
    out
}
