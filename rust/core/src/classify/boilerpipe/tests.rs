use proptest::prelude::*;

use super::super::settings::Settings;
use super::super::{Algorithm, Context, label};
use super::blocks::{TextBlock, TextBlocks};
use super::*;
use crate::html::tree;

/// A text block of so many words, so many of them in links, in one line.
fn words(words: u32, links: u32) -> TextBlock {
    TextBlock { words, links, line_words: words, ..TextBlock::NONE }
}

/// A text block of that density, with no words in links.
fn dense(line_words: u32, lines: u32) -> TextBlock {
    TextBlock { words: line_words + 1, line_words, lines, ..TextBlock::NONE }
}

/// Paragraphs, each of so many words, the first of them in a link.
fn paragraphs(sizes: &[(usize, usize)]) -> String {
    let text = |(words, links): &(usize, usize)| {
        format!("<p><a href=x>{}</a> {}</p>", "w ".repeat(*links), "w ".repeat(words - links))
    };
    sizes.iter().map(text).collect()
}

fn labels(algorithm: &Algorithm, html: &str) -> Vec<(bool, &'static str)> {
    let mut page = tree::read(html, false);
    let classifier = (algorithm.make)(&Settings::default(), None).unwrap();
    let labels = label(algorithm, classifier.as_ref(), &mut page, &Context::default());
    labels.blocks.iter().map(|label| (label.good, label.reason)).collect()
}

/// Every leaf of the tree, and both sides of every number in it.
#[test]
fn algorithm_2_1() {
    for (before, block, next, expected) in [
        // A third in links is more than 0.333333.
        (words(99, 0), words(99, 33), words(99, 0), (false, "links")),
        (words(0, 0), words(97, 32), words(0, 0), (true, "long")),
        (words(9, 5), words(17, 0), words(0, 0), (true, "long")),
        (words(9, 6), words(40, 0), words(17, 0), (false, "after links")),
        (words(9, 6), words(41, 0), words(0, 0), (true, "very long")),
        (words(9, 6), words(1, 0), words(18, 0), (true, "before long")),
        (words(4, 0), words(16, 0), words(15, 0), (false, "short")),
        (words(5, 0), words(16, 0), words(15, 0), (true, "after words")),
        (words(4, 0), words(16, 0), words(16, 16), (true, "before long")),
        (words(4, 0), words(17, 0), words(0, 0), (true, "long")),
    ] {
        assert_eq!(default::by_words(&before, &block, &next), expected, "{before:?} {block:?} {next:?}");
    }
}

/// The slide "Text Density + Link Density".
#[test]
fn the_tree_of_densities() {
    let linked = words(9, 6);
    for (before, block, next, expected) in [
        (dense(20, 1), words(3, 1), dense(20, 1), (false, "links")),
        (dense(4, 1), dense(9, 1), dense(10, 1), (false, "sparse")),
        (dense(9, 2), dense(9, 1), dense(10, 1), (true, "after words")),
        (dense(4, 1), dense(9, 1), dense(21, 2), (true, "before dense")),
        (dense(4, 1), dense(19, 2), dense(1, 9), (true, "dense")),
        (dense(20, 1), dense(19, 2), words(0, 0), (false, "before no words")),
        (linked.clone(), dense(20, 1), dense(11, 1), (false, "after links")),
        (linked, dense(20, 1), dense(23, 2), (true, "before dense")),
    ] {
        assert_eq!(density::by_density(&before, &block, &next), expected, "{before:?} {block:?} {next:?}");
    }
}

#[test]
fn the_tree_of_canola() {
    for (before, block, next, expected) in [
        (words(0, 0), words(20, 20), words(0, 0), (true, "long")),
        (words(0, 0), words(19, 1), words(12, 12), (true, "links before text")),
        (words(9, 1), words(19, 1), words(11, 0), (false, "short")),
        (words(0, 0), words(7, 0), words(7, 0), (true, "among text")),
        (words(8, 0), words(1, 0), words(7, 0), (true, "among text")),
        (words(0, 0), words(1, 0), words(20, 0), (true, "among text")),
        (words(7, 0), words(6, 0), words(19, 0), (false, "short")),
        (words(8, 0), words(9, 0), words(6, 0), (false, "short")),
        (words(8, 1), words(9, 0), words(20, 0), (false, "short")),
        (words(8, 0), words(9, 0), words(20, 1), (false, "short")),
    ] {
        assert_eq!(canola::by_canola(&before, &block, &next), expected, "{before:?} {block:?} {next:?}");
    }
}

/// The words, link words, and words in full lines of each text block, and the lines.
fn measured(html: &str) -> Vec<(u32, u32, u32, u32)> {
    let blocks = TextBlocks::of(&tree::read(html, false)).blocks;
    blocks.iter().map(|block| (block.words, block.links, block.line_words, block.lines)).collect()
}

