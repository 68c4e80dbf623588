//! Good blocks and bad ones: one file an algorithm, behind one trait.
//!
//! To add an algorithm: write its file with an [`Algorithm`] in it, and add that to [`ALGORITHMS`].

mod all;
mod boilerpipe;
mod bte;
pub mod densities;
mod filter;
mod htmlcleaner;
mod isotonic;
pub(crate) mod justext;
pub mod labelled;
pub mod labeller;
mod learning;
mod mss;
mod ncleaner;
pub mod settings;
pub mod subarray;
pub mod trees;
mod unseen;
mod victor;
mod weights;

use crate::error::Result;
use crate::html::page::{Block, Mark, Page};
use crate::lang::StopList;
use settings::{Param, Settings};

/// All algorithms, in the order in which they are listed.
pub static ALGORITHMS: &[&Algorithm] = &[
    &justext::ALGORITHM,
    &boilerpipe::DEFAULT,
    &boilerpipe::DENSITY,
    &boilerpipe::ARTICLE,
    &boilerpipe::CANOLA,
    &bte::ALGORITHM,
    &filter::ALGORITHM,
    &htmlcleaner::ALGORITHM,
    &mss::ALGORITHM,
    &ncleaner::ALGORITHM,
    &isotonic::ALGORITHM,
    &victor::ALGORITHM,
    &trees::ALGORITHM,
    &all::ALGORITHM,
];

/// The algorithm of a name.
pub fn find(name: &str) -> Option<&'static Algorithm> {
    ALGORITHMS.iter().copied().find(|algorithm| algorithm.name == name)
}

/// What is known of an algorithm before it runs.
#[derive(Debug)]
pub struct Algorithm {
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Who published it, and where the thesis or the slides speak of it.
    pub reference: &'static str,
    pub params: &'static [Param],
    /// Named sets of their values, the default first.
    pub presets: &'static [&'static str],
    /// Whether it looks at stop words, and so has to know the language.
    pub uses_stop_words: bool,
    /// Whether it looks at the hint words of elements.
    pub uses_hints: bool,
    /// Blocks with these marks are bad without being looked at.
    pub skips: &'static [Mark],
    pub make: Make,
    /// For those that learn here: what makes the model that `make` reads.
    pub train: Option<MakeTrainer>,
}

impl Algorithm {
    /// Whether it has a model. That of `trees` is learned by LightGBM, outside; all others have a `train`.
    pub fn learns(&self) -> bool {
        self.train.is_some() || std::ptr::eq(self, &trees::ALGORITHM)
    }
}

/// Makes an algorithm with its settings and, for those that learn, the bytes of a model file; without one, the model
/// that ships.
pub type Make = fn(&Settings, Option<&[u8]>) -> Result<Box<dyn Classifier>>;

pub type MakeTrainer = fn(&Settings) -> Result<Box<dyn Trainer>>;

/// Readers do not see these, and the papers' methods were made for what readers see.
pub const UNSEEN: &[Mark] = &[Mark::Noscript, Mark::Hidden];

/// As [`UNSEEN`], with what stands in a `select`.
pub const UNSEEN_OR_CHOICE: &[Mark] = &[Mark::Noscript, Mark::Hidden, Mark::Select];

/// What an algorithm is told beside the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// ISO 639-1.
    pub lang: Option<&'a str>,
    /// The stop words of the language. Rules about them are waived where there are none.
    pub stop_words: Option<&'a StopList>,
}

pub trait Classifier: Send + Sync + std::fmt::Debug {
    /// A label for each block of the page.
    fn label(&self, page: &Page, context: &Context<'_>) -> Labels;
}

/// Learns from pages with labelled blocks.
pub trait Trainer: Send + Sync + std::fmt::Debug {
    /// `good` has a value for each block; blocks without one were labelled by nobody.
    fn add(&mut self, page: &Page, good: &[Option<bool>]);

    /// The model, as the bytes of a file.
    fn finish(self: Box<Self>) -> Result<Vec<u8>>;
}

/// One block's label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    pub good: bool,
    /// The class without regard to the neighbours, where the algorithm has one.
    pub context_free: Option<&'static str>,
    /// From 0 to 1, where the algorithm has one.
    pub score: Option<f32>,
    /// Which rule decided.
    pub reason: &'static str,
}

impl Label {
    pub const fn new(good: bool, reason: &'static str) -> Self {
        Self { good, context_free: None, score: None, reason }
    }
}

/// What an algorithm says of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    pub blocks: Vec<Label>,
    /// For algorithms that decide on text nodes: whether each of [`Page::nodes`] is good, `false` for nodes of blocks that
    /// are skipped. Empty for all others.
    pub nodes: Vec<bool>,
}

