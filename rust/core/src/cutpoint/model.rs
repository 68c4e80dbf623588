//! The frequent n-grams of a cut point as a file, and documents cleaned with them one by one.
//!
//! An n-gram is kept as its hash of 61 bits: of a billion characters, one is taken for a frequent n-gram by mistake with
//! a probability of a thousandth where a million n-grams are frequent.
//!
//! | of the payload | what |
//! |---|---|
//! | varint | 0 for characters, 1 for bytes |
//! | varints | n, a, how many different n-grams there were, the alternation count, documents, symbols |
//! | bytes | the characters that may only be at the ends of an n-gram |
//! | bytes, bytes | what is before and after a record; both empty if that was not asked for |
//! | varint | how many frequent n-grams there are |
//! | 8 each | their hashes, rising, little-endian |

use std::ops::Range;

use super::corpus::Unit;
use super::fold::fold;
use super::frequent::Frequent;
use super::records::Delimiters;
use super::rolling::Rolling;
use super::walk::{CutPoint, Search};
use crate::error::{Error, Result};
use crate::store::{self, Reader, put_bytes, put_varint};

const KIND: &str = "cutpoint";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub unit: Unit,
    pub point: CutPoint,
    /// How many different n-grams the sample has.
    pub grams: u64,
    pub alternations: u64,
    pub documents: u64,
    /// Characters or bytes of the sample.
    pub symbols: u64,
    pub borders: String,
    /// What is around the records of a document.
    pub delimiters: Option<Delimiters>,
    hashes: Hashes,
}

/// A document without its useless parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Useful {
    /// The document, its white space folded.
    pub text: String,
    /// What of it is useful, in bytes. No character is parted.
    pub pieces: Vec<Range<usize>>,
    /// The same in characters of the document as it came.
    pub places: Vec<(usize, usize)>,
}

impl Useful {
    /// The useful parts, a line each.
    pub fn lines(&self) -> String {
        let parts = self.pieces.iter().map(|piece| self.text[piece.clone()].trim_matches(' '));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        parts.join("\n")
    }

    /// Characters of the text, and how many of them are useful.
    pub fn characters(&self) -> (usize, usize) {
        let useful = self.pieces.iter().map(|piece| self.text[piece.clone()].chars().count()).sum();
        (self.text.chars().count(), useful)
    }

    /// All parts in order, and whether they are useful.
    pub fn parts(&self) -> Vec<(&str, bool)> {
        let mut parts = Vec::with_capacity(self.pieces.len() * 2 + 1);
        let mut at = 0;
        for piece in &self.pieces {
            parts.push((&self.text[at..piece.start], false));
            parts.push((&self.text[piece.clone()], true));
            at = piece.end;
        }
        parts.push((&self.text[at..], false));
        parts.retain(|(text, _)| !text.is_empty());
        parts
    }
}

impl Model {
    pub(super) fn learn(search: &Search, frequent: &Frequent, point: CutPoint, alternations: u64) -> Self {
        let corpus = &search.corpus;
        let places = frequent.places(&search.suffixes);
        let mut rolling = Rolling::new(point.n);
        let mut hashes = Vec::new();
        for at in 0..corpus.len() {
            let gone = at.checked_sub(point.n).map(|gone| corpus.symbol(gone));
            let hash = rolling.push(corpus.symbol(at), gone);
            if (at + 1).checked_sub(point.n).is_some_and(|start| places.get(start)) {
                hashes.push(hash);
            }
        }
        Self {
            unit: corpus.unit,
            point,
            grams: frequent.grams() as u64,
            alternations,
            documents: corpus.documents() as u64,
            symbols: (corpus.len() - corpus.documents()) as u64,
            borders: corpus.borders.clone(),
            delimiters: None,
            hashes: Hashes::new(hashes),
        }
    }

    /// How many n-grams are frequent.
    pub fn frequent(&self) -> usize {
        self.hashes.len
    }

    /// Finds what is useful in a document.
    pub fn useful(&self, document: &str) -> Useful {
        let folded = fold(document);
        let pieces = self.pieces(&folded.text);
        let places = folded.places(&pieces);
        Useful { text: folded.text, pieces, places }
    }

