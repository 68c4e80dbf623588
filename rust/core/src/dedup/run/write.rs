//! A record with what was decided about it; what is not ours stays byte for byte.

use std::io::Write;
use std::ops::Range;

use super::decide::{Decided, Fate, Verdict};
use super::ids::Ids;
use super::read::Record;
use super::{Level, Settings};
use crate::dedup::trace::Place;
use crate::error::Result;
use crate::json::splice;
use crate::json::string;
use crate::units::Class;

/// The member in which it is reported what was done.
const REPORT: &str = "dedupblocks";

/// Writes the record, ended by a line feed, unless nothing is left of it.
pub(super) fn write(
    settings: &Settings,
    line: &[u8],
    record: &Record,
    verdict: &Verdict,
    ids: Option<&Ids>,
    out: &mut Vec<u8>,
) -> Result<()> {
    let writer = Writer { settings, line, record, verdict, ids };
    if settings.drop && writer.nothing_is_left() {
        return Ok(());
    }
    let mut edits: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
    let mut members = Vec::new();
    let id = record.members.id.clone();
    match id.filter(|place| line.get(place.start) != Some(&b'"')) {
        Some(place) => edits.push((place, record.id.clone())),
        None if record.members.id.is_none() => member(&mut members, &settings.reading.names.id, &record.id),
        None => {}
    }
    if settings.level.is_of_text() {
        if settings.drop {
            edits.extend(writer.cuts().into_iter().map(|cut| (cut, Vec::new())));
        }
    } else if let Some(place) = record.members.blocks.clone().filter(|_| !record.blocks.is_empty()) {
        let mut blocks = Vec::with_capacity(place.len() + 32 * record.blocks.len());
        writer.blocks(&place, &mut blocks)?;
        edits.push((place, blocks));
    }
    let report = writer.report()?;
    match record.fields.iter().rev().find(|field| field.is_called(line, REPORT)) {
        Some(field) => edits.push((field.value.clone(), report)),
        None => member(&mut members, REPORT, &report),
    }
    edits.sort_by_key(|(place, _)| (place.start, place.end));
    let mut at = 0;
    for (place, bytes) in edits {
        out.extend_from_slice(&line[at..place.start]);
        out.extend_from_slice(&bytes);
        at = place.end;
    }
    let end = record.fields.last().map_or_else(
        || line.iter().position(|&byte| byte == b'{').map_or(0, |at| at + 1),
        |field| field.value.end,
    );
    out.extend_from_slice(&line[at..end.max(at)]);
    if !members.is_empty() {
        out.extend_from_slice(if record.fields.is_empty() { b"" } else { b"," });
        out.extend_from_slice(&members);
    }
    out.extend_from_slice(&line[end.max(at)..]);
    out.push(b'\n');
    Ok(())
}

fn member(members: &mut Vec<u8>, name: &str, value: &[u8]) {
    if !members.is_empty() {
        members.push(b',');
    }
    string::quote(name, members);
    members.push(b':');
    members.extend_from_slice(value);
}

struct Writer<'a> {
    settings: &'a Settings,
    line: &'a [u8],
    record: &'a Record,
    verdict: &'a Verdict,
    ids: Option<&'a Ids>,
}