/// Words of 9 letters: 8 of them and 7 spaces are 79 columns, 9 would be 89.
#[test]
fn text_is_wrapped_at_80_columns() {
    let text = |words| "abcdefghi ".repeat(words);
    assert_eq!(measured(&text(8)), [(8, 0, 8, 1)]);
    assert_eq!(measured(&text(9)), [(9, 0, 8, 1)]);
    assert_eq!(measured(&text(17)), [(17, 0, 16, 2)]);
    // 80 columns are one line: 7 words of 9 letters, and one of 10. Of 11 they are two.
    assert_eq!(measured(&format!("{} abcdefghij x", text(7))), [(9, 0, 8, 1)]);
    assert_eq!(measured(&format!("{} abcdefghijk x", text(7))), [(9, 0, 7, 1)]);
    // No word is in a full line: as if it were a single line.
    assert_eq!(measured(&"x".repeat(81)), [(1, 0, 1, 1)]);
}

/// 2.6.4: blocks are split at all tags except for links; the published program goes on at some inline ones.
#[test]
fn text_blocks_end_at_most_tags() {
    assert_eq!(measured("<p>a <a href=x>b c</a> <b>d</b>e<span>f</span></p>"), [(4, 2, 4, 1)]);
    assert_eq!(measured("<p>a<br>b c<img>d<small>e</small>f</p>").len(), 5);
    assert_eq!(measured("<p>a<script>x</script>b</p>").len(), 2);
    // Punctuation alone is a block without words; other signs are no block.
    assert_eq!(measured("<p>-<p>|<p>•"), [(0, 0, 0, 1)]);
    assert_eq!(measured("<p>a<object>b<p>c</object><p>d"), [(1, 0, 1, 1), (1, 0, 1, 1)]);
    assert_eq!(measured("<a name=x>a b</a> c<a href=x><p>d</p></a>"), [(3, 2, 3, 1), (1, 1, 1, 1)]);
    assert_eq!(measured("<a name=top><p>a<p>b <a name=x>c</a>"), [(1, 0, 1, 1), (2, 1, 2, 1)]);
}

#[test]
fn what_is_not_seen_is_no_neighbour() {
    let text = "w ".repeat(16);
    let html = |middle: &str| format!("<p>a<p>b {middle}<p>{text}");
    assert_eq!(labels(&DEFAULT, &html(""))[1], (true, "before long"));
    assert_eq!(labels(&DEFAULT, &html("<p>c"))[1], (false, "short"));
    let hidden = labels(&DEFAULT, &html("<p hidden>c<select><option>d</select>"));
    assert_eq!(hidden[1], (true, "before long"));
    assert_eq!(hidden[2], (false, "hidden"));
}

/// Part of a block may be good: 17 words, then 1 after a link.
#[test]
fn nodes_are_labelled() {
    let html = format!("<p>{}<br><a href=x>l</a><br>b", "w ".repeat(17));
    let mut page = tree::read(&html, false);
    let classifier = (DEFAULT.make)(&Settings::default(), None).unwrap();
    let labels = label(&DEFAULT, classifier.as_ref(), &mut page, &Context::default());
    assert_eq!((page.blocks.len(), &labels.nodes), (1, &vec![true, false, false]));
    assert_eq!(labels.blocks[0], super::super::Label::new(true, "long"));
}

#[test]
fn equal_densities_are_fused() {
    let fused = |html: &str| {
        let mut blocks = TextBlocks::of(&tree::read(html, false));
        fusion::equal_densities(&mut blocks);
        blocks.blocks.iter().map(|block| (block.words, block.links, block.lines)).collect::<Vec<_>>()
    };
    assert_eq!(fused("<p>a b<p>c <a href=x>d</a><p>e f<p>g"), [(6, 1, 3), (1, 0, 1)]);
    // Nothing is 0 in each of its lines, and lines without words are one.
    assert_eq!(fused("<p>-<p>-<p>a"), [(0, 0, 1), (1, 0, 1)]);
    // 5 words three times over: fused they are one block with nothing around it, else the second has one before it.
    let html = paragraphs(&[(5, 0), (5, 0), (5, 0)]);
    let good = |settings: &Settings| {
        let classifier = (DENSITY.make)(settings, None).unwrap();
        let labels = classifier.label(&tree::read(&html, false), &Context::default());
        labels.blocks.iter().map(|label| label.good).collect::<Vec<_>>()
    };
    assert_eq!(good(&Settings::default()), [false, false, false]);
    let mut as_on_the_slides = Settings::default();
    as_on_the_slides.set(DENSITY.params, "fuse", 0.0).unwrap();
    assert_eq!(good(&as_on_the_slides), [false, true, true]);
}

