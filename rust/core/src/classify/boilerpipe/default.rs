//! Algorithm 2.1 of the thesis: word counts and link densities.

use super::super::settings::Settings;
use super::super::{Algorithm, Classifier, UNSEEN_OR_CHOICE};
use super::blocks::TextBlock;
use super::{Boilerpipe, Verdict};
use crate::error::Result;

pub(in super::super) static ALGORITHM: Algorithm = Algorithm {
    name: "boilerpipe-default",
    about: "word counts and link densities of a text block and its neighbours; boilerpy3's NumWordsRulesExtractor",
    reference: "Kohlschütter et al. 2010, \"NumWords/LinkDensity Classifier\"; Pomikálek 2011, Algorithm 2.1",
    params: &[],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: None,
};

fn make(_: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(Boilerpipe { steps: |_, blocks| blocks.classify(by_words) }))
}

/// Blocks with a larger share of their words in links are boilerplate.
pub(super) const LINKED: f64 = 0.333333;
/// After a block with a larger share, more text is asked for.
pub(super) const LINKED_BEFORE: f64 = 0.555556;

/// Algorithm 2.1.
pub(super) fn by_words(before: &TextBlock, block: &TextBlock, next: &TextBlock) -> Verdict {
    if block.link_density() > LINKED {
        return (false, "links");
    }
    if before.link_density() > LINKED_BEFORE {
        return match (block.words, next.words) {
            (41.., _) => (true, "very long"),
            (_, 18..) => (true, "before long"),
            _ => (false, "after links"),
        };
    }
    match (before.words, block.words, next.words) {
        (_, 17.., _) => (true, "long"),
        (_, _, 16..) => (true, "before long"),
        (5.., _, _) => (true, "after words"),
        _ => (false, "short"),
    }
}

/// The same of whole blocks, whose words and link words are known: the block before, itself, and the next.
pub(in super::super) fn by_counts(counts: [(u32, u32); 3]) -> bool {
    let [before, block, next] = counts.map(|(words, links)| TextBlock { words, links, ..TextBlock::NONE });
    by_words(&before, &block, &next).0
}
