//! What stands in the elements around a block: text mass and links, and whether there are more elements like them.

use super::super::super::learning::shape::ratio;
use super::columns::{Columns, flag};
use super::layout::{CONTAINERS, Layout};

const NAMES: [&str; SAME + 2] = [
    "words",
    "link_share",
    "blocks",
    "block_length",
    "long_share",
    "page_share",
    "alike",
    "number",
    "alike_share",
    "alike_link_share",
    "listed_share",
    "unseen_share",
    "depth",
    "place",
    "after_heading",
];

/// The values of a container that are the same for all blocks in it.
const SAME: usize = 13;

#[derive(Debug)]
pub(super) struct Containers(Vec<[f32; SAME]>);

impl Containers {
    pub(super) fn of(layout: &Layout) -> Self {
        let words = layout.sums[0].words;
        let values = layout.sums.iter().enumerate().map(|(node, sum)| {
            let kind = layout.kinds[node] as usize;
            let alike = &layout.kind_sums[kind];
            [
                sum.words as f32,
                ratio(sum.links, sum.words),
                sum.blocks as f32,
                ratio(sum.words, sum.blocks),
                ratio(sum.long, sum.words),
                ratio(sum.words, words),
                layout.counts[kind] as f32,
                layout.numbers[node] as f32,
                ratio(alike.words, words),
                ratio(alike.links, alike.words),
                ratio(layout.listed[node], sum.words),
                ratio(sum.unseen, sum.words),
                layout.depths[node] as f32,
            ]
        });
        Self(values.collect())
    }

    pub(super) fn write(&self, block: usize, layout: &Layout, columns: &mut impl Columns) {
        self.put("own", block, layout.places[block], layout, columns);
        for (group, container) in CONTAINERS.iter().zip(layout.containers(block)) {
            self.put(group, block, container, layout, columns);
        }
    }

    fn put(&self, group: &str, block: usize, node: u32, layout: &Layout, columns: &mut impl Columns) {
        columns.put(group, NAMES, || {
            let sum = &layout.sums[node as usize];
            let at = block as u32;
            let mut values = [0.0; NAMES.len()];
            values[..SAME].copy_from_slice(&self.0[node as usize]);
            values[SAME] = ratio(at.saturating_sub(sum.first), (sum.last - sum.first).max(1));
            values[SAME + 1] = flag(sum.heading < at);
            values
        });
    }
}
