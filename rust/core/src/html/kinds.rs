//! What a page says it is: the schema.org types of its JSON-LD, microdata and RDFa, and the `og:type` of its head.
//!
//! Of the many types there are only these words are kept, each with how often it is there: a comment is content on a page
//! of questions and answers, and a reader's review is not on a page of one product.

use std::fmt;

const COUNT: usize = 50;

/// The last bytes of each word: they tell most words apart in one comparison.
static TAILS: [[u8; 4]; COUNT] = {
    let mut tails = [[0; 4]; COUNT];
    let mut at = 0;
    while at < COUNT {
        if let Some(tail) = Kinds::WORDS[at].as_bytes().last_chunk() {
            tails[at] = *tail;
        }
        at += 1;
    }
    tails
};

/// What the parts of an `og:type` say.
const OG_PARTS: [(&str, &str); 8] = [
    ("article", "og:article"),
    ("news", "og:article"),
    ("website", "og:website"),
    ("product", "og:product"),
    ("item", "og:product"),
    ("profile", "og:profile"),
    ("video", "og:video"),
    ("book", "og:book"),
];

/// What is on a page, in a small vocabulary, and how often; [`fmt::Display`] and [`Self::parse`] are its form in records:
/// `product*2 offer og:product`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    counts: [u8; COUNT],
}

impl Default for Kinds {
    fn default() -> Self {
        Self { counts: [0; COUNT] }
    }
}

impl Kinds {
    /// In the order in which they stand in a record. The last ones are of `og:type`.
    pub const WORDS: [&str; COUNT] = [
        "product",
        "productgroup",
        "offer",
        "itempage",
        "softwareapplication",
        "article",
        "newsarticle",
        "blogposting",
        "blog",
        "techarticle",
        "scholarlyarticle",
        "discussionforumposting",
        "qapage",
        "question",
        "answer",
        "comment",
        "interactioncounter",
        "faqpage",
        "collectionpage",
        "itemlist",
        "listitem",
        "breadcrumblist",
        "webpage",
        "website",
        "recipe",
        "howto",
        "review",
        "aggregaterating",
        "event",
        "jobposting",
        "movie",
        "book",
        "course",
        "service",
        "localbusiness",
        "organization",
        "person",
        "imagegallery",
        "videoobject",
        "profilepage",
        "aboutpage",
        "contactpage",
        "searchresultspage",
        "og:article",
        "og:website",
        "og:product",
        "og:profile",
        "og:video",
        "og:book",
        "og:other",
    ];

    /// How often a word is there, up to 255 times; 0 for one that is not in the vocabulary.
    pub fn count(&self, word: &str) -> u8 {
        let at = Self::WORDS.iter().position(|known| *known == word);
        at.map_or(0, |at| self.counts[at])
    }

