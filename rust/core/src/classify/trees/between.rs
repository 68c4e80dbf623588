//! What stands between good blocks and is not much is good as well: a heading, a line of code, the label of a list.
//!
//! jusText and boilerpipe look at the neighbours of a block for the same reason. Here they are looked at last, when all of
//! the page is known.

use crate::html::page::{Block, Page};

/// So many blocks between two good ones, and so many words, at most.
const MOST_BLOCKS: usize = 3;
const MOST_WORDS: u32 = 60;
/// Each of them has to be as likely as that, if it is a heading or something else.
const LEAST_HEADING: f32 = 0.1;
const LEAST: f32 = 0.25;
/// On both sides as much has to be good within so many blocks as stands between.
const NEAR: usize = 8;

/// Whether each block is not good and stands between good ones.
pub(super) fn between(page: &Page, good: &[bool], scores: &[f32]) -> Vec<bool> {
    let mut between = vec![false; good.len()];
    let words = |blocks: &mut dyn Iterator<Item = usize>| {
        blocks.map(|at| page.blocks[at].words).fold(0, u32::saturating_add)
    };
    let good_words = |from: usize, to: usize| words(&mut (from..to.min(good.len())).filter(|&at| good[at]));
    let mut last: Option<usize> = None;
    for next in (0..good.len()).filter(|&at| good[at]) {
        let Some(last) = last.replace(next) else { continue };
        let mut gap = last + 1..next;
        if !(1..=MOST_BLOCKS).contains(&gap.len())
            || !gap.clone().all(|at| may_be_good(&page.blocks[at], scores[at]))
        {
            continue;
        }
        let inside = words(&mut gap);
        let before = good_words((last + 1).saturating_sub(NEAR), last + 1);
        if inside <= MOST_WORDS && inside <= before.min(good_words(next, next + NEAR)) {
            between[last + 1..next].fill(true);
        }
    }
    between
}

/// Lines of links lead elsewhere, wherever they stand.
pub(super) fn may_be_good(block: &Block, score: f32) -> bool {
    if block.heading > 0 { score >= LEAST_HEADING } else { score >= LEAST && 2 * block.links < block.words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    const GOOD: f32 = 0.9;
    const HEADING: (&str, f32, usize) = ("h3", 0.1, 1);
    const TEXT: (&str, f32, usize) = ("p", GOOD, 90);

    fn text(words: usize) -> (&'static str, f32, usize) {
        ("p", GOOD, words)
    }

    fn line(score: f32, words: usize) -> (&'static str, f32, usize) {
        ("p", score, words)
    }

    /// Which blocks stand between, of elements with a score and a number of words; those that are likely are good.
    fn found(blocks: &[(&str, f32, usize)]) -> Vec<usize> {
        let html: String =
            blocks.iter().map(|(tag, _, words)| format!("<{tag}>{}</{tag}>", "w ".repeat(*words))).collect();
        let page = tree::read(&html.replace("<a>", "<p><a href=x>"), true);
        let scores: Vec<f32> = blocks.iter().map(|(_, score, _)| *score).collect();
        assert_eq!(page.blocks.len(), scores.len());
        let good: Vec<bool> = scores.iter().map(|&score| score >= 0.5).collect();
        let between = between(&page, &good, &scores);
        (0..blocks.len()).filter(|&at| between[at]).collect()
    }

    #[test]
    fn little_between_much() {
        assert_eq!(found(&[text(30), line(0.3, 3), line(0.25, 2), text(30)]), [1, 2]);
        assert_eq!(found(&[text(30), line(0.3, 3), line(0.2, 2), text(30)]), [0; 0], "not likely at all");
        assert_eq!(found(&[text(30), ("a", 0.3, 3), text(30)]), [0; 0], "leads elsewhere");
        assert_eq!(found(&[text(30), line(0.3, 31), text(90)]), [0; 0], "more than on one side");
        assert_eq!(found(&[text(30), line(0.3, 30), text(90)]), [1]);
        assert_eq!(found(&[TEXT, line(0.3, 61), TEXT]), [0; 0], "much");
        assert_eq!(found(&[HEADING, TEXT, HEADING]), [0; 0], "at the ends");
        assert_eq!(found(&[]), [0; 0]);
    }

    #[test]
    fn headings() {
        assert_eq!(found(&[TEXT, HEADING, HEADING, HEADING, TEXT]), [1, 2, 3]);
        assert_eq!(found(&[TEXT, HEADING, HEADING, HEADING, HEADING, TEXT]), [0; 0]);
        assert_eq!(found(&[TEXT, ("h3", 0.09, 1), TEXT]), [0; 0], "not likely at all");
    }

    #[test]
    fn what_is_far_away_does_not_count() {
        // Of the 100 words before, only the last ten are within eight blocks.
        let page = |others: usize| {
            let mut page = vec![TEXT];
            page.extend(vec![line(0.05, 1); others]);
            page.extend([text(10), line(0.3, 11), TEXT]);
            found(&page)
        };
        assert_eq!(page(7), [0; 0]);
        assert_eq!(page(6), [8]);
    }
}
