//! From labelled blocks to the weights of Naive Bayes.
//!
//! A token is an example of its block's class, and a feature f weighs log P(f | good) - log P(f | bad), each with one
//! more than was counted. Nothing depends on the order of the pages.

use std::collections::HashMap;

use super::tokens::Tokens;
use super::{ALGORITHM, FEATURES, KIND, features};
use crate::classify::Trainer;
use crate::classify::learning::version;
use crate::classify::settings::Settings;
use crate::classify::weights::Weights;
use crate::error::Result;
use crate::html::page::Page;
use crate::store;

/// Features of fewer pages say more about those pages than about text.
const LEAST_PAGES: u32 = 8;

#[derive(Debug)]
pub(super) struct Counts {
    least_pages: u32,
    pages: u32,
    /// Bad tokens, and good ones.
    tokens: [u64; 2],
    features: HashMap<u64, Feature>,
}

/// There are millions of these while a model is learned, most of them seen once.
#[derive(Clone, Copy, Debug, Default)]
struct Feature {
    counts: [u32; 2],
    pages: u32,
    last_page: u32,
}

pub(super) fn make(_: &Settings) -> Result<Box<dyn Trainer>> {
    Ok(Box::new(Counts::new(LEAST_PAGES)))
}

impl Counts {
    pub(super) fn new(least_pages: u32) -> Self {
        Self { least_pages, pages: 0, tokens: [0; 2], features: HashMap::new() }
    }

    /// The logarithm of the odds of any token, and the weights of features.
    pub(super) fn weights(&self) -> (f64, Weights) {
        let ratio = |[bad, good]: [u64; 2]| ((good as f64 + 1.0) / (bad as f64 + 1.0)).ln();
        let prior = ratio(self.tokens);
        let common = self.features.iter().filter(|(_, feature)| feature.pages >= self.least_pages);
        (
            prior,
            Weights::new(common.map(|(&hash, feature)| (hash, ratio(feature.counts.map(u64::from)) - prior))),
        )
    }
}

impl Trainer for Counts {
    fn add(&mut self, page: &Page, good: &[Option<bool>]) {
        self.pages += 1;
        let mut classes = vec![None; page.nodes.len()];
        for (block, &good) in page.blocks.iter().zip(good) {
            classes[block.nodes.clone()].fill(good.map(usize::from));
        }
        let tokens = Tokens::of(page, ALGORITHM.skips);
        for (at, node) in tokens.nodes().enumerate() {
            let Some(class) = classes[node] else { continue };
            self.tokens[class] += 1;
            let mut count = |hash| {
                let feature: &mut Feature = self.features.entry(hash).or_default();
                feature.counts[class] = feature.counts[class].saturating_add(1);
                feature.pages += u32::from(feature.last_page != self.pages);
                feature.last_page = self.pages;
            };
            features::of_token(&tokens, at, &mut count);
            features::of_hints(tokens.hints(at), &mut count);
        }
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>> {
        let (prior, weights) = self.weights();
        let mut out = Vec::new();
        version::write(&mut out, FEATURES);
        out.extend_from_slice(&prior.to_le_bytes());
        weights.write(&mut out);
        Ok(store::seal(KIND, &out))
    }
}
