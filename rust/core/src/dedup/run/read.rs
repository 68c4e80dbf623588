//! From lines to what is needed to decide about them.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::decide::{Outline, Part};
use super::{Level, Settings};
use crate::dedup::algorithm::Scope;
use crate::dedup::context::Labelled;
use crate::dedup::exact::Checksum;
use crate::dedup::set::{ABSENT, Set};
use crate::json::split::Field;
use crate::json::string;
use crate::ngrams::counting::{Bad, is_blank};
use crate::ngrams::hash;
use crate::ngrams::tokens::Tokeniser;
use crate::units::{Block, Document, Places, Wrong};
use xxhash_rust::xxh3::xxh3_64;

/// Room to work in of more bytes than that is given back after use.
const LARGE: usize = 1 << 22;

/// Reads lines.
#[derive(Debug)]
pub struct Reader {
    settings: Arc<Settings>,
    set: Set,
    /// What nobody works in.
    rooms: Mutex<Vec<Room>>,
}

/// What a core works in.
#[derive(Debug)]
struct Room {
    document: Document,
    tokeniser: Tokeniser,
    tokens: Vec<u64>,
    hashes: Vec<u64>,
}

/// Some lines that were read.
#[derive(Debug)]
pub struct Batch {
    lines: Vec<Line>,
    bad: Vec<Bad>,
    places: Vec<u64>,
    tokens: Vec<u64>,
}

#[derive(Debug)]
pub(super) enum Line {
    Blank,
    Bad,
    Record(Box<Record>),
}

#[derive(Debug)]
pub(super) struct Record {
    pub(super) fields: Vec<Field>,
    pub(super) members: Places,
    pub(super) blocks: Vec<Block>,
    pub(super) outline: Outline,
    /// Of a text in parts: where each unit stands in it, in code points, and in the value in the line.
    pub(super) stretches: Vec<Stretch>,
    /// Its words among those of the batch.
    words: Range<usize>,
    pub(super) group: u64,
    pub(super) checksum: Option<u128>,
    /// As a JSON string.
    pub(super) id: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) chars: Range<usize>,
    pub(super) raw: Range<usize>,
}

impl Batch {
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Lines that are no records, in order.
    pub fn bad(&self) -> &[Bad] {
        &self.bad
    }

    pub(super) fn records(&self) -> impl Iterator<Item = &Record> {
        self.lines.iter().filter_map(|line| match line {
            Line::Record(record) => Some(&**record),
            _ => None,
        })
    }

    /// The places of a record's n-grams, by the words at which they begin.
    pub(super) fn places(&self, record: &Record) -> &[u64] {
        self.places.get(record.words.clone()).unwrap_or_default()
    }

    /// The record's tokens, if they were kept.
    pub(super) fn tokens(&self, record: &Record) -> &[u64] {
        self.tokens.get(record.words.clone()).unwrap_or_default()
    }
}

impl Reader {
    pub(super) fn new(settings: Arc<Settings>, set: Set) -> Self {
        Self { settings, set, rooms: Mutex::new(Vec::new()) }
    }

    /// Reads lines without their ends. `serial` is the number of lines before them. What is decided already needs no
    /// n-grams looked up.
    pub fn read(&self, lines: &[&[u8]], serial: u64, decided: bool) -> Batch {
        let mut room = self.room();
        let mut batch = Batch { lines: Vec::new(), bad: Vec::new(), places: Vec::new(), tokens: Vec::new() };
        for (number, line) in lines.iter().enumerate() {
            batch.lines.push(if is_blank(line) {
                Line::Blank
            } else {
                match self.record(line, serial + number as u64 + 1, decided, &mut room) {
                    Ok(record) => Line::Record(Box::new(record)),
                    Err(wrong) => {
                        batch.bad.push(Bad { line: number, wrong });
                        Line::Bad
                    }
                }
            });
        }
        self.set.positions(&room.hashes, &mut batch.places);
        if self.settings.keep_ngrams {
            batch.tokens = std::mem::take(&mut room.tokens);
        }
        self.give_back(room);
        batch
    }

