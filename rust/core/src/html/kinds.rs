//! What a page says it is: the schema.org types of its JSON-LD, microdata and RDFa, and the `og:type` of its head.
//!
//! Of the many types there are only these words are kept, each with how often it is there: a comment is content on a page
//! of questions and answers, and a reader's review is not on a page of one product.

use std::fmt;

const COUNT: usize = 50;

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

    /// Adds a word, in any case, if it is in the vocabulary. Those of schema.org are often the last part of a longer name,
    /// which then says the same of the page: a `LiveBlogPosting` is a `BlogPosting`, an `AggregateOffer` an `Offer`.
    pub fn add(&mut self, word: &[u8]) {
        let ends = |known: &&str| {
            let start = word.len().checked_sub(known.len());
            start.is_some_and(|start| word[start..].eq_ignore_ascii_case(known.as_bytes()))
        };
        let known = (0..COUNT).filter(|&at| ends(&Self::WORDS[at])).max_by_key(|&at| Self::WORDS[at].len());
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
