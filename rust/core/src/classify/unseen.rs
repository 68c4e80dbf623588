//! Text that is marked as unseen and is what the page is about: some pages are hidden by a style until their scripts
//! have run, and some forums have their posts in `noscript` only.
//!
//! The papers' methods were made for what readers see, and what is hidden is mostly boilerplate: judging all of it loses
//! precision on every annotated set. So it is judged only where hardly any running text is left to see.

use crate::html::page::{Block, Mark, Page};

/// Words that a block of running text has at least.
const WORDS: u32 = 15;
/// Blocks of running text that there are at least: one alone may be the inside of a form or of a message.
const BLOCKS: u32 = 3;
/// How much more of it there is unseen than seen.
const TIMES: u64 = 2;
/// Words of running text that are seen at most: a page with more is about that, even if its hidden tabs are long.
const SEEN: u64 = 150;

/// Which of these marks are only said to be unseen on this page.
pub(super) fn waived(page: &Page, skips: &[Mark]) -> Vec<Mark> {
    let running = |wanted: &dyn Fn(Mark) -> bool| {
        let is_running =
            |block: &&Block| block.words >= WORDS && u64::from(block.links) * 3 < u64::from(block.words);
        let found = page.blocks.iter().filter(|block| wanted(block.mark)).filter(is_running);
        found.fold((0, 0), |(blocks, words), block| (blocks + 1, words + u64::from(block.words)))
    };
    let (_, seen) = running(&|mark| !skips.contains(&mark));
    let is_waived = |mark: &Mark| {
        let (blocks, words) = running(&|each| each == *mark);
        blocks >= BLOCKS && words > TIMES * seen && seen <= SEEN
    };
    [Mark::Noscript, Mark::Hidden].into_iter().filter(|mark| skips.contains(mark)).filter(is_waived).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::UNSEEN;
    use crate::html::tree;

    const WORDS_15: &str = "a b c d e f g h i j k l m n o";

    fn waived_of(html: &str) -> Vec<Mark> {
        waived(&tree::read(html, false), UNSEEN)
    }

    #[test]
    fn hidden_text_is_the_page_where_nothing_else_is() {
        let paragraphs = format!("<p>{WORDS_15}").repeat(3);
        let hidden = format!("<div style='display:none'>{paragraphs}</div>");
        let noscript = format!("<noscript>{paragraphs}</noscript>");
        assert_eq!(waived_of(&hidden), [Mark::Hidden]);
        assert_eq!(waived_of(&noscript), [Mark::Noscript]);
        // A menu and a short line are not what it is compared with.
        assert_eq!(waived_of(&format!("<p>Loading<p><a href=/>{WORDS_15}</a>{hidden}")), [Mark::Hidden]);
    }

    #[test]
    fn beside_seen_text_it_stays_unseen() {
        let hidden = |count: usize| {
            format!("<div hidden>{}</div><p>{WORDS_15} and more", format!("<p>{WORDS_15}").repeat(count))
        };
        // 17 words are seen: 34 are not enough, and 45 are.
        assert_eq!(waived_of(&hidden(2)), []);
        assert_eq!(waived_of(&hidden(3)), [Mark::Hidden]);
        assert_eq!(waived_of(&format!("{}<p>{WORDS_15}", hidden(3))), []);
        let tabs = format!("<div hidden>{}</div>", format!("<p>{WORDS_15}").repeat(100));
        let seen = |count: usize| format!("{tabs}{}", format!("<p>{WORDS_15}").repeat(count));
        assert_eq!((waived_of(&seen(10)), waived_of(&seen(11))), (vec![Mark::Hidden], vec![]));
    }

    #[test]
    fn one_block_alone_is_no_page() {
        let long = "word ".repeat(500);
        assert_eq!(waived_of(&format!("<div hidden><p>{long}<p>{long}</div>")), []);
        assert_eq!(waived_of(&format!("<div hidden><p>{long}<p>{long}<p>{long}</div>")), [Mark::Hidden]);
        assert_eq!(waived_of(&format!("<div hidden>{}</div>", "<p>word".repeat(500))), []);
    }
}