/// A good block takes the one before it along, and good blocks are one text if at most one block is between them.
#[test]
fn article_is_the_largest_text() {
    let links = [(2, 2); 3];
    let html = |most: &[_]| {
        paragraphs(
            &[&[(3, 3), (1, 0), (20, 0), (2, 2), (4, 0), (60, 0)][..], most, &[(5, 0), (30, 0)]].concat(),
        )
    };
    let start = [
        (true, "before text"),
        (true, "before long"),
        (true, "long"),
        (true, "before text"),
        (true, "before long"),
        (true, "long"),
    ];
    // Of three blocks of links the last is taken along, and two are between: 90 words, and 37.
    let far = [
        (false, "links"),
        (false, "links"),
        (false, "links"),
        (false, "not the largest"),
        (false, "not the largest"),
    ];
    assert_eq!(labels(&ARTICLE, &html(&links)), [&start[..], &far].concat());
    let near = [(false, "links"), (true, "before text"), (true, "before long"), (true, "long")];
    assert_eq!(labels(&ARTICLE, &html(&links[..2])), [&start[..], &near].concat());
}

#[test]
fn article_ends_before_the_comments() {
    let html = |before: &str| format!("{before}<p>Post a comment<p>{}", "w ".repeat(50));
    let good = |before: &str| labels(&ARTICLE, &html(before));
    let ended = (false, "after the end");
    assert_eq!(good(&paragraphs(&[(61, 0)])), [(true, "long"), ended, ended]);
    assert_eq!(good(&paragraphs(&[(30, 0), (30, 0)])), [(true, "long"), (true, "long"), ended, ended]);
    // Too few words, or too few in a line: 8 are below 9.
    assert!(good(&paragraphs(&[(59, 0)])).iter().all(|label| label.0));
    assert!(good(&format!("<p>{}", "abcdefghi ".repeat(64))).iter().all(|label| label.0));
}

#[test]
fn article_starts_with_its_headline() {
    let html = |title: &str| {
        let text = paragraphs(&[(20, 0), (2, 2), (2, 2), (2, 2), (60, 0)]);
        format!("<title>{title}</title><h1>The  story of <i>it</i></h1>{text}")
    };
    let good = |title: &str| labels(&ARTICLE, &html(title)).iter().map(|label| label.0).collect::<Vec<_>>();
    for title in ["The story of it", "THE STORY\nof it - Paper", "A paper: the story of it"] {
        assert_eq!(good(title), [true, true, false, false, true, true], "{title}");
    }
    assert_eq!(good("Another story of it"), [false, false, false, false, true, true]);
}

#[test]
fn pages_without_text() {
    for algorithm in [&DEFAULT, &DENSITY, &ARTICLE, &CANOLA] {
        assert_eq!(labels(algorithm, ""), []);
        assert_eq!(labels(algorithm, "<p>|"), [(false, "no words")]);
        assert_eq!(labels(algorithm, "<p>a"), labels(algorithm, "<title>a</title><p>a"));
    }
}

/// Two good blocks are fused of which the second has taken in a bad one: that one is told why it is good.
#[test]
fn what_is_fused_twice_keeps_its_reason() {
    let html = paragraphs(&[&[(1, 0)][..], &[(16, 16)], &[(40, 0)], &[(40, 0)]].concat());
    let expected = [(true, "before long"), (true, "before text"), (true, "before long"), (true, "long")];
    assert_eq!(labels(&ARTICLE, &html), expected);
}

proptest! {
    #[test]
    fn every_block_has_a_label(
        parts in prop::collection::vec(
            prop_oneof![
                "<(/?(p|a|b|h1|br|td|object|select|option|noscript|script|small)|a href=x|p hidden|title)>",
                "[a-z -|•é漢ก]{0,40}",
                Just("comments and reader views ".repeat(9)),
            ],
            0..60,
        ),
    ) {
        let html = parts.concat();
        let mut page = tree::read(&html, false);
        for algorithm in [&DEFAULT, &DENSITY, &ARTICLE, &CANOLA] {
            let classifier = (algorithm.make)(&Settings::default(), None).unwrap();
            let labels = label(algorithm, classifier.as_ref(), &mut page, &Context::default());
            prop_assert_eq!(labels.blocks.len(), page.blocks.len());
            prop_assert_eq!(labels.nodes.len(), page.nodes.len());
            for (block, label) in page.blocks.iter().zip(&labels.blocks) {
                prop_assert!(!label.reason.is_empty());
                // Where all text nodes are of one class, so is their block.
                let nodes = &labels.nodes[block.nodes.clone()];
                prop_assert!(nodes.contains(&label.good));
            }
        }
    }
}
