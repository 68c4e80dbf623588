//! What is no content however likely it looks to the trees: what a part of the page is called says it, together with
//! what the page says that it is.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::features::zones::Zone;
use super::features::{Surroundings, mixed};
use crate::html::page::{Block, Mark, Page};

/// What becomes of the comments of readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comments {
    /// They are bad.
    Drop,
    /// They are judged as all else.
    Keep,
    /// They are judged as all else where the page says that it is a discussion or where there is little else; otherwise bad.
    ByPage,
}

/// With fewer words that are likely content outside of the comments, a page is there for these.
const LITTLE: f32 = 10.0;
/// Text of fewer words may stand twice in a page with good reason.
const COPIED: u32 = 3;
/// A page has no content where nothing is likelier than that, or than the second with no more than a few words.
const NOTHING_SCORE: f32 = 0.25;
const LITTLE_SCORE: f32 = 0.35;
const LITTLE_WORDS: u32 = 20;

/// Why each block cannot be content; none for most. `scores` are those of the trees.
pub(super) fn barred(
    page: &Page,
    around: &Surroundings,
    scores: &[f32],
    comments: Comments,
) -> Vec<Option<&'static str>> {
    let kind = around.kind();
    let drops_comments = match comments {
        Comments::Drop => true,
        Comments::Keep => false,
        Comments::ByPage => !kind.is_forum && outside(page, around, scores) >= LITTLE,
    };
    let is_barred = |at: usize| {
        let is_in = |zone| around.is_in(at, zone);
        if page.blocks[at].mark == Mark::Select {
            Some("choice in a form")
        } else if is_in(Zone::Consent) {
            Some("consent")
        } else if drops_comments && is_in(Zone::Comment) {
            Some("comment")
        } else if kind.is_product && (is_in(Zone::Review) || is_in(Zone::Related)) {
            Some("not of the product")
        } else {
            None
        }
    };
    (0..page.blocks.len()).map(is_barred).collect()
}

/// The words that are expected to be content outside of comments.
fn outside(page: &Page, around: &Surroundings, scores: &[f32]) -> f32 {
    let expected = page.blocks.iter().zip(scores).enumerate();
    let expected = expected.filter(|(at, _)| !around.is_in(*at, Zone::Comment));
    expected.map(|(_, (block, score))| block.words as f32 * score).sum()
}

/// Takes out of what was chosen the second and later copies of a text. Returns whether each block is one.
pub(super) fn copies(page: &Page, good: &[bool]) -> Vec<bool> {
    let seed = mixed::seed();
    let mut seen = mixed::with_capacity(page.blocks.len());
    let is_copy = |(block, &good): (&Block, &bool)| {
        good && block.words >= COPIED
            && seen.insert(xxh3_64_with_seed(page.text_of(block).as_bytes(), seed), ()).is_some()
    };
    page.blocks.iter().zip(good).map(is_copy).collect()
}

/// Whether what was chosen is so unlikely, or so little and not much likelier, that it is nothing.
pub(super) fn is_nothing(page: &Page, good: &[bool], scores: &[f32]) -> bool {
    let chosen = || page.blocks.iter().zip(good).zip(scores).filter(|((_, good), _)| **good);
    let most = chosen().map(|(_, &score)| score).fold(0.0, f32::max);
    let words: u32 = chosen().map(|((block, _), _)| block.words).sum();
    most < NOTHING_SCORE || (most < LITTLE_SCORE && words < LITTLE_WORDS)
}

#[cfg(test)]
mod tests {
    use super::super::features;
    use super::*;
    use crate::classify::Context;
    use crate::html::tree;

    const TEXT: &str = "a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 0";

    fn reasons(html: &str, comments: Comments) -> Vec<Option<&'static str>> {
        let page = tree::read(html, true);
        let mut batches = Vec::new();
        let none = features::Chosen::of(&[]);
        batches.extend(super::super::batch::Batch::all(0, page.blocks.len()));
        let around = none.write(&page, &Context::default(), &mut batches);
        barred(&page, &around, &vec![0.9; page.blocks.len()], comments)
    }

    /// 72 words outside of the comments, 65 of them expected to be content.
    #[test]
    fn comments() {
        let page =
            |before: &str, text: &str| format!("{before}<p>{text}<p>{text}<div id=comment-1>{TEXT}</div>");
        let comment = |html: &str, comments| reasons(html, comments)[2];
        let article = page("", TEXT);
        assert_eq!(comment(&article, Comments::Drop), Some("comment"));
        assert_eq!(comment(&article, Comments::Keep), None);
        assert_eq!(comment(&article, Comments::ByPage), Some("comment"));
        // Ten of twelve words, nine of ten: little else to read; and questions with answers.
        assert_eq!(comment(&page("", "a b c d e f"), Comments::ByPage), Some("comment"));
        assert_eq!(comment(&page("", "a b c d e"), Comments::ByPage), None);
        let forum = page("<div itemscope itemtype=https://schema.org/QAPage></div>", TEXT);
        assert_eq!(comment(&forum, Comments::ByPage), None);
    }

    #[test]
    fn consent_and_choices() {
        let html =
            format!("<p>{TEXT}<div id=cookie-consent><p>We use cookies</div><select><option>one</select>");
        assert_eq!(reasons(&html, Comments::Keep), [None, Some("consent"), Some("choice in a form")]);
        // Where all is in it, the name says nothing.
        assert_eq!(reasons(&format!("<div class=cookie><p>{TEXT}</div>"), Comments::Keep), [None]);
    }

    #[test]
    fn what_is_not_of_the_product() {
        let reviews =
            format!("<p>{TEXT}<div class=reviews><p>Very good</div><ul class=related><li>Another one</ul>");
        assert_eq!(reasons(&reviews, Comments::Keep), [None; 3]);
        let product = format!("<meta property=og:type content=product>{reviews}");
        let other = Some("not of the product");
        assert_eq!(reasons(&product, Comments::Keep), [None, other, other]);
        // A list of products is another thing.
        let item = "<div itemscope itemtype=https://schema.org/Product></div>";
        assert_eq!(reasons(&format!("{}{reviews}", item.repeat(3)), Comments::Keep), [None, other, other]);
        assert_eq!(reasons(&format!("{}{reviews}", item.repeat(4)), Comments::Keep), [None; 3]);
    }

    #[test]
    fn copies_of_what_was_chosen() {
        let page = tree::read("<p>a b c<p>a b c<p>a b c<p>a b<p>a b", true);
        assert_eq!(copies(&page, &[false, true, true, true, true]), [false, false, true, false, false]);
    }

    #[test]
    fn next_to_nothing() {
        let page = tree::read(&format!("<p>a b<p>{TEXT}"), true);
        assert!(is_nothing(&page, &[true, false], &[0.3, 0.1]));
        assert!(!is_nothing(&page, &[true, false], &[0.4, 0.1]), "likely");
        assert!(!is_nothing(&page, &[true, true], &[0.3, 0.3]), "much");
        assert!(is_nothing(&page, &[true, true], &[0.2, 0.2]), "much, of no likelihood");
    }
}
