//! Maximum subsequence segmentation (Pasternack & Roth 2009; thesis 2.6.5): Naive Bayes says of each token, tag or word,
//! how probable it is that it is part of the text; less 0.5, that is its score; and the text is the run of tokens with the
//! greatest sum.
//!
//! What differs from the paper: the tags are those that a page's blocks still know (see `tokens`); the run ends where a
//! text node does; the most recent unclosed tag counts together with the token that stands in it, and the hint words of
//! the elements around it (`content`, `sidebar`: what their class and id say) are features too, of which the news pages
//! of the paper had few; words are not stemmed.

mod features;
mod tokens;
mod trainer;

use super::learning::version;
use super::settings::{Param, Settings};
use super::weights::Weights;
use super::{Algorithm, Classifier, Context, Labels, UNSEEN_OR_CHOICE, subarray};
use crate::error::{Error, Result};
use crate::html::page::Page;
use crate::store::{self, Reader};
use tokens::Tokens;

const KIND: &str = "mss";
/// Goes up when features change their meaning.
const FEATURES: u32 = 1;

static SHIPPED: &[u8] = include_bytes!("../models/mss.model");

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "mss",
    about: "Naive Bayes scores tags and words; the run of them with the greatest sum is the text",
    reference: "Pasternack & Roth 2009, Extracting Article Text from the Web with Maximum Subsequence Segmentation; \
                Pomikálek 2011, 2.6.5",
    params: &[CUT],
    presets: &[],
    uses_stop_words: false,
    uses_hints: true,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: Some(trainer::make),
};

const CUT: Param = Param {
    name: "cut",
    default: 0.5,
    least: 0.0,
    most: 1.0,
    about: "tokens of this probability are worth nothing; more keeps less",
};

#[derive(Debug)]
struct Mss {
    /// The logarithm of the odds of any token.
    prior: f64,
    weights: Weights,
    cut: f64,
}

fn make(settings: &Settings, file: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    let mut reader = Reader::new(store::open_kind(file.unwrap_or(SHIPPED), KIND)?);
    version::check(&mut reader, FEATURES)?;
    let prior = f64::from_le_bytes(reader.array()?);
    if !prior.is_finite() {
        return Err(Error::Malformed { what: "its prior odds are no number" });
    }
    let weights = Weights::read(&mut reader)?;
    reader.finish()?;
    Ok(Box::new(Mss { prior, weights, cut: settings.value(&CUT) }))
}

impl Mss {
    /// The probability of each token.
    fn probabilities(&self, tokens: &Tokens) -> Vec<f64> {
        let mut around = (None, 0);
        let probability = |at: usize| {
            let hints = tokens.hints(at);
            if around.0 != Some(hints) {
                around = (Some(hints), 0);
                features::of_hints(hints, |hash| around.1 += self.weights.get(hash).unwrap_or(0));
            }
            let mut steps = around.1;
            features::of_token(tokens, at, |hash| steps += self.weights.get(hash).unwrap_or(0));
            1.0 / (1.0 + (-self.prior - f64::from(steps) / Weights::SCALE).exp())
        };
        (0..tokens.len()).map(probability).collect()
    }
}

impl Classifier for Mss {
    fn label(&self, page: &Page, _: &Context<'_>) -> Labels {
        let tokens = Tokens::of(page, &[]);
        let mut sums = vec![(0.0, 0usize); page.nodes.len()];
        for (probability, node) in self.probabilities(&tokens).into_iter().zip(tokens.nodes()) {
            let (sum, count) = &mut sums[node];
            *sum += probability;
            *count += 1;
        }
        // The nodes of blocks that are skipped are in none of the page's blocks.
        let seen: Vec<usize> = page.blocks.iter().flat_map(|block| block.nodes.clone()).collect();
        let score = |&node: &usize| sums[node].0 - self.cut * sums[node].1 as f64;
        let mut nodes = vec![(false, "outside of the run"); page.nodes.len()];
        for &node in &seen[subarray::maximum(seen.iter().map(score))] {
            nodes[node] = (true, "in the run");
        }
        let mut labels = Labels::of_nodes(page, &nodes);
        for (label, block) in labels.blocks.iter_mut().zip(&page.blocks) {
            let of_block = sums[block.nodes.clone()].iter();
            let (sum, count) = of_block.fold((0.0, 0), |all, node| (all.0 + node.0, all.1 + node.1));
            label.score = Some(if count > 0 { (sum / count as f64) as f32 } else { 0.0 });
        }
        labels
    }
}

#[cfg(test)]
mod tests;
