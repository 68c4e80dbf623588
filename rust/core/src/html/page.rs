//! A page as blocks: what every classifier reads.

use std::ops::Range;

use super::hints::Hints;
use super::kinds::Kinds;
use super::tags::Tag;
use crate::text::words;

/// The blocks of a page, in the order of the document. The text of all of them stands in one string.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub title: String,
    /// What the page says it is.
    pub kinds: Kinds,
    pub text: String,
    pub blocks: Vec<Block>,
    pub nodes: Vec<Node>,
    /// The elements that hold blocks; an element comes after its parent.
    pub elements: Vec<Element>,
}

/// What the segmenter of the thesis (2.7) calls a block: text without a block-level tag in it.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Bytes of [`Page::text`].
    pub text: Range<usize>,
    /// Its text nodes: of [`Page::nodes`].
    pub nodes: Range<usize>,
    /// The innermost block-level element around it, of [`Page::elements`]; `None` directly below the root.
    pub element: Option<u32>,
    pub words: u32,
    /// Words in links.
    pub links: u32,
    /// Tags since the text of the block before, up to this block's last text.
    pub tags: u32,
    /// 1 to 6 in h1 to h6, else 0.
    pub heading: u8,
    pub mark: Mark,
    /// Bytes of the HTML from the first to the last of its text; empty where they are not known.
    pub span: Range<usize>,
}

/// A text node: what some methods classify in place of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it starts in [`Page::text`]; it ends where the next one of its block starts.
    pub start: usize,
    /// Tags since the text node before.
    pub tags: u32,
    /// The inline elements around it within its block, outermost first; no more than [`Inline::MOST`].
    pub inline: Inline,
    /// In a link.
    pub link: bool,
    /// Since the text node before there was a tag at which boilerpipe starts a new block.
    pub cut: bool,
}

/// A short list of inline elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inline {
    tags: [Option<Tag>; Self::MOST],
}

impl Inline {
    pub const MOST: usize = 4;

    /// Adds an element inside the others. What is too deep is left out: the outer ones say more.
    pub fn push(&mut self, tag: Tag) {
        if let Some(free) = self.tags.iter_mut().find(|tag| tag.is_none()) {
            *free = Some(tag);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Tag> {
        self.tags.iter().map_while(|tag| *tag)
    }

    pub fn is_empty(&self) -> bool {
        self.tags[0].is_none()
    }
}

/// An element that holds blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub tag: Tag,
    /// Its name where `tag` is `Other`.
    pub name: Option<Box<str>>,
    pub parent: Option<u32>,
    pub hints: Hints,
}

impl Element {
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.tag.name())
    }
}

/// Why a reader may not see a block. The methods of the papers take such blocks for boilerplate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    #[default]
    None,
    /// In a `select` or `datalist`: the thesis calls it boilerplate (2.7.1).
    Select,
    Noscript,
    /// The `hidden` attribute, or a style that hides.
    Hidden,
}

impl Mark {
    pub const COUNT: usize = 4;
    pub const ALL: [Self; Self::COUNT] = [Self::None, Self::Select, Self::Noscript, Self::Hidden];

    pub fn name(self) -> &'static str {
        ["", "select", "noscript", "hidden"][self as usize]
    }

    pub fn of(name: &str) -> Self {
        Self::ALL.into_iter().find(|mark| mark.name() == name).unwrap_or_default()
    }
}

impl Page {
    pub fn text_of(&self, block: &Block) -> &str {
        &self.text[block.text.clone()]
    }

    /// The text nodes of a block with the bytes of [`Page::text`] that each stands for, without the space between.
    pub fn nodes_of(
        &self,
        block: &Block,
    ) -> impl DoubleEndedIterator<Item = (&Node, Range<usize>)> + ExactSizeIterator {
        block.nodes.clone().map(move |at| {
            let node = &self.nodes[at];
            let end = if at + 1 < block.nodes.end { self.nodes[at + 1].start } else { block.text.end };
            let kept = self.text[node.start..end].trim_end().len();
            (node, node.start..node.start + kept)
        })
    }

    /// An element and those around it, innermost first.
    pub fn ancestors(&self, element: Option<u32>) -> impl Iterator<Item = (u32, &Element)> {
        std::iter::successors(element.map(|at| (at, &self.elements[at as usize])), |(_, element)| {
            element.parent.map(|at| (at, &self.elements[at as usize]))
        })
    }

    /// The tag of the innermost block-level element around a block.
    pub fn tag_of(&self, block: &Block) -> Tag {
        block.element.map_or(Tag::Body, |at| self.elements[at as usize].tag)
    }
}

impl Page {
    /// How many words each of boilerpipe's segments has: the runs of text nodes without a cut.
    pub fn segment_lengths(&self) -> impl Iterator<Item = usize> {
        self.blocks.iter().flat_map(move |block| {
            let nodes = &self.nodes[block.nodes.clone()];
            let starts =
                nodes.iter().enumerate().filter(|(i, node)| *i == 0 || node.cut).map(|(_, node)| node.start);
            let starts: Vec<usize> = starts.chain([block.text.end]).collect();
            (1..starts.len()).map(move |i| words::count(&self.text[starts[i - 1]..starts[i]]))
        })
    }

    /// The words of a block that stand in links: a word counts where it starts.
    pub(super) fn count_link_words(&self, block: &Block) -> u32 {
        let nodes = &self.nodes[block.nodes.clone()];
        if nodes.iter().all(|node| node.link) {
            return block.words;
        }
        let mut links = 0;
        let mut from = None;
        for node in nodes {
            if let Some(start) = from
                && !node.link
            {
                links += words::count(&self.text[start..node.start]);
                from = None;
            } else if node.link {
                from = from.or(Some(node.start));
            }
        }
        if let Some(start) = from {
            links += words::count(&self.text[start..block.text.end]);
        }
        (links as u32).min(block.words)
    }
}
