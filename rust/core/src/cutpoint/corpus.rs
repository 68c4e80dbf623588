//! The documents that a cut point is looked for in, as symbols one after the other.

use super::fold::{fold, fold_bytes};
use crate::error::{Error, Result};
use crate::suffix::Text;

/// What an n-gram has n of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    #[default]
    Characters,
    Bytes,
}

/// Documents as they come, with their white space folded.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    unit: Unit,
    folds: bool,
    bytes: Vec<u8>,
    lengths: Vec<usize>,
    symbols: usize,
}

impl Documents {
    /// `folds`: whether white space is folded as section 3 says.
    pub fn new(unit: Unit, folds: bool) -> Self {
        Self { unit, folds, ..Self::default() }
    }

    pub fn add(&mut self, document: &str) {
        let before = self.bytes.len();
        if self.folds {
            self.bytes.extend_from_slice(fold(document).text.as_bytes());
        } else {
            self.bytes.extend_from_slice(document.as_bytes());
        }
        let added = &self.bytes[before..];
        self.symbols += match self.unit {
            Unit::Bytes => added.len(),
            // All bytes but those that continue a character.
            Unit::Characters => added.iter().filter(|&&byte| byte & 0xc0 != 0x80).count(),
        };
        self.lengths.push(added.len());
    }

    /// Adds bytes that need not be text, where the unit is bytes.
    pub fn add_bytes(&mut self, document: &[u8]) {
        debug_assert_eq!(self.unit, Unit::Bytes);
        let before = self.bytes.len();
        if self.folds {
            fold_bytes(document, &mut self.bytes);
        } else {
            self.bytes.extend_from_slice(document);
        }
        self.symbols += self.bytes.len() - before;
        self.lengths.push(self.bytes.len() - before);
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Characters or bytes of all documents.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// The documents, of which `borders` are characters that may only be the first or last of an n-gram.
    pub fn finish(self, borders: &str) -> Result<Corpus> {
        let units = self.symbols + self.lengths.len();
        if units > i32::MAX as usize - 1 {
            return Err(Error::Parameter {
                name: "the sample",
                expected: "less than 2^31 characters long".to_owned(),
            });
        }
        match self.unit {
            Unit::Bytes => {
                let mut seen = vec![false; 256];
                self.bytes.iter().for_each(|&byte| seen[usize::from(byte)] = true);
                let documents = |each: &mut dyn FnMut(Option<u32>)| {
                    let mut rest = self.bytes.as_slice();
                    for &length in &self.lengths {
                        let (document, tail) = rest.split_at(length);
                        document.iter().for_each(|&byte| each(Some(byte.into())));
                        each(None);
                        rest = tail;
                    }
                };
                Ok(Corpus::new(self.unit, units, &seen, documents, borders))
            }
            Unit::Characters => {
                let text = String::from_utf8(self.bytes)
                    .map_err(|_| Error::Parameter { name: "a document", expected: "UTF-8".to_owned() })?;
                let mut seen = vec![false; char::MAX as usize + 1];
                text.chars().for_each(|char| seen[char as usize] = true);
                let documents = |each: &mut dyn FnMut(Option<u32>)| {
                    let mut rest = text.as_str();
                    for &length in &self.lengths {
                        let (document, tail) = rest.split_at(length);
                        document.chars().for_each(|char| each(Some(char.into())));
                        each(None);
                        rest = tail;
                    }
                };
                Ok(Corpus::new(self.unit, units, &seen, documents, borders))
            }
        }
    }
}

/// Documents as the ranks of their symbols among those that occur, each document ended by a zero. Bytes where they
/// suffice.
#[derive(Debug)]
pub struct Corpus {
    pub(super) unit: Unit,
    symbols: Symbols,
    /// The symbol of each rank; that of zero is none.
    alphabet: Vec<u32>,
    /// What may only be at the ends of an n-gram, and the ranks of it.
    pub(super) borders: String,
    is_border: Vec<bool>,
    /// Where each document ends: its zero.
    pub(super) ends: Vec<u32>,
    pub(super) longest: usize,
}

#[derive(Debug)]
enum Symbols {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Corpus {
    /// `documents` gives each symbol of those `seen`, and none at the end of each document: `units` in all.
    fn new(
        unit: Unit,
        units: usize,
        seen: &[bool],
        documents: impl Fn(&mut dyn FnMut(Option<u32>)),
        borders: &str,
    ) -> Self {
        let mut alphabet = vec![0];
        let mut ranks = vec![0u32; seen.len()];
        for (symbol, _) in seen.iter().enumerate().filter(|&(_, &seen)| seen) {
            ranks[symbol] = alphabet.len() as u32;
            alphabet.push(symbol as u32);
        }
        let mut is_border = vec![false; alphabet.len()];
        let mut add = |border: usize| is_border[ranks[border] as usize] = true;
        match unit {
            Unit::Characters => borders.chars().for_each(|border| add(border as usize)),
            Unit::Bytes => borders.bytes().for_each(|border| add(border.into())),
        }
        // One that does not occur has the rank of what ends a document.
        is_border[0] = false;
        let mut ends = Vec::new();
        let (mut at, mut start, mut longest) = (0u32, 0u32, 0);
        let mut rank = |symbol: Option<u32>| {
            let rank = symbol.map_or(0, |symbol| ranks[symbol as usize]);
            if symbol.is_none() {
                ends.push(at);
                longest = longest.max((at - start) as usize);
                start = at + 1;
            }
            at += 1;
            rank
        };
        let symbols = if alphabet.len() <= 256 {
            let mut out = Vec::with_capacity(units);
            documents(&mut |symbol| out.push(rank(symbol) as u8));
            Symbols::Narrow(out)
        } else {
            let mut out = Vec::with_capacity(units);
            documents(&mut |symbol| out.push(rank(symbol)));
            Symbols::Wide(out)
        };
        Self { unit, symbols, alphabet, borders: borders.to_owned(), is_border, ends, longest }
    }

