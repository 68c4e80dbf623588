//! Scores at the level of text nodes with annotation reliability (2.9.1), and fragmentation (2.9.10).
//!
//! The thesis needed the same list of nodes from every parser. Here the words of the page are aligned with those of the
//! annotated nodes, so that any list of blocks, or a plain text, is scored against the same nodes.

use super::align::{Text, align};
use super::blocks::Block;
use super::figures::Counts;
use super::gold::{Label, Node};
use super::words::{Ids, Reading};

/// Only nodes on which at least so many per cent of the annotators agree count.
pub const AGREEMENT: [u8; 4] = [100, 80, 50, 0];

/// What a page says about the nodes of its gold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeScores {
    /// In characters, for each threshold of [`AGREEMENT`].
    pub counts: [Counts; AGREEMENT.len()],
    /// Whether the gold says how far its annotators agreed.
    pub has_agreement: bool,
    /// Lengths in characters of the runs of nodes that were kept.
    pub fragments: Vec<u64>,
    /// The same of a perfect cleaning, which removes what is bad.
    pub gold_fragments: Vec<u64>,
}

/// What is compared with the nodes of the gold.
#[derive(Clone, Copy, Debug)]
pub enum Cleaned<'a> {
    Blocks(&'a [Block]),
    /// The text that was kept.
    Text(&'a str),
}

pub fn score(gold: &[Node], cleaned: Cleaned<'_>, reading: Reading) -> NodeScores {
    let mut ids = Ids::default();
    let (page, kept) = match cleaned {
        Cleaned::Blocks(blocks) => of_blocks(blocks, &mut ids, reading),
        Cleaned::Text(text) => (Text::of_lines(text, &mut ids, reading), Vec::new()),
    };
    let is_kept = |i: usize| kept.get(i).copied().unwrap_or(true);
    let mut nodes = Text::default();
    let words: Vec<_> = gold.iter().map(|node| nodes.push(&ids.words(&node.text, reading))).collect();
    let mut found = vec![false; nodes.ids.len()];
    for (i, j) in align(&page, &nodes, ids.len()).into_iter().enumerate() {
        if let Some(j) = j {
            found[j as usize] = is_kept(i);
        }
    }
    let mut scores =
        NodeScores { has_agreement: gold.iter().any(|n| n.agreement.is_some()), ..NodeScores::default() };
    let (mut fragment, mut gold_fragment) = (0, 0);
    for (node, words) in gold.iter().zip(words) {
        if words.is_empty() {
            // Nothing in it tells where it went: rules, bullets, images.
            continue;
        }
        let length = node.text.chars().count() as u64;
        let good = 2 * found[words.clone()].iter().filter(|&&kept| kept).count() >= words.len();
        extend(&mut scores.fragments, &mut fragment, good, length);
        extend(&mut scores.gold_fragments, &mut gold_fragment, node.label != Label::Bad, length);
        if node.label == Label::Ignored {
            continue;
        }
        let wanted = node.label == Label::Good;
        let agreement = node.agreement.unwrap_or(100.0);
        let counts = Counts {
            common: if good && wanted { length } else { 0 },
            found: if good { length } else { 0 },
            wanted: if wanted { length } else { 0 },
        };
        for (sum, least) in scores.counts.iter_mut().zip(AGREEMENT) {
            if agreement >= f64::from(least) {
                sum.add(&counts);
            }
        }
    }
    extend(&mut scores.fragments, &mut fragment, false, 0);
    extend(&mut scores.gold_fragments, &mut gold_fragment, false, 0);
    scores
}

/// The words of blocks, and which are kept.
fn of_blocks(blocks: &[Block], ids: &mut Ids, reading: Reading) -> (Text, Vec<bool>) {
    let mut page = Text::default();
    let mut kept = Vec::new();
    for block in blocks {
        let (words, flags): (Vec<u32>, Vec<bool>) = block.words(ids, reading).into_iter().unzip();
        page.push(&words);
        kept.extend(flags);
    }
    (page, kept)
}

/// Lengths of the runs of blocks that are kept, where there are no nodes to measure by.
pub fn fragments_of_blocks(blocks: &[Block]) -> Vec<u64> {
    let mut fragments = Vec::new();
    let mut fragment = 0;
    for block in blocks {
        let length = block.kept_length();
        extend(&mut fragments, &mut fragment, length > 0, length);
    }
    extend(&mut fragments, &mut fragment, false, 0);
    fragments
}

/// Goes on with a fragment, or ends it.
fn extend(fragments: &mut Vec<u64>, fragment: &mut u64, kept: bool, length: u64) {
    if kept {
        *fragment += length;
    } else if *fragment > 0 {
        fragments.push(std::mem::take(fragment));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::blocks;

    fn node(text: &str, label: Label, agreement: Option<f64>) -> Node {
        Node { text: text.to_owned(), label, agreement }
    }

    fn counts(common: u64, found: u64, wanted: u64) -> Counts {
        Counts { common, found, wanted }
    }

    /// Characters: 4, 12, 7, 16, 9, 7.
    fn gold() -> Vec<Node> {
        vec![
            node("Home", Label::Bad, Some(100.0)),
            node("Lorem ipsum.", Label::Good, Some(80.0)),
            node("dolor 1", Label::Ignored, Some(60.0)),
            node("sit amet sit non", Label::Good, Some(100.0)),
            node("elit more", Label::Bad, Some(60.0)),
            node("Contact", Label::Bad, Some(100.0)),
        ]
    }

    #[test]
    fn section_2_9_1_weighted_by_characters() {
        // Kept: the first good node, the undecided one, "elit more"; lost: the second good one.
        let value = br#"[{"text":"Home","class":"bad"},{"text":"Lorem ipsum. dolor 1","class":"good"},
            {"text":"sit amet sit non","class":"bad"},{"text":"elit more","class":"good"},{"text":"Contact","class":"bad"}]"#;
        let blocks = blocks::read(value).unwrap();
        let scores = score(&gold(), Cleaned::Blocks(&blocks), Reading::default());
        assert!(scores.has_agreement);
        let wanted = [counts(0, 0, 16), counts(12, 12, 28), counts(12, 21, 28), counts(12, 21, 28)];
        assert_eq!(scores.counts, wanted);
        // 2.9.10: "Lorem ipsum." and "dolor 1" are one fragment, and perfect cleaning keeps the undecided.
        assert_eq!(scores.fragments, [19, 9]);
        assert_eq!(scores.gold_fragments, [35]);
        assert_eq!(fragments_of_blocks(&blocks), [20, 9]);
    }

    #[test]
    fn a_plain_text_is_scored_against_the_same_nodes() {
        let text = "Lorem ipsum. dolor 1\nelit more";
        let scores = score(&gold(), Cleaned::Text(text), Reading::default());
        assert_eq!(scores.counts[3], counts(12, 21, 28));
        assert_eq!(scores.fragments, [19, 9]);
    }

    #[test]
    fn nodes_without_words_and_without_agreement() {
        let nodes = [
            node("One two", Label::Good, None),
            node("•", Label::Bad, None),
            node("three", Label::Good, None),
        ];
        let scores = score(&nodes, Cleaned::Text("One two • three"), Reading::default());
        assert!(!scores.has_agreement);
        assert_eq!(scores.counts, [counts(12, 12, 12); 4]);
        assert_eq!((scores.fragments, scores.gold_fragments), (vec![12], vec![12]));
    }
}
