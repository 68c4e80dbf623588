//! From one token to the next.

use memchr::{memchr, memchr_iter, memmem};

use super::doctype::Doctype;
use super::name::{Key, Name};
use super::scan::{self, TagEnd};
use super::script;
use super::tag::{EndTag, StartTag};
use super::text::{Decoding, Text};
use super::{Content, Sink, Start};

pub(super) struct Machine<'a, 's, S> {
    html: &'a str,
    bytes: &'a [u8],
    sink: &'s mut S,
    /// Names of elements that no end tag closes any more: none is looked for twice.
    endless: Vec<Key>,
}

/// Elements whose missing end tag a reader may overlook: what is in the others is no text, or all the rest is meant.
const MENDED: [Key; 5] =
    [Key::of("title"), Key::of("textarea"), Key::of("iframe"), Key::of("noembed"), Key::of("noframes")];

impl<'a, 's, S: Sink<'a>> Machine<'a, 's, S> {
    pub(super) fn new(html: &'a str, sink: &'s mut S) -> Self {
        Self { html, bytes: html.as_bytes(), sink, endless: Vec::new() }
    }

    pub(super) fn run(mut self, start: Start<'_>) {
        let mut at = match start {
            Start::After(name, content) => self.content(content, name, 0),
            Start::Cdata => self.cdata(0),
        };
        while at < self.bytes.len() {
            at = self.data(at);
        }
    }

    fn text(&mut self, start: usize, end: usize, decoding: Decoding) {
        if start < end {
            self.sink.text(Text::new(&self.html[start..end], start, decoding));
        }
    }

    /// Text, and the token that ends it. As all of these: gives the place from where to go on.
    #[inline]
    fn data(&mut self, start: usize) -> usize {
        let mut from = start;
        while let Some(found) = scan::find_near(b'<', &self.bytes[from..]) {
            let at = from + found;
            match (self.bytes.get(at + 1), self.bytes.get(at + 2)) {
                (Some(byte), _) if byte.is_ascii_alphabetic() => {
                    self.text(start, at, Decoding::Data);
                    return self.start_tag(at);
                }
                (Some(b'/'), Some(byte)) => {
                    self.text(start, at, Decoding::Data);
                    return match byte {
                        b'>' => at + 3,
                        _ if byte.is_ascii_alphabetic() => self.end_tag(at),
                        _ => self.bogus_comment(at + 2),
                    };
                }
                (Some(b'!'), _) => {
                    self.text(start, at, Decoding::Data);
                    return self.declaration(at);
                }
                (Some(b'?'), _) => {
                    self.text(start, at, Decoding::Data);
                    return self.bogus_comment(at + 1);
                }
                _ => from = at + 1,
            }
        }
        self.text(start, self.bytes.len(), Decoding::Data);
        self.bytes.len()
    }

    #[inline]
    fn start_tag(&mut self, at: usize) -> usize {
        let (name_end, key) = scan::name(self.bytes, at + 1);
        let Some(tag_end) = scan::tag_end(self.bytes, name_end) else { return self.bytes.len() };
        let end = tag_end.end;
        let name = Name::new(&self.html[at + 1..name_end], key);
        match self.sink.start_tag(StartTag::new(name, &self.html[at..end], at, &tag_end)) {
            Content::Data => end,
            _ if MENDED.contains(&key) && self.sink.mends() && self.is_endless(name, end) => {
                self.mend(name, end)
            }
            content => self.content(content, name.raw(), end),
        }
    }

    #[inline]
    fn end_tag(&mut self, at: usize) -> usize {
        let (name_end, key) = scan::name(self.bytes, at + 2);
        let Some(TagEnd { end, .. }) = scan::tag_end(self.bytes, name_end) else { return self.bytes.len() };
        let name = Name::new(&self.html[at + 2..name_end], key);
        self.sink.end_tag(EndTag::new(name, at, end));
        end
    }

    /// What follows the start tag of that name.
    fn content(&mut self, content: Content, name: &str, start: usize) -> usize {
        let (end, decoding) = match content {
            Content::Data => return start,
            Content::Plaintext => (None, Decoding::Raw),
            Content::Script => (script::end(self.bytes, start, name), Decoding::Raw),
            Content::Rawtext => (self.raw_end(start, name), Decoding::Raw),
            Content::Rcdata => (self.raw_end(start, name), Decoding::Rcdata),
        };
        self.text(start, end.unwrap_or(self.bytes.len()), decoding);
        end.map_or(self.bytes.len(), |end| self.end_tag(end))
    }

    fn is_endless(&mut self, name: Name<'a>, start: usize) -> bool {
        if self.endless.contains(&name.key()) {
            return true;
        }
        let endless = self.raw_end(start, name.raw()).is_none();
        if endless {
            self.endless.push(name.key());
        }
        endless
    }

    /// Ends an element before the next tag.
    fn mend(&mut self, name: Name<'a>, start: usize) -> usize {
        let end = memchr(b'<', &self.bytes[start..]).map_or(self.bytes.len(), |len| start + len);
        self.text(start, end, Decoding::Rcdata);
        self.sink.end_tag(EndTag::new(name, end, end));
        end
    }

    /// Where the end tag of that name starts.
    fn raw_end(&self, start: usize, name: &str) -> Option<usize> {
        let rest = &self.bytes[start..];
        memchr_iter(b'<', rest).find(|&at| script::is_end_tag(&rest[at..], name)).map(|at| start + at)
    }

    /// `<!` and what it opens (13.2.5.42).
    fn declaration(&mut self, at: usize) -> usize {
        let start = at + 2;
        let rest = &self.bytes[start..];
        if rest.starts_with(b"--") {
            let (text_end, end) = scan::comment_end(self.bytes, start + 2);
            self.comment(start + 2, text_end);
            return end;
        }
        if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            let end = memchr(b'>', rest).map_or(self.bytes.len(), |len| start + len + 1);
            self.sink.doctype(Doctype::new(&self.html[at..end], at));
            return end;
        }
        if rest.starts_with(b"[CDATA[") && self.sink.in_foreign_content() {
            return self.cdata(start + 7);
        }
        self.bogus_comment(start)
    }

    fn cdata(&mut self, start: usize) -> usize {
        let end = memmem::find(&self.bytes[start..], b"]]>").map(|len| start + len);
        self.text(start, end.unwrap_or(self.bytes.len()), Decoding::Cdata);
        end.map_or(self.bytes.len(), |end| end + 3)
    }

    fn bogus_comment(&mut self, start: usize) -> usize {
        let end = memchr(b'>', &self.bytes[start..]).map(|len| start + len);
        self.comment(start, end.unwrap_or(self.bytes.len()));
        end.map_or(self.bytes.len(), |end| end + 1)
    }

    fn comment(&mut self, start: usize, end: usize) {
        self.sink.comment(Text::new(&self.html[start..end], start, Decoding::Raw));
    }
}
