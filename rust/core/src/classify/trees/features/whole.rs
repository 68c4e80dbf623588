//! The page as a whole, and where in it the block stands.

use super::super::super::learning::shape::ratio;
use super::around::{self, Arounds};
use super::columns::{Columns, columns};
use super::layout::{Layout, is_long};
use crate::html::page::{Mark, Page};
use crate::html::tags::Tag;

/// How far something is that is not there.
const NOWHERE: f32 = -10_000.0;

#[derive(Debug)]
pub(super) struct Whole {
    words: u32,
    /// Words of the page before each block.
    before: Vec<u32>,
    page: [f32; NAMES.len()],
    /// The share of words in elements of each kind.
    shares: [f32; around::COUNT],
    longest: Option<usize>,
    headline: Option<usize>,
    first_long: Option<usize>,
    last_long: Option<usize>,
    /// The nearest heading before each block, or itself; `u32::MAX` where there is none.
    headings: Vec<u32>,
    /// The nearest long block before each block, and the nearest one after.
    long_before: Vec<u32>,
    long_after: Vec<u32>,
}

const NAMES: [&str; 17] = [
    "words",
    "blocks",
    "block_length",
    "link_share",
    "long_share",
    "long_blocks",
    "longest",
    "h1",
    "headings",
    "p",
    "li",
    "td",
    "article",
    "form",
    "unseen_share",
    "text_in_p",
    "elements",
];

const NONE: u32 = u32::MAX;

impl Whole {
    pub(super) fn of(page: &Page, layout: &Layout, arounds: &Arounds) -> Self {
        let blocks = &page.blocks;
        let mut words = 0;
        let before = blocks.iter().map(|block| {
            let here = words;
            words += block.words;
            here
        });
        let before: Vec<u32> = before.collect();
        let mut longest: Option<usize> = None;
        for (at, block) in blocks.iter().enumerate() {
            if block.mark == Mark::None && longest.is_none_or(|best| blocks[best].words < block.words) {
                longest = Some(at);
            }
        }
        let is_long = |at: usize| is_long(&blocks[at]);
        let latest = |is: &dyn Fn(usize) -> bool| -> Vec<u32> {
            let mut last = NONE;
            (0..blocks.len())
                .map(|at| {
                    if is(at) {
                        last = at as u32;
                    }
                    last
                })
                .collect()
        };
        let mut long_after = vec![NONE; blocks.len()];
        let mut next = NONE;
        for at in (0..blocks.len()).rev() {
            if is_long(at) {
                next = at as u32;
            }
            long_after[at] = next;
        }
        Self {
            page: page_values(page, words),
            shares: arounds.counts(page, layout).map(|count| ratio(count, words)),
            words,
            before,
            longest,
            headline: blocks.iter().position(|block| block.heading == 1),
            first_long: (0..blocks.len()).find(|&at| is_long(at)),
            last_long: (0..blocks.len()).rfind(|&at| is_long(at)),
            headings: latest(&|at| blocks[at].heading > 0),
            long_before: latest(&is_long),
            long_after,
        }
    }

    pub(super) fn write(&self, page: &Page, block: usize, columns: &mut impl Columns) {
        columns.put("page", NAMES, self.page);
        columns.put("page.in", around::NAMES, self.shares);
        let blocks = page.blocks.len();
        let from = |other: Option<usize>| other.map_or(NOWHERE, |other| block as f32 - other as f32);
        let words = |other: Option<usize>| {
            other.map_or(NOWHERE, |other| self.before[block] as f32 - self.before[other] as f32)
        };
        let known = |at: u32| (at != NONE).then_some(at as usize);
        let heading = known(self.headings[block]);
        columns!(columns, "place",
            "block" => block as f32,
            "blocks_left" => (blocks - 1 - block) as f32,
            "share" => ratio(block as u32, blocks as u32),
            "words" => self.before[block] as f32,
            "words_left" => (self.words - self.before[block]) as f32,
            "words_share" => ratio(self.before[block], self.words),
            "from_longest" => from(self.longest),
            "words_from_longest" => words(self.longest),
            "from_h1" => from(self.headline),
            "words_from_h1" => words(self.headline),
            "from_first_long" => from(self.first_long),
            "from_last_long" => from(self.last_long),
            "from_long_before" => from(known(self.long_before[block])),
            "words_from_long_before" => words(known(self.long_before[block])),
            "from_long_after" => from(known(self.long_after[block])),
            "words_from_long_after" => words(known(self.long_after[block])),
            "from_heading" => from(heading),
            "words_from_heading" => words(heading),
            "heading" => heading.map_or(0.0, |at| f32::from(page.blocks[at].heading)),
            "longest_share" => self.longest.map_or(0.0, |at| ratio(page.blocks[block].words, page.blocks[at].words)),
        );
    }
}

fn page_values(page: &Page, words: u32) -> [f32; NAMES.len()] {
    let blocks = page.blocks.len() as u32;
    let (mut links, mut long, mut long_blocks, mut longest, mut unseen, mut in_p) = (0, 0, 0, 0, 0, 0);
    let mut tags = [0_u32; Tag::COUNT];
    for block in &page.blocks {
        let tag = page.tag_of(block);
        tags[tag as usize] += 1;
        links += block.links;
        if is_long(block) {
            long += block.words;
            long_blocks += 1;
        }
        longest = longest.max(block.words);
        if block.mark != Mark::None {
            unseen += block.words;
        }
        if tag == Tag::P {
            in_p += block.words;
        }
    }
    let share = |tag: Tag| ratio(tags[tag as usize], blocks);
    let (mut articles, mut forms) = (0, 0);
    for element in &page.elements {
        articles += u32::from(element.tag == Tag::Article);
        forms += u32::from(element.tag == Tag::Form);
    }
    let headings = page.blocks.iter().filter(|block| block.heading > 0).count();
    [
        words as f32,
        blocks as f32,
        ratio(words, blocks),
        ratio(links, words),
        ratio(long, words),
        long_blocks as f32,
        longest as f32,
        tags[Tag::H1 as usize] as f32,
        ratio(headings as u32, blocks),
        share(Tag::P),
        share(Tag::Li),
        share(Tag::Td),
        articles as f32,
        forms as f32,
        ratio(unseen, words),
        ratio(in_p, words),
        ratio(page.elements.len() as u32, blocks),
    ]
}
