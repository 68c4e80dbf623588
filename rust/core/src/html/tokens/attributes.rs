//! Attributes of a start tag, read one after the other.

use std::borrow::Cow;

use super::name::lower_case;
use super::scan::{self, Item};
use super::text::{Decoding, decode};

/// The attributes of a tag in their order, those with an earlier one's name among them.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    tag: &'a str,
    at: usize,
}

impl<'a> Attributes<'a> {
    #[inline]
    pub(super) fn new(tag: &'a str, at: usize) -> Self {
        Self { tag, at }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        let Item::Attribute { name, value, next } = scan::item(self.tag.as_bytes(), self.at) else {
            return None;
        };
        self.at = next;
        Some(Attribute { name: &self.tag[name.0..name.1], value: Value { raw: &self.tag[value.0..value.1] } })
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    /// As it is written, in any case.
    pub name: &'a str,
    /// Empty if there is none.
    pub value: Value<'a>,
}

impl<'a> Attribute<'a> {
    /// Whether it has that name, in any case.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The name in lower case, NULs replaced.
    pub fn decode_name(&self) -> Cow<'a, str> {
        lower_case(self.name)
    }
}

/// The value of an attribute, without its quotes.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    raw: &'a str,
}

impl<'a> Value<'a> {
    /// As it is written.
    #[inline]
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// With its character references resolved, and `\n` for `\r\n` and `\r`.
    pub fn decode(&self) -> Cow<'a, str> {
        decode(self.raw, Decoding::Attribute)
    }
}
