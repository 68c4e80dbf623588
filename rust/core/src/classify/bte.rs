//! Body Text Extraction (Finn, Kushmerick and Smyth 2001; Pomikálek 2.6.1): the stretch of a page with many words and
//! few tags in it, and few words and many tags around it.
//!
//! The objective function T(i, j) is the number of all tags, and 1 more for each word from i to j, and 1 less for each
//! tag there: its maximum is that of a subarray. The best stretch never ends between two words, so the sum runs over
//! text nodes, and takes one pass.

use std::ops::Range;

use super::settings::Settings;
use super::{Algorithm, Classifier, Context, Labels, UNSEEN, subarray};
use crate::error::Result;
use crate::html::page::Page;
use crate::text::words;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "bte",
    about: "the one stretch of the page with most words and fewest tags",
    reference: "Finn, Kushmerick and Smyth 2001; Pomikálek 2011, section 2.6.1",
    params: &[],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: UNSEEN,
    make,
    train: None,
};

fn make(_: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(Bte))
}

#[derive(Debug)]
struct Bte;

impl Classifier for Bte {
    fn label(&self, page: &Page, _: &Context<'_>) -> Labels {
        // Of text that is skipped the words are not seen, but the tags are there.
        let mut words = vec![0; page.nodes.len()];
        for block in &page.blocks {
            for (at, (_, text)) in block.nodes.clone().zip(page.nodes_of(block)) {
                words[at] = words::count(&page.text[text]) as i64;
            }
        }
        let best = best(page.nodes.iter().zip(&words).map(|(node, &words)| (i64::from(node.tags), words)));
        let verdict = |(at, &words)| match best.contains(&at) && words > 0 {
            true => (true, "inside"),
            false => (false, "outside"),
        };
        let verdicts: Vec<_> = words.iter().enumerate().map(verdict).collect();
        Labels::of_nodes(page, &verdicts)
    }
}

/// The best stretch of text nodes, of which each has tags before it, and words.
fn best(nodes: impl Iterator<Item = (i64, i64)>) -> Range<usize> {
    let best = subarray::maximum(nodes.flat_map(|(tags, words)| [-tags, words]));
    // It starts and ends with words.
    best.start / 2..best.end / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;
    use proptest::prelude::*;

    fn good(html: &str) -> String {
        let mut page = tree::read(html, false);
        let labels = super::super::label(&ALGORITHM, &Bte, &mut page, &Context::default());
        let text = |block| {
            let (nodes, parts) = (&labels.nodes, labels.parts(&page, block));
            if parts.is_empty() && nodes[block.nodes.start] {
                vec![page.text_of(block).to_owned()]
            } else {
                parts.into_iter().map(|part| page.text[part].to_owned()).collect()
            }
        };
        page.blocks.iter().flat_map(text).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn section_2_6_1_by_hand() {
        // Words 2, then 3 tags, 5 words, 2 tags, 3 words, 4 tags, 2 words: 5 - 2 + 3 = 6 is the most.
        assert_eq!(
            good("<p>a b</p></p><p>c d e f g</p><p>h i j</p><div><ul><li>k l</ul></div>"),
            "c d e f g|h i j"
        );
        // A stretch ends within a block, at a text node: 3 words, 6 tags, 2 words.
        assert_eq!(good("<p>a b c <b></b><b></b><b></b>d e"), "a b c");
        // Of equal stretches the first and shortest: 2 words, 2 tags, 2 words.
        assert_eq!(good("<p>a b</p><p>c d"), "a b");
        assert_eq!(good(""), "");
        assert_eq!(good("<p><b><i></i></b></p>"), "");
    }

    #[test]
    fn tags_of_unseen_text_count_and_its_words_do_not() {
        // 3 words, 4 tags, 5 words: the first 3 do not make up for the tags. Without those of what is hidden they would.
        assert_eq!(good("<p>a b c</p><p hidden>x y z</p><p>d e f g h</p>"), "d e f g h");
        // With 5 words they do.
        assert_eq!(good("<p>a b c d e</p><p hidden>x y z</p><p>d e f g h"), "a b c d e|d e f g h");
        // With 4 it is all the same, and the shorter one is taken.
        assert_eq!(good("<p>a b c d</p><p hidden>x y z</p><p>d e f g h"), "d e f g h");
    }

    /// The formula, transcribed: the best i and j of a sequence of tags (`true`) and words. Of equals the one that ends
    /// first, and of those the shortest.
    fn brute(bits: &[bool]) -> Option<(usize, usize)> {
        let count = |range: &[bool], bit: bool| range.iter().filter(|&&b| b == bit).count();
        let mut best = None;
        for j in 0..bits.len() {
            for i in (0..=j).rev() {
                let t = count(&bits[..i], true) + count(&bits[i..=j], false) + count(&bits[j + 1..], true);
                if best.is_none_or(|(most, _, _)| t > most) {
                    best = Some((t, i, j));
                }
            }
        }
        best.filter(|_| bits.contains(&false)).map(|(_, i, j)| (i, j))
    }

    proptest! {
        #[test]
        fn as_the_formula(runs in prop::collection::vec((0u32..5, 1usize..6), 0..12)) {
            let mut bits = Vec::new();
            let mut nodes = Vec::new();
            for &(tags, words) in &runs {
                bits.extend(std::iter::repeat_n(true, tags as usize));
                nodes.push((bits.len(), bits.len() + words - 1));
                bits.extend(std::iter::repeat_n(false, words));
            }
            let found = best(runs.iter().map(|&(tags, words)| (i64::from(tags), words as i64)));
            let found = (!found.is_empty()).then(|| (nodes[found.start].0, nodes[found.end - 1].1));
            prop_assert_eq!(found, brute(&bits));
        }
    }
}
