//! The encoding that a page declares in its own bytes: HTML standard, 13.2.3.2, "prescan a byte stream to determine
//! its encoding", and the XML declaration it falls back to.
//!
//! The standard looks at 1,024 bytes and leaves later declarations to the parser, which starts again when it meets
//! one. Of the pages at hand one in twelve declares its encoding later than that, after scripts; so here the scan goes
//! on to the end of the page, and over texts in which a tag is no tag, as the parser would.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Bytes in which the standard's prescan looks.
const WINDOW: usize = 1024;

/// Elements whose content holds no tags.
const RAW_TEXT: [&[u8]; 9] =
    [b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes", b"plaintext"];

/// The encoding of a `<meta>` tag.
pub fn meta(bytes: &[u8]) -> Option<&'static Encoding> {
    let window = &bytes[..bytes.len().min(WINDOW)];
    Scan { bytes: window, at: 0, over_raw_text: false }.run().or_else(|| {
        (bytes.len() > WINDOW).then(|| Scan { bytes, at: 0, over_raw_text: true }.run()).flatten()
    })
}

/// The encoding of an XML declaration at the very start ("get an XML encoding"). One in UTF-16 gives itself away.
pub fn xml(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr::memchr(b'>', declaration)?];
    let after = memchr::memmem::find(declaration, b"encoding")? + b"encoding".len();
    let value = trim_start(trim_start(&declaration[after..]).strip_prefix(b"=")?);
    let (&quote, value) = value.split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let label = &value[..memchr::memchr(quote, value)?];
    if label.iter().any(|&b| b <= b' ') {
        return None;
    }
    known(label).map(not_wide)
}

/// The encoding of a label, if it is one that bytes can be read in.
pub fn known(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).filter(|&encoding| encoding != REPLACEMENT)
}

/// A declaration that could be read as ASCII is in no 16-bit encoding.
fn not_wide(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding }
}

fn trim_start(bytes: &[u8]) -> &[u8] {
    let space = bytes.iter().take_while(|&&b| b <= b' ').count();
    &bytes[space..]
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether the content of scripts and the like is passed over: the standard's prescan does not.
    over_raw_text: bool,
}

struct Attribute {
    name: Vec<u8>,
    value: Vec<u8>,
}

/// The bytes are at their end, and with them the scan.
struct End;

