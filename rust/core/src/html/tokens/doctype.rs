//! The declaration of the document type.

use std::borrow::Cow;

use super::name::lower_case;
use super::scan::is_space;
use super::text::{Decoding, decode};

/// `<!DOCTYPE html>`, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Doctype<'a> {
    raw: &'a str,
    at: usize,
}

/// What a declaration says.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DoctypeParts<'a> {
    pub name: Option<Cow<'a, str>>,
    pub public_id: Option<Cow<'a, str>>,
    pub system_id: Option<Cow<'a, str>>,
    /// It is so broken that a browser would lay the page out as in the nineties.
    pub force_quirks: bool,
}

impl<'a> Doctype<'a> {
    pub(super) fn new(raw: &'a str, at: usize) -> Self {
        Self { raw, at }
    }

    /// From `<!` to `>`, or to the end of the page.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Where it starts, in bytes of the page.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn parts(&self) -> DoctypeParts<'a> {
        let inside = self.raw.get("<!doctype".len()..).unwrap_or_default();
        let (inside, closed) = inside.strip_suffix('>').map_or((inside, false), |inside| (inside, true));
        let mut parts = DoctypeParts::default();
        parts.force_quirks = parse(inside, &mut parts).is_none_or(|read| read == Read::All && !closed);
        parts
    }
}

#[derive(PartialEq, Eq)]
enum Read {
    All,
    /// What is left is noise, in which the page may even end.
    UpToNoise,
}

/// `None` where the standard says to force quirks.
fn parse<'a>(inside: &'a str, parts: &mut DoctypeParts<'a>) -> Option<Read> {
    let rest = skip_space(inside);
    let end = rest.bytes().position(is_space).unwrap_or(rest.len());
    if end == 0 {
        return None;
    }
    parts.name = Some(lower_case(&rest[..end]));
    let rest = skip_space(&rest[end..]);
    if rest.is_empty() {
        return Some(Read::All);
    }
    let word = rest.get(..6)?;
    let rest = &rest[6..];
    let rest = if word.eq_ignore_ascii_case("public") {
        let (id, rest) = quoted(skip_space(rest), &mut parts.public_id)?;
        parts.public_id = Some(id);
        let rest = skip_space(rest);
        if rest.is_empty() {
            return Some(Read::All);
        }
        rest
    } else if word.eq_ignore_ascii_case("system") {
        skip_space(rest)
    } else {
        return None;
    };
    let (id, rest) = quoted(rest, &mut parts.system_id)?;
    parts.system_id = Some(id);
    Some(if skip_space(rest).is_empty() { Read::All } else { Read::UpToNoise })
}

/// A quoted identifier and what follows; what there is of one that does not end goes into `unclosed`.
fn quoted<'a>(rest: &'a str, unclosed: &mut Option<Cow<'a, str>>) -> Option<(Cow<'a, str>, &'a str)> {
    let quote = rest.chars().next().filter(|&quote| quote == '"' || quote == '\'')?;
    let rest = &rest[1..];
    let Some(end) = rest.find(quote) else {
        *unclosed = Some(decode(rest, Decoding::Raw));
        return None;
    };
    Some((decode(&rest[..end], Decoding::Raw), &rest[end + 1..]))
}

fn skip_space(text: &str) -> &str {
    text.trim_start_matches(|character: char| character.is_ascii() && is_space(character as u8))
}
