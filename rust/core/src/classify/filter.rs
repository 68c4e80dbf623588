//! The filter of 2.9.3: a block is good if it has enough words, and enough of them are stop words.

use super::settings::{Param, Settings};
use super::{Algorithm, Classifier, Context, Label, Labels, UNSEEN_OR_CHOICE};
use crate::error::Result;
use crate::html::page::Page;
use crate::lang::{Counts, How};

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "filter",
    about: "enough words, and enough of them stop words: simple, and good on running text",
    reference: "Pomikálek 2011, 2.9.3, tables 2.3 and 2.5 (tc20-sw0.30-filter)",
    params: &[MIN_WORDS, MIN_STOP_WORDS],
    presets: &[],
    uses_stop_words: true,
    uses_hints: false,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: None,
};

const MIN_WORDS: Param = Param {
    name: "min-words",
    default: 20.0,
    least: 0.0,
    most: 1e9,
    about: "a block with fewer words is bad",
};
const MIN_STOP_WORDS: Param = Param {
    name: "min-stopwords",
    default: 0.3,
    least: 0.0,
    most: 1.0,
    about: "a block with a smaller part of stop words is bad",
};

#[derive(Debug)]
struct Filter {
    words: f64,
    stop_words: f64,
}

fn make(settings: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(Filter { words: settings.value(&MIN_WORDS), stop_words: settings.value(&MIN_STOP_WORDS) }))
}

impl Classifier for Filter {
    fn label(&self, page: &Page, context: &Context<'_>) -> Labels {
        let label = |block: usize| {
            if f64::from(page.blocks[block].words) < self.words {
                return Label::new(false, "few words");
            }
            if let Some(list) = context.stop_words {
                let Counts { stop, words } = list.count(page.text_of(&page.blocks[block]), How::Thesis);
                if stop as f64 * f64::from(list.scale()) < self.stop_words * words.max(1) as f64 {
                    return Label::new(false, "few stop words");
                }
            }
            Label::new(true, "enough words and stop words")
        };
        Labels { blocks: (0..page.blocks.len()).map(label).collect(), nodes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;
    use crate::lang::StopList;

    #[test]
    fn both_limits_are_reached_at_their_value() {
        let list = StopList::from_text("the");
        let context = Context { stop_words: Some(&list), ..Context::default() };
        let text = |stop: usize, other: usize| format!("<p>{}{}", "the ".repeat(stop), "word ".repeat(other));
        let html = [text(6, 14), text(5, 15), text(19, 0), "<p>...".to_owned()].concat();
        let labels = make(&Settings::default(), None).unwrap().label(&tree::read(&html, false), &context);
        assert_eq!(
            labels.blocks.iter().map(|label| label.good).collect::<Vec<_>>(),
            [true, false, false, false]
        );
    }
}
