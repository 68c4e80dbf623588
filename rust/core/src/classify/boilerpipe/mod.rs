//! boilerpipe (Kohlschütter, Fankhauser and Nejdl 2010; Pomikálek 2.6.4): small decision trees over the lengths and
//! link densities of a text block and its neighbours. What each step does is what the published program does when it
//! is run (boilerpy3 1.0.7), but for malformed pages, on which its parser loses text or links.
//!
//! Beyond the publications, scripts without spaces are counted in the words of [`crate::text::words`].

mod article;
mod blocks;
mod canola;
mod default;
mod density;
mod ending;
mod fusion;
mod title;
mod tokens;

use super::{Classifier, Context, Labels};
use crate::html::page::Page;
use blocks::{TextBlock, TextBlocks};

pub(super) use article::ALGORITHM as ARTICLE;
pub(super) use canola::ALGORITHM as CANOLA;
pub(super) use default::{ALGORITHM as DEFAULT, by_counts};
pub(super) use density::ALGORITHM as DENSITY;

/// One of the family: what it does to the text blocks of a page, one step after another.
#[derive(Debug)]
struct Boilerpipe {
    steps: fn(&Page, &mut TextBlocks),
}

impl Classifier for Boilerpipe {
    fn label(&self, page: &Page, _: &Context<'_>) -> Labels {
        let mut blocks = TextBlocks::of(page);
        (self.steps)(page, &mut blocks);
        Labels::of_nodes(page, &blocks.verdicts(page))
    }
}

/// The class of a block and which rule decided.
type Verdict = (bool, &'static str);

/// Decides on a block by the one before it, itself, and the next.
type Rule = fn(&TextBlock, &TextBlock, &TextBlock) -> Verdict;

#[cfg(test)]
mod tests;
