//! The subtrees of a page, and what is known of each: Chakrabarti, Kumar & Punera's nodes (the thesis' 2.6.5).
//!
//! The elements that hold text are inner nodes, and blocks are the leaves.

use super::super::learning::kinds;
use super::super::learning::shape::{Shape, ratio};
use crate::html::page::{Block, Mark, Page};

/// How many numbers there are for each subtree.
pub(super) const VALUES: usize = 18;

/// How many bits: the kinds of elements, and what only blocks have.
pub(super) const FLAGS: usize = kinds::COUNT + SIGNS;

const SIGNS: usize = 6;

const _: () = assert!(FLAGS <= 64);

#[derive(Clone, Debug)]
pub(super) struct Subtree {
    pub(super) values: [f32; VALUES],
    pub(super) flags: u64,
    pub(super) words: u32,
    pub(super) is_leaf: bool,
}

/// A page's subtrees. Elements come first, and parents before their children; then the blocks.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) parents: Vec<Option<u32>>,
    pub(super) subtrees: Vec<Subtree>,
}

/// What adds up over a subtree.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    shape: Shape,
    links: u32,
    tags: u32,
    blocks: u32,
    headings: u32,
    /// Words of the page before its first block and up to the end of its last.
    start: u32,
    end: u32,
}

impl Sum {
    /// The sum of a block, with so many words before it.
    fn of(page: &Page, block: &Block, start: u32) -> Self {
        Self {
            shape: Shape::of(page.text_of(block)),
            links: block.links,
            tags: block.tags,
            blocks: 1,
            headings: u32::from(block.heading > 0),
            start,
            end: start + block.words,
        }
    }

    fn add(&mut self, other: &Self) {
        self.start = if self.blocks == 0 { other.start } else { self.start.min(other.start) };
        self.end = self.end.max(other.end);
        self.shape.add(&other.shape);
        self.links += other.links;
        self.tags += other.tags;
        self.blocks += other.blocks;
        self.headings += other.headings;
    }
}

impl Tree {
    pub(super) fn of(page: &Page) -> Self {
        let elements = page.elements.len();
        let mut parents: Vec<Option<u32>> = page.elements.iter().map(|element| element.parent).collect();
        parents.extend(page.blocks.iter().map(|block| block.element));
        let mut sums = vec![Sum::default(); elements];
        let mut words = 0;
        for block in &page.blocks {
            sums.push(Sum::of(page, block, words));
            words += block.words;
        }
        for at in (0..sums.len()).rev() {
            if let Some(parent) = parents[at] {
                let sum = sums[at];
                sums[parent as usize].add(&sum);
            }
        }
        let flags = page.elements.iter().map(|element| kinds::bit(element.tag));
        let flags = flags.chain(page.blocks.iter().map(|block| flags_of(page, block)));
        let subtrees = flags.enumerate().map(|(at, flags)| Subtree {
            values: values(&sums[at], words, parents[at].map(|parent| &sums[parent as usize])),
            flags,
            words: sums[at].shape.words,
            is_leaf: at >= elements,
        });
        Self { subtrees: subtrees.collect(), parents }
    }
}

/// A block is of the kinds of the element that it stands in and of those within it.
fn flags_of(page: &Page, block: &Block) -> u64 {
    let inline = page.nodes[block.nodes.clone()].iter().flat_map(|node| node.inline.iter());
    let kinds = inline.fold(kinds::bit(page.tag_of(block)), |flags, tag| flags | kinds::bit(tag));
    let signs: [bool; SIGNS] = [
        block.heading > 0,
        block.mark == Mark::Select,
        block.mark == Mark::Noscript,
        block.mark == Mark::Hidden,
        block.links > 0 && block.links == block.words,
        page.text_of(block).contains('©'),
    ];
    signs.iter().enumerate().fold(kinds, |flags, (at, &is)| flags | u64::from(is) << (kinds::COUNT + at))
}

fn values(sum: &Sum, words: u32, parent: Option<&Sum>) -> [f32; VALUES] {
    let shape = &sum.shape;
    let (start, end) = (ratio(sum.start, words), ratio(words - sum.end, words));
    [
        shape.words as f32,
        sum.blocks as f32,
        ratio(shape.words, sum.blocks),
        ratio(sum.links, shape.words),
        ratio(sum.tags, shape.words),
        ratio(shape.words, words),
        parent.map_or(1.0, |parent| ratio(shape.words, parent.shape.words)),
        parent.map_or(0.0, |parent| ratio(parent.links, parent.shape.words)),
        start,
        end,
        start.min(end),
        ratio(shape.sentences, shape.words),
        ratio(shape.commas, shape.words),
        ratio(shape.capitals, shape.letters),
        ratio(shape.digits, shape.chars),
        ratio(shape.punctuation, shape.chars),
        ratio(shape.letters, shape.words),
        ratio(sum.headings, sum.blocks),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    #[test]
    fn subtrees_sum_what_is_in_them() {
        let page = tree::read("<h1>One two</h1><div><p>Three. <p><a href=x>four five</a> six</div>", false);
        let tree = Tree::of(&page);
        // body, h1, div, p, p; then the blocks.
        assert_eq!(tree.parents, [None, Some(0), Some(0), Some(2), Some(2), Some(1), Some(3), Some(4)]);
        let of =
            |value: usize| tree.subtrees.iter().map(|subtree| subtree.values[value]).collect::<Vec<f32>>();
        assert_eq!(of(0), [6.0, 2.0, 4.0, 1.0, 3.0, 2.0, 1.0, 3.0], "words");
        assert_eq!(of(1), [3.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0], "blocks");
        assert_eq!(of(3)[2..5], [0.5, 0.0, 2.0 / 3.0], "links");
        assert_eq!(of(6)[..5], [1.0, 2.0 / 6.0, 4.0 / 6.0, 0.25, 0.75], "share of the parent");
        assert_eq!(of(8)[..5], [0.0, 0.0, 2.0 / 6.0, 2.0 / 6.0, 0.5], "words before");
        assert_eq!(of(9)[..5], [0.0, 4.0 / 6.0, 0.0, 0.5, 0.0], "words after");
        let leaves: Vec<bool> = tree.subtrees.iter().map(|subtree| subtree.is_leaf).collect();
        assert_eq!(leaves, [false, false, false, false, false, true, true, true]);
        assert!(tree.subtrees[5].flags >> kinds::COUNT & 1 == 1, "a heading");
    }

    #[test]
    fn all_values_are_numbers() {
        for html in ["", "<p>&nbsp;", "x", "<p>1", "<p hidden>x<noscript>y</noscript>"] {
            let tree = Tree::of(&tree::read(html, false));
            assert!(
                tree.subtrees.iter().flat_map(|s| s.values).all(|value| value.is_finite() && value >= 0.0)
            );
        }
    }
}
