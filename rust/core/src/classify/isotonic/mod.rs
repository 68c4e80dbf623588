//! Isotonic smoothing (Chakrabarti, Kumar & Punera 2007; the thesis' 2.6.5): each subtree of the page gets a score, how
//! likely it is to be boilerplate throughout; what is in such a subtree is no less so, and scores are adjusted to that.
//!
//! The paper knows the rendered page; what we know of its margins is where a subtree stands in the text. A cost for
//! differences between parent and child, which the paper has too, is not there: in proportion to the difference, it
//! gained nothing on pages held out.

mod model;
mod smooth;
mod train;
mod tree;

use super::settings::{Param, Settings};
use super::{Algorithm, Classifier, Context, Label, Labels};
use crate::error::Result;
use crate::html::page::Page;
use model::Model;
use smooth::{Given, smooth};
use tree::Tree;

static THRESHOLD: Param = Param {
    name: "threshold",
    default: 0.5,
    least: 0.0,
    most: 1.0,
    about: "blocks whose smoothed score of boilerplate is below this are good",
};

static PARAMS: [Param; 1] = [THRESHOLD];

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "isotonic",
    about: "scores for all elements by logistic regression, smoothed so that none is below its parent's; learned",
    reference: "Chakrabarti, Kumar & Punera 2007; Pomikálek 2011, section 2.6.5",
    params: &PARAMS,
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: &[],
    make,
    train: Some(|_| Ok(Box::new(train::Learner::default()))),
};

static SHIPPED: &[u8] = include_bytes!("../models/isotonic.model");

#[derive(Debug)]
struct Isotonic {
    model: Model,
    threshold: f64,
}

fn make(settings: &Settings, model: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    let model = Model::open(model.unwrap_or(SHIPPED))?;
    Ok(Box::new(Isotonic { model, threshold: settings.value(&PARAMS[0]) }))
}

impl Classifier for Isotonic {
    fn label(&self, page: &Page, _: &Context<'_>) -> Labels {
        let tree = Tree::of(page);
        let given = tree.subtrees.iter().map(|subtree| Given {
            value: self.model.score(subtree),
            weight: f64::from(subtree.words.max(1)),
        });
        let given: Vec<Given> = given.collect();
        let scores = smooth(&tree.parents, &given);
        let leaves = given.iter().zip(scores).skip(page.elements.len());
        let blocks = leaves.map(|(given, score)| {
            let good = score < self.threshold;
            let mut label = Label::new(good, if good { "below threshold" } else { "above threshold" });
            label.context_free = Some(if given.value < self.threshold { "good" } else { "bad" });
            label.score = Some((1.0 - score).clamp(0.0, 1.0) as f32);
            label
        });
        Labels { blocks: blocks.collect(), nodes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use proptest::prelude::*;

    use super::super::learning::damage;
    use super::*;
    use crate::html::tree;

    fn isotonic() -> Box<dyn Classifier> {
        make(&Settings::default(), None).unwrap()
    }

    #[test]
    fn the_model_that_ships_is_whole() {
        assert_eq!(Model::open(SHIPPED).unwrap().seal(), SHIPPED);
    }

    #[test]
    fn damaged_models_are_refused() {
        damage::is_found("isotonic", SHIPPED, make, 1);
    }

    #[test]
    fn links_are_boilerplate_and_sentences_are_not() {
        let sentence = "The council said on Monday that it would not build the road, planned for years. ";
        let html = format!(
            "<ul><li><a href=a>Home</a><li><a href=b>News</a><li><a href=c>Contact us</a></ul>\
             <div><p>{0}{0}<p>{0}{0}<p>{0}<a href=d>{0}</a>{0}</div>\
             <ul><li><a href=e>Terms</a><li><a href=f>Privacy</a></ul>",
            sentence
        );
        let page = tree::read(&html, false);
        let labels = isotonic().label(&page, &Context::default());
        let good: Vec<bool> = labels.blocks.iter().map(|label| label.good).collect();
        assert_eq!(good, [false, false, false, true, true, true, false, false]);
    }

    #[test]
    fn the_threshold_is_what_decides() {
        let page =
            tree::read("<ul><li><a href=a>Home</a></ul><p>It was a long day, and nobody had slept.", false);
        for (threshold, good) in [(0.0, 0), (1.0, 2)] {
            let mut settings = Settings::default();
            settings.set(ALGORITHM.params, "threshold", threshold).unwrap();
            let labels = make(&settings, None).unwrap().label(&page, &Context::default());
            assert_eq!(labels.blocks.iter().filter(|label| label.good).count(), good);
        }
    }

    /// A tenth of a second or so; in quadratic time it would be hours.
    #[test]
    fn a_page_of_a_hundred_thousand_blocks_takes_linear_time() {
        let html: String = (0..100_000).map(|i| format!("<div><p>Block {i} of them.")).collect();
        let page = tree::read(&html, false);
        let start = Instant::now();
        assert_eq!(isotonic().label(&page, &Context::default()).blocks.len(), 100_000);
        assert!(start.elapsed().as_secs() < 10);
    }

    proptest! {
        #[test]
        fn any_page_has_labels(html in r"(<(p|b|a href=x|li|td|h1|noscript|select|p hidden|br)>|</(p|b|a|li)>|[ a-zA-Z0-9.,:©»日é]){0,80}") {
            let page = tree::read(&html, false);
            let labels = isotonic().label(&page, &Context::default());
            prop_assert_eq!(labels.blocks.len(), page.blocks.len());
            for label in labels.blocks {
                let score = f64::from(label.score.unwrap());
                prop_assert!((0.0..=1.0).contains(&score) && (label.good == (score > 0.5) || (score - 0.5).abs() < 1e-6));
            }
        }
    }
}
