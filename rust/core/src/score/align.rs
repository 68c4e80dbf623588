//! Which words of a page are which words of its gold, in order: what labels blocks and text nodes.
//!
//! Not the longest common subsequence, which likes to collect stray words: runs that occur once in both texts are
//! anchors, and what lies between them is matched in runs as well (see `gaps`).

use super::anchors::{self, Run};
use super::gaps;
use super::words::{Ids, Reading};

/// The words of a text with the edges of its parts: blocks, text nodes or lines.
#[derive(Clone, Debug)]
pub struct Text {
    pub(super) ids: Vec<u32>,
    /// Whether a part begins before the word; the last one is true as well.
    pub(super) edges: Vec<bool>,
    /// Words that a reader may not see: where they are there twice, they are the copy.
    pub(super) marked: Vec<bool>,
}

impl Default for Text {
    fn default() -> Self {
        Self { ids: Vec::new(), edges: vec![true], marked: Vec::new() }
    }
}

impl Text {
    /// Adds a part, and says which words are its own.
    pub fn push(&mut self, ids: &[u32]) -> std::ops::Range<usize> {
        let start = self.ids.len();
        self.ids.extend_from_slice(ids);
        self.edges.resize(self.ids.len() + 1, false);
        self.edges[self.ids.len()] = true;
        self.marked.resize(self.ids.len(), false);
        start..self.ids.len()
    }

    /// Adds a part that a reader may not see.
    pub fn push_marked(&mut self, ids: &[u32]) -> std::ops::Range<usize> {
        let words = self.push(ids);
        self.marked[words.clone()].fill(true);
        words
    }

    /// A text whose parts are its lines.
    pub fn of_lines(text: &str, ids: &mut Ids, reading: Reading) -> Self {
        let mut lines = Self::default();
        for line in text.lines() {
            lines.push(&ids.words(line, reading));
        }
        lines
    }
}

/// For each word of the page, the word of the gold that it is, if any. `words` is how many different ones there are.
pub fn align(page: &Text, gold: &Text, words: usize) -> Vec<Option<u32>> {
    let mut matched = vec![None; page.ids.len()];
    let mut runs = anchors::find(&page.ids, &gold.ids);
    runs.iter_mut().for_each(|run| trim(run, &page.edges, &gold.edges));
    for run in &runs {
        for k in 0..run.length {
            matched[run.a + k] = u32::try_from(run.b + k).ok();
        }
    }
    for (k, (i, j)) in anchors::between(&runs, page.ids.len(), gold.ids.len()).enumerate() {
        let gap = gaps::Gap { page: i, gold: j, after_anchor: k > 0, before_anchor: k < runs.len() };
        gaps::fill(page, gold, gap, words, &mut matched);
    }
    matched
}

