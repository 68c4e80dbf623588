//! Victor: a conditional random field over the text nodes of a page (Spousta, Marek & Pecina 2008; the thesis' 2.6.2).
//!
//! As in the thesis, there are two classes. The labels are those that are likeliest together; a node's score is how likely
//! it is to be good whatever the others are, so that a score about one half and its class can differ.
//!
//! The chain is our own. The crate `crfs` has one matrix of steps for all places, wants all nodes labelled, and knows no
//! probabilities of single labels; with the same attributes of the same pages its labels were worse, its models 19 times
//! as large, and a damaged one made it panic.

mod chain;
mod features;
mod groups;
pub(super) mod markup;
mod model;
pub(super) mod signs;
mod train;

use super::settings::Settings;
use super::{Algorithm, Classifier, Context, Labels};
use crate::error::Result;
use crate::html::page::Page;
use features::Items;
use model::Model;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "victor",
    about: "a conditional random field over text nodes: their markup, text and position; learned",
    reference: "Spousta, Marek & Pecina 2008; Pomikálek 2011, section 2.6.2",
    params: &[],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: &[],
    make,
    train: Some(|_| Ok(Box::new(train::Learner::default()))),
};

static SHIPPED: &[u8] = include_bytes!("../models/victor.model");

#[derive(Debug)]
struct Victor {
    model: Model,
}

fn make(_: &Settings, model: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(Victor { model: Model::open(model.unwrap_or(SHIPPED))? }))
}

impl Classifier for Victor {
    fn label(&self, page: &Page, _: &Context<'_>) -> Labels {
        let items = Items::of(page);
        let chain = self.model.chain(&items.items);
        let likely = chain.expect(None).classes;
        let mut nodes = vec![(false, ""); page.nodes.len()];
        let mut scores = vec![(0.0, 0.0); page.blocks.len()];
        for (number, good) in chain.best().into_iter().enumerate() {
            nodes[items.nodes[number]] = (good, if good { "likely" } else { "unlikely" });
            // A node of a word's part has no word of its own.
            let weight = f64::from(items.items[number].words.max(1));
            let (sum, weights) = &mut scores[items.blocks[number]];
            *sum += weight * likely[number][1];
            *weights += weight;
        }
        let mut labels = Labels::of_nodes(page, &nodes);
        for (label, (sum, weights)) in labels.blocks.iter_mut().zip(scores) {
            label.score = (weights > 0.0).then(|| (sum / weights).clamp(0.0, 1.0) as f32);
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use proptest::prelude::*;

    use super::super::learning::damage;
    use super::*;
    use crate::html::tree;

    fn victor() -> Box<dyn Classifier> {
        make(&Settings::default(), None).unwrap()
    }

    #[test]
    fn the_model_that_ships_is_whole() {
        let model = Model::open(SHIPPED).unwrap();
        assert_eq!(model.seal(), SHIPPED);
    }

    #[test]
    fn damaged_models_are_refused() {
        damage::is_found("victor", SHIPPED, make, 7);
    }

    #[test]
    fn links_are_boilerplate_and_sentences_are_not() {
        let sentence =
            "The council said on Monday that it would not build the road, which had been planned for years. ";
        let html = format!(
            "<ul><li><a href=a>Home</a><li><a href=b>News</a><li><a href=c>Contact us</a></ul><div><h1>No road</h1>\
             <p>{0}{0}<p>{0}{0}<p>{0}<a href=d>{0}</a>{0}</div><ul><li><a href=e>Terms</a><li><a href=f>Privacy</a></ul>",
            sentence
        );
        let page = tree::read(&html, false);
        let labels = victor().label(&page, &Context::default());
        let good: Vec<bool> = labels.blocks.iter().map(|label| label.good).collect();
        assert_eq!(good, [false, false, false, true, true, true, true, false, false]);
    }

    /// A tenth of a second or so; in quadratic time it would be hours.
    #[test]
    fn a_page_of_a_hundred_thousand_blocks_takes_linear_time() {
        let html: String = (0..100_000).map(|i| format!("<div><p>Block {i} of them.")).collect();
        let page = tree::read(&html, false);
        let start = Instant::now();
        assert_eq!(victor().label(&page, &Context::default()).blocks.len(), 100_000);
        assert!(start.elapsed().as_secs() < 10);
    }

    proptest! {
        #[test]
        fn any_page_has_labels(html in r"(<(p|b|a href=x|li|td|h1|noscript|select|p hidden|br)>|</(p|b|a|li)>|[ a-zA-Z0-9.,:©»日é]){0,80}") {
            let page = tree::read(&html, false);
            let labels = victor().label(&page, &Context::default());
            prop_assert_eq!(labels.blocks.len(), page.blocks.len());
            prop_assert_eq!(labels.nodes.len(), page.nodes.len());
            for label in labels.blocks {
                prop_assert!(label.score.is_some_and(|score| (0.0..=1.0).contains(&score)));
            }
        }
    }
}
