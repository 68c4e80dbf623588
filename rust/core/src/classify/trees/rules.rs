//! What is no content however likely it looks to the trees: what a part of the page is called says it, together with
//! what the page says that it is.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::features::zones::Zone;
use super::features::{Surroundings, mixed};
use super::kind::Kind;
use crate::html::page::{Block, Mark, Page};

/// What becomes of the comments of readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comments {
    /// They are bad.
    Drop,
    /// They are judged as all else.
    Keep,
    /// They are judged as all else where the page says that it is a discussion or where there is little else; otherwise bad.
    ByPage,
}

/// With fewer words that are likely content outside of the comments, a page is there for these.
const LITTLE: f32 = 50.0;
/// Text of fewer words may stand twice in a page with good reason.
const COPIED: u32 = 3;
/// With fewer words of no likelihood, a page has no content.
const NOTHING_WORDS: u32 = 20;
const NOTHING_SCORE: f32 = 0.35;

/// Why each block cannot be content; none for most. `scores` are those of the trees.
pub(super) fn barred(
    page: &Page,
    around: &Surroundings,
    scores: &[f32],
    comments: Comments,
) -> Vec<Option<&'static str>> {
    let kind = Kind::of(page);
    let drops_comments = match comments {
        Comments::Drop => true,
        Comments::Keep => false,
        Comments::ByPage => !kind.is_forum && outside(page, around, scores) >= LITTLE,
    };
    let is_barred = |at: usize| {
        let is_in = |zone| around.is_in(at, zone);
        if page.blocks[at].mark == Mark::Select {
            Some("choice in a form")
        } else if is_in(Zone::Consent) {
            Some("consent")
        } else if drops_comments && is_in(Zone::Comment) {
            Some("comment")
        } else if kind.is_product && (is_in(Zone::Review) || is_in(Zone::Related)) {
            Some("not of the product")
        } else {
            None
        }
    };
    (0..page.blocks.len()).map(is_barred).collect()
}

/// The words that are expected to be content outside of comments.
fn outside(page: &Page, around: &Surroundings, scores: &[f32]) -> f32 {
    let expected = page.blocks.iter().zip(scores).enumerate();
    let expected = expected.filter(|(at, _)| !around.is_in(*at, Zone::Comment));
    expected.map(|(_, (block, score))| block.words as f32 * score).sum()
}

/// Takes out of what was chosen the second and later copies of a text. Returns whether each block is one.
pub(super) fn copies(page: &Page, good: &[bool]) -> Vec<bool> {
    let seed = mixed::seed();
    let mut seen = mixed::with_capacity(page.blocks.len());
    let is_copy = |(block, &good): (&Block, &bool)| {
        good && block.words >= COPIED
            && seen.insert(xxh3_64_with_seed(page.text_of(block).as_bytes(), seed), ()).is_some()
    };
    page.blocks.iter().zip(good).map(is_copy).collect()
}

/// Whether so little was chosen, and with so little likelihood, that it is nothing.
pub(super) fn is_nothing(page: &Page, good: &[bool], scores: &[f32]) -> bool {
    let chosen = || page.blocks.iter().zip(good).zip(scores).filter(|((_, good), _)| **good);
    chosen().map(|((block, _), _)| block.words).sum::<u32>() < NOTHING_WORDS
        && chosen().all(|(_, &score)| score < NOTHING_SCORE)
}
