//! What a set says of itself, at its beginning and at its end.

use crate::error::{Error, Result};
use crate::ngrams::method::Stats;
use crate::ngrams::tokens::TokenKey;
use crate::store::{self, Reader, put_varint};

const KIND: &str = "ngrams";
const END_KIND: &str = "ngrams-end";
const VERSION: u64 = 1;
/// No header is longer.
pub(super) const LONGEST: u64 = 1 << 16;
pub(super) const END_LEN: usize = store::HEADER_LEN + 7 * 8 + 8;

/// What n-grams do not go beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Document,
    Block,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Block => "block",
        }
    }
}

/// What a set is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub n: u64,
    pub min_count: u64,
    pub level: Level,
    /// Whether it says how often each n-gram occurs.
    pub counts: bool,
    /// Whether it has each n-gram that occurs `min_count` times, with all its occurrences. Merged sets may not: see
    /// [`super`].
    pub complete: bool,
    pub tokens: TokenKey,
}

impl Header {
    pub(super) fn seal(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        let flags = u64::from(self.counts) | u64::from(self.complete) << 1;
        for number in [VERSION, self.n, self.min_count, u64::from(self.level == Level::Block), flags] {
            put_varint(&mut payload, number);
        }
        self.tokens.write(&mut payload);
        store::seal(KIND, &payload)
    }

    /// How long the header is whose first [`store::HEADER_LEN`] bytes these are.
    pub(super) fn len(start: &[u8]) -> Result<usize> {
        let (rest, length) = start.split_last_chunk().ok_or(Error::Truncated)?;
        match u64::from_le_bytes(*length) {
            length @ ..LONGEST => Ok(start.len() + length as usize + 8),
            // Another file of ours, or none: said by those who know.
            _ => Err(store::open_kind(&[rest, &[0; 16]].concat(), KIND).err().unwrap_or(Error::Truncated)),
        }
    }

    pub(super) fn open(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(store::open_kind(bytes, KIND)?);
        let version = reader.varint()?;
        if version != VERSION {
            let found = u32::try_from(version).unwrap_or(u32::MAX);
            return Err(Error::Version { found, expected: VERSION as u32 });
        }
        let (n, min_count) = (reader.varint()?, reader.varint()?);
        let level = match reader.varint()? {
            0 => Level::Document,
            1 => Level::Block,
            _ => return Err(Error::Malformed { what: "unknown level" }),
        };
        let flags = reader.varint()?;
        let tokens = TokenKey::read(&mut reader)?;
        reader.finish()?;
        if n == 0 || min_count == 0 || flags > 3 {
            return Err(Error::Malformed { what: "impossible header of a set of n-grams" });
        }
        Ok(Self { n, min_count, level, counts: flags & 1 != 0, complete: flags & 2 != 0, tokens })
    }

    /// Refuses n-grams that are not made the same way: their hashes mean something else.
    pub fn check_same_ngrams(&self, n: u64, level: Level, tokens: &TokenKey) -> Result<()> {
        let differs = |what, found: String, expected: String| Err(Error::Differs { what, found, expected });
        if self.n != n {
            return differs("the set has n-grams of another length", self.n.to_string(), n.to_string());
        }
        if self.tokens != *tokens {
            return differs("the set was made with other tokens", self.tokens.describe(), tokens.describe());
        }
        if self.level != level {
            let (found, expected) = (self.level.name().to_owned(), level.name().to_owned());
            return differs("the set has n-grams of another level", found, expected);
        }
        Ok(())
    }
}

/// What a set was made of, and what is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub hashes: u64,
    pub documents: u64,
    pub tokens: u64,
    /// Occurrences of n-grams in the text.
    pub ngrams: u64,
    /// Occurrences of the n-grams in the set; 0 without counts.
    pub occurrences: u64,
}

impl Totals {
    /// Of the text, as a method has counted it.
    pub fn of(stats: &Stats) -> Self {
        Self { documents: stats.documents, tokens: stats.tokens, ngrams: stats.ngrams, ..Self::default() }
    }

    /// Adds the text of another set.
    pub(super) fn add_text(&mut self, other: &Self) {
        self.documents = self.documents.saturating_add(other.documents);
        self.tokens = self.tokens.saturating_add(other.tokens);
        self.ngrams = self.ngrams.saturating_add(other.ngrams);
    }
}

/// The end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) totals: Totals,
    pub(super) last: u64,
    pub(super) checksum: u64,
}

impl End {
    pub(super) fn seal(&self) -> Vec<u8> {
        let Totals { hashes, documents, tokens, ngrams, occurrences } = self.totals;
        let numbers = [hashes, documents, tokens, ngrams, occurrences, self.last, self.checksum];
        store::seal(END_KIND, numbers.map(u64::to_le_bytes).as_flattened())
    }

    pub(super) fn open(bytes: &[u8]) -> Result<Self> {
        // What is cut short ends anywhere but here.
        let payload = store::open_kind(bytes, END_KIND).map_err(|error| match error {
            Error::NotOurs => Error::Truncated,
            other => other,
        })?;
        let mut reader = Reader::new(payload);
        let mut next = || reader.array().map(u64::from_le_bytes);
        let [hashes, documents, tokens, ngrams] = [next()?, next()?, next()?, next()?];
        let totals = Totals { hashes, documents, tokens, ngrams, occurrences: next()? };
        let end = Self { totals, last: next()?, checksum: next()? };
        reader.finish()?;
        Ok(end)
    }
}
