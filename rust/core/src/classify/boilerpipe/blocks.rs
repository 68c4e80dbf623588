//! boilerpipe's text blocks: finer than a page's blocks, for they end at all tags but links and some inline elements.

use std::ops::Range;

use super::tokens;
use super::{Rule, Verdict};
use crate::html::page::{Node, Page};
use crate::html::tags::Tag;

/// Text is wrapped at this many columns to measure its density.
const COLUMNS: i64 = 80;

/// A text block, or several that have been fused.
#[derive(Clone, Debug)]
pub(super) struct TextBlock {
    /// The text blocks as they were in the page: of [`TextBlocks::segments`].
    pub(super) segments: Range<u32>,
    pub(super) words: u32,
    /// Words in links.
    pub(super) links: u32,
    /// Words in all lines but the last, which is rarely full; of a single line, all of its words.
    pub(super) line_words: u32,
    pub(super) lines: u32,
    pub(super) good: bool,
    /// What made it `good` or not, after the rules.
    pub(super) reason: &'static str,
    /// Whether it is the page's title.
    pub(super) title: bool,
    /// Whether the text of an article ends where it stands.
    pub(super) ending: bool,
}

impl TextBlock {
    /// What stands before the first block and after the last.
    pub(super) const NONE: Self = Self {
        segments: 0..0,
        words: 0,
        links: 0,
        line_words: 0,
        lines: 1,
        good: false,
        reason: "",
        title: false,
        ending: false,
    };

    /// The share of words that are in links.
    pub(super) fn link_density(&self) -> f64 {
        if self.words == 0 { 0.0 } else { f64::from(self.links) / f64::from(self.words) }
    }

    /// Words in a wrapped line.
    pub(super) fn text_density(&self) -> f64 {
        f64::from(self.line_words) / f64::from(self.lines)
    }

    /// Adds a block that comes after it.
    pub(super) fn fuse(&mut self, next: &Self) {
        self.segments.end = next.segments.end;
        self.words += next.words;
        self.links += next.links;
        self.line_words += next.line_words;
        self.lines += next.lines;
        self.settle();
        self.good |= next.good;
        if self.reason.is_empty() {
            self.reason = next.reason;
        }
        self.title |= next.title;
        self.ending |= next.ending;
    }

    /// A block without a full line is one line.
    fn settle(&mut self) {
        if self.line_words == 0 {
            self.line_words = self.words;
            self.lines = 1;
        }
    }
}

/// The text blocks of a page.
#[derive(Debug, Default)]
pub(super) struct TextBlocks {
    pub(super) blocks: Vec<TextBlock>,
    segments: Vec<Segment>,
}

/// A text block as it is in the page.
#[derive(Debug)]
struct Segment {
    /// Of [`Page::nodes`].
    nodes: Range<u32>,
    /// Bytes of [`Page::text`].
    text: Range<usize>,
    verdict: Verdict,
    /// Whether the verdict is the last word.
    dropped: bool,
}

impl TextBlocks {
    pub(super) fn of(page: &Page) -> Self {
        let mut measured = Self { blocks: Vec::with_capacity(page.blocks.len()), segments: Vec::new() };
        measured.segments.reserve(page.blocks.len());
        let embedded = Inside::of(page, |tag| matches!(tag, Tag::Object | Tag::Applet));
        for block in &page.blocks {
            let embeds = embedded.has(block.element);
            let mut at = block.nodes.start;
            while at < block.nodes.end {
                let nodes = &page.nodes[at..block.nodes.end];
                let more = nodes.iter().skip(1).position(|node| node.cut).map_or(nodes.len(), |cut| cut + 1);
                let end = nodes.get(more).map_or(block.text.end, |node| node.start);
                // The text of an `object` is there for readers who do not see the object.
                if !embeds && !embedded.is(&nodes[0]) {
                    measured.add(page, at..at + more, end, |node| node.link || is_anchor(node));
                }
                at += more;
            }
        }
        measured
    }

