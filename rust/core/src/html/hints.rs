//! The words of class, id, role and itemprop that say what an element is for.
//!
//! Only these are kept of an element's attributes: a record stays small, and a set of them is one number.

/// In the order in which they stand in a path.
const WORDS: [&str; 126] = [
    "about",
    "accordion",
    "ad",
    "advert",
    "advertisement",
    "answer",
    "archive",
    "article",
    "author",
    "avatar",
    "banner",
    "bar",
    "blog",
    "body",
    "bottom",
    "breadcrumb",
    "btn",
    "button",
    "byline",
    "caption",
    "card",
    "carousel",
    "category",
    "code",
    "comment",
    "complementary",
    "consent",
    "contact",
    "content",
    "contentinfo",
    "cookie",
    "copyright",
    "cta",
    "date",
    "description",
    "detail",
    "dialog",
    "disclaimer",
    "documentation",
    "dropdown",
    "entry",
    "excerpt",
    "facebook",
    "faq",
    "feature",
    "featured",
    "feed",
    "filter",
    "foot",
    "footer",
    "footnote",
    "forum",
    "gallery",
    "grid",
    "head",
    "header",
    "headline",
    "hero",
    "hidden",
    "image",
    "info",
    "item",
    "language",
    "lead",
    "legal",
    "link",
    "list",
    "listing",
    "login",
    "main",
    "markdown",
    "media",
    "menu",
    "message",
    "meta",
    "modal",
    "more",
    "nav",
    "navbar",
    "navigation",
    "news",
    "newsletter",
    "note",
    "overlay",
    "page",
    "pager",
    "pagination",
    "popular",
    "popup",
    "post",
    "price",
    "product",
    "promo",
    "question",
    "quote",
    "rating",
    "read",
    "recent",
    "recipe",
    "recommended",
    "related",
    "reply",
    "review",
    "rte",
    "search",
    "section",
    "service",
    "share",
    "side",
    "sidebar",
    "slider",
    "social",
    "spec",
    "sponsor",
    "story",
    "subscribe",
    "summary",
    "tab",
    "tag",
    "teaser",
    "text",
    "thread",
    "title",
    "toc",
    "tool",
    "widget",
];

/// A set of hint words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hints(pub u128);

impl Hints {
    /// All words there are.
    pub fn vocabulary() -> &'static [&'static str] {
        &WORDS
    }

    /// The set of one word, empty if the word says nothing. A plural counts as its singular.
    pub fn of_word(word: &[u8]) -> Self {
        let Some((key, singular)) = keys(word) else { return Self::default() };
        let find = |key: u128| KEYS.binary_search_by_key(&key, |entry| entry.0).ok();
        match find(key).or_else(|| singular.and_then(find)) {
            Some(at) => Self(1 << KEYS[at].1),
            None => Self::default(),
        }
    }

    /// Adds the words of an attribute's value: `main-content postBody` has four of them.
    pub fn add(&mut self, value: &str) {
        let bytes = value.as_bytes();
        let mut start = 0;
        for at in 0..=bytes.len() {
            let byte = bytes.get(at).copied().unwrap_or(b' ');
            let new_hump = byte.is_ascii_uppercase() && at > start && bytes[at - 1].is_ascii_lowercase();
            if byte.is_ascii_alphabetic() && !new_hump {
                continue;
            }
            if at > start {
                self.0 |= Self::of_word(&bytes[start..at]).0;
            }
            start = if new_hump { at } else { at + 1 };
        }
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn contains(self, word: &str) -> bool {
        let one = Self::of_word(word.as_bytes()).0;
        self.0 & one != 0
    }

    /// The words in order.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            WORDS.get(at).copied()
        })
    }
}

/// A word as a number, and the number of its singular.
fn keys(word: &[u8]) -> Option<(u128, Option<u128>)> {
    if !(2..=16).contains(&word.len()) {
        return None;
    }
    let key = pack(word);
    let plural = word.len() > 3 && word[word.len() - 1].eq_ignore_ascii_case(&b's');
    Some((key, plural.then_some(key >> 8)))
}

const fn pack(word: &[u8]) -> u128 {
    let mut packed = 0;
    let mut i = 0;
    while i < word.len() {
        packed = packed << 8 | word[i].to_ascii_lowercase() as u128;
        i += 1;
    }
    packed
}

/// The words as numbers with their places, in the order of the numbers.
static KEYS: [(u128, u8); WORDS.len()] = {
    let mut keys = [(0, 0); WORDS.len()];
    let mut i = 0;
    while i < WORDS.len() {
        keys[i] = (pack(WORDS[i].as_bytes()), i as u8);
        i += 1;
    }
    // Insertion sort: it runs once, in the compiler.
    let mut i = 1;
    while i < keys.len() {
        let mut j = i;
        while j > 0 && keys[j - 1].0 > keys[j].0 {
            let held = keys[j];
            keys[j] = keys[j - 1];
            keys[j - 1] = held;
            j -= 1;
        }
        i += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::*;

    fn words(value: &str) -> Vec<&'static str> {
        let mut hints = Hints::default();
        hints.add(value);
        hints.words().collect()
    }

    #[test]
    fn words_of_attributes() {
        assert_eq!(words("main-content postBody x"), ["body", "content", "main", "post"]);
        assert_eq!(words("Comments__list articleBody2 NAV"), ["article", "body", "comment", "list", "nav"]);
        assert_eq!(words("contents"), ["content"]);
        assert_eq!(words("clearfix"), [""; 0]);
        assert_eq!(words(""), [""; 0]);
        assert_eq!(words("é nav é"), ["nav"]);
    }

    #[test]
    fn every_word_finds_itself() {
        for word in WORDS {
            assert_eq!(Hints::of_word(word.as_bytes()).words().collect::<Vec<_>>(), [word]);
        }
        assert!(WORDS.is_sorted());
    }
}