/// Leaves what an anchor has of a block, or of a line of the gold, that it does not have whole to be decided with the
/// gap: the last words of the breadcrumbs are not the headline because the text follows.
fn trim(run: &mut Run, page: &[bool], gold: &[bool]) {
    let both = |k: &usize| page[run.a + k] && gold[run.b + k];
    let one = |k: &usize| page[run.a + k];
    for (first, last) in [
        ((0..=run.length).find(both), (0..=run.length).rev().find(both)),
        ((0..=run.length).find(one), (0..=run.length).rev().find(one)),
    ] {
        if let (Some(first), Some(last)) = (first, last)
            && first < last
        {
            *run = Run { a: run.a + first, b: run.b + first, length: last - first };
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The blocks of a page that have at least half of their words matched, by number.
    fn good(page: &[&str], gold: &[&str]) -> Vec<usize> {
        let mut ids = Ids::default();
        let reading = Reading::default();
        let (mut blocks, mut lines) = (Text::default(), Text::default());
        let ranges: Vec<_> = page.iter().map(|text| blocks.push(&ids.words(text, reading))).collect();
        for line in gold {
            lines.push(&ids.words(line, reading));
        }
        let matched = align(&blocks, &lines, ids.len());
        let share = |range: &std::ops::Range<usize>| {
            2 * matched[range.clone()].iter().flatten().count() >= range.len() && !range.is_empty()
        };
        (0..page.len()).filter(|&k| share(&ranges[k])).collect()
    }

    const HEAD: &str = "Rain falls upward in Brno";
    const BODY: &str = "On Monday the rain fell upward for an hour, and nobody had an umbrella for that.";
    const MORE: &str = "The river was dry until the evening, when all of it came back at once.";

    #[test]
    fn a_headline_in_the_menu_is_not_the_headline() {
        assert_eq!(
            good(&["Home", HEAD, "Sport", HEAD, "3 May 2009", BODY, MORE], &[HEAD, BODY, MORE]),
            [3, 5, 6]
        );
    }

    #[test]
    fn nor_is_one_in_the_breadcrumbs() {
        let crumbs = format!("Home > News > {HEAD}");
        assert_eq!(good(&[HEAD, &crumbs, BODY, MORE], &[HEAD, BODY, MORE]), [0, 2, 3]);
        assert_eq!(good(&[&crumbs, HEAD, BODY, MORE], &[HEAD, BODY, MORE]), [1, 2, 3]);
        assert_eq!(good(&[&crumbs, HEAD, "3 May", BODY, MORE], &[HEAD, BODY, MORE]), [1, 3, 4]);
    }

    #[test]
    fn nor_among_related_links() {
        let page =
            ["Menu", HEAD, BODY, "Related", HEAD, "Sun shines at night", MORE, "Related", HEAD, "Contact"];
        assert_eq!(good(&page, &[HEAD, BODY, MORE]), [1, 2, 6]);
    }

    #[test]
    fn a_stray_word_of_the_gold_matches_no_menu() {
        // The gold has "the news of the day" from elsewhere: no block of the page is that.
        let gold = [HEAD, BODY, "It was the news of the day in the whole town.", MORE];
        assert_eq!(good(&[HEAD, BODY, "News", "The", "Day", "Town", MORE], &gold), [0, 1, 6]);
    }

    #[test]
    fn short_lines_of_their_own_are_found() {
        assert_eq!(
            good(&["News", HEAD, "News", BODY, "Top", MORE], &[HEAD, "News", BODY, MORE]),
            [1, 2, 3, 5]
        );
    }

    #[test]
    fn words_that_differ_do_not_break_a_run() {
        let garbled = BODY.replace("hour", "h?ur").replace("rain", "ra?n");
        assert_eq!(good(&["Menu", &garbled, "Contact"], &[BODY]), [1]);
        assert_eq!(good(&["one two three"], &["uno dos tres"]), [0usize; 0]);
    }

    #[test]
    fn gold_without_lines() {
        let gold = format!("{HEAD} {BODY} {MORE}");
        assert_eq!(
            good(&["Home", HEAD, "Share this", BODY, "Advertisement", MORE, "Home"], &[&gold]),
            [1, 3, 5]
        );
    }

    #[test]
    fn a_page_that_holds_its_text_twice() {
        let page = ["Menu", HEAD, BODY, MORE, "Print version", HEAD, BODY, MORE];
        let found = good(&page, &[HEAD, BODY, MORE]);
        assert!(found == [1, 2, 3] || found == [5, 6, 7], "{found:?}");
    }

    #[test]
    fn what_is_hidden_is_the_copy() {
        let mut ids = Ids::default();
        let mut of = |text: &str| ids.words(text, Reading::default());
        let (head, body) = (of(HEAD), of(BODY));
        for hidden_first in [true, false] {
            let (mut page, mut gold) = (Text::default(), Text::default());
            gold.push(&head);
            gold.push(&body);
            for hidden in [hidden_first, !hidden_first] {
                for part in [&head, &body] {
                    if hidden {
                        page.push_marked(part)
                    } else {
                        page.push(part)
                    };
                }
            }
            let matched = align(&page, &gold, 100);
            assert!((0..page.ids.len()).all(|i| matched[i].is_some() != page.marked[i]));
        }
    }

    #[test]
    fn large_gaps_are_divided() {
        // Three words only: nothing is unique.
        let text: Vec<u32> = (0..3000u32).map(|i| (i * i / 7 + i / 3) % 3).collect();
        let (mut page, mut gold) = (Text::default(), Text::default());
        page.push(&text);
        gold.push(&text);
        let matched = align(&page, &gold, 3);
        assert!(matched.iter().flatten().count() > 2900);
    }

    proptest! {
        #[test]
        fn a_common_subsequence(
            page in prop::collection::vec(prop::collection::vec(0u32..6, 0..9), 0..12),
            gold in prop::collection::vec(prop::collection::vec(0u32..6, 0..9), 0..12),
        ) {
            let text = |parts: &[Vec<u32>]| {
                let mut text = Text::default();
                parts.iter().for_each(|part| { text.push(part); });
                text
            };
            let (page, gold) = (text(&page), text(&gold));
            let matched = align(&page, &gold, 6);
            let mut next = 0;
            for (i, j) in matched.iter().enumerate() {
                if let Some(j) = j {
                    prop_assert!(*j >= next);
                    prop_assert_eq!(page.ids[i], gold.ids[*j as usize]);
                    next = j + 1;
                }
            }
        }

        #[test]
        fn a_text_is_itself(parts in prop::collection::vec(prop::collection::vec(0u32..50, 1..9), 0..12)) {
            let mut text = Text::default();
            parts.iter().for_each(|part| { text.push(part); });
            let matched = align(&text, &text, 50);
            prop_assert_eq!(matched.iter().flatten().count(), text.ids.len());
        }
    }
}
