//! From lines to tokens, or to what a method makes of them apart from all others.

use std::sync::{Mutex, PoisonError};

use super::CountOptions;
use crate::error::Result;
use crate::ngrams::deal::{Deal, Dealt};
use crate::ngrams::method::Method;
use crate::ngrams::set::Level;
use crate::ngrams::tokens::{TokenOptions, Tokeniser};
use crate::units::{Document, Reading, Unit, Wrong};

/// Room to work in of more bytes than that is given back after use.
const LARGE: usize = 1 << 22;

/// Prepares lines to be counted.
#[derive(Debug)]
pub struct Preparer {
    reading: Reading,
    tokens: TokenOptions,
    level: Level,
    deal: Option<Deal>,
    /// What nobody works in.
    rooms: Mutex<Vec<Room>>,
}

/// What a core works in.
#[derive(Debug)]
struct Room {
    document: Document,
    tokeniser: Tokeniser,
    tokens: Vec<u64>,
    ends: Vec<usize>,
    hashes: Vec<u64>,
}

/// A line that is no record.
#[derive(Debug, PartialEq, Eq)]
pub struct Bad {
    /// Which of the lines.
    pub line: usize,
    pub wrong: Wrong,
}

/// Some lines, ready to be counted.
#[derive(Debug)]
pub struct Prepared {
    documents: u64,
    sequences: Sequences,
    bad: Vec<Bad>,
}

#[derive(Debug)]
enum Sequences {
    Dealt(Dealt),
    /// The tokens of what n-grams do not cross, and where each ends.
    Tokens {
        tokens: Vec<u64>,
        ends: Vec<usize>,
    },
}

impl Preparer {
    pub(super) fn new(options: &CountOptions, deal: Option<Deal>) -> Self {
        let CountOptions { reading, tokens, level, .. } = options;
        let (reading, tokens) = (reading.clone(), tokens.clone());
        Self { reading, tokens, level: *level, deal, rooms: Mutex::new(Vec::new()) }
    }

    /// Reads lines without their ends; blank ones are passed over.
    pub fn prepare(&self, lines: &[&[u8]]) -> Prepared {
        let mut room = self.room();
        let mut prepared =
            Prepared { documents: 0, sequences: Sequences::Dealt(Dealt::default()), bad: Vec::new() };
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| !is_blank(line)) {
            match self.reading.read(line, &mut room.document) {
                Ok(()) => {
                    prepared.documents += 1;
                    self.tokenise(&mut room);
                }
                Err(wrong) => prepared.bad.push(Bad { line: number, wrong }),
            }
        }
        prepared.sequences = match self.deal {
            Some(deal) => Sequences::Dealt(deal.out(&room.tokens, &room.ends, &mut room.hashes)),
            None => {
                let tokens = std::mem::take(&mut room.tokens);
                Sequences::Tokens { tokens, ends: std::mem::take(&mut room.ends) }
            }
        };
        self.give_back(room);
        prepared
    }

    /// Adds the tokens of what was read.
    fn tokenise(&self, room: &mut Room) {
        let Room { document, tokeniser, tokens, ends, .. } = room;
        let Document { units, text, .. } = document;
        for (at, unit) in units.iter().enumerate() {
            tokeniser.append(&text[unit.text.clone()], tokens);
            if ends_after(self.level, unit, units.get(at + 1)) {
                ends.push(tokens.len());
            }
        }
    }

    fn room(&self) -> Room {
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop();
        room.unwrap_or_else(|| Room {
            document: Document::default(),
            tokeniser: Tokeniser::new(&self.tokens),
            tokens: Vec::new(),
            ends: Vec::new(),
            hashes: Vec::new(),
        })
    }

    fn give_back(&self, mut room: Room) {
        room.tokens.clear();
        room.ends.clear();
        if (room.tokens.capacity() + room.hashes.capacity()) * 8 + room.document.text.capacity() > LARGE {
            room.tokens = Vec::new();
            room.hashes = Vec::new();
            room.document = Document::default();
        }
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push(room);
    }
}

/// Whether no n-gram crosses from a unit to the next: at level document blocks are one text, and the record's `text` is
/// another.
pub(in crate::ngrams) fn ends_after(level: Level, unit: &Unit, next: Option<&Unit>) -> bool {
    match level {
        Level::Block => true,
        Level::Document => next.is_none_or(|next| next.block.is_some() != unit.block.is_some()),
    }
}

/// Whether nothing is in a line but white space.
pub fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x0b)
}

impl Prepared {
    /// Records that were read.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Lines that were not, in order.
    pub fn bad(&self) -> &[Bad] {
        &self.bad
    }

    pub(super) fn give(&self, method: &mut dyn Method) -> Result<()> {
        match &self.sequences {
            Sequences::Dealt(dealt) => method.dealt(dealt),
            Sequences::Tokens { tokens, ends } => {
                let mut start = 0;
                ends.iter()
                    .try_for_each(|&end| method.document(&tokens[std::mem::replace(&mut start, end)..end]))
            }
        }
    }
}
