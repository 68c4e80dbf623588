//! Text between tags, and what it means.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memchr3};

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
        match special(self.raw.as_bytes(), self.decoding) {
            None => out.push_str(self.raw),
            Some(first) => decode_from(self.raw, first, self.decoding, out),
        }
    }
}

#[inline]
pub(super) fn decode(raw: &str, decoding: Decoding) -> Cow<'_, str> {
    let Some(first) = special(raw.as_bytes(), decoding) else { return Cow::Borrowed(raw) };
    let mut out = String::with_capacity(raw.len());
    decode_from(raw, first, decoding, &mut out);
    Cow::Owned(out)
}

/// Where the first byte stands that may mean something else.
#[inline]
fn special(bytes: &[u8], decoding: Decoding) -> Option<usize> {
    match decoding {
        Decoding::Data => memchr2(b'&', b'\r', bytes),
        Decoding::Rcdata | Decoding::Attribute => memchr3(b'&', b'\r', 0, bytes),
        Decoding::Raw => memchr2(b'\r', 0, bytes),
        Decoding::Cdata => memchr(b'\r', bytes),
    }
}

/// `first` is where the first special byte stands.
fn decode_from(raw: &str, first: usize, decoding: Decoding, out: &mut String) {
    let bytes = raw.as_bytes();
    // Up to here the text is in `out`.
    let mut done = 0;
    let mut found = Some(first);
    while let Some(at) = found {
        let mut next = at + 1;
        match bytes[at] {
            b'&' => {
                if let Some((characters, len)) = reference(&bytes[next..], decoding == Decoding::Attribute) {
                    out.push_str(&raw[done..at]);
                    characters.push_to(out);
                    next += len;
                    done = next;
                }
            }
            b'\r' => {
                out.push_str(&raw[done..at]);
                if bytes.get(next) != Some(&b'\n') {
                    out.push('\n');
                }
                done = next;
            }
            _ => {
                out.push_str(&raw[done..at]);
                out.push(char::REPLACEMENT_CHARACTER);
                done = next;
            }
        }
        found = special(&bytes[next..], decoding).map(|len| next + len);
    }
    out.push_str(&raw[done..]);
}
