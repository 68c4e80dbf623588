//! Text blocks that become one.

use super::blocks::{TextBlock, TextBlocks};

/// Fuses neighbours of exactly the same text density: lines of one poem, cells of one table.
pub(super) fn equal_densities(blocks: &mut TextBlocks) {
    fuse_where(&mut blocks.blocks, |before, next| before.text_density() == next.text_density());
}

/// Fuses each good block with the block before it, good or not.
pub(super) fn with_before(blocks: &mut TextBlocks) {
    fuse_where(&mut blocks.blocks, |_, next| next.good);
}

/// Fuses good blocks between which no more than one block was dropped.
pub(super) fn near_good(blocks: &mut TextBlocks) {
    fuse_where(&mut blocks.blocks, |before, next| {
        before.good && next.good && next.segments.start - before.segments.end <= 1
    });
}

/// Fuses a block with all that has been fused before it, wherever `wanted` says so.
fn fuse_where(blocks: &mut Vec<TextBlock>, wanted: impl Fn(&TextBlock, &TextBlock) -> bool) {
    blocks.dedup_by(|next, before| {
        let fuses = wanted(before, next);
        if fuses {
            if !before.good {
                before.reason = "before text";
            }
            before.fuse(next);
        }
        fuses
    });
}
