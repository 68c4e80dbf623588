//! Text between tags, and what it means.

use std::borrow::Cow;

use memchr::{memchr2_iter, memchr3_iter};

use crate::html::entities::reference;

/// A run of text, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    raw: &'a str,
    at: usize,
    decoding: Decoding,
}

/// How characters are meant where they stand. A line ends with `\n` everywhere, whatever the page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decoding {
    /// Character references; a NUL stays a NUL.
    Data,
    /// Character references; a NUL is replaced.
    Rcdata,
    /// Only NULs are replaced.
    Raw,
    /// Nothing else.
    Cdata,
    /// As `Rcdata`, with the rule for ampersands in URLs.
    Attribute,
}

impl<'a> Text<'a> {
    #[inline]
    pub(super) fn new(raw: &'a str, at: usize, decoding: Decoding) -> Self {
        Self { raw, at, decoding }
    }

    /// As it is written.
    #[inline]
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Where it starts, in bytes of the page.
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Where it has ended.
    #[inline]
    pub fn end(&self) -> usize {
        self.at + self.raw.len()
    }

    /// Whether it is nothing but spaces, tabs and ends of lines as they are written; `&nbsp;` and `&#32;` are more.
    #[inline]
    pub fn is_blank(&self) -> bool {
        self.raw.bytes().all(|byte| byte.is_ascii_whitespace())
    }

    /// What it means: references resolved, `\n` for `\r\n` and `\r`. NULs stay in text between tags (a tree drops
    /// them) and are U+FFFD elsewhere. Borrowed if that changes nothing.
    #[inline]
    pub fn decode(&self) -> Cow<'a, str> {
        decode(self.raw, self.decoding)
    }

    /// The same, appended.
    #[inline]
    pub fn decode_into(&self, out: &mut String) {
        decode_into(self.raw, self.decoding, out);
    }
}

pub(super) fn decode(raw: &str, decoding: Decoding) -> Cow<'_, str> {
    let Some(first) = specials(raw.as_bytes(), decoding).next() else { return Cow::Borrowed(raw) };
    let mut out = String::with_capacity(raw.len());
    decode_from(raw, first, decoding, &mut out);
    Cow::Owned(out)
}

fn decode_into(raw: &str, decoding: Decoding, out: &mut String) {
    match specials(raw.as_bytes(), decoding).next() {
        None => out.push_str(raw),
        Some(first) => decode_from(raw, first, decoding, out),
    }
}

/// The bytes that may mean something else.
#[inline]
fn specials(bytes: &[u8], decoding: Decoding) -> impl Iterator<Item = usize> {
    let (two, three) = match decoding {
        Decoding::Data => (Some(memchr2_iter(b'&', b'\r', bytes)), None),
        Decoding::Rcdata | Decoding::Attribute => (None, Some(memchr3_iter(b'&', b'\r', 0, bytes))),
        Decoding::Raw => (Some(memchr2_iter(0, b'\r', bytes)), None),
        Decoding::Cdata => (Some(memchr2_iter(b'\r', b'\r', bytes)), None),
    };
    two.into_iter().flatten().chain(three.into_iter().flatten())
}

#[cold]
fn decode_from(raw: &str, first: usize, decoding: Decoding, out: &mut String) {
    let bytes = raw.as_bytes();
    // Up to here the text is in `out`.
    let mut done = 0;
    for at in std::iter::once(first).chain(specials(&bytes[first + 1..], decoding).map(|at| first + 1 + at)) {
        let rest = &bytes[at + 1..];
        match bytes[at] {
            b'&' => {
                if let Some((characters, len)) = reference(rest, decoding == Decoding::Attribute) {
                    out.push_str(&raw[done..at]);
                    characters.push_to(out);
                    done = at + 1 + len;
                }
            }
            b'\r' => {
                out.push_str(&raw[done..at]);
                if rest.first() != Some(&b'\n') {
                    out.push('\n');
                }
                done = at + 1;
            }
            _ => {
                out.push_str(&raw[done..at]);
                out.push(char::REPLACEMENT_CHARACTER);
                done = at + 1;
            }
        }
    }
    out.push_str(&raw[done..]);
}
