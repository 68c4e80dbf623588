//! Trees: gradient-boosted decision trees (Friedman 2001) over shallow features of a block, of those around it, of the
//! elements that it is in and of its page; then once more, with what the first forest says of the neighbours.
//!
//! boilerpipe's C4.8 trees over 67 features (Kohlschütter et al. 2010) and Victor's sequence (Spousta et al. 2008) with
//! what is known today. LightGBM learns the forests (`classify --train`); they run here.

mod choice;
mod comments;
pub mod features;
mod forest;
mod lightgbm;
mod model;

use super::settings::{Param, Settings};
use super::{Algorithm, Classifier, Context, Label, Labels};
use crate::error::Result;
use crate::html::page::Page;
use choice::Choice;
use model::{Model, logistic};

static PARAMS: [Param; 2] = [
    Param {
        name: "threshold",
        default: 0.5,
        least: 0.001,
        most: 0.999,
        about: "how sure a block must be; more keeps less (--precision: 0.7, --recall: 0.3)",
    },
    Param {
        name: "comments",
        default: 1.0,
        least: 0.0,
        most: 1.0,
        about: "1: comments of readers are judged as all else; 0: they are bad",
    },
];

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "trees",
    about: "boosted decision trees over features of the block, its neighbours, its elements and its page; learned",
    reference: "Kohlschütter et al. 2010 and Spousta et al. 2008, with gradient boosting (Friedman 2001)",
    params: &PARAMS,
    presets: &[],
    uses_stop_words: true,
    uses_hints: true,
    skips: &[],
    make,
    train: None,
};

static SHIPPED: &[u8] = include_bytes!("../models/trees.model");

#[derive(Debug)]
struct Trees {
    model: Model,
    /// Taken off the odds of each block.
    shift: f32,
    keeps_comments: bool,
}

fn make(settings: &Settings, model: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    let model = Model::open(model.unwrap_or(SHIPPED))?;
    let threshold = settings.value(&PARAMS[0]);
    let keeps_comments = settings.value(&PARAMS[1]) >= 0.5;
    Ok(Box::new(Trees { model, shift: (threshold / (1.0 - threshold)).ln() as f32, keeps_comments }))
}

impl Classifier for Trees {
    fn label(&self, page: &Page, context: &Context<'_>) -> Labels {
        let odds = self.model.odds(page, context);
        let comments = if self.keeps_comments { Vec::new() } else { comments::of(page) };
        let shifted: Vec<f32> = odds.iter().map(|odds| logistic(odds - self.shift)).collect();
        let words: Vec<u32> = page.blocks.iter().map(|block| block.words).collect();
        let good = self.model.choice.of(&shifted, &words);
        let labels = odds.iter().zip(good).enumerate().map(|(at, (&odds, good))| {
            let mut label = match good {
                _ if comments.get(at).copied().unwrap_or(false) => Label::new(false, "comment"),
                true => Label::new(true, "likely enough"),
                false => Label::new(false, "not likely enough"),
            };
            label.score = Some(logistic(odds));
            label
        });
        Labels { blocks: labels.collect(), nodes: Vec::new() }
    }
}

/// A model file of the text models of LightGBM; `shift` is what a sum of leaves must be over to be as likely good as
/// bad, `scale` and `floor` say how the cut of a page is found.
pub fn model_of(first: &str, second: Option<&str>, shift: f32, scale: f32, floor: f32) -> Result<Vec<u8>> {
    Ok(Model::of_texts(first, second, shift, Choice { scale, floor })?.seal())
}