    /// Symbols of all documents, and one more for each.
    pub fn len(&self) -> usize {
        self.text().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn documents(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn text(&self) -> Text<'_> {
        match &self.symbols {
            Symbols::Narrow(symbols) => Text::Bytes(symbols),
            Symbols::Wide(symbols) => Text::Tokens(symbols),
        }
    }

    fn rank(&self, at: usize) -> usize {
        match &self.symbols {
            Symbols::Narrow(symbols) => symbols[at].into(),
            Symbols::Wide(symbols) => symbols[at] as usize,
        }
    }

    /// The symbol of a place; zero for what ends a document.
    pub(super) fn symbol(&self, at: usize) -> u32 {
        self.alphabet[self.rank(at)]
    }

    /// The documents as text, one after the other.
    pub(super) fn each_text(&self, mut each: impl FnMut(&str)) {
        let mut start = 0;
        for &end in &self.ends {
            let symbols = (start..end as usize).map(|at| self.symbol(at));
            match self.unit {
                Unit::Characters => each(&symbols.filter_map(char::from_u32).collect::<String>()),
                Unit::Bytes => {
                    let bytes: Vec<u8> = symbols.map(|symbol| symbol as u8).collect();
                    each(&String::from_utf8_lossy(&bytes));
                }
            }
            start = end as usize + 1;
        }
    }

    /// For each place, how much longer than `base` the longest n-gram is that begins there, 255 at most: it ends with
    /// its document, or with a border.
    pub(super) fn room(&self, base: usize) -> Vec<u8> {
        let mut room = vec![0; self.len()];
        let (mut end, mut border) = (0, usize::MAX);
        for at in (0..room.len()).rev() {
            let rank = self.rank(at);
            if rank == 0 {
                (end, border) = (at, usize::MAX);
                continue;
            }
            let longest = (end - at).min(border.saturating_sub(at).saturating_add(1));
            room[at] = longest.saturating_sub(base).min(255) as u8;
            if self.is_border[rank] {
                border = at;
            }
        }
        room
    }
}