    fn record(&self, line: &[u8], serial: u64, decided: bool, room: &mut Room) -> Result<Record, Wrong> {
        let settings = &*self.settings;
        settings.reading.read(line, &mut room.document)?;
        let document = &mut room.document;
        let id = document.id(line).unwrap_or_else(|| serial.to_string());
        let mut quoted = Vec::with_capacity(id.len() + 2);
        string::quote(&id, &mut quoted);
        let group = match settings.options.scope {
            Scope::Group => xxh3_64(document.host(line).as_bytes()),
            _ => 0,
        };
        let checksum = settings.exact.then(|| checksum(document)).flatten();
        let stretches = if settings.level.is_of_text() { stretches(document, line) } else { Vec::new() };
        let blocks = std::mem::take(&mut document.blocks);
        let outline = self.outline(document, &blocks);
        let (outline, words) =
            if decided && !settings.keep_ngrams { (outline, 0..0) } else { self.tokenise(outline, room) };
        Ok(Record {
            fields: std::mem::take(&mut room.document.fields),
            members: room.document.places.clone(),
            blocks,
            outline,
            stretches,
            words,
            group,
            checksum,
            id: quoted,
        })
    }

    /// The units, and what is to be known of the blocks; words are not counted yet.
    fn outline(&self, document: &Document, blocks: &[Block]) -> Outline {
        let smoothing = self.settings.smoothing && self.settings.level == Level::Block;
        let labelled = |block: &Block| Labelled {
            good: block.unit.is_some(),
            context_free: block.context_free,
            words: block.words,
        };
        let part = |unit: &crate::units::Unit| {
            let block = unit.block.filter(|_| smoothing).and_then(|at| blocks.get(at));
            Part { block: unit.block, words: 0, looked: block.is_none_or(|block| labelled(block).is_unit()) }
        };
        Outline {
            parts: document.units.iter().map(part).collect(),
            blocks: if smoothing { blocks.iter().map(labelled).collect() } else { Vec::new() },
        }
    }

    /// Adds the record's tokens and the hashes of its n-grams, at the words at which they begin.
    fn tokenise(&self, mut outline: Outline, room: &mut Room) -> (Outline, Range<usize>) {
        let Room { document, tokeniser, tokens, hashes } = room;
        let n = self.settings.options.n;
        let first = tokens.len();
        for (part, unit) in outline.parts.iter_mut().zip(&document.units) {
            let start = tokens.len();
            tokeniser.append(&document.text[unit.text.clone()], tokens);
            part.words = tokens.len() - start;
            if part.looked && !self.settings.crossing {
                hash::each(&tokens[start..], n, |hash| hashes.push(hash));
            }
            if !self.settings.crossing {
                hashes.resize(tokens.len(), ABSENT);
            }
        }
        if self.settings.crossing {
            hash::each(&tokens[first..], n, |hash| hashes.push(hash));
            hashes.resize(tokens.len(), ABSENT);
        }
        (outline, first..tokens.len())
    }

    fn room(&self) -> Room {
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop();
        room.unwrap_or_else(|| Room {
            document: Document::default(),
            tokeniser: Tokeniser::new(&self.settings.tokens),
            tokens: Vec::new(),
            hashes: Vec::new(),
        })
    }

    fn give_back(&self, mut room: Room) {
        room.tokens.clear();
        room.hashes.clear();
        if (room.tokens.capacity() + room.hashes.capacity()) * 8 + room.document.text.capacity() > LARGE {
            (room.tokens, room.hashes, room.document) = (Vec::new(), Vec::new(), Document::default());
        }
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push(room);
    }
}

fn checksum(document: &Document) -> Option<u128> {
    let mut sum = Checksum::default();
    document.units.iter().for_each(|unit| sum.push(&document.text[unit.text.clone()]));
    sum.take()
}

/// Where the units of a text stand in it.
fn stretches(document: &Document, line: &[u8]) -> Vec<Stretch> {
    let Some(value) = document.places.text.clone() else { return Vec::new() };
    let raw = &line[value.start..value.end];
    let text = &document.text[document.own_text.clone()];
    // In the value, after the quotation mark.
    let (mut bytes, mut chars, mut place) = (0, 0, 1);
    let mut go_to = |to: usize| {
        chars += text[bytes..to].chars().count();
        place += string::raw_offset(&raw[place..], to - bytes);
        bytes = to;
        (chars, place)
    };
    let stretch = |unit: &crate::units::Unit| {
        let start = go_to(unit.text.start - document.own_text.start);
        let end = go_to(unit.text.end - document.own_text.start);
        Stretch { chars: start.0..end.0, raw: value.start + start.1..value.start + end.1 }
    };
    document.units.iter().map(stretch).collect()
}
