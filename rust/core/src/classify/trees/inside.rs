//! The element that holds nearly all that was chosen is the one that holds the content: what stands among it and is not
//! unlikely is good as well. So a page of documentation keeps its code, and a landing page its short sections.

use std::ops::Range;

use super::between::may_be_good;
use super::features::Surroundings;
use super::features::zones::Zone;
use crate::html::page::Page;

/// The innermost element is meant that holds so much of the words that were chosen.
const MOST: f32 = 0.95;
/// So much of its words must have been chosen.
const LEAST: f32 = 0.4;
/// With more of its words in comments, a page may be a forum, where what was not chosen are their dates and names.
const TALK: f32 = 0.2;

/// Whether each block is not good and stands in that element, between the first and the last one that are. Not where a page
/// says that it is an article or a discussion: what was not chosen there leads elsewhere.
pub(super) fn inside(page: &Page, around: &Surroundings, good: &[bool], scores: &[f32]) -> Vec<bool> {
    let mut inside = vec![false; good.len()];
    let kind = around.kind();
    if kind.is_article || kind.is_forum || is_talk(page, around) {
        return inside;
    }
    let Some((holder, span)) = holder(page, around, good) else { return inside };
    for at in span {
        inside[at] =
            !good[at] && may_be_good(&page.blocks[at], scores[at]) && holder.contains(&around.node(at));
    }
    inside
}

fn is_talk(page: &Page, around: &Surroundings) -> bool {
    let blocks = || page.blocks.iter().enumerate();
    let words = blocks().map(|(_, block)| block.words as f32).sum::<f32>();
    let talk = blocks().filter(|(at, _)| around.is_in(*at, Zone::Comment));
    talk.map(|(_, block)| block.words as f32).sum::<f32>() > TALK * words
}

/// The nodes in the element that holds what was chosen, and the blocks from the first that was chosen to the last. Nodes
/// come after the one they are in, and before those that follow it.
fn holder(page: &Page, around: &Surroundings, good: &[bool]) -> Option<(Range<u32>, Range<usize>)> {
    let parents = around.parents();
    // Words, and those that were chosen.
    let mut sums = vec![(0.0_f32, 0.0_f32); parents.len()];
    for (at, block) in page.blocks.iter().enumerate() {
        let (all, chosen) = &mut sums[around.node(at) as usize];
        *all += block.words as f32;
        *chosen += if good[at] { block.words as f32 } else { 0.0 };
    }
    for node in (1..parents.len()).rev() {
        let (all, chosen) = sums[node];
        let outer = &mut sums[parents[node] as usize];
        *outer = (outer.0 + all, outer.1 + chosen);
    }
    let enough = MOST * sums.first()?.1;
    let holder = sums.iter().rposition(|(_, chosen)| *chosen >= enough)?;
    let (all, chosen) = sums[holder];
    if holder == 0 || chosen <= 0.0 || chosen < LEAST * all {
        return None;
    }
    let after = (holder + 1..parents.len()).find(|&node| (parents[node] as usize) < holder);
    let span = good.iter().position(|&good| good)?..good.iter().rposition(|&good| good)? + 1;
    Some((holder as u32..after.unwrap_or(parents.len()) as u32, span))
}

#[cfg(test)]
mod tests {
    use super::super::features;
    use super::*;
    use crate::html::tree;

    /// Four words.
    const TEXT: &str = "<p>good a b c</p>";

    /// Which blocks stand inside, where those that start with `good` are good, and all are as likely.
    fn found(html: &str, score: f32) -> Vec<usize> {
        let page = tree::read(html, true);
        let good: Vec<bool> =
            page.blocks.iter().map(|block| page.text_of(block).starts_with("good")).collect();
        let scores = vec![score; good.len()];
        let inside = inside(&page, &features::around(&page), &good, &scores);
        (0..good.len()).filter(|&at| inside[at]).collect()
    }

    #[test]
    fn among_what_was_chosen() {
        let page = |inner: &str| format!("<p>x<div><p>x{TEXT}<p>{inner}</p>{TEXT}<p>x</div><p>x");
        assert_eq!(found(&page("x"), 0.3), [3]);
        assert_eq!(found(&page("<p>x<p>x"), 0.3), [3, 4]);
        assert_eq!(found(&page("x"), 0.2), [0; 0], "not likely at all");
        assert_eq!(found(&page("<a href=x>x</a>"), 0.3), [0; 0], "leads elsewhere");
        // Of 20 words, eight were chosen, which are two fifths; of 21 fewer.
        assert_eq!(found(&page(&"x ".repeat(10)), 0.3), [3]);
        assert_eq!(found(&page(&"x ".repeat(11)), 0.3), [0; 0]);
        assert_eq!(found("<p>x<div><p>x</div>", 0.3), [0; 0], "nothing was chosen");
        assert_eq!(found("", 0.3), [0; 0]);
    }

    #[test]
    fn the_innermost_element_that_holds_it() {
        // The line in another element is in the section, and that after the section is not.
        let page = format!("<div><section>{TEXT}<div>x</div>{TEXT}</section><p>x</div>");
        assert_eq!(found(&page, 0.3), [1]);
        // What was chosen is in two sections.
        let parted = format!("<section>{TEXT}<p>x</p>{TEXT}</section><p>x<section>{TEXT}</section>");
        assert_eq!(found(&format!("<div>{parted}</div>"), 0.3), [1, 3]);
        // Nearly all is in the first of these sections: 76 of 80 words.
        let mostly = format!("<section>{}<p>x</p>{TEXT}</section><p>x<p>x{TEXT}", TEXT.repeat(18));
        assert_eq!(found(&mostly, 0.3), [18]);
    }

    #[test]
    fn not_in_articles_and_discussions() {
        let page = format!("<div>{TEXT}<p>x</p>{TEXT}</div>");
        assert_eq!(found(&page, 0.3), [1]);
        assert_eq!(found(&format!("<meta property=og:type content=article>{page}"), 0.3), [0; 0]);
        assert_eq!(
            found(&format!("<div itemscope itemtype=https://schema.org/QAPage></div>{page}"), 0.3),
            [0; 0]
        );
        assert_eq!(found(&format!("{page}<div class=comments>x x x</div>"), 0.3), [0; 0]);
        assert_eq!(found(&format!("{page}<div class=comments>x x</div>"), 0.3), [1]);
    }
}
