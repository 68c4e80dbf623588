//! The tree of a page: what is known of each element by those around it and those in it.
//!
//! Nodes are the root, which is the page, and then its elements. An element that comes again after a block which stood
//! outside of it is another node, as it is in the records of blocks: what is known of a page must not depend on the way
//! in which it came.

use super::mixed::{self, Mixed};

use crate::html::page::{Block, Element, Mark, Page};
use crate::html::tags::Tag;

/// The containers that are asked for: the elements 1, 2, 3 and 4 above a block's own, and the nearest of some tags; a
/// bar is a header, footer, `nav` or `aside`.
pub(super) const CONTAINERS: [&str; 9] =
    ["up1", "up2", "up3", "up4", "article", "main", "section", "div", "bar"];

/// Whether a block is running text.
pub(in crate::classify::trees) fn is_long(block: &Block) -> bool {
    block.words >= 20 && block.links < block.words.div_ceil(2)
}

/// What is in an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) words: u32,
    pub(super) links: u32,
    pub(super) blocks: u32,
    /// Words of long blocks.
    pub(super) long: u32,
    /// Words that readers may not see.
    pub(super) unseen: u32,
    /// Its first block, its last, and its first heading.
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) heading: u32,
}

impl Sum {
    pub(super) const NONE: u32 = u32::MAX;

    pub(super) fn of(at: u32, block: &Block) -> Self {
        Self {
            words: block.words,
            links: block.links,
            blocks: 1,
            long: if is_long(block) { block.words } else { 0 },
            unseen: if block.mark == Mark::None { 0 } else { block.words },
            first: at,
            last: at,
            heading: if block.heading > 0 { at } else { Self::NONE },
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        if other.blocks == 0 {
            return;
        }
        if self.blocks == 0 {
            *self = *other;
            return;
        }
        self.words = self.words.saturating_add(other.words);
        self.links = self.links.saturating_add(other.links);
        self.blocks = self.blocks.saturating_add(other.blocks);
        self.long = self.long.saturating_add(other.long);
        self.unseen = self.unseen.saturating_add(other.unseen);
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
        self.heading = self.heading.min(other.heading);
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::classify::trees) struct Layout {
    /// The node of each block.
    pub(super) places: Vec<u32>,
    /// For each node, where it stands in [`Page::elements`]; the root does not.
    pub(super) elements: Vec<u32>,
    /// For each node; that of the root is itself.
    pub(super) parents: Vec<u32>,
    pub(super) depths: Vec<u32>,
    /// Nodes with the same number have the same tags and hints from the root down.
    pub(super) paths: Vec<u64>,
    /// Which children of the same parent have the same tag and hints.
    pub(super) kinds: Vec<u32>,
    /// How many of these there are, and what is in them, for each kind.
    pub(super) counts: Vec<u32>,
    pub(super) kind_sums: Vec<Sum>,
    /// Which of its kind each node is, from 0.
    pub(super) numbers: Vec<u32>,
    /// The most words that are in children of one kind, if there are three of them or more.
    pub(super) listed: Vec<u32>,
    pub(super) sums: Vec<Sum>,
    /// The nearest container of each of the tags asked for.
    nearest: Vec<[u32; 5]>,
    /// How deep what two blocks that follow each other are both in is; for each block and the one before.
    pub(super) shared: Vec<u32>,
}

impl Layout {
    /// The elements of all nodes but the root.
    pub(super) fn elements<'a>(&self, page: &'a Page) -> impl Iterator<Item = &'a Element> {
        self.elements[1..].iter().map(|&at| &page.elements[at as usize])
    }

    pub(super) fn of(page: &Page) -> Self {
        let nodes = page.elements.len() + 1;
        let mut layout = Self {
            places: Vec::with_capacity(page.blocks.len()),
            elements: Vec::with_capacity(nodes),
            parents: Vec::with_capacity(nodes),
            depths: Vec::with_capacity(nodes),
            paths: Vec::with_capacity(nodes),
            kinds: Vec::with_capacity(nodes),
            counts: vec![1],
            kind_sums: Vec::new(),
            numbers: Vec::with_capacity(nodes),
            listed: Vec::new(),
            sums: Vec::new(),
            nearest: Vec::with_capacity(nodes),
            shared: Vec::with_capacity(page.blocks.len()),
        };
        layout.add_root();
        layout.add_elements(page);
        layout.add_up(page);
        layout.add_kinds();
        layout
    }

    fn add_root(&mut self) {
        self.elements.push(Sum::NONE);
        self.parents.push(0);
        self.depths.push(0);
        self.paths.push(mixed::seed());
        self.kinds.push(0);
        self.numbers.push(0);
        self.nearest.push([0; 5]);
    }

