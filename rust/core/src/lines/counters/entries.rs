//! Sorted lines with their counts as bytes: the files of `exact` and `gm`, and the runs `sort` spills.
//!
//! An entry is: how many bytes it shares with the line before (varint, at most 255), the rest of the line
//! (varint length, bytes), its count (varint). The limit keeps a small damaged file from unfolding to much.

use crate::error::{Error, Result};
use crate::store::{Reader, put_bytes, put_varint};

const MAX_SHARED: usize = 255;

/// About every so many bytes a line is written whole, so that reading can begin there.
const BLOCK: usize = 64 << 10;

#[derive(Debug, Default)]
pub(super) struct EntryWriter {
    pub(super) out: Vec<u8>,
    last: Vec<u8>,
    block_start: usize,
}

impl EntryWriter {
    /// Appends a line greater than the last; true when the next begins a block.
    pub(super) fn push(&mut self, line: &[u8], count: u64) -> bool {
        let shared = common_prefix(&self.last, line).min(MAX_SHARED);
        put_varint(&mut self.out, shared as u64);
        put_bytes(&mut self.out, &line[shared..]);
        put_varint(&mut self.out, count);
        let block_ends = self.out.len() - self.block_start >= BLOCK;
        if block_ends {
            self.block_start = self.out.len();
            self.last.clear();
        } else {
            self.last.truncate(shared);
            self.last.extend_from_slice(&line[shared..]);
        }
        block_ends
    }

    /// Takes the bytes of the block that just ended.
    pub(super) fn take_block(&mut self) -> Vec<u8> {
        self.block_start = 0;
        std::mem::take(&mut self.out)
    }
}

fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let (eights_of_a, _) = a.as_chunks::<8>();
    let (eights_of_b, _) = b.as_chunks::<8>();
    let same = 8 * eights_of_a.iter().zip(eights_of_b).take_while(|(a, b)| a == b).count();
    same + a[same..].iter().zip(&b[same..]).take_while(|(a, b)| a == b).count()
}

/// Reads the next entry into `line`, which must still hold the entry before, and returns its count.
pub(super) fn next_entry(reader: &mut Reader<'_>, line: &mut Vec<u8>) -> Result<u64> {
    let shared = usize::try_from(reader.varint()?).unwrap_or(usize::MAX);
    if shared > line.len().min(MAX_SHARED) {
        return Err(Error::Malformed { what: "a line shares more than the one before has" });
    }
    let rest = reader.bytes()?;
    // Equal or lesser lines would be counted twice, or not found.
    if !line.is_empty() && rest <= &line[shared..] {
        return Err(Error::Malformed { what: "its lines are not in order" });
    }
    line.truncate(shared);
    line.extend_from_slice(rest);
    reader.varint()
}
