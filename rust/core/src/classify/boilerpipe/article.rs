//! Algorithm 2.1 with steps that are made for news articles: the largest piece of text and its headline, and nothing
//! after the line where the comments start (Pomikálek 2.6.4, "NumWords/LinkDensity + Main Content Filter").

use super::super::settings::Settings;
use super::super::{Algorithm, Classifier, UNSEEN_OR_CHOICE};
use super::blocks::TextBlocks;
use super::default::by_words;
use super::ending::{self, is_ending};
use super::title::Titles;
use super::{Boilerpipe, fusion};
use crate::error::Result;
use crate::html::page::Page;

pub(in super::super) static ALGORITHM: Algorithm = Algorithm {
    name: "boilerpipe-article",
    about: "boilerpipe-default for news: the largest piece of text with its headline; boilerpy3's ArticleExtractor",
    reference: "Kohlschütter et al. 2010, \"NumWords/LinkDensity + Main Content Filter\"; Pomikálek 2011, section 2.6.4",
    params: &[],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: None,
};

fn make(_: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(Boilerpipe { steps }))
}

fn steps(page: &Page, blocks: &mut TextBlocks) {
    mark(page, blocks);
    blocks.classify(by_words);
    end_text(blocks);
    fusion::with_before(blocks);
    blocks.drop_bad();
    fusion::near_good(blocks);
    let largest = keep_largest(blocks);
    keep_headline(blocks, largest);
}

/// An ending counts only after so many words of running text.
const LEAST_WORDS: u32 = 60;
/// Running text has so many words in a line.
const RUNNING: f64 = 9.0;

/// Finds the page's title and where an article may end.
fn mark(page: &Page, blocks: &mut TextBlocks) {
    let titles = Titles::of(&page.title);
    for at in 0..blocks.blocks.len() {
        let block = &blocks.blocks[at];
        let text = blocks.text(page, block);
        let ending = block.words < ending::MOST_WORDS && is_ending(text);
        let title = titles.has(text);
        let block = &mut blocks.blocks[at];
        (block.ending, block.title) = (ending, title);
    }
}

/// Nothing is good from the first ending on that has enough text before it.
fn end_text(blocks: &mut TextBlocks) {
    let mut words = 0;
    let mut ended = false;
    for block in &mut blocks.blocks {
        if block.good && block.text_density() >= RUNNING {
            words += block.words;
        }
        ended |= block.ending && words >= LEAST_WORDS;
        if ended {
            block.good = false;
            block.reason = "after the end";
        }
    }
}

/// Keeps the first of the blocks with most words. All blocks are good before. Returns which it is.
fn keep_largest(blocks: &mut TextBlocks) -> usize {
    let blocks = &mut blocks.blocks;
    let largest = (0..blocks.len()).rev().max_by_key(|&at| blocks[at].words).unwrap_or(0);
    for (at, block) in blocks.iter_mut().enumerate() {
        if at != largest {
            block.good = false;
            block.reason = "not the largest";
        }
    }
    largest
}

/// Keeps all from the last title before the largest block on.
fn keep_headline(blocks: &mut TextBlocks, largest: usize) {
    let before = blocks.blocks.get(..=largest).unwrap_or_default();
    if let Some(title) = before.iter().rposition(|block| block.title) {
        for block in &mut blocks.blocks[title..largest] {
            block.good = true;
            block.reason = "headline";
        }
    }
}
