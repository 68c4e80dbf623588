//! The headline of what was chosen, which stands before it.
//!
//! Gold texts do not agree whether it belongs to the text: those of CleanEval, L3S-GN1, dragnet and DAnIEL have it, seven of
//! eight articles of WCXB do not, and the trees have learned from these. Readers miss it more than they mind it.

use super::features::is_long;
use crate::html::page::Page;

/// It is looked for so many blocks before the text.
const NEAR: usize = 30;
/// With fewer words it is the name of the site.
const LEAST_WORDS: u32 = 2;
const LEAST_SCORE: f32 = 0.03;

/// The block that is the headline, if there is one: the last before the first paragraph that is good of those in an `h1`
/// and those that the page's title starts with.
pub(super) fn headline(page: &Page, good: &[bool], scores: &[f32]) -> Option<usize> {
    let chosen = || (0..good.len()).filter(|&at| good[at]);
    let first = chosen().find(|&at| is_long(&page.blocks[at])).or_else(|| chosen().next())?;
    (first.saturating_sub(NEAR)..first).rev().find(|&at| {
        let block = &page.blocks[at];
        let is_named = || block.heading == 1 || starts(page.title.trim(), page.text_of(block));
        block.words >= LEAST_WORDS && scores[at] >= LEAST_SCORE && is_named()
    })
}

/// Whether a text starts with another, in any case of ASCII.
pub(super) fn starts(text: &str, start: &str) -> bool {
    !start.is_empty()
        && text
            .as_bytes()
            .get(..start.len())
            .is_some_and(|bytes| bytes.eq_ignore_ascii_case(start.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    const TEXT: &str = "<p>a b c d e f g h i j k l m n o p q r s t u v w x y z";

    /// Which block is the headline, where those with an `a` in them are good, and all are as likely.
    fn found(html: &str, score: f32) -> Option<usize> {
        let page = tree::read(html, true);
        let good: Vec<bool> = page.blocks.iter().map(|block| page.text_of(block).starts_with('a')).collect();
        headline(&page, &good, &vec![score; good.len()])
    }

    #[test]
    fn before_the_text() {
        assert_eq!(found(&format!("<p>x<h1>No road</h1><p>x{TEXT}"), 0.1), Some(1));
        assert_eq!(
            found(&format!("<title>No Road - News</title><p>x<h3>no road</h3><p>x{TEXT}"), 0.1),
            Some(1)
        );
        assert_eq!(found(&format!("<h1>No road</h1>{TEXT}"), 0.02), None, "not likely at all");
        assert_eq!(found(&format!("<h1>News</h1>{TEXT}"), 0.1), None, "the name of the site");
        assert_eq!(found(&format!("<h1>No road</h1>{}{TEXT}", "<p>x".repeat(30)), 0.1), None, "far away");
        assert_eq!(found(&format!("<h1>No road</h1>{}{TEXT}", "<p>x".repeat(29)), 0.1), Some(0));
        assert_eq!(found(&format!("{TEXT}<h1>No road</h1>"), 0.1), None, "after it");
        assert_eq!(found("<h1>No road</h1><p>x", 0.1), None, "there is no text");
    }

    #[test]
    fn the_nearest_one() {
        assert_eq!(found(&format!("<h1>The Daily</h1><h1>No road</h1>{TEXT}"), 0.1), Some(1));
        // The text starts with its first paragraph, or, where there is none, with its first line.
        assert_eq!(found(&format!("<p>a date<h1>No road</h1>{TEXT}"), 0.1), Some(1));
        assert_eq!(found("<h1>No road</h1><p>a line<h1>All roads</h1><p>a line", 0.1), Some(0));
    }

    #[test]
    fn starts_of_titles() {
        assert!(starts("No Road - News", "no road"));
        assert!(!starts("No Road", "No Road - News") && !starts("No Road", "") && !starts("É", "e"));
    }
}
