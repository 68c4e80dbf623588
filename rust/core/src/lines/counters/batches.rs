//! Lines of a buffer, handed out in batches.
//!
//! A counter larger than the caches waits for memory at every line. Given a batch it can touch what every line
//! of it will need first, so that those waits overlap; this stands in for prefetch instructions, which only
//! unsafe code may issue.

use wide::u8x16;

use crate::error::Result;

/// Lines a batch holds at most: enough to overlap all the loads a core keeps in flight.
pub(super) const BATCH: usize = 32;

const BLOCK: usize = 64;

/// Calls `each` with the lines of `buffer`, up to [`BATCH`] at a time. `\n` ends a line; the last may lack it.
pub(super) fn for_each_batch<'a>(
    buffer: &'a [u8],
    mut each: impl FnMut(&[&'a [u8]]) -> Result<()>,
) -> Result<()> {
    let mut lines: [&[u8]; BATCH] = [&[]; BATCH];
    let mut filled = 0;
    let mut start = 0;
    let (blocks, tail) = buffer.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    last[..tail.len()].copy_from_slice(tail);
    for (block, at) in blocks.iter().chain([&last]).zip((0..).step_by(BLOCK)) {
        let mut ends = newlines(block);
        while ends != 0 {
            let end = at + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            lines[filled] = &buffer[start..end];
            filled += 1;
            start = end + 1;
            if filled == BATCH {
                each(&lines)?;
                filled = 0;
            }
        }
    }
    if filled > 0 {
        each(&lines[..filled])?;
    }
    if start < buffer.len() {
        each(&[&buffer[start..]])?;
    }
    Ok(())
}

/// A bit for each byte that is a newline.
fn newlines(block: &[u8; BLOCK]) -> u64 {
    let newline = u8x16::splat(b'\n');
    let (sixteens, _) = block.as_chunks::<16>();
    let masks = sixteens.iter().map(|&bytes| u64::from(u8x16::from(bytes).simd_eq(newline).to_bitmask()));
    masks.rev().fold(0, |all, mask| all << 16 | mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_are_those_of_the_buffer(buffer in proptest::collection::vec(prop::sample::select(&b"ab\n"[..]), 0..300)) {
            let mut found: Vec<&[u8]> = Vec::new();
            for_each_batch(&buffer, |lines| {
                assert!(!lines.is_empty() && lines.len() <= BATCH);
                found.extend_from_slice(lines);
                Ok(())
            })
            .unwrap();
            let mut expected: Vec<&[u8]> = buffer.split(|&b| b == b'\n').collect();
            // What follows the last newline is a line only when there is something.
            if expected.last().is_some_and(|line| line.is_empty()) {
                expected.pop();
            }
            prop_assert_eq!(found, expected);
        }
    }
}
