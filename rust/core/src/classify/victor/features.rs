//! What Victor knows of a text node (Spousta, Marek & Pecina 2008, section 3): its markup, its content, and where it
//! stands in the document.
//!
//! Of the paper's features, some are not there: those of HTML that blocks do not keep (images, the kinds of tags between
//! two nodes), the language model, and how much a document has of all, which tells the kinds of pages that were learned
//! from rather than what is content: without it, pages of other collections lose less.

use std::collections::HashMap;

use super::super::learning::shape::{Shape, ratio};
use super::groups::Groups;
use super::markup::{self, Around};
use super::signs::{self, Sign};
use crate::html::page::{Block, Mark, Node, Page};

/// How many numbers there are for each node.
pub(super) const VALUES: usize = 27;

/// How many bits.
pub(super) const FLAGS: usize = markup::FLAGS + Sign::COUNT;

const _: () = assert!(FLAGS <= 128);

/// A text node as the learner sees it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) values: [f32; VALUES],
    pub(super) flags: u128,
    /// How it follows the node before: less than [`STEPS`].
    pub(super) step: u8,
    pub(super) words: u32,
}

/// The text nodes of blocks, in order.
#[derive(Debug, Default)]
pub(super) struct Items {
    pub(super) items: Vec<Item>,
    /// Of which node of [`Page::nodes`] each is.
    pub(super) nodes: Vec<usize>,
    /// Of which block.
    pub(super) blocks: Vec<usize>,
}

impl Items {
    pub(super) fn of(page: &Page) -> Self {
        let mut items = Self::default();
        let mut reader = Reader::new(page);
        for (number, block) in page.blocks.iter().enumerate() {
            let place = reader.enter(block);
            for (in_block, at) in block.nodes.clone().enumerate() {
                items.items.push(reader.item(block, &place, &page.nodes[at], in_block));
                items.nodes.push(at);
                items.blocks.push(number);
            }
        }
        items
    }
}

/// Goes through a page.
struct Reader<'a> {
    page: &'a Page,
    texts: Vec<(&'a str, Shape)>,
    words: u32,
    links: u32,
    groups: Groups,
    around: Vec<Around>,
    /// How often each text is there, and how often it has been.
    copies: HashMap<&'a str, (u32, u32)>,
    has_headline: bool,
    seen: Seen,
}

/// What came before.
#[derive(Default)]
struct Seen {
    nodes: u32,
    words: u32,
    headline: bool,
    element: Option<u32>,
    heading: bool,
    link: bool,
}

/// Where a block stands.
struct Place {
    around: Around,
    closed: u32,
    opened: u32,
    after_heading: bool,
}

impl<'a> Reader<'a> {
    fn new(page: &'a Page) -> Self {
        let texts =
            page.blocks.iter().flat_map(|block| page.nodes_of(block)).map(|(_, range)| &page.text[range]);
        let texts: Vec<(&str, Shape)> = texts.map(|text| (text, Shape::of(text))).collect();
        let mut copies: HashMap<&str, (u32, u32)> = HashMap::with_capacity(texts.len());
        texts.iter().for_each(|(text, _)| copies.entry(text).or_default().0 += 1);
        Self {
            page,
            words: texts.iter().map(|(_, shape)| shape.words).sum(),
            texts,
            links: page.blocks.iter().map(|block| block.links).sum(),
            groups: Groups::of(page),
            around: markup::of_elements(page),
            copies,
            has_headline: page.blocks.iter().any(|block| block.heading == 1),
            seen: Seen::default(),
        }
    }

    fn enter(&mut self, block: &Block) -> Place {
        let around = block.element.map_or(Around::default(), |at| self.around[at as usize]);
        let (closed, opened) = markup::distance(self.page, &self.around, self.seen.element, block.element);
        self.seen.element = block.element;
        self.seen.headline |= block.heading == 1;
        let after_heading = std::mem::replace(&mut self.seen.heading, block.heading > 0);
        Place { around, closed, opened, after_heading }
    }

    fn item(&mut self, block: &Block, place: &Place, node: &Node, in_block: usize) -> Item {
        let (text, shape) = self.texts[self.seen.nodes as usize];
        let copies = self.copies.get_mut(text).map_or((1, 1), |copies| {
            copies.1 += 1;
            *copies
        });
        let flags = place.around.flags
            | markup::of_inline(node.inline.iter())
            | u128::from(self.signs(block, node, in_block, copies, signs::of_text(text, &shape)))
                << markup::FLAGS;
        let item = Item {
            values: self.values(block, place, node, in_block, &shape, copies.0),
            flags,
            step: step(block, place, node, in_block, self.seen.link),
            words: shape.words,
        };
        self.seen.nodes += 1;
        self.seen.words += shape.words;
        self.seen.link = node.link;
        item
    }

