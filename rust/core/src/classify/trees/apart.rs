//! What was chosen far from the main text of a page, and is less likely than it: a teaser in a sidebar, a notice at the
//! end. The cut of a page cannot tell these from the weaker parts of the text, as it does not know where blocks stand.

use std::ops::Range;

use super::features::is_long;
use super::kind::Kind;
use crate::html::page::Page;

/// Blocks that were chosen belong together if no more than this number of others stand between them.
const GAP: usize = 1;
/// How likely a stretch must be, as a part of what the main one is.
const LEAST: f32 = 0.8;
/// The main stretch has to be sure, most of it running text, and some of all that is expected to be content: in lists and
/// among comments, all parts are alike.
const SURE: f32 = 0.9;
const RUNNING: f32 = 0.7;
const MAIN: f32 = 0.15;

/// Blocks from the first that was chosen to the last.
struct Stretch {
    blocks: Range<usize>,
    words: f32,
    /// Words that are expected to be content, and those of running text.
    likely: f32,
    long: f32,
}

impl Stretch {
    /// The mean score of its words.
    fn score(&self) -> f32 {
        self.likely / self.words.max(1.0)
    }
}

/// Whether each block was chosen, and stands apart.
pub(super) fn apart(page: &Page, kind: Kind, good: &[bool], scores: &[f32]) -> Vec<bool> {
    let mut apart = vec![false; good.len()];
    let stretches = stretches(page, good, scores);
    let main =
        stretches.iter().reduce(|best, stretch| if stretch.likely > best.likely { stretch } else { best });
    let all: f32 = stretches.iter().map(|stretch| stretch.likely).sum();
    let is_text = |main: &&Stretch| {
        main.score() >= SURE && main.long >= RUNNING * main.words.max(1.0) && main.likely >= MAIN * all
    };
    let Some(main) = main.filter(is_text).filter(|_| !kind.is_forum) else { return apart };
    for stretch in stretches.iter().filter(|stretch| stretch.score() < LEAST * main.score()) {
        for block in stretch.blocks.clone() {
            apart[block] = good[block];
        }
    }
    apart
}

fn stretches(page: &Page, good: &[bool], scores: &[f32]) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (at, block) in page.blocks.iter().enumerate().filter(|(at, _)| good[*at]) {
        let words = block.words as f32;
        let (likely, long) = (words * scores[at], if is_long(block) { words } else { 0.0 });
        match stretches.last_mut() {
            Some(last) if at <= last.blocks.end + GAP => {
                last.blocks.end = at + 1;
                last.words += words;
                last.likely += likely;
                last.long += long;
            }
            _ => stretches.push(Stretch { blocks: at..at + 1, words, likely, long }),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    /// A paragraph of thirty words.
    const TEXT: &str = "<p>a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4";

    fn found(html: &str, scores: &[f32]) -> Vec<bool> {
        let page = tree::read(html, true);
        let good: Vec<bool> = scores.iter().map(|&score| score > 0.4).collect();
        apart(&page, Kind::of(&page), &good, scores)
    }

    #[test]
    fn what_is_far_from_the_text_must_be_as_likely() {
        // The text, a title of it with one block between, two blocks that are bad, and a teaser.
        let html = format!("{TEXT}<p>x<p>Title{TEXT}<p>x<p>x<p>Teaser");
        let teaser = |score| found(&html, &[0.95, 0.1, 0.5, 0.95, 0.1, 0.1, score]);
        // The mean of the text is (60 * 0.95 + 0.5) / 61 = 0.94, four fifths of which are 0.75.
        assert_eq!(teaser(0.74), [false, false, false, false, false, false, true]);
        assert_eq!(teaser(0.77), [false; 7]);
    }

    #[test]
    fn only_where_there_is_a_main_text() {
        let html = format!("{TEXT}<p>x<p>x<p>Teaser");
        assert_eq!(found(&html, &[0.95, 0.1, 0.1, 0.5]), [false, false, false, true]);
        // The text is not sure; it is short; most of it is short; much more is elsewhere; it is a forum.
        assert_eq!(found(&html, &[0.85, 0.1, 0.1, 0.5]), [false; 4]);
        assert_eq!(found("<p>a b<p>x<p>x<p>Teaser", &[0.95, 0.1, 0.1, 0.5]), [false; 4]);
        let list = format!("{TEXT}<ul>{}</ul><p>x<p>x<p>Teaser", "<li>One more".repeat(7));
        let scores = [0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.1, 0.1, 0.5];
        assert_eq!(found(&list, &scores), [false; 11]);
        // It is 28.5 of 28.5 + 0.5 + 8 * 21 words that are expected, a seventh of them; with one less, a sixth.
        let parted = |others: usize| {
            let html = format!("{html}{}", format!("<p>x<p>x{TEXT}").repeat(others));
            let mut scores = vec![0.95, 0.1, 0.1, 0.5];
            (0..others).for_each(|_| scores.extend([0.1, 0.1, 0.7]));
            found(&html, &scores).contains(&true)
        };
        assert!(!parted(8) && parted(7));
        let forum = format!("<div itemscope itemtype=https://schema.org/QAPage></div>{html}");
        assert_eq!(found(&forum, &[0.95, 0.1, 0.1, 0.5]), [false; 4]);
        assert_eq!(found("", &[]), [false; 0]);
    }
}
