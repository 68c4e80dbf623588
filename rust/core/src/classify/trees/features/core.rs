//! The core of a page: the innermost element that holds most of its running text.

use super::super::super::learning::shape::ratio;
use super::columns::{Columns, columns, flag};
use super::layout::{Layout, Sum};

/// How much of the running text is in it, in percent: more than half, so that there is one.
const SHARES: [(&str, u64); 3] = [("core55", 55), ("core75", 75), ("core95", 95)];

#[derive(Debug)]
struct Core {
    node: usize,
    sum: Sum,
    /// For each node of the layout, how deep what it shares with the core is.
    shared: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Cores([Core; SHARES.len()]);

impl Cores {
    pub(super) fn of(layout: &Layout) -> Self {
        Self(SHARES.map(|(_, share)| Core::of(layout, share)))
    }

    pub(super) fn write(&self, block: usize, layout: &Layout, columns: &mut impl Columns) {
        for ((group, _), core) in SHARES.iter().zip(&self.0) {
            core.write(group, block, layout, columns);
        }
    }
}

impl Core {
    fn of(layout: &Layout, share: u64) -> Self {
        let sums = &layout.sums;
        // Where there is no running text, all text is.
        let mass = |sum: &Sum| u64::from(if sums[0].long > 0 { sum.long } else { sum.words });
        let least = mass(&sums[0]) * share;
        let holds = (1..sums.len()).filter(|&node| mass(&sums[node]) * 100 >= least);
        let node =
            holds.fold(0, |best, node| if layout.depths[node] > layout.depths[best] { node } else { best });
        let mut on_way = vec![false; sums.len()];
        let mut at = node;
        while at > 0 {
            on_way[at] = true;
            at = layout.parents[at] as usize;
        }
        let mut shared: Vec<u32> = Vec::with_capacity(sums.len());
        shared.push(0);
        for at in 1..sums.len() {
            let above = shared[layout.parents[at] as usize];
            shared.push(if on_way[at] { layout.depths[at] } else { above });
        }
        Self { node, sum: sums[node], shared }
    }

    fn write(&self, group: &str, block: usize, layout: &Layout, columns: &mut impl Columns) {
        let place = layout.places[block] as usize;
        let shared = self.shared[place];
        let up = layout.depths[self.node] - shared;
        let (at, sum) = (block as f32, &self.sum);
        columns!(columns, group,
            "inside" => flag(up == 0),
            "up" => up as f32,
            "down" => (layout.depths[place] - shared) as f32,
            "place" => (at - sum.first as f32) / ((sum.last - sum.first).max(1) as f32),
            "after_it" => (at - sum.last as f32).max(0.0),
            "before_it" => (sum.first as f32 - at).max(0.0),
            "words" => sum.words as f32,
            "link_share" => ratio(sum.links, sum.words),
            "block_length" => ratio(sum.words, sum.blocks),
            "page_share" => ratio(sum.words, layout.sums[0].words),
        );
    }
}