    /// How often each of [`Self::WORDS`] is there.
    pub fn counts(&self) -> &[u8; COUNT] {
        &self.counts
    }

    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|&count| count == 0)
    }

    /// Adds the names of types with spaces between, each by the last part of its address or after its prefix:
    /// `https://schema.org/Product schema:Offer`.
    pub fn add_types(&mut self, names: &str) {
        for name in names.split_ascii_whitespace() {
            let name = name.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
            if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                self.add(name.as_bytes());
            }
        }
    }

    /// Adds what an `og:type` says, by the last of its parts that says something: sites have their own names for what
    /// they sell, `product.item` or `ebay-objects:item`.
    pub fn add_og_type(&mut self, value: &str) {
        if value.trim().is_empty() {
            return;
        }
        let known = value.rsplit(|c: char| !c.is_ascii_alphanumeric()).find_map(|part| {
            OG_PARTS.iter().find(|(name, _)| part.eq_ignore_ascii_case(name)).map(|(_, word)| *word)
        });
        self.add(known.unwrap_or("og:other").as_bytes());
    }

    /// Adds a word, in any case, if it is in the vocabulary. Those of schema.org are often the last part of a longer name,
    /// which then says the same of the page: a `LiveBlogPosting` is a `BlogPosting`, an `AggregateOffer` an `Offer`.
    pub fn add(&mut self, word: &[u8]) {
        let Some(tail) = word.last_chunk::<4>() else { return };
        let tail = tail.map(|byte| byte.to_ascii_lowercase());
        let ends = |known: &str| {
            let start = word.len().checked_sub(known.len());
            start.is_some_and(|start| word[start..].eq_ignore_ascii_case(known.as_bytes()))
        };
        let alike = (0..COUNT).filter(|&at| TAILS[at] == tail && ends(Self::WORDS[at]));
        let known = alike.max_by_key(|&at| Self::WORDS[at].len());
        if let Some(at) = known {
            self.counts[at] = self.counts[at].saturating_add(1);
        }
    }

    /// Reads what was written. What is not in the vocabulary is of a later version, and left out.
    pub fn parse(text: &str) -> Self {
        let mut kinds = Self::default();
        for item in text.split_ascii_whitespace() {
            let (word, times) = item.split_once('*').unwrap_or((item, "1"));
            if let (Some(at), Ok(times)) =
                (Self::WORDS.iter().position(|known| *known == word), times.parse::<u8>())
            {
                kinds.counts[at] = times;
            }
        }
        kinds
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        for (word, &count) in Self::WORDS.iter().zip(&self.counts).filter(|(_, count)| **count > 0) {
            write!(out, "{space}{word}")?;
            if count > 1 {
                write!(out, "*{count}")?;
            }
            space = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted() {
        let mut kinds = Kinds::default();
        assert!(kinds.is_empty());
        for word in ["og:product", "Product", "offer", "PRODUCT", "unknown", "", "ct"] {
            kinds.add(word.as_bytes());
        }
        assert_eq!(kinds.to_string(), "product*2 offer og:product");
        assert_eq!((kinds.count("product"), kinds.count("offer"), kinds.count("unknown")), (2, 1, 0));
        assert_eq!(kinds.counts().iter().map(|&count| u32::from(count)).sum::<u32>(), 4);
        for _ in 0..300 {
            kinds.add(b"offer");
        }
        assert_eq!(kinds.count("offer"), 255);
    }

    /// What schema.org says of its types: each is a kind of the word that it ends with.
    #[test]
    fn longer_names_count_as_their_last_part() {
        for (name, word) in [
            ("LiveBlogPosting", "blogposting"),
            ("OpinionNewsArticle", "newsarticle"),
            ("SatiricalArticle", "article"),
            ("AggregateOffer", "offer"),
            ("EmployerAggregateRating", "aggregaterating"),
            ("NewsMediaOrganization", "organization"),
            ("MedicalWebPage", "webpage"),
            ("ProductGroup", "productgroup"),
        ] {
            let mut kinds = Kinds::default();
            kinds.add(name.as_bytes());
            assert_eq!(kinds.to_string(), word, "{name}");
        }
    }

    #[test]
    fn names_of_types() {
        let mut kinds = Kinds::default();
        kinds.add_types(
            " https://schema.org/Product\nhttp://www.schema.org/Offer/ schema:Review  v#Comment / :",
        );
        kinds.add_types("http:\\/\\/schema.org\\/Movie Review-Book a\"Person");
        assert_eq!(kinds.to_string(), "product offer comment review movie");
    }

    #[test]
    fn types_of_open_graph() {
        for (value, word) in [
            ("article", "og:article"),
            ("Top 10 Article", "og:article"),
            ("\n  article\n", "og:article"),
            ("cwi:news_story", "og:article"),
            ("Website", "og:website"),
            ("product.item", "og:product"),
            ("product:group", "og:product"),
            ("og:product", "og:product"),
            ("ebay-objects:item", "og:product"),
            ("video.movie", "og:video"),
            ("blog", "og:other"),
            ("文章", "og:other"),
            (" ", ""),
        ] {
            let mut kinds = Kinds::default();
            kinds.add_og_type(value);
            assert_eq!(kinds.to_string(), word, "{value}");
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let mut kinds = Kinds::default();
        assert_eq!(Kinds::parse(""), kinds);
        for (at, word) in Kinds::WORDS.iter().enumerate() {
            for _ in 0..=at * 6 {
                kinds.add(word.as_bytes());
            }
            assert_eq!(Kinds::parse(&kinds.to_string()), kinds);
        }
        assert_eq!(
            Kinds::parse(" qapage  later*3 offer*x answer*12 book*300").to_string(),
            "qapage answer*12"
        );
    }

    #[test]
    fn every_word_is_its_own() {
        for (at, word) in Kinds::WORDS.iter().enumerate() {
            let mut kinds = Kinds::default();
            kinds.add(word.as_bytes());
            assert_eq!(kinds.counts()[at], 1, "{word}");
        }
    }
}