    /// Goes from block to block, from one's elements to the next one's.
    fn add_elements(&mut self, page: &Page) {
        let mut kinds = mixed::with_capacity(page.elements.len());
        // The elements around a block with their nodes, where each of them stands there, and those that are new.
        let mut chain: Vec<(u32, u32)> = Vec::new();
        let mut standing = vec![0; page.elements.len()];
        let mut fresh = Vec::new();
        for block in &page.blocks {
            let mut kept = 0;
            for (at, _) in page.ancestors(block.element) {
                let place = standing[at as usize];
                if chain.get(place).is_some_and(|(known, _)| *known == at) {
                    kept = place + 1;
                    break;
                }
                fresh.push(at);
            }
            chain.truncate(kept);
            self.shared.push(kept as u32);
            while let Some(at) = fresh.pop() {
                let parent = chain.last().map_or(0, |(_, node)| *node);
                standing[at as usize] = chain.len();
                chain.push((at, self.parents.len() as u32));
                self.elements.push(at);
                self.add(&page.elements[at as usize], parent, &mut kinds);
            }
            self.places.push(chain.last().map_or(0, |(_, node)| *node));
        }
    }

    fn add(&mut self, element: &Element, parent: u32, kinds: &mut Mixed<u32>) {
        let at = self.parents.len() as u32;
        let above = parent as usize;
        self.parents.push(parent);
        self.depths.push(self.depths[above] + 1);
        self.paths.push(step(self.paths[above], element));
        let new = self.counts.len() as u32;
        let kind = *kinds.entry(step(self.paths[0] ^ u64::from(parent + 1), element)).or_insert(new);
        if kind == new {
            self.counts.push(0);
        }
        self.numbers.push(self.counts[kind as usize]);
        self.counts[kind as usize] += 1;
        self.kinds.push(kind);
        let mut nearest = self.nearest[above];
        match element.tag {
            Tag::Article => nearest[0] = at,
            Tag::Main => nearest[1] = at,
            Tag::Section => nearest[2] = at,
            Tag::Div => nearest[3] = at,
            Tag::Header | Tag::Footer | Tag::Nav | Tag::Aside => nearest[4] = at,
            _ => {}
        }
        self.nearest.push(nearest);
    }

    fn add_up(&mut self, page: &Page) {
        self.sums = vec![Sum::default(); self.parents.len()];
        for (at, (block, &place)) in page.blocks.iter().zip(&self.places).enumerate() {
            self.sums[place as usize].add(&Sum::of(at as u32, block));
        }
        for node in (1..self.sums.len()).rev() {
            let sum = self.sums[node];
            self.sums[self.parents[node] as usize].add(&sum);
        }
    }

    fn add_kinds(&mut self) {
        self.listed = vec![0; self.parents.len()];
        self.kind_sums = vec![Sum::default(); self.counts.len()];
        for (sum, &kind) in self.sums.iter().zip(&self.kinds) {
            self.kind_sums[kind as usize].add(sum);
        }
        for ((&kind, &number), &parent) in self.kinds.iter().zip(&self.numbers).zip(&self.parents) {
            if number == 2 {
                let listed = &mut self.listed[parent as usize];
                *listed = (*listed).max(self.kind_sums[kind as usize].words);
            }
        }
    }

    /// The containers of a block, in the order of [`CONTAINERS`].
    pub(super) fn containers(&self, block: usize) -> [u32; CONTAINERS.len()] {
        let own = self.places[block];
        let above = |node: u32| self.parents[node as usize];
        let up1 = above(own);
        let up2 = above(up1);
        let up3 = above(up2);
        let [article, main, section, div, bar] = self.nearest[own as usize];
        [up1, up2, up3, above(up3), article, main, section, div, bar]
    }

    /// How many elements end and begin on the way from one block to a later one.
    pub(super) fn distance(&self, from: usize, to: usize) -> u32 {
        let depth = |block: usize| self.depths[self.places[block] as usize];
        let shared = self.shared[from + 1..=to].iter().copied().min().unwrap_or(0);
        (depth(from) + depth(to)).saturating_sub(2 * shared)
    }

    pub(super) fn path(&self, block: usize) -> u64 {
        self.paths[self.places[block] as usize]
    }
}

/// Mixes an element into the number of the path to it.
fn step(path: u64, element: &Element) -> u64 {
    let hints = element.hints.0;
    let own =
        (element.tag as u64 + 1) ^ (hints as u64).rotate_left(17) ^ ((hints >> 64) as u64).rotate_left(41);
    let mixed =
        u128::from(path ^ 0x9e37_79b9_7f4a_7c15) * u128::from(own.wrapping_mul(0xd6e8_feb8_6659_fd93) | 1);
    (mixed as u64) ^ ((mixed >> 64) as u64) ^ own
}
