//! The text of a record, in units: what n-grams and fingerprints are made of, and what is dropped as a duplicate.
//!
//! A record has `blocks`, or `text`, or both. Of its blocks those are read that are good, or good in part; if none has a
//! class, all of them. A `text` is read as a whole, by lines or by paragraphs. Nothing but the places of members is
//! parsed, so that what is not read may be anything.

mod block;
mod host;
mod split_text;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub use block::{Block, Class};
pub use host::host;

use crate::json::split::{self, Field, Invalid};
use crate::json::string;

/// What is wrong with a record, and where.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} at byte {offset}")]
pub struct Wrong {
    pub what: String,
    pub offset: usize,
}

impl From<Invalid> for Wrong {
    fn from(error: Invalid) -> Self {
        Self { what: error.what.to_owned(), offset: error.offset }
    }
}

/// Where the text of a record is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// In its blocks if it has any, else in its text.
    #[default]
    Auto,
    Blocks,
    Text,
    /// In both: first the blocks, then the text.
    Both,
}

impl Source {
    pub const ALL: [(&'static str, Self); 4] =
        [("auto", Self::Auto), ("blocks", Self::Blocks), ("text", Self::Text), ("both", Self::Both)];
}

/// What is a unit of a record's `text`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    #[default]
    Whole,
    Lines,
    /// What blank lines separate.
    Paragraphs,
}

impl Split {
    pub const ALL: [(&'static str, Self); 3] =
        [("whole", Self::Whole), ("lines", Self::Lines), ("paragraphs", Self::Paragraphs)];
}

/// The names of the members of a record that are looked at.
#[derive(Clone, Debug)]
pub struct Names {
    pub id: String,
    pub url: String,
    pub blocks: String,
    pub text: String,
}

impl Default for Names {
    fn default() -> Self {
        let [id, url, blocks, text] = ["id", "url", "blocks", "text"].map(str::to_owned);
        Self { id, url, blocks, text }
    }
}

/// How records are read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    pub names: Names,
    pub source: Source,
    pub split: Split,
}

/// A part of a record's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Bytes of [`Document::text`].
    pub text: Range<usize>,
    /// The block whose text it is, of [`Document::blocks`]; otherwise it is of the record's `text`.
    pub block: Option<usize>,
}

/// A record that was read. It can be used for one after another.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The members of the line.
    pub fields: Vec<Field>,
    /// The text of the units, one after another.
    pub text: String,
    pub units: Vec<Unit>,
    /// All blocks of the record, if blocks are read.
    pub blocks: Vec<Block>,
    /// Where the values of the members stand in the line; of members of the same name the last one counts.
    pub places: Places,
    /// What of [`Self::text`] is the record's `text`, whole: units are parts of it.
    pub own_text: Range<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub id: Option<Range<usize>>,
    pub url: Option<Range<usize>>,
    pub blocks: Option<Range<usize>>,
    pub text: Option<Range<usize>>,
}

/// The member in which blockify reports: a page with it and without blocks is an empty one.
const BLOCKIFY: &str = "blockify";

impl Reading {
    /// Reads a record into `document`.
    ///
    /// A record that has none of the members that are looked for is an error, for then the names are wrong. `null` is an
    /// empty text.
    pub fn read(&self, line: &[u8], document: &mut Document) -> Result<(), Wrong> {
        document.text.clear();
        document.units.clear();
        document.blocks.clear();
        document.own_text = 0..0;
        document.fields = split::fields(line)?;
        let reported = document.find(&self.names, line);
        // The line was checked to be UTF-8.
        let line = std::str::from_utf8(line).unwrap_or_default();
        document.check_id(line.as_bytes(), &self.names.id)?;
        let places = document.places.clone();
        let has_blocks = places.blocks.is_some() || (reported && places.text.is_none());
        let (blocks, text) = match self.source {
            Source::Auto => (has_blocks, !has_blocks),
            Source::Blocks => (true, false),
            Source::Text => (false, true),
            Source::Both => (has_blocks, places.text.is_some() || !has_blocks),
        };
        if blocks {
            match places.blocks {
                Some(place) => document.read_blocks(line, place, &self.names.blocks)?,
                None if reported => {}
                None => return Err(missing(format!("no '{}' field", self.names.blocks))),
            }
        }
        if text {
            let place = places.text.ok_or_else(|| {
                missing(match self.source {
                    Source::Text => format!("no '{}' field", self.names.text),
                    _ => format!("neither '{}' nor '{}'", self.names.blocks, self.names.text),
                })
            })?;
            document.read_text(line, place, &self.names.text, self.split)?;
        }
        Ok(())
    }
}

