//! Htmlcleaner (Girardi 2007; Pomikálek 2.6.5): the run of segments with the most characters in function words, those in
//! links taken off.

use super::settings::Settings;
use super::{Algorithm, Classifier, Context, Labels, UNSEEN_OR_CHOICE, subarray};
use crate::error::Result;
use crate::html::page::Page;
use crate::text::words;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "htmlcleaner",
    about: "the one run of text with the most characters in stop words, less those in links",
    reference: "Girardi 2007, Htmlcleaner: extracting the relevant text from the web pages; Pomikálek 2011, 2.6.5",
    params: &[],
    presets: &[],
    uses_stop_words: true,
    uses_hints: false,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: None,
};

#[derive(Debug)]
struct HtmlCleaner;

fn make(_: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(HtmlCleaner))
}

/// Without a list of stop words, the part of a text's characters that stands in such words in most languages.
const USUAL_SHARE: f64 = 0.3;

impl Classifier for HtmlCleaner {
    fn label(&self, page: &Page, context: &Context<'_>) -> Labels {
        let nodes: Vec<usize> = page.blocks.iter().flat_map(|block| block.nodes.clone()).collect();
        let ranges = page.blocks.iter().flat_map(|block| page.nodes_of(block));
        // A segment of the paper is one or more of our text nodes: sums over runs of them are the same, and a run ends
        // within a segment only where that is better.
        let scores = ranges.map(|(node, range)| {
            let text = &page.text[range];
            let links = if node.link { text.chars().count() as f64 } else { 0.0 };
            let stop = match context.stop_words {
                Some(list) => words::words(text)
                    .filter(|word| list.contains_any_case(word))
                    .map(|word| word.chars().count() as f64)
                    .sum(),
                None => USUAL_SHARE * text.chars().count() as f64,
            };
            stop - links
        });
        let best = subarray::maximum(scores);
        let mut labels = vec![(false, "outside of the best run"); page.nodes.len()];
        for &node in &nodes[best] {
            labels[node] = (true, "in the best run");
        }
        Labels::of_nodes(page, &labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;
    use crate::lang::StopList;

    /// Scores by hand: 3 - 0, 0 - 4, 6 - 0, 3 - 2, 3 - 0, 0 - 8: the run of the last sum but one is the best.
    #[test]
    fn by_hand() {
        let list = StopList::from_text("the");
        let context = Context { stop_words: Some(&list), ..Context::default() };
        let html =
            "<p>the x<p><a href=x>menu</a><p>the y the<p>the <a href=x>ab</a> the<p><a href=x>nav long</a>";
        let page = tree::read(html, false);
        let labels = make(&Settings::default(), None).unwrap().label(&page, &context);
        let good: Vec<bool> = labels.blocks.iter().map(|label| label.good).collect();
        assert_eq!(good, [false, false, true, true, false]);
    }
}