    /// What no frequent n-gram covers, of text whose white space is folded.
    pub(super) fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        match self.unit {
            Unit::Characters => {
                let chars = text.char_indices().map(|(at, char)| (at, u32::from(char)));
                self.gaps(chars, text.len())
            }
            Unit::Bytes => {
                let bytes = text.bytes().enumerate().map(|(at, byte)| (at, u32::from(byte)));
                whole_characters(text, self.gaps(bytes, text.len()))
            }
        }
    }

    fn gaps(&self, symbols: impl Iterator<Item = (usize, u32)> + Clone, length: usize) -> Vec<Range<usize>> {
        let n = self.point.n;
        let mut gaps = Vec::new();
        let mut covered = 0;
        let mut rolling = Rolling::new(n);
        // Each symbol ends where the one after it begins.
        let ends = symbols.clone().skip(1).map(|(at, _)| at).chain([length]);
        let mut window = symbols.clone().peekable();
        for (count, ((_, symbol), end)) in symbols.zip(ends).enumerate() {
            let gone = if count >= n { window.next().map(|(_, symbol)| symbol) } else { None };
            let hash = rolling.push(symbol, gone);
            if count + 1 >= n && self.hashes.contains(hash) {
                let start = window.peek().map_or(0, |&(at, _)| at);
                if start > covered {
                    gaps.push(covered..start);
                }
                covered = end;
            }
        }
        if covered < length {
            gaps.push(covered..length);
        }
        gaps
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_varint(&mut out, u64::from(self.unit == Unit::Bytes));
        let CutPoint { n, a } = self.point;
        for number in [n as u64, a as u64, self.grams, self.alternations, self.documents, self.symbols] {
            put_varint(&mut out, number);
        }
        put_bytes(&mut out, self.borders.as_bytes());
        let (left, right) = self.delimiters.as_ref().map_or(("", ""), |pair| (&pair.left, &pair.right));
        put_bytes(&mut out, left.as_bytes());
        put_bytes(&mut out, right.as_bytes());
        let mut hashes: Vec<u64> = self.hashes.iter().collect();
        hashes.sort_unstable();
        put_varint(&mut out, hashes.len() as u64);
        hashes.iter().for_each(|hash| out.extend_from_slice(&hash.to_le_bytes()));
        store::seal(KIND, &out)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(store::open_kind(bytes, KIND)?);
        let unit = match reader.varint()? {
            0 => Unit::Characters,
            1 => Unit::Bytes,
            _ => return Err(Error::Malformed { what: "its n-grams are of nothing known" }),
        };
        let n = usize::try_from(reader.varint()?).unwrap_or(0);
        let a = usize::try_from(reader.varint()?).unwrap_or(usize::MAX);
        if n == 0 || a > 100 {
            return Err(Error::Malformed { what: "no cut point is like its" });
        }
        let (grams, alternations) = (reader.varint()?, reader.varint()?);
        let (documents, symbols) = (reader.varint()?, reader.varint()?);
        let mut text = || {
            let text = std::str::from_utf8(reader.bytes()?);
            text.map(str::to_owned).map_err(|_| Error::Malformed { what: "its delimiters are not text" })
        };
        let (borders, left, right) = (text()?, text()?, text()?);
        let count = reader.varint()?;
        if count != (reader.remaining() / 8) as u64 {
            return Err(Error::Malformed { what: "its n-grams are more or less than it says" });
        }
        let mut hashes = Vec::with_capacity(count as usize);
        for _ in 0..count {
            hashes.push(u64::from_le_bytes(reader.array()?));
        }
        // None is zero: see [`stored`].
        if hashes.first() == Some(&0) || !hashes.is_sorted_by(|a, b| a < b) {
            return Err(Error::Malformed { what: "its n-grams are out of order" });
        }
        reader.finish()?;
        let delimiters = (!left.is_empty() && !right.is_empty()).then_some(Delimiters { left, right });
        let hashes = Hashes::new(hashes);
        Ok(Self {
            unit,
            point: CutPoint { n, a },
            grams,
            alternations,
            documents,
            symbols,
            borders,
            delimiters,
            hashes,
        })
    }
}

/// Widens pieces of text to whole characters: a character is useless if all its bytes are.
fn whole_characters(text: &str, pieces: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut whole: Vec<Range<usize>> = Vec::with_capacity(pieces.len());
    for Range { mut start, mut end } in pieces {
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        while !text.is_char_boundary(end) {
            end += 1;
        }
        match whole.last_mut() {
            Some(last) if last.end >= start => last.end = end,
            _ => whole.push(start..end),
        }
    }
    whole
}

/// A set of hashes, at least half of its slots empty.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hashes {
    /// No hash is zero: that of an n-gram is less than 2^61, and [`stored`] turns one that is zero into another.
    slots: Vec<u64>,
    shift: u32,
    len: usize,
}

impl Hashes {
    fn new(mut hashes: Vec<u64>) -> Self {
        hashes.sort_unstable();
        hashes.dedup();
        let bits = (hashes.len() * 2).max(2).next_power_of_two().trailing_zeros();
        let mut set = Self { slots: vec![0; 1 << bits], shift: 64 - bits, len: 0 };
        for hash in hashes {
            let (slot, found) = set.slot(stored(hash));
            if !found {
                set.slots[slot] = stored(hash);
                set.len += 1;
            }
        }
        set
    }

    #[inline(always)]
    fn contains(&self, hash: u64) -> bool {
        self.slot(stored(hash)).1
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> (usize, bool) {
        let mut slot = (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        while self.slots[slot] != 0 {
            if self.slots[slot] == hash {
                return (slot, true);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        (slot, false)
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        self.slots.iter().copied().filter(|&slot| slot != 0)
    }
}

#[inline(always)]
fn stored(hash: u64) -> u64 {
    if hash == 0 { u64::MAX } else { hash }
}
