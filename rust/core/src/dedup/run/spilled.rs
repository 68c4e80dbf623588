//! What goes to disk of a document, and of what was decided about it, in varints.

use super::decide::{Decided, Fate, Outline, Part, Verdict};
use crate::classify::justext::Class;
use crate::dedup::context::Labelled;
use crate::dedup::set::ABSENT;
use crate::dedup::trace::Place;
use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

const DAMAGED: Error = Error::Malformed { what: "documents in the temporary folder" };

pub(super) fn write_document(outline: &Outline, places: &[u64], out: &mut Vec<u8>) {
    let put = |out: &mut Vec<u8>, number: usize| put_varint(out, number as u64);
    put(out, outline.parts.len());
    for part in &outline.parts {
        put(out, part.block.map_or(0, |block| block + 1));
        put(out, part.words * 2 + usize::from(part.looked));
    }
    put(out, outline.blocks.len());
    for block in &outline.blocks {
        let known =
            block.context_free.and_then(|name| Class::ALL.iter().position(|class| class.name() == name));
        put(out, known.map_or(0, |at| at + 1) * 2 + usize::from(block.good));
        put(out, block.words);
    }
    let mut before = 0;
    for (at, &place) in places.iter().enumerate().filter(|(_, place)| **place != ABSENT) {
        put(out, at + 1 - before);
        put_varint(out, place);
        before = at + 1;
    }
    put(out, 0);
}

pub(super) fn read_document(bytes: &[u8], places: &mut Vec<u64>) -> Result<Outline> {
    let mut reader = Reader::new(bytes);
    let mut outline = Outline::default();
    for _ in 0..number(&mut reader)? {
        let block = number(&mut reader)?.checked_sub(1);
        let words = number(&mut reader)?;
        outline.parts.push(Part { block, words: words / 2, looked: words % 2 == 1 });
    }
    for _ in 0..number(&mut reader)? {
        let class = number(&mut reader)?;
        let known = (class / 2).checked_sub(1).and_then(|at| Class::ALL.get(at));
        let context_free = known.map(|class| class.name());
        let words = number(&mut reader)?;
        outline.blocks.push(Labelled { good: class % 2 == 1, context_free, words });
    }
    places.clear();
    places.resize(outline.words(), ABSENT);
    let mut at = 0;
    loop {
        match number(&mut reader)? {
            0 => return Ok(outline),
            step => at += step,
        }
        *places.get_mut(at - 1).ok_or(DAMAGED)? = reader.varint()?;
    }
}

pub(super) fn write_verdict(verdict: &Verdict, out: &mut Vec<u8>) {
    put_varint(out, verdict.parts.len() as u64 * 2 + u64::from(verdict.copy));
    for part in &verdict.parts {
        let fate = match part.fate {
            Fate::Stays => 0,
            Fate::Duplicate => 1,
            Fate::Stub => 2,
        };
        put_varint(out, fate);
        put_varint(out, part.words as u64);
        put_varint(out, part.duplicate as u64);
        match part.first {
            None => put_varint(out, 0),
            Some(Place { document, word }) => {
                put_varint(out, document + 1);
                put_varint(out, word);
            }
        }
    }
}

pub(super) fn read_verdict(bytes: &[u8]) -> Result<Verdict> {
    let mut reader = Reader::new(bytes);
    let count = number(&mut reader)?;
    let mut verdict = Verdict { copy: count % 2 == 1, parts: Vec::new() };
    for _ in 0..count / 2 {
        let fate = match reader.varint()? {
            0 => Fate::Stays,
            1 => Fate::Duplicate,
            2 => Fate::Stub,
            _ => return Err(DAMAGED),
        };
        let (words, duplicate) = (number(&mut reader)?, number(&mut reader)?);
        let first = match reader.varint()?.checked_sub(1) {
            None => None,
            Some(document) => Some(Place { document, word: reader.varint()? }),
        };
        verdict.parts.push(Decided { fate, words, duplicate, first });
    }
    Ok(verdict)
}

fn number(reader: &mut Reader<'_>) -> Result<usize> {
    usize::try_from(reader.varint()?).map_err(|_| DAMAGED)
}
