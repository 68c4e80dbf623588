//! The scores of a set of pages: micro-averaged as if it were one document, and macro-averaged over its pages.

use super::figures::{Counts, Figures};
use super::nodes::AGREEMENT;
use super::page::Scores;
use super::snippets::Snippets;

/// A sum of figures of pages.
#[derive(Clone, Copy, Debug, Default)]
struct Macro {
    sum: Figures,
    pages: usize,
}

impl Macro {
    fn add(&mut self, counts: &Counts) {
        self.sum.add(&counts.figures());
        self.pages += 1;
    }
}

#[derive(Clone, Debug, Default)]
pub struct Totals {
    pages: usize,
    texts: usize,
    words: Counts,
    words_macro: Macro,
    bag: Macro,
    shingles: Shingles,
    snippets: Snippets,
    node_pages: usize,
    nodes: [Counts; AGREEMENT.len()],
    has_agreement: bool,
    fragments: Fragments,
    gold_fragments: Fragments,
}

/// Shingles in common, lost and too many, where all shingles of a page together count 1: so a page counts as much as
/// another, and one without any has no precision that would have to be invented.
#[derive(Clone, Copy, Debug, Default)]
struct Shingles {
    common: f64,
    found: f64,
    wanted: f64,
}

impl Shingles {
    fn add(&mut self, counts: &Counts) {
        let all = (counts.found + counts.wanted - counts.common) as f64;
        if all > 0.0 {
            self.common += counts.common as f64 / all;
            self.found += counts.found as f64 / all;
            self.wanted += counts.wanted as f64 / all;
        }
    }

    fn figures(&self) -> Figures {
        let share =
            |of: f64| if of > 0.0 { self.common / of } else { f64::from(self.found + self.wanted == 0.0) };
        Figures::of(share(self.found), share(self.wanted))
    }
}

#[derive(Clone, Debug, Default)]
struct Fragments {
    lengths: Vec<u64>,
    pages: usize,
}

impl Fragments {
    fn add(&mut self, lengths: &[u64]) {
        self.lengths.extend_from_slice(lengths);
        self.pages += 1;
    }

    fn figures(&self) -> Option<Fragmentation> {
        if self.pages == 0 {
            return None;
        }
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let (count, sum) = (lengths.len(), lengths.iter().sum::<u64>());
        let at = |i: usize| lengths.get(i).copied().unwrap_or(0) as f64;
        let median = if count % 2 == 1 {
            at(count / 2)
        } else {
            (at((count / 2).saturating_sub(1)) + at(count / 2)) / 2.0
        };
        Some(Fragmentation {
            fragments: count,
            mean: if count > 0 { sum as f64 / count as f64 } else { 0.0 },
            median,
            per_page: count as f64 / self.pages as f64,
        })
    }
}

/// How torn the text is (2.9.10): lengths of fragments in characters, and fragments a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fragmentation {
    pub fragments: usize,
    pub mean: f64,
    pub median: f64,
    pub per_page: f64,
}

impl Totals {
    pub fn add(&mut self, scores: &Scores) {
        self.pages += 1;
        if let Some(text) = &scores.text {
            self.texts += 1;
            self.words.add(&text.words);
            self.words_macro.add(&text.words);
            self.bag.add(&text.bag);
            self.shingles.add(&text.shingles);
        }
        self.snippets.add(&scores.snippets);
        if let Some(nodes) = &scores.nodes {
            self.node_pages += 1;
            self.nodes.iter_mut().zip(&nodes.counts).for_each(|(sum, counts)| sum.add(counts));
            self.has_agreement |= nodes.has_agreement;
            self.gold_fragments.add(&nodes.gold_fragments);
        }
        if let Some(fragments) = &scores.fragments {
            self.fragments.add(fragments);
        }
    }

    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Pages whose gold has a text.
    pub fn texts(&self) -> usize {
        self.texts
    }

    pub fn words(&self) -> Counts {
        self.words
    }

    /// The means of the pages' figures.
    pub fn words_macro(&self) -> Figures {
        self.words_macro.sum.divided(self.words_macro.pages)
    }

    pub fn bag(&self) -> Figures {
        self.bag.sum.divided(self.bag.pages)
    }

    pub fn shingles(&self) -> Figures {
        self.shingles.figures()
    }

    pub fn snippets(&self) -> Snippets {
        self.snippets
    }

    /// Characters of nodes for each least agreement; one row for all nodes where no gold says how far it goes.
    pub fn nodes(&self) -> Vec<(u8, Counts)> {
        if self.node_pages == 0 {
            return Vec::new();
        }
        let rows = AGREEMENT.into_iter().zip(self.nodes);
        rows.skip(if self.has_agreement { 0 } else { AGREEMENT.len() - 1 }).collect()
    }

    pub fn fragments(&self) -> Option<Fragmentation> {
        self.fragments.figures()
    }

    /// The fragments of a perfect cleaning, for comparison.
    pub fn gold_fragments(&self) -> Option<Fragmentation> {
        self.gold_fragments.figures()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::nodes::NodeScores;
    use crate::score::page::TextScores;

    fn page(common: u64, found: u64, wanted: u64) -> Scores {
        let counts = Counts { common, found, wanted };
        Scores {
            text: Some(TextScores { words: counts, bag: counts, shingles: counts }),
            ..Scores::default()
        }
    }

    #[test]
    fn micro_is_over_words_and_macro_over_pages() {
        let mut totals = Totals::default();
        // A long page done well, a short one lost: 2.5 says why the mean over pages is the worse one.
        totals.add(&page(90, 100, 90));
        totals.add(&page(0, 0, 10));
        let micro = totals.words().figures();
        assert_eq!((micro.precision, micro.recall), (0.9, 0.9));
        let mean = totals.words_macro();
        assert_eq!((mean.precision, mean.recall), (0.45, 0.5));
        assert!((mean.f1 - 0.5 * 2.0 * 0.9 / 1.9).abs() < 1e-12, "the mean of F1, not F1 of the means");
        // Shingles: of page one 90 in common, 10 too many; of page two 10 lost. In parts of 1: 0.9, 0.1; 1.
        let shingles = totals.shingles();
        assert!((shingles.precision - 0.9).abs() < 1e-12 && (shingles.recall - 0.9 / 1.9).abs() < 1e-12);
    }

    #[test]
    fn section_2_9_10_fragments() {
        let mut totals = Totals::default();
        let nodes = NodeScores { gold_fragments: vec![50], ..NodeScores::default() };
        totals.add(&Scores { fragments: Some(vec![10, 40]), nodes: Some(nodes), ..Scores::default() });
        totals.add(&Scores { fragments: Some(vec![20, 30]), ..Scores::default() });
        totals.add(&Scores { fragments: Some(vec![]), ..Scores::default() });
        let figures = totals.fragments().unwrap();
        assert_eq!((figures.fragments, figures.mean, figures.median), (4, 25.0, 25.0));
        assert!((figures.per_page - 4.0 / 3.0).abs() < 1e-12);
        let gold = totals.gold_fragments().unwrap();
        assert_eq!((gold.mean, gold.median, gold.per_page), (50.0, 50.0, 1.0));
        assert_eq!(totals.nodes().len(), 1);
        assert_eq!(Totals::default().fragments(), None);
    }

    #[test]
    fn nothing_is_scored() {
        let totals = Totals::default();
        assert_eq!((totals.pages(), totals.texts(), totals.nodes().len()), (0, 0, 0));
        assert_eq!(totals.shingles().f1, 1.0);
    }
}
