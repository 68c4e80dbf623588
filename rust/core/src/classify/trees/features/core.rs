//! The core of a page: the innermost element that holds most of its running text.

use super::super::super::learning::shape::ratio;
use super::around::Arounds;
use super::columns::{Columns, columns, flag};
use super::layout::{Layout, Sum, is_long};
use super::picked::Plan;
use crate::html::page::{Mark, Page};

/// The cores: which mass they hold most of, and how much of it in percent; more than half, so that there is one.
const CORES: [(&str, Mass, u64); 6] = [
    ("core55", Mass::Long, 55),
    ("core75", Mass::Long, 75),
    ("core95", Mass::Long, 95),
    ("text55", Mass::Text, 55),
    ("text75", Mass::Text, 75),
    ("all60", Mass::All, 60),
];

/// What is weighed.
#[derive(Clone, Copy, Debug)]
enum Mass {
    /// Words of running text.
    Long,
    /// Words apart from links, where neither a tag nor a hint says that there is no content.
    Text,
    /// All words there.
    All,
}

#[derive(Debug)]
pub(super) struct Core {
    pub(super) node: usize,
    sum: Sum,
    /// For each node of the layout, how deep what it shares with the core is.
    shared: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Cores([Option<Core>; CORES.len()]);

impl Cores {
    pub(super) fn of(page: &Page, layout: &Layout, arounds: &Arounds, plan: &Plan) -> Self {
        let mut masses = vec![[0_u64; 3]; layout.parents.len()];
        for (block, &place) in page.blocks.iter().zip(&layout.places) {
            let words = u64::from(block.words);
            let mass = &mut masses[place as usize];
            mass[Mass::Long as usize] += if is_long(block) { words } else { 0 };
            if block.mark == Mark::None && !arounds.is_frame(place) {
                mass[Mass::Text as usize] += words.saturating_sub(u64::from(block.links));
                mass[Mass::All as usize] += words;
            }
        }
        for node in (1..masses.len()).rev() {
            let inner = masses[node];
            masses[layout.parents[node] as usize]
                .iter_mut()
                .zip(inner)
                .for_each(|(mass, inner)| *mass += inner);
        }
        Self(CORES.map(|(group, mass, share)| {
            plan.prepare(group, || Core::of(layout, |node| masses[node][mass as usize], share))
        }))
    }

    pub(super) fn write(&self, block: usize, layout: &Layout, columns: &mut impl Columns) {
        for ((group, ..), core) in CORES.iter().zip(&self.0) {
            columns.room(group, core.as_ref(), |core, columns| core.write(group, block, layout, columns));
        }
    }
}

impl Core {
    pub(super) fn of(layout: &Layout, mass: impl Fn(usize) -> u64, share: u64) -> Self {
        let sums = &layout.sums;
        // Where there is nothing of it, all text is.
        let is_there = mass(0) > 0;
        let mass = |node: usize| if is_there { mass(node) } else { u64::from(sums[node].words) };
        let least = mass(0) * share;
        let holds = (1..sums.len()).filter(|&node| mass(node) * 100 >= least);
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

    pub(super) fn write(&self, group: &str, block: usize, layout: &Layout, columns: &mut impl Columns) {
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
