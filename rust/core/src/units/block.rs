//! The blocks of a record, as far as their text and their labels go.

use std::borrow::Cow;
use std::ops::Range;

use super::{Document, Unit, Wrong, inside, kind};
use crate::classify::justext;
use crate::html::labels;
use crate::json::split::Field;
use crate::json::{list, string};
use crate::text::words;

/// What was said of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Nothing.
    None,
    Good,
    /// `bad`, `dup`, or what another filter calls it.
    Other,
}

/// A block of a record.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where its object stands in the line.
    pub object: Range<usize>,
    /// The members of the object, relative to its start.
    pub fields: Vec<Field>,
    pub class: Class,
    /// What it is without regard to its neighbours, as Algorithm 2.3 calls it.
    pub context_free: Option<&'static str>,
    /// How many it says it has; else as many as are counted.
    pub words: usize,
    /// Its unit, if it is read.
    pub unit: Option<usize>,
}

/// The members of a block that are read.
#[derive(Default)]
struct Members<'a> {
    text: Option<(usize, &'a str)>,
    class: Option<(usize, &'a str)>,
    context_free: Option<(usize, &'a str)>,
    words: Option<(usize, &'a str)>,
    parts: Option<(usize, &'a str)>,
}

impl<'a> Members<'a> {
    fn new(line: &'a str, object: &Range<usize>, fields: &[Field]) -> Self {
        let mut members = Self::default();
        let bytes = &line.as_bytes()[object.clone()];
        for field in fields {
            let name =
                field.plain_name(bytes).map_or_else(|| field.unescaped(bytes), String::from_utf8_lossy);
            let member = match name.as_ref() {
                "text" => &mut members.text,
                "class" => &mut members.class,
                "context_free" => &mut members.context_free,
                "words" => &mut members.words,
                "parts" => &mut members.parts,
                _ => continue,
            };
            let value = object.start + field.value.start..object.start + field.value.end;
            *member = Some((value.start, &line[value])).filter(|(_, value)| *value != "null");
        }
        members
    }
}

fn text<'a>(member: Option<(usize, &'a str)>, name: &str) -> Result<Option<Cow<'a, str>>, Wrong> {
    let Some((offset, value)) = member else { return Ok(None) };
    match inside(value) {
        Some(raw) => Ok(Some(string::unescape(raw.as_bytes()))),
        None => Err(Wrong { what: format!("a block's '{name}' is {}, not a string", kind(value)), offset }),
    }
}

impl Document {
    pub(super) fn read_blocks(&mut self, line: &str, place: Range<usize>, name: &str) -> Result<(), Wrong> {
        let value = &line[place.clone()];
        if value == "null" {
            return Ok(());
        }
        if !value.starts_with('[') {
            let what = format!("'{name}' is {}, not a list", kind(value));
            return Err(Wrong { what, offset: place.start });
        }
        let located = |mut wrong: Wrong| {
            wrong.offset += place.start;
            wrong
        };
        for (range, fields) in list::objects(value.as_bytes()).map_err(|error| located(error.into()))? {
            let object = place.start + range.start..place.start + range.end;
            let Some(fields) = fields else {
                let what = format!("a block is {}, not a JSON object", kind(&line[object.clone()]));
                return Err(Wrong { what, offset: object.start });
            };
            self.read_block(line, object, fields)?;
        }
        // Labels that nobody gave are no labels.
        let classified = self.blocks.iter().any(|block| block.class != Class::None);
        if classified {
            self.leave_out_other_classes();
        }
        Ok(())
    }

    /// Reads a block, and makes a unit of its text or of the parts that are good.
    fn read_block(&mut self, line: &str, object: Range<usize>, fields: Vec<Field>) -> Result<(), Wrong> {
        let members = Members::new(line, &object, &fields);
        let class = match text(members.class, "class")?.as_deref() {
            None => Class::None,
            Some("good") => Class::Good,
            Some("bad") if members.parts.is_some() => Class::Good,
            Some(_) => Class::Other,
        };
        let context_free = text(members.context_free, "context_free")?.and_then(|name| {
            let mut names = justext::Class::ALL.into_iter().map(justext::Class::name);
            names.find(|known| *known == name)
        });
        let Some((offset, value)) = members.text else {
            return Err(Wrong { what: "a block without 'text'".to_owned(), offset: object.start });
        };
        let Some(raw) = inside(value) else {
            let what = format!("a block's 'text' is {}, not a string", kind(value));
            return Err(Wrong { what, offset });
        };
        let start = self.text.len();
        string::unescape_into(raw, &mut self.text);
        let words = match members.words {
            Some((offset, value)) => value
                .parse()
                .map_err(|_| Wrong { what: "a block's number is no count".to_owned(), offset })?,
            None => words::count(&self.text[start..]),
        };
        if let Some((offset, value)) = members.parts.filter(|_| class == Class::Good) {
            let parts = labels::parts_of(value.as_bytes(), &self.text[start..])
                .ok_or_else(|| Wrong { what: labels::BAD_PARTS.to_owned(), offset })?;
            self.keep_parts(start, &parts);
        }
        let unit = Some(self.units.len());
        self.units.push(Unit { text: start..self.text.len(), block: Some(self.blocks.len()) });
        self.blocks.push(Block { object, fields, class, context_free, words, unit });
        Ok(())
    }

    /// Of the text from `start` on leaves these parts, a blank between them.
    fn keep_parts(&mut self, start: usize, parts: &[Range<usize>]) {
        if parts.is_empty() {
            return;
        }
        let whole = self.text.split_off(start);
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.text.push(' ');
            }
            self.text.push_str(&whole[part.clone()]);
        }
    }

    /// Units are those of good blocks alone. The text of others stays where it is, and nobody reads it.
    fn leave_out_other_classes(&mut self) {
        let blocks = &mut self.blocks;
        let mut kept = 0;
        self.units.retain(|unit| {
            let Some(block) = unit.block.and_then(|at| blocks.get_mut(at)) else { return true };
            let good = block.class == Class::Good;
            block.unit = good.then_some(kept);
            kept += usize::from(good);
            good
        });
    }
}
