//! The scores of one page.

use super::blocks::{self, Block};
use super::figures::Counts;
use super::gold::Gold;
use super::nodes::{self, NodeScores};
use super::snippets::Snippets;
use super::words::{Ids, Reading};
use super::{bag, lcs};

/// What is scored of a page: the text that was kept, or its classified blocks, or both.
#[derive(Clone, Debug, Default)]
pub struct Cleaned {
    pub text: Option<String>,
    pub blocks: Option<Vec<Block>>,
}

/// What one page adds to the figures. What its gold does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    pub text: Option<TextScores>,
    pub snippets: Snippets,
    pub nodes: Option<NodeScores>,
    /// Lengths of the runs of text that was kept (2.9.10), where it can be told.
    pub fragments: Option<Vec<u64>>,
}

/// What the cleaned text and the text of the gold have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextScores {
    /// Words in the same order (2.9.6).
    pub words: Counts,
    /// Words in any order.
    pub bag: Counts,
    /// Runs of four words in any order.
    pub shingles: Counts,
}

impl TextScores {
    pub fn of(text: &str, gold: &str, reading: Reading) -> Self {
        let mut ids = Ids::default();
        let (found, wanted) = (ids.words(text, reading), ids.words(gold, reading));
        let common = lcs::length(&found, &wanted, ids.len()) as u64;
        let words = Counts { common, found: found.len() as u64, wanted: wanted.len() as u64 };
        let mut ids = Ids::default();
        let (found, wanted) = (ids.letters(text, reading), ids.letters(gold, reading));
        Self { words, bag: bag::words(&found, &wanted), shingles: bag::shingles(&found, &wanted) }
    }
}

pub fn score(cleaned: &Cleaned, gold: &Gold, reading: Reading) -> Scores {
    let of_blocks = || blocks::kept(cleaned.blocks.as_deref().unwrap_or_default());
    let owned = if cleaned.text.is_none() { of_blocks() } else { String::new() };
    let text = cleaned.text.as_deref().unwrap_or(&owned);
    let what = match &cleaned.blocks {
        Some(blocks) if cleaned.text.is_none() => nodes::Cleaned::Blocks(blocks),
        _ => nodes::Cleaned::Text(text),
    };
    let nodes = gold.nodes.as_ref().map(|nodes| nodes::score(nodes, what, reading));
    let fragments = match (&nodes, what) {
        (Some(nodes), _) => Some(nodes.fragments.clone()),
        (None, nodes::Cleaned::Blocks(blocks)) => Some(nodes::fragments_of_blocks(blocks)),
        (None, nodes::Cleaned::Text(_)) => None,
    };
    Scores {
        text: gold.content().map(|gold| TextScores::of(text, &gold, reading)),
        snippets: Snippets::count(text, &gold.with, &gold.without),
        nodes,
        fragments,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_2_9_6_words_in_order() {
        // Kept "Home", lost "end", two words swapped: 5 of 7 are in order, and 6 in any order.
        let scores =
            TextScores::of("Home The b a rain fell, fell", "The a b rain fell fell end.", Reading::default());
        assert_eq!(scores.words, Counts { common: 5, found: 7, wanted: 7 });
        assert_eq!(scores.bag, Counts { common: 6, found: 7, wanted: 7 });
        // Shingles: "home the b a", "the b a rain", "b a rain fell", "a rain fell fell" against others.
        assert_eq!(scores.shingles, Counts { common: 0, found: 4, wanted: 4 });
    }

    #[test]
    fn the_text_goes_before_the_blocks() {
        let gold = Gold { text: Some("one two".into()), with: vec!["two".into()], ..Gold::default() };
        let blocks = blocks::read(br#"[{"text":"one","class":"good"},{"text":"x","class":"bad"}]"#).unwrap();
        let of = |text: Option<&str>, blocks| {
            score(&Cleaned { text: text.map(str::to_owned), blocks }, &gold, Reading::default())
        };
        let from_blocks = of(None, Some(blocks.clone()));
        assert_eq!(from_blocks.text.unwrap().words, Counts { common: 1, found: 1, wanted: 2 });
        assert_eq!((from_blocks.fragments, from_blocks.snippets.with_found), (Some(vec![3]), 0));
        let from_text = of(Some("one two"), Some(blocks));
        assert_eq!(from_text.text.unwrap().words.common, 2);
        assert_eq!((from_text.fragments, from_text.snippets.with_found), (None, 1));
        assert_eq!(of(None, None).text.unwrap().words, Counts { common: 0, found: 0, wanted: 2 });
    }
}
