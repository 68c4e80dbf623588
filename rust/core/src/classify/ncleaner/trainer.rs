//! From labelled blocks to the ratios of two models.
//!
//! Smoothing is that of Witten and Bell: after a history h that was seen N times with T different symbols after it,
//! P(c | h) = (count(h c) + T · P(c | h')) / (N + T), where h' is h without its first symbol; what is new has T / (N + T)
//! of its probability there. Nothing depends on the order of the pages.

use std::collections::HashMap;

use super::ratios::{Grams, NOTHING, Ratios, grams};
use super::symbols::{self, Folding};
use super::{ALGORITHM, FEATURES, KIND};
use crate::classify::Trainer;
use crate::classify::learning::version;
use crate::classify::settings::Settings;
use crate::classify::weights::Weights;
use crate::error::Result;
use crate::html::page::Page;
use crate::store;

/// The lengths of n-grams: three is Evert's choice, and the few symbols of the non-lexical models leave room for four.
const ORDERS: [(Folding, usize); 2] = [(Folding::Letters, 3), (Folding::Classes, 4)];

/// N-grams of fewer pages say more about those pages than about text.
const LEAST_PAGES: u32 = 3;

#[derive(Debug)]
struct Pair {
    counts: [Counts; 2],
}

pub(super) fn make(_: &Settings) -> Result<Box<dyn Trainer>> {
    Ok(Box::new(Pair { counts: ORDERS.map(|(folding, order)| Counts::new(folding, order, LEAST_PAGES)) }))
}

impl Trainer for Pair {
    fn add(&mut self, page: &Page, good: &[Option<bool>]) {
        for counts in &mut self.counts {
            counts.add(page, good);
        }
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        version::write(&mut out, FEATURES);
        for counts in &self.counts {
            counts.ratios().write(&mut out);
        }
        Ok(store::seal(KIND, &out))
    }
}

/// How often n-grams were seen.
#[derive(Debug)]
pub(super) struct Counts {
    folding: Folding,
    order: usize,
    least_pages: u32,
    pages: u32,
    symbols: Vec<char>,
    grams: HashMap<u64, Gram>,
}

/// An n-gram; what there are two of is for bad blocks and for good ones.
#[derive(Clone, Copy, Debug)]
struct Gram {
    length: usize,
    /// All but its last symbol, and all but its first.
    history: u64,
    shorter: u64,
    counts: [u64; 2],
    pages: u32,
    last_page: u32,
}

/// What was seen after a history: how much, and how much of it different.
#[derive(Clone, Copy, Debug, Default)]
struct After {
    all: [f64; 2],
    different: [f64; 2],
}

impl After {
    /// The part of the probability that symbols have which are new here.
    fn new_part(&self, class: usize) -> f64 {
        match self.different[class] {
            0.0 => 1.0,
            different => different / (self.all[class] + different),
        }
    }

    /// The logarithm of the ratio of those parts.
    fn back(&self) -> f64 {
        (self.new_part(1) / self.new_part(0)).ln()
    }
}

impl Counts {
    pub(super) fn new(folding: Folding, order: usize, least_pages: u32) -> Self {
        Self { folding, order, least_pages, pages: 0, symbols: Vec::new(), grams: HashMap::new() }
    }

    pub(super) fn add(&mut self, page: &Page, good: &[Option<bool>]) {
        self.pages += 1;
        let mut symbols = std::mem::take(&mut self.symbols);
        for (block, good) in page.blocks.iter().zip(good) {
            let Some(good) = *good else { continue };
            if ALGORITHM.skips.contains(&block.mark) {
                continue;
            }
            symbols::of(page.text_of(block), self.folding, &mut symbols);
            let mut before = grams(&symbols, 0, self.order);
            for at in 1..symbols.len() {
                let grams = grams(&symbols, at, self.order);
                self.count(&before, &grams, self.order.min(at + 1), usize::from(good));
                before = grams;
            }
        }
        self.symbols = symbols;
    }

    fn count(&mut self, before: &Grams, grams: &Grams, longest: usize, class: usize) {
        for length in 1..=longest {
            let gram = self.grams.entry(grams[length]).or_insert(Gram {
                length,
                history: before[length - 1],
                shorter: grams[length - 1],
                counts: [0; 2],
                pages: 0,
                last_page: 0,
            });
            gram.counts[class] += 1;
            gram.pages += u32::from(gram.last_page != self.pages);
            gram.last_page = self.pages;
        }
    }

    /// The ratio of the model of good blocks to that of bad ones.
    pub(super) fn ratios(&self) -> Ratios {
        let mut histories: HashMap<u64, After> = HashMap::new();
        for gram in self.grams.values() {
            let after = histories.entry(gram.history).or_default();
            for class in 0..2 {
                after.all[class] += gram.counts[class] as f64;
                after.different[class] += f64::from(u8::from(gram.counts[class] > 0));
            }
        }
        // After no history, what is new has one probability in both models.
        let mut probabilities = HashMap::from([(NOTHING, [1.0 / f64::from(u32::from(char::MAX)); 2])]);
        let mut by_length: Vec<(&u64, &Gram)> = self.grams.iter().collect();
        by_length.sort_unstable_by_key(|(_, gram)| gram.length);
        let mut weights = Vec::new();
        let mut backs: Vec<_> =
            histories.get(&NOTHING).map(|after| (NOTHING, after.back())).into_iter().collect();
        for (&hash, gram) in by_length {
            let after = &histories[&gram.history];
            let shorter = probabilities[&gram.shorter];
            let p = [0, 1].map(|class| {
                let different = after.different[class];
                if different == 0.0 {
                    return shorter[class];
                }
                (gram.counts[class] as f64 + different * shorter[class]) / (after.all[class] + different)
            });
            probabilities.insert(hash, p);
            if gram.length > 1 && gram.pages < self.least_pages {
                continue;
            }
            weights.push((hash, (p[1] / p[0]).ln()));
            if let Some(after) = histories.get(&hash) {
                backs.push((hash, after.back()));
            }
        }
        // What rounds to nothing is what an unknown history has.
        backs.retain(|back| (back.1 * Weights::SCALE).round() != 0.0);
        Ratios {
            folding: self.folding,
            order: self.order,
            grams: Weights::new(weights),
            backs: Weights::new(backs),
        }
    }
}