fn missing(what: String) -> Wrong {
    Wrong { what, offset: 0 }
}

impl Document {
    /// Finds the members; whether blockify has reported.
    fn find(&mut self, names: &Names, line: &[u8]) -> bool {
        let mut reported = false;
        self.places = Places::default();
        for field in &self.fields {
            let place = match field {
                _ if field.is_called(line, &names.blocks) => &mut self.places.blocks,
                _ if field.is_called(line, &names.text) => &mut self.places.text,
                _ if field.is_called(line, &names.id) => &mut self.places.id,
                _ if field.is_called(line, &names.url) => &mut self.places.url,
                _ => {
                    reported |= field.is_called(line, BLOCKIFY);
                    continue;
                }
            };
            *place = Some(field.value.clone());
        }
        // An address that is no text is none.
        self.places.url.take_if(|place| line.get(place.start) != Some(&b'"'));
        reported
    }

    fn read_text(&mut self, line: &str, place: Range<usize>, name: &str, split: Split) -> Result<(), Wrong> {
        let start = self.text.len();
        match inside(&line[place.clone()]) {
            Some(raw) => string::unescape_into(raw, &mut self.text),
            None if &line[place.clone()] == "null" => {}
            None => {
                let what = format!("'{name}' is {}, not a string", kind(&line[place.clone()]));
                return Err(Wrong { what, offset: place.start });
            }
        }
        self.own_text = start..self.text.len();
        let Self { text, units, .. } = self;
        split_text::each(&text[start..], split, |part| {
            units.push(Unit { text: start + part.start..start + part.end, block: None });
        });
        Ok(())
    }

    /// The host of the record's address: lower case, without a port; empty if it has none.
    pub fn host(&self, line: &[u8]) -> String {
        let raw = self.places.url.clone().and_then(|place| line.get(place.start + 1..place.end - 1));
        raw.map_or_else(String::new, |raw| host(&string::unescape(raw)))
    }

    /// The id of the record: its text, or the digits of a number; `None` where it has none.
    pub fn id(&self, line: &[u8]) -> Option<String> {
        match &line[self.places.id.clone()?] {
            [b'"', inner @ .., b'"'] => Some(string::unescape(inner).into_owned()),
            digits @ [b'-' | b'0'..=b'9', ..] => Some(String::from_utf8_lossy(digits).into_owned()),
            _ => None,
        }
    }

    /// An id that is neither text nor a number is an error.
    pub fn check_id(&self, line: &[u8], name: &str) -> Result<(), Wrong> {
        let Some(place) = &self.places.id else { return Ok(()) };
        match kind(&line[place.clone()]) {
            "a string" | "a number" | "null" => Ok(()),
            kind => Err(Wrong { what: format!("'{name}' is {kind}, not a string"), offset: place.start }),
        }
    }
}

/// What a value is.
fn kind(value: impl AsRef<[u8]>) -> &'static str {
    match value.as_ref().first() {
        Some(b'"') => "a string",
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b't') => "true",
        Some(b'f') => "false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// The inside of a string, with its escapes.
fn inside(value: &str) -> Option<&str> {
    value.strip_prefix('"')?.strip_suffix('"')
}
