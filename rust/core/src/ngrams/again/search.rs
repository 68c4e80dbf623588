//! Records are read again, and their n-grams looked up.

use std::sync::{Mutex, PoisonError};

use crate::dedup::set::{ABSENT, Set};
use crate::ngrams::counting::{CountOptions, ends_after, is_blank};
use crate::ngrams::hash;
use crate::ngrams::set::Level;
use crate::ngrams::tokens::{TokenOptions, Tokeniser};
use crate::units::{Document, Reading};

/// Finds the n-grams of records in a set.
#[derive(Debug)]
pub(super) struct Searcher {
    reading: Reading,
    level: Level,
    n: usize,
    tokens: TokenOptions,
    rooms: Mutex<Vec<Room>>,
}

/// What a core works in.
#[derive(Debug)]
struct Room {
    tokeniser: Tokeniser,
    record: Looked,
    hashes: Vec<u64>,
    ngrams: Vec<u64>,
    positions: Vec<u64>,
}

/// A record in which n-grams were looked up.
#[derive(Debug, Default)]
pub struct Looked {
    pub document: Document,
    pub(super) tokens: Vec<Token>,
    /// The place in the set, and the first token, of each n-gram that is in it.
    pub(super) found: Vec<(u64, u32)>,
}

/// Where a token stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Bytes of the document's text.
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) unit: u32,
}

impl Searcher {
    pub(super) fn new(options: &CountOptions) -> Self {
        let CountOptions { reading, level, n, tokens, .. } = options;
        let (reading, tokens) = (reading.clone(), tokens.clone());
        Self { reading, level: *level, n: *n, tokens, rooms: Mutex::new(Vec::new()) }
    }

    /// Calls `each` with every record of some lines that has n-grams of the set: which line it is, and what was found. What
    /// is no record is passed over.
    pub(super) fn search(
        &self,
        set: &Set,
        lines: &[&[u8]],
        mut each: impl FnMut(usize, &Looked, &Tokeniser),
    ) {
        let mut room =
            self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_else(|| Room {
                tokeniser: Tokeniser::new(&self.tokens),
                record: Looked::default(),
                hashes: Vec::new(),
                ngrams: Vec::new(),
                positions: Vec::new(),
            });
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| !is_blank(line)) {
            if self.reading.read(line, &mut room.record.document).is_ok() {
                self.look_up(set, &mut room);
                if !room.record.found.is_empty() {
                    each(number, &room.record, &room.tokeniser);
                }
            }
        }
        if room.hashes.capacity() > 1 << 18 || room.record.document.text.capacity() > 1 << 22 {
            room.record = Looked::default();
            (room.hashes, room.ngrams, room.positions) = (Vec::new(), Vec::new(), Vec::new());
        }
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push(room);
    }

    fn look_up(&self, set: &Set, room: &mut Room) {
        let Room { tokeniser, record, hashes, ngrams, positions } = room;
        let Looked { document: Document { units, text, .. }, tokens, found } = record;
        tokens.clear();
        found.clear();
        hashes.clear();
        let mut begin = 0;
        for (at, unit) in units.iter().enumerate() {
            let base = unit.text.start;
            tokeniser.each(&text[unit.text.clone()], |hash, range| {
                let (start, end) = ((base + range.start) as u32, (base + range.end) as u32);
                tokens.push(Token { start, end, unit: at as u32 });
                hashes.push(hash);
            });
            if !ends_after(self.level, unit, units.get(at + 1)) {
                continue;
            }
            ngrams.clear();
            hash::each(&hashes[begin..], self.n, |ngram| ngrams.push(ngram));
            set.positions(ngrams, positions);
            let places = positions.iter().zip(begin as u32..);
            found.extend(
                places.filter(|(position, _)| **position != ABSENT).map(|(&position, at)| (position, at)),
            );
            begin = hashes.len();
        }
    }
}