impl Writer<'_> {
    /// What was decided of the unit that is a block.
    fn decided(&self, block: usize) -> Option<&Decided> {
        let unit = self.record.blocks.get(block)?.unit?;
        self.verdict.parts.get(unit)
    }

    fn nothing_is_left(&self) -> bool {
        let is_duplicate = |part: &Decided| part.fate == Fate::Duplicate;
        let whole = self.verdict.copy
            || self.settings.level == Level::Document
            || self.settings.level.is_of_text()
            || self.record.blocks.is_empty();
        if whole {
            return self.verdict.is_duplicate();
        }
        (0..self.record.blocks.len()).all(|block| self.decided(block).is_some_and(is_duplicate))
    }

    /// The value of the blocks, with their labels.
    fn blocks(&self, place: &Range<usize>, out: &mut Vec<u8>) -> Result<()> {
        let mut members = Vec::new();
        // What stands before a block: a bracket or a comma, and white space.
        let mut at = place.start;
        let mut written = false;
        for (number, block) in self.record.blocks.iter().enumerate() {
            let before = &self.line[at..block.object.start];
            at = block.object.end;
            let decided = self.decided(number);
            let fate = decided.map(|decided| decided.fate);
            if self.settings.drop && fate == Some(Fate::Duplicate) {
                if number == 0 {
                    out.push(b'[');
                }
                continue;
            }
            match before.iter().position(|&byte| byte == b',') {
                Some(comma) if !written => out.extend_from_slice(&before[comma + 1..]),
                _ => out.extend_from_slice(before),
            }
            written = true;
            let object = &self.line[block.object.clone()];
            members.clear();
            let class = match fate {
                Some(Fate::Duplicate) => Some("dup"),
                Some(Fate::Stub) => Some("bad"),
                // Among labelled blocks, one without a label would be taken for bad.
                Some(Fate::Stays) if block.class == Class::None => Some("good"),
                _ => None,
            };
            let known = block.fields.iter().any(|field| field.is_called(object, "dup"));
            let mut names: &[&str] = &["dup", "first"];
            match (class, decided) {
                (Some(class), _) => {
                    let _ = write!(members, "\"class\":\"{class}\",");
                    names = &["class", "dup", "first"];
                }
                // What an earlier run said of a block that is not looked at any more.
                (None, None) if known => {
                    out.extend_from_slice(object);
                    continue;
                }
                _ => {}
            }
            members.extend_from_slice(b"\"dup\":");
            put_share(
                decided.map_or(0, |decided| decided.duplicate),
                decided.map_or(0, |decided| decided.words),
                &mut members,
            );
            if let Some(first) =
                decided.filter(|decided| decided.fate == Fate::Duplicate).and_then(|decided| decided.first)
            {
                members.extend_from_slice(b",\"first\":");
                self.first(first, &mut members)?;
            }
            splice::put(object, &block.fields, names, &members, out);
        }
        out.extend_from_slice(&self.line[at..place.end]);
        Ok(())
    }

    fn first(&self, place: Place, out: &mut Vec<u8>) -> Result<()> {
        out.extend_from_slice(b"{\"id\":");
        if let Some(ids) = self.ids {
            ids.get(place.document, out)?;
        }
        let _ = write!(out, ",\"word\":{}}}", place.word);
        Ok(())
    }

    /// What of a text goes, in the line. A part goes with what separates it from the next; the last ones with what
    /// separates them from the one before.
    fn cuts(&self) -> Vec<Range<usize>> {
        let stretches = &self.record.stretches;
        let goes = |at: usize| self.verdict.parts.get(at).is_some_and(|part| part.fate == Fate::Duplicate);
        let mut cuts = Vec::new();
        let mut at = 0;
        while at < stretches.len() {
            let end = (at..stretches.len()).find(|&at| !goes(at)).unwrap_or(stretches.len());
            if end > at {
                cuts.push(match (stretches.get(end), at.checked_sub(1)) {
                    (Some(next), _) => stretches[at].raw.start..next.raw.start,
                    (None, Some(before)) => stretches[before].raw.end..stretches[end - 1].raw.end,
                    (None, None) => stretches[at].raw.start..stretches[end - 1].raw.end,
                });
            }
            at = end.max(at) + 1;
        }
        cuts
    }

    fn report(&self) -> Result<Vec<u8>> {
        let Self { verdict, settings, .. } = self;
        let count = |fate| verdict.count(settings.level, fate);
        let words: usize = verdict.parts.iter().map(|part| part.words).sum();
        let duplicate: usize = verdict.parts.iter().map(|part| part.duplicate).sum();
        let mut out = Vec::new();
        // Writing to memory cannot fail.
        let _ = write!(
            out,
            "{{\"level\":\"{}\",\"class\":\"{}\",\"copy\":{},\"units\":{},\"duplicates\":{},\"stubs\":{},\"words\":{words},\"dup\":",
            settings.level.name(),
            if verdict.is_duplicate() { "dup" } else { "good" },
            verdict.copy,
            verdict.units(settings.level),
            count(Fate::Duplicate),
            count(Fate::Stub),
        );
        put_share(duplicate, words, &mut out);
        let of_text = settings.level.is_of_text();
        if of_text && !settings.drop {
            self.spans(&mut out)?;
        }
        let first =
            verdict.parts.iter().find(|part| part.fate == Fate::Duplicate).and_then(|part| part.first);
        let whole = settings.level == Level::Document || (!of_text && self.record.blocks.is_empty());
        if let Some(first) = first.filter(|_| whole) {
            out.extend_from_slice(b",\"first\":");
            self.first(first, &mut out)?;
        }
        out.push(b'}');
        Ok(out)
    }

    /// Where the parts of a text stand that are duplicates, and where each stood first.
    fn spans(&self, out: &mut Vec<u8>) -> Result<()> {
        let pairs = self.record.stretches.iter().zip(&self.verdict.parts);
        let gone = || pairs.clone().filter(|(_, part)| part.fate == Fate::Duplicate);
        for (number, (stretch, _)) in gone().enumerate() {
            out.extend_from_slice(if number == 0 { b",\"spans\":[" } else { b"," });
            let _ = write!(out, "[{},{}]", stretch.chars.start, stretch.chars.end);
        }
        if gone().next().is_none() {
            return Ok(());
        }
        out.push(b']');
        if self.ids.is_none() {
            return Ok(());
        }
        for (number, (_, part)) in gone().enumerate() {
            out.extend_from_slice(if number == 0 { b",\"firsts\":[" } else { b"," });
            match part.first {
                Some(first) => self.first(first, out)?,
                None => out.extend_from_slice(b"null"),
            }
        }
        out.push(b']');
        Ok(())
    }
}

/// A share with three digits after the point, rounded.
fn put_share(part: usize, whole: usize, out: &mut Vec<u8>) {
    let rounded = if whole == 0 { 0 } else { (part.min(whole) * 2000 + whole) / (2 * whole) };
    let _ = write!(out, "{}.{:03}", rounded / 1000, rounded % 1000);
}