impl Labels {
    /// The labels of blocks out of those of their text nodes: a block is what most of its words are, and its reason
    /// is that of the first node which is so.
    pub fn of_nodes(page: &Page, nodes: &[(bool, &'static str)]) -> Self {
        let blocks = page.blocks.iter().map(|block| {
            let verdicts = &nodes[block.nodes.clone()];
            if let Some((first, rest)) = verdicts.split_first()
                && rest.iter().all(|verdict| verdict.0 == first.0)
            {
                return Label::new(first.0, first.1);
            }
            let mut words = [0, 0];
            for (verdict, (_, range)) in verdicts.iter().zip(page.nodes_of(block)) {
                words[usize::from(verdict.0)] += crate::text::words::count(&page.text[range]);
            }
            let good = words[1] > words[0];
            let reason = verdicts.iter().find(|verdict| verdict.0 == good).map_or("", |verdict| verdict.1);
            Label::new(good, reason)
        });
        Self { blocks: blocks.collect(), nodes: nodes.iter().map(|node| node.0).collect() }
    }

    /// The parts of a block that are good, in bytes of [`Page::text`], where not all of it is of one class.
    pub fn parts(&self, page: &Page, block: &Block) -> Vec<std::ops::Range<usize>> {
        let Some(good) = self.nodes.get(block.nodes.clone()) else { return Vec::new() };
        if good.iter().all(|&g| g) || !good.iter().any(|&g| g) {
            return Vec::new();
        }
        let mut parts: Vec<std::ops::Range<usize>> = Vec::new();
        let mut goes_on = false;
        for (&good, (_, range)) in good.iter().zip(page.nodes_of(block)) {
            match parts.last_mut() {
                Some(last) if good && goes_on => last.end = range.end,
                _ if good => parts.push(range),
                _ => {}
            }
            goes_on = good;
        }
        parts
    }
}

/// Labels a page. Blocks whose marks the algorithm skips are bad, and it does not see them, unless they are the page.
pub fn label(
    algorithm: &Algorithm,
    classifier: &dyn Classifier,
    page: &mut Page,
    context: &Context<'_>,
) -> Labels {
    let skips = |block: &Block| algorithm.skips.contains(&block.mark);
    if !page.blocks.iter().any(skips) {
        return classifier.label(page, context);
    }
    let waived = unseen::waived(page, algorithm.skips);
    let skipped = |block: &Block| skips(block) && !waived.contains(&block.mark);
    let all = std::mem::take(&mut page.blocks);
    page.blocks = all.iter().filter(|block| !skipped(block)).cloned().collect();
    let mut labels = classifier.label(page, context);
    page.blocks = all;
    let mut seen = std::mem::take(&mut labels.blocks).into_iter();
    for block in &page.blocks {
        let label = if skipped(block) { None } else { seen.next() };
        labels.blocks.push(label.unwrap_or(Label::new(false, block.mark.name())));
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    #[test]
    fn names_are_unique_and_found() {
        for algorithm in ALGORITHMS {
            assert!(std::ptr::eq(find(algorithm.name).unwrap(), *algorithm));
            assert!(!algorithm.about.is_empty() && !algorithm.reference.is_empty());
        }
        assert!(find("no such").is_none());
    }

    #[test]
    fn skipped_blocks_are_bad() {
        let mut page = tree::read("<p>a<p hidden>b<p>c<noscript>d</noscript>", false);
        let all = find("all").unwrap();
        let classifier = (all.make)(&Settings::default(), None).unwrap();
        let labels = label(all, classifier.as_ref(), &mut page, &Context::default());
        let good: Vec<_> = labels.blocks.iter().map(|label| (label.good, label.reason)).collect();
        assert_eq!(good, [(true, "all"), (false, "hidden"), (true, "all"), (false, "noscript")]);
        assert_eq!(page.blocks.len(), 4);
    }

    #[test]
    fn parts_are_runs_of_good_nodes() {
        let page = tree::read("<p>a <b>b</b> c <i>d</i><p>e", false);
        let nodes = [true, true, false, true, true].map(|good| (good, ""));
        let labels = Labels::of_nodes(&page, &nodes);
        let text = |block: usize| -> Vec<&str> {
            labels.parts(&page, &page.blocks[block]).into_iter().map(|part| &page.text[part]).collect()
        };
        assert_eq!((text(0), text(1)), (vec!["a b", "d"], vec![]));
        assert!(labels.blocks.iter().all(|label| label.good));
    }
}
