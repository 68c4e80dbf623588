//! What a page says that it is, as far as that changes what its content is.

use crate::html::page::Page;

/// A page of one product names it, and its variants or accessories at most: a list of products names more.
const MOST_PRODUCTS: u8 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) products: u8,
    pub(super) is_product: bool,
    pub(super) is_forum: bool,
    pub(super) is_article: bool,
}

impl Kind {
    pub(super) fn of(page: &Page) -> Self {
        let count =
            |words: &[&str]| words.iter().fold(0_u8, |sum, word| sum.saturating_add(page.kinds.count(word)));
        let products = count(&["product", "productgroup"]);
        Self {
            products,
            is_product: (1..=MOST_PRODUCTS).contains(&products) || count(&["og:product"]) > 0,
            is_forum: count(&["discussionforumposting", "qapage"]) > 0,
            is_article: count(&["og:article", "article", "newsarticle", "blogposting"]) > 0,
        }
    }
}
