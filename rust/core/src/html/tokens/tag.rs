//! Start tags and end tags.

use super::attributes::{Attributes, Value};
use super::name::Name;
use super::scan::TagEnd;

/// A start tag. Its attributes are read when they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct StartTag<'a> {
    name: Name<'a>,
    raw: &'a str,
    at: usize,
    self_closing: bool,
    telling: bool,
}

impl<'a> StartTag<'a> {
    #[inline]
    pub(super) fn new(name: Name<'a>, raw: &'a str, at: usize, end: &TagEnd) -> Self {
        Self { name, raw, at, self_closing: end.self_closing, telling: end.telling }
    }

    #[inline]
    pub fn name(&self) -> Name<'a> {
        self.name
    }

    /// The whole tag, from `<` to `>`.
    #[inline]
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Where the tag starts, in bytes of the page.
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Where it has ended.
    #[inline]
    pub fn end(&self) -> usize {
        self.at + self.raw.len()
    }

    /// Whether it ends with `/>`, which means something in SVG and MathML only.
    #[inline]
    pub fn self_closing(&self) -> bool {
        self.self_closing
    }

    /// Whether its attributes may say what is on the page, as those of few tags do: known without reading it again.
    #[inline]
    pub fn is_telling(&self) -> bool {
        self.telling
    }

    /// All attributes as they are written. Of those with the same name only the first one counts.
    #[inline]
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes::new(self.raw, '<'.len_utf8() + self.name.raw().len())
    }

    /// The value of the attribute of that name, in lower case.
    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        self.attributes().find(|attribute| attribute.is(name)).map(|attribute| attribute.value)
    }
}

/// An end tag. What looks like attributes in it means nothing.
#[derive(Clone, Copy, Debug)]
pub struct EndTag<'a> {
    name: Name<'a>,
    at: usize,
    end: usize,
}

impl<'a> EndTag<'a> {
    #[inline]
    pub(super) fn new(name: Name<'a>, at: usize, end: usize) -> Self {
        Self { name, at, end }
    }

    #[inline]
    pub fn name(&self) -> Name<'a> {
        self.name
    }

    /// Where the tag starts, in bytes of the page.
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Where it has ended.
    #[inline]
    pub fn end(&self) -> usize {
        self.end
    }
}
