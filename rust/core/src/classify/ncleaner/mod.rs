//! NCLEANER (Evert 2008; thesis 2.6.3): two models of text by its characters, one of good and one of bad text. A block
//! is what the model says that finds it likelier.
//!
//! A model gives each character a probability after the characters before it, smoothed by shorter histories. Only the
//! ratio of the two counts, so a file holds the logarithm of that (see `ratios`). The lexical models read letters in
//! lower case and digits as one; the non-lexical ones read letters as large or small and nothing else, and so know no
//! language. Evert's tool has either; here the evidence of both is added, and pages in a language that the lexical
//! models have not met are left to the others.
//!
//! What is different from Evert's tool: it reads lines that the browser lynx has printed, and this reads blocks; its
//! regular expressions for fields between bars and the like are left to the models, which learn them; neighbours count
//! (see `neighbours`). `--stay 0.5 --non-lexical 0` is what the thesis describes.

mod neighbours;
mod ratios;
mod symbols;
mod trainer;

use super::learning::version;
use super::settings::{Param, Settings};
use super::weights::Weights;
use super::{Algorithm, Classifier, Context, Label, Labels, UNSEEN_OR_CHOICE};
use crate::error::{Error, Result};
use crate::html::page::Page;
use crate::store::{self, Reader};
use ratios::{Found, Ratios};
use symbols::Folding;

const KIND: &str = "ncleaner";
/// Goes up when symbols change their meaning.
const FEATURES: u32 = 1;

static SHIPPED: &[u8] = include_bytes!("../models/ncleaner.model");

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "ncleaner",
    about: "character n-gram models of good and of bad text: a block is what it is likelier as, with its neighbours",
    reference: "Evert 2008, A Lightweight and Efficient Tool for Cleaning Web Pages; Pomikálek 2011, 2.6.3",
    params: &[LEXICAL, NON_LEXICAL, STAY, BIAS],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: Some(trainer::make),
};

const LEXICAL: Param = Param {
    name: "lexical",
    default: 1.0,
    least: 0.0,
    most: 1.0,
    about: "weight of the models that know letters; they are not asked about languages that they do not know",
};
const NON_LEXICAL: Param = Param {
    name: "non-lexical",
    default: 1.0,
    least: 0.0,
    most: 1.0,
    about: "weight of the models of letter case, digits and punctuation, for any language",
};
const STAY: Param = Param {
    name: "stay",
    default: 0.95,
    least: 0.5,
    most: 0.999,
    about: "how probable it is that two neighbours are of one class; 0.5: each block for itself",
};
const BIAS: Param = Param {
    name: "bias",
    default: 0.0,
    least: -1000.0,
    most: 1000.0,
    about: "added to the logarithm of each block's odds: more than 0 keeps more",
};

/// A page is in a language that the lexical models know if they know this part of its n-grams. English pages of sites
/// that were not learned from have 0.93 or more, and Polish ones 0.84 or less.
const KNOWN: f64 = 0.9;

/// What the models say of a language that they know counts for less than it would if characters were independent of
/// each other beyond the history of the models.
const TRUST: f64 = 0.3;

#[derive(Debug)]
struct NCleaner {
    lexical: Ratios,
    non_lexical: Ratios,
    weights: [f64; 2],
    stay: f64,
    bias: f64,
}

fn make(settings: &Settings, file: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    let mut reader = Reader::new(store::open_kind(file.unwrap_or(SHIPPED), KIND)?);
    version::check(&mut reader, FEATURES)?;
    let lexical = Ratios::read(Folding::Letters, &mut reader)?;
    let non_lexical = Ratios::read(Folding::Classes, &mut reader)?;
    reader.finish()?;
    let weights = [settings.value(&LEXICAL), settings.value(&NON_LEXICAL)];
    if weights == [0.0; 2] {
        let expected = "more than 0, or else --non-lexical must".to_owned();
        return Err(Error::Parameter { name: LEXICAL.name, expected });
    }
    Ok(Box::new(NCleaner {
        lexical,
        non_lexical,
        weights,
        stay: settings.value(&STAY),
        bias: settings.value(&BIAS),
    }))
}

impl NCleaner {
    /// The logarithm of each block's odds to be good, for itself.
    fn odds(&self, page: &Page) -> Vec<f64> {
        let [lexical, non_lexical] = self.weights;
        let texts = || page.blocks.iter().map(|block| page.text_of(block));
        let mut by_letters = if lexical > 0.0 { self.lexical.read_all(texts()) } else { Vec::new() };
        let by_classes = if non_lexical > 0.0 { self.non_lexical.read_all(texts()) } else { Vec::new() };
        let all: Found = by_letters.iter().sum();
        if non_lexical > 0.0 && (all.known as f64) < KNOWN * all.symbols as f64 {
            by_letters.clear();
        }
        let steps = |of: &[Found], at: usize| of.get(at).map_or(0.0, |found| found.steps as f64);
        let odds = |at| lexical * steps(&by_letters, at) + non_lexical * steps(&by_classes, at);
        (0..page.blocks.len()).map(|at| odds(at) / Weights::SCALE + self.bias).collect()
    }
}

impl Classifier for NCleaner {
    fn label(&self, page: &Page, _: &Context<'_>) -> Labels {
        let own = self.odds(page);
        let trusted: Vec<f64> = own.iter().map(|odds| odds * TRUST).collect();
        let all = neighbours::weigh(&trusted, self.stay);
        let blocks = own.iter().zip(all).map(|(&own, all)| {
            let (alone, good) = (own > 0.0, all > 0.0);
            Label {
                good,
                context_free: Some(if alone { "good" } else { "bad" }),
                score: Some((1.0 / (1.0 + (-all).exp())) as f32),
                reason: match (alone == good, good) {
                    (false, _) => "neighbours",
                    (true, true) => "likelier good",
                    (true, false) => "likelier bad",
                },
            }
        });
        Labels { blocks: blocks.collect(), nodes: Vec::new() }
    }
}

#[cfg(test)]
mod tests;