impl Scan<'_> {
    fn run(mut self) -> Option<&'static Encoding> {
        loop {
            self.at += memchr::memchr(b'<', self.rest())?;
            match self.markup() {
                Ok(Some(encoding)) => return Some(encoding),
                Ok(None) => self.at += 1,
                Err(End) => return None,
            }
        }
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    fn byte(&self) -> Result<u8, End> {
        self.bytes.get(self.at).copied().ok_or(End)
    }

    fn skip_to(&mut self, wanted: impl Fn(u8) -> bool) -> Result<(), End> {
        self.at += self.rest().iter().position(|&b| wanted(b)).ok_or(End)?;
        Ok(())
    }

    /// One thing that starts with `<`; stops at its last byte.
    fn markup(&mut self) -> Result<Option<&'static Encoding>, End> {
        let rest = self.rest();
        if rest.starts_with(b"<!--") {
            // The hyphens of the start may be those of the end.
            self.at += 2;
            self.at += memchr::memmem::find(self.rest(), b"-->").ok_or(End)? + 2;
            return Ok(None);
        }
        let is_meta = rest.get(1..5).is_some_and(|name| name.eq_ignore_ascii_case(b"meta"))
            && rest.get(5).is_some_and(|&b| is_space(b) || b == b'/');
        if is_meta {
            self.at += 5;
            return self.meta_tag();
        }
        match (rest.get(1), rest.get(2)) {
            (Some(b), _) if b.is_ascii_alphabetic() => self.tag(true)?,
            (Some(b'/'), Some(b)) if b.is_ascii_alphabetic() => self.tag(false)?,
            (Some(b'!' | b'/' | b'?'), _) => self.skip_to(|b| b == b'>')?,
            _ => {}
        }
        Ok(None)
    }

    fn tag(&mut self, opens: bool) -> Result<(), End> {
        let start = self.at + 1;
        self.skip_to(|b| is_space(b) || b == b'>')?;
        let name = start..self.at;
        while self.attribute()?.is_some() {}
        if opens && self.over_raw_text {
            self.pass_over_raw_text(name)?;
        }
        Ok(())
    }

    fn pass_over_raw_text(&mut self, name: std::ops::Range<usize>) -> Result<(), End> {
        let name = &self.bytes[name];
        let name = &name[..name.iter().position(|&b| b == b'/').unwrap_or(name.len())];
        if !RAW_TEXT.iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
            return Ok(());
        }
        let rest = self.rest();
        let is_end = |&at: &usize| {
            rest.get(at + 1) == Some(&b'/')
                && rest.get(at + 2..at + 2 + name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name))
        };
        // Before the end tag, which is markup again.
        self.at += memchr::memchr_iter(b'<', rest).find(is_end).ok_or(End)?.saturating_sub(1);
        Ok(())
    }

    fn meta_tag(&mut self) -> Result<Option<&'static Encoding>, End> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let mut is_pragma = false;
        let mut found: Option<(Option<&'static Encoding>, bool)> = None;
        while let Some(Attribute { name, value }) = self.attribute()? {
            match name.as_slice() {
                b"http-equiv" | b"content" | b"charset" if seen.contains(&name) => continue,
                b"http-equiv" => is_pragma = value == b"content-type",
                b"content" => found = found.or(of_content(&value).map(|encoding| (Some(encoding), true))),
                b"charset" => found = Some((known(&value), false)),
                _ => continue,
            }
            seen.push(name);
        }
        Ok(match found {
            Some((Some(encoding), needs_pragma)) if is_pragma || !needs_pragma => Some(of_meta(encoding)),
            _ => None,
        })
    }

    /// "Get an attribute": names and values in lower case. At the end of the tag there is none.
    fn attribute(&mut self) -> Result<Option<Attribute>, End> {
        self.skip_to(|b| !is_space(b) && b != b'/')?;
        if self.byte()? == b'>' {
            return Ok(None);
        }
        let start = self.at;
        // An equals sign at the start is part of the name.
        self.at += 1;
        self.skip_to(|b| is_space(b) || matches!(b, b'=' | b'/' | b'>'))?;
        let name = self.bytes[start..self.at].to_ascii_lowercase();
        self.skip_to(|b| !is_space(b))?;
        if self.byte()? != b'=' {
            return Ok(Some(Attribute { name, value: Vec::new() }));
        }
        self.at += 1;
        self.skip_to(|b| !is_space(b))?;
        let value = match self.byte()? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                let start = self.at;
                self.skip_to(|b| b == quote)?;
                self.at += 1;
                &self.bytes[start..self.at - 1]
            }
            _ => {
                let start = self.at;
                self.skip_to(|b| is_space(b) || b == b'>')?;
                &self.bytes[start..self.at]
            }
        };
        Ok(Some(Attribute { name, value: value.to_ascii_lowercase() }))
    }
}

fn of_meta(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == X_USER_DEFINED { WINDOWS_1252 } else { not_wide(encoding) }
}

/// "Extracting a character encoding from a meta element": the value of `content`, in lower case.
fn of_content(value: &[u8]) -> Option<&'static Encoding> {
    let mut rest = value;
    loop {
        rest = &rest[memchr::memmem::find(rest, b"charset")? + b"charset".len()..];
        rest = trim_space(rest);
        if let Some(label) = rest.strip_prefix(b"=") {
            return known(label_of(trim_space(label))?);
        }
    }
}

fn label_of(value: &[u8]) -> Option<&[u8]> {
    match value.first() {
        Some(&quote @ (b'"' | b'\'')) => {
            let value = &value[1..];
            Some(&value[..memchr::memchr(quote, value)?])
        }
        _ => {
            let end = value.iter().position(|&b| is_space(b) || b == b';').unwrap_or(value.len());
            Some(&value[..end])
        }
    }
}

fn trim_space(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().take_while(|&&b| is_space(b)).count()..]
}

#[cfg(test)]
#[path = "prescan_tests.rs"]
mod tests;
