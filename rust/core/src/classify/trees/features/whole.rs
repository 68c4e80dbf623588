//! The page as a whole, and where in it the block stands.

use super::super::super::learning::shape::ratio;
use super::super::super::victor::signs::Sign;
use super::around::{self, Arounds};
use super::columns::{Columns, columns};
use super::layout::{Layout, is_long};
use super::texts::Text;
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
    /// The first block whose words are most of them in the title, of headings if there is one.
    titled: Option<usize>,
    /// The share of running text that has the same mark, for each mark.
    marks: [f32; Mark::COUNT],
    first_long: Option<usize>,
    last_long: Option<usize>,
    /// The nearest heading before each block, or itself; `u32::MAX` where there is none.
    headings: Vec<u32>,
    /// The nearest long block before each block, and the nearest one after.
    long_before: Vec<u32>,
    long_after: Vec<u32>,
}

const NAMES: [&str; 26] = [
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
    "noscript_share",
    "hidden_share",
    "money",
    "cookies",
    "years",
    "clocks",
    "questions",
    "linked_headings",
    "in_alike",
];

const NONE: u32 = u32::MAX;

impl Whole {
    pub(super) fn of(page: &Page, layout: &Layout, arounds: &Arounds, texts: &[Text]) -> Self {
        let blocks = &page.blocks;
        let mut words = 0_u32;
        let before = blocks.iter().map(|block| {
            let here = words;
            words = words.saturating_add(block.words);
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
            page: page_values(page, layout, texts),
            shares: arounds.counts(page, layout).map(|count| ratio(count, words)),
            words,
            before,
            longest,
            marks: mark_shares(page),
            titled: titled(page, texts),
            headline: blocks.iter().position(|block| block.heading == 1),
            first_long: (0..blocks.len()).find(|&at| is_long(at)),
            last_long: (0..blocks.len()).rfind(|&at| is_long(at)),
            headings: latest(&|at| blocks[at].heading > 0),
            long_before: latest(&is_long),
            long_after,
        }
    }

    pub(super) fn write(&self, page: &Page, block: usize, columns: &mut impl Columns) {
        columns.put("page", NAMES, || self.page);
        columns.put("page.in", around::NAMES, || self.shares);
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
            "from_title" => from(self.titled),
            "words_from_title" => words(self.titled),
            "from_first_long" => from(self.first_long),
            "from_last_long" => from(self.last_long),
            "from_long_before" => from(known(self.long_before[block])),
            "words_from_long_before" => words(known(self.long_before[block])),
            "from_long_after" => from(known(self.long_after[block])),
            "words_from_long_after" => words(known(self.long_after[block])),
            "from_heading" => from(heading),
            "words_from_heading" => words(heading),
            "heading" => heading.map_or(0.0, |at| f32::from(page.blocks[at].heading)),
            "heading_link_share" => heading.map_or(0.0, |at| ratio(page.blocks[at].links, page.blocks[at].words)),
            "mark_share" => self.marks[page.blocks[block].mark as usize],
            "longest_share" => self.longest.map_or(0.0, |at| ratio(page.blocks[block].words, page.blocks[at].words)),
        );
    }
}

fn titled(page: &Page, texts: &[Text]) -> Option<usize> {
    let is = |at: &usize| page.blocks[*at].words > 1 && texts[*at].titled > 0.6;
    let mut all = 0..page.blocks.len();
    let heading = all.clone().find(|at| page.blocks[*at].heading > 0 && is(at));
    heading.or_else(|| all.find(is))
}

fn mark_shares(page: &Page) -> [f32; Mark::COUNT] {
    let mut words = [0_u32; Mark::COUNT];
    for block in page.blocks.iter().filter(|block| is_long(block)) {
        let count = &mut words[block.mark as usize];
        *count = count.saturating_add(block.words);
    }
    let all = words.iter().fold(0, |sum: u32, count| sum.saturating_add(*count));
    words.map(|count| ratio(count, all))
}

fn page_values(page: &Page, layout: &Layout, texts: &[Text]) -> [f32; NAMES.len()] {
    let whole = &layout.sums[0];
    let blocks = whole.blocks;
    let mut tags = [0_u32; Tag::COUNT];
    let mut words_of = [0_u32; Mark::COUNT];
    let (mut longest, mut in_p, mut in_alike) = (0, 0_u32, 0_u32);
    let (mut long_blocks, mut headings, mut linked_headings) = (0, 0, 0);
    for (block, &place) in page.blocks.iter().zip(&layout.places) {
        let tag = page.tag_of(block);
        tags[tag as usize] += 1;
        longest = longest.max(block.words);
        long_blocks += u32::from(is_long(block));
        headings += u32::from(block.heading > 0);
        linked_headings += u32::from(block.heading > 0 && block.links > 0);
        let add = |sum: &mut u32, is: bool| *sum = sum.saturating_add(if is { block.words } else { 0 });
        add(&mut words_of[block.mark as usize], true);
        add(&mut in_p, tag == Tag::P);
        add(&mut in_alike, layout.counts[layout.kinds[place as usize] as usize] > 4);
    }
    let share = |tag: Tag| ratio(tags[tag as usize], blocks);
    let text_share =
        |is: &dyn Fn(&Text) -> bool| ratio(texts.iter().filter(|text| is(text)).count() as u32, blocks);
    let elements = |tag: Tag| layout.elements(page).filter(|element| element.tag == tag).count() as f32;
    [
        whole.words as f32,
        blocks as f32,
        ratio(whole.words, blocks),
        ratio(whole.links, whole.words),
        ratio(whole.long, whole.words),
        long_blocks as f32,
        longest as f32,
        tags[Tag::H1 as usize] as f32,
        ratio(headings, blocks),
        share(Tag::P),
        share(Tag::Li),
        share(Tag::Td),
        elements(Tag::Article),
        elements(Tag::Form),
        ratio(whole.unseen, whole.words),
        ratio(in_p, whole.words),
        ratio(layout.parents.len() as u32 - 1, blocks),
        ratio(words_of[Mark::Noscript as usize], whole.words),
        ratio(words_of[Mark::Hidden as usize], whole.words),
        text_share(&|text| text.money),
        text_share(&|text| text.cookies),
        text_share(&|text| text.has(Sign::Year)),
        text_share(&|text| text.has(Sign::Clock)),
        text_share(&|text| text.question),
        ratio(linked_headings, headings),
        ratio(in_alike, whole.words),
    ]
}