    fn signs(&self, block: &Block, node: &Node, in_block: usize, copies: (u32, u32), of_text: u64) -> u64 {
        of_text
            | Sign::Repeated.when(copies.0 > 1)
            | Sign::RepeatedFirst.when(copies.0 > 1 && copies.1 == 1)
            | Sign::FirstOfBlock.when(in_block == 0)
            | Sign::LastOfBlock.when(in_block + 1 == block.nodes.len())
            | Sign::Cut.when(node.cut)
            | Sign::Link.when(node.link)
            | Sign::LinkBlock.when(block.links > 0 && block.links == block.words)
            | Sign::Heading.when(block.heading > 0)
            | Sign::Select.when(block.mark == Mark::Select)
            | Sign::Noscript.when(block.mark == Mark::Noscript)
            | Sign::Hidden.when(block.mark == Mark::Hidden)
            | Sign::BeforeHeadline.when(self.has_headline && !self.seen.headline)
            | Sign::NoHeadline.when(!self.has_headline)
    }

    fn values(
        &self,
        block: &Block,
        place: &Place,
        node: &Node,
        in_block: usize,
        shape: &Shape,
        copies: u32,
    ) -> [f32; VALUES] {
        let others = shape.chars - shape.letters - shape.digits - shape.punctuation - shape.spaces;
        let group = self.groups.around(block);
        let (whole, seen) = (self.words, &self.seen);
        let is_first = u32::from(in_block == 0);
        [
            shape.words as f32,
            shape.chars as f32,
            ratio(shape.letters, shape.chars),
            ratio(shape.digits, shape.chars),
            ratio(shape.punctuation, shape.chars),
            ratio(shape.spaces, shape.chars),
            ratio(others, shape.chars),
            ratio(shape.capitals, shape.letters),
            ratio(shape.chars - shape.spaces, shape.words),
            ratio(shape.commas, shape.words),
            shape.sentences as f32,
            ratio(shape.words, shape.sentences),
            block.words as f32,
            ratio(block.links, block.words),
            block.nodes.len() as f32,
            node.tags as f32,
            ratio(block.tags, block.words),
            (place.closed * is_first) as f32,
            (place.opened * is_first) as f32,
            ratio(seen.words, whole),
            ratio(seen.nodes, self.texts.len() as u32),
            ratio(self.links, whole),
            ratio(self.groups.largest, whole),
            ratio(group.words, whole),
            ratio(group.links, group.words),
            ratio(group.words, group.blocks),
            copies as f32,
        ]
    }
}

/// Ways in which a node can follow another.
pub(super) const STEPS: usize = 12;

/// The way: within a block, by which of the two are links; else by the way through the tree, or a heading.
fn step(block: &Block, place: &Place, node: &Node, in_block: usize, was_link: bool) -> u8 {
    if in_block > 0 {
        return u8::from(was_link) * 2 + u8::from(node.link);
    }
    match (block.heading > 0, place.after_heading, place.closed + place.opened) {
        (true, ..) => 4,
        (false, true, _) => 5,
        (_, _, 0) => 6,
        (_, _, 1..=2) => 7,
        (_, _, 3..=4) => 8,
        (_, _, 5..=6) => 9,
        (_, _, 7..=10) => 10,
        _ => 11,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    #[test]
    fn nodes_in_their_places() {
        let page = tree::read("<h1>Title</h1><p>One <a href=x>two three</a>.<p>Title", false);
        let items = Items::of(&page);
        assert_eq!((items.nodes, items.blocks), (vec![0, 1, 2, 3, 4], vec![0, 1, 1, 1, 2]));
        let of = |value: usize| items.items.iter().map(|item| item.values[value]).collect::<Vec<f32>>();
        assert_eq!(of(0), [1.0, 1.0, 2.0, 1.0, 1.0], "words");
        assert_eq!(of(12), [1.0, 3.0, 3.0, 3.0, 1.0], "words of the block");
        assert_eq!(of(19), [0.0, 1.0, 2.0, 4.0, 5.0].map(|words| words / 6.0), "position in words");
        assert_eq!(of(26), [2.0, 1.0, 1.0, 1.0, 2.0], "copies");
        let steps: Vec<u8> = items.items.iter().map(|item| item.step).collect();
        assert_eq!(steps, [4, 5, 1, 2, 7]);
        let first = |item: usize| {
            items.items[item].flags >> markup::FLAGS & u128::from(Sign::RepeatedFirst.when(true)) > 0
        };
        assert!(first(0) && !first(1) && !first(4));
    }

    #[test]
    fn all_values_are_numbers() {
        for html in
            ["", "<p>&nbsp;", "<p>1", "<ul><li><a href=x>a</a></ul>", "<p hidden>x<noscript>y</noscript>"]
        {
            let items = Items::of(&tree::read(html, false));
            assert!(
                items
                    .items
                    .iter()
                    .all(|item| item.values.iter().all(|value| value.is_finite() && *value >= 0.0))
            );
        }
    }
}