    /// Measures the text of some nodes; it is no text block if there is no token in it.
    fn add(&mut self, page: &Page, nodes: Range<usize>, end: usize, is_link: impl Fn(&Node) -> bool) {
        let mut block = TextBlock::NONE;
        let mut any = false;
        let (mut lines, mut column, mut in_line) = (0, -1, 0);
        let mut at = nodes.start;
        while at < nodes.end {
            let link = is_link(&page.nodes[at]);
            let start = page.nodes[at].start;
            while at < nodes.end && is_link(&page.nodes[at]) == link {
                at += 1;
            }
            let stop = if at < nodes.end { page.nodes[at].start } else { end };
            any |= tokens::scan(&page.text[start..stop], |length| {
                block.words += 1;
                block.links += u32::from(link);
                in_line += 1;
                column += i64::from(length) + 1;
                if column > COLUMNS {
                    lines += 1;
                    column = i64::from(length);
                    in_line = 1;
                }
            });
        }
        if !any {
            return;
        }
        if lines > 0 {
            block.line_words = block.words - in_line;
            block.lines = lines;
        }
        block.settle();
        let segment = self.segments.len() as u32;
        block.segments = segment..segment + 1;
        self.blocks.push(block);
        let text = page.nodes[nodes.start].start..end;
        let nodes = nodes.start as u32..nodes.end as u32;
        self.segments.push(Segment { nodes, text, verdict: (false, ""), dropped: false });
    }

    /// The text that a block starts with: all of it, if it is not fused.
    pub(super) fn text<'a>(&self, page: &'a Page, block: &TextBlock) -> &'a str {
        page.text[self.segments[block.segments.start as usize].text.clone()].trim()
    }

    /// Decides on each block by its neighbours as they are now.
    pub(super) fn classify(&mut self, rule: Rule) {
        for at in 0..self.blocks.len() {
            let before = at.checked_sub(1).map_or(&TextBlock::NONE, |before| &self.blocks[before]);
            let next = self.blocks.get(at + 1).unwrap_or(&TextBlock::NONE);
            let verdict = rule(before, &self.blocks[at], next);
            let block = &mut self.blocks[at];
            block.good = verdict.0;
            for segment in &mut self.segments[block.segments.start as usize..block.segments.end as usize] {
                segment.verdict = verdict;
            }
        }
    }

    /// Takes out the blocks that are not good: they stay so.
    pub(super) fn drop_bad(&mut self) {
        let segments = &mut self.segments;
        self.blocks.retain(|block| {
            if !block.good {
                settle(segments, block);
            }
            block.good
        });
    }

    /// The verdict on each text node of the page.
    pub(super) fn verdicts(mut self, page: &Page) -> Vec<Verdict> {
        for block in &self.blocks {
            settle(&mut self.segments, block);
        }
        let mut verdicts = vec![(false, "no words"); page.nodes.len()];
        for segment in &self.segments {
            verdicts[segment.nodes.start as usize..segment.nodes.end as usize].fill(segment.verdict);
        }
        verdicts
    }
}

/// What became of a block, told to its parts.
fn settle(segments: &mut [Segment], block: &TextBlock) {
    for segment in &mut segments[block.segments.start as usize..block.segments.end as usize] {
        if !segment.dropped && segment.verdict.0 != block.good {
            segment.verdict = (block.good, block.reason);
        }
        segment.dropped = true;
    }
}

/// What is in elements of some tags, however deep.
struct Inside<F> {
    wanted: F,
    /// For each of [`Page::elements`]; empty if there are none.
    elements: Vec<bool>,
}

impl<F: Fn(Tag) -> bool> Inside<F> {
    fn of(page: &Page, wanted: F) -> Self {
        let mut elements: Vec<bool> = Vec::new();
        if page.elements.iter().any(|element| wanted(element.tag)) {
            elements.reserve(page.elements.len());
            for element in &page.elements {
                let around = element.parent.and_then(|parent| elements.get(parent as usize).copied());
                elements.push(wanted(element.tag) || around.unwrap_or(false));
            }
        }
        Self { wanted, elements }
    }

    fn has(&self, element: Option<u32>) -> bool {
        element.and_then(|element| self.elements.get(element as usize).copied()).unwrap_or(false)
    }

    /// Whether a text node is in one within its block.
    fn is(&self, node: &Node) -> bool {
        node.inline.iter().any(&self.wanted)
    }
}

/// Whether a text node is in an `a` that leads nowhere. One that holds whole blocks was never closed.
fn is_anchor(node: &Node) -> bool {
    node.inline.iter().any(|tag| tag == Tag::A)
}
