//! How frequent the sequences of five letters of a collection are, for [`heintze`](super::heintze).
//!
//! Counts are in 2^22 cells by the hash of the sequence: of the languages with an alphabet nearly all sequences there are
//! have a cell of their own, and memory does not grow with the collection.

use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64;

use super::mix::mix;
use crate::error::{Error, Result};
use crate::ngrams::hash;
use crate::store::{self, Reader, put_bytes, put_varint};

/// Letters of a prefix.
pub const PREFIX: usize = 5;

const BITS: u32 = 22;
const KIND: &str = "prefixes";

/// Counts of prefixes.
#[derive(Clone, Debug)]
pub struct Prefixes {
    /// What was counted: letters that are folded in another way are others.
    units: String,
    documents: u64,
    cells: Box<[u32]>,
    /// Takes as long as to read all cells.
    checksum: OnceLock<u64>,
}

impl Prefixes {
    /// `units` says how the units of the collection are made.
    pub fn new(units: String) -> Self {
        Self { units, documents: 0, cells: vec![0; 1 << BITS].into(), checksum: OnceLock::new() }
    }

    /// Counts the prefixes of a document.
    pub fn count(&mut self, units: &[u64]) {
        self.documents += 1;
        self.checksum.take();
        hash::each(units, PREFIX, |hash| {
            let cell = &mut self.cells[cell_of(hash)];
            *cell = cell.saturating_add(1);
        });
    }

    /// Calls `put` with the count of the sequence that begins at each place.
    pub(super) fn each(&self, units: &[u64], mut put: impl FnMut(u32)) {
        hash::each(units, PREFIX, |hash| put(self.cells[cell_of(hash)]));
    }

    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Tells these counts from others.
    pub fn checksum(&self) -> u64 {
        *self.checksum.get_or_init(|| xxh3_64(&self.payload()))
    }

    /// Refuses counts of other units.
    pub fn check_units(&self, units: &str) -> Result<()> {
        if self.units == units {
            return Ok(());
        }
        let (found, expected) = (self.units.clone(), units.to_owned());
        Err(Error::Differs { what: "the counts are of other letters", found, expected })
    }

    fn payload(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        put_bytes(&mut payload, self.units.as_bytes());
        put_varint(&mut payload, self.documents);
        // A run of empty cells is a zero and its length.
        let mut at = 0;
        while at < self.cells.len() {
            put_varint(&mut payload, self.cells[at].into());
            let empty = self.cells[at..].iter().take_while(|&&cell| cell == 0).count();
            if empty > 0 {
                put_varint(&mut payload, empty as u64);
            }
            at += empty.max(1);
        }
        payload
    }

    /// The file: in the format of [`store`], the words that say what the units are, the number of documents, and the
    /// cells; runs of empty ones as zero and their length.
    pub fn to_bytes(&self) -> Vec<u8> {
        store::seal(KIND, &self.payload())
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let bad = || Error::Malformed { what: "impossible counts of prefixes" };
        let mut reader = Reader::new(store::open_kind(bytes, KIND)?);
        let units = std::str::from_utf8(reader.bytes()?).map_err(|_| bad())?.to_owned();
        let documents = reader.varint()?;
        let mut cells = Vec::new();
        while cells.len() < 1 << BITS {
            match u32::try_from(reader.varint()?).map_err(|_| bad())? {
                0 => {
                    let most = (1 << BITS) - cells.len();
                    let run = usize::try_from(reader.varint()?).ok().filter(|run| (1..=most).contains(run));
                    cells.resize(cells.len() + run.ok_or_else(bad)?, 0);
                }
                count => cells.push(count),
            }
        }
        reader.finish()?;
        Ok(Self { units, documents, cells: cells.into(), checksum: OnceLock::new() })
    }
}

fn cell_of(hash: u64) -> usize {
    (mix(hash) >> (64 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(prefixes: &Prefixes, units: &[u64]) -> Vec<u32> {
        let mut found = Vec::new();
        prefixes.each(units, |count| found.push(count));
        found
    }

    #[test]
    fn counted_by_hand() {
        let letters = |text: &str| text.chars().map(u64::from).collect::<Vec<_>>();
        let mut prefixes = Prefixes::new("letters".to_owned());
        prefixes.count(&letters("abcdefabcde"));
        prefixes.count(&letters("abcdx"));
        prefixes.count(&letters("abcd"));
        // abcde twice, bcdef, cdefa ... once, abcdx once, and what was not there.
        assert_eq!(counts(&prefixes, &letters("abcdefz")), [2, 1, 0]);
        assert_eq!(counts(&prefixes, &letters("abcdxy")), [1, 0]);
        assert_eq!(prefixes.documents(), 3);
    }

    #[test]
    fn files_come_back_and_damage_is_noticed() {
        let mut prefixes = Prefixes::new("letters".to_owned());
        prefixes.count(&(0..5000).map(|at| at % 70).collect::<Vec<_>>());
        let bytes = prefixes.to_bytes();
        let again = Prefixes::from_bytes(&bytes).unwrap();
        assert_eq!(
            (again.checksum(), again.documents(), again.cells),
            (prefixes.checksum(), 1, prefixes.cells)
        );
        assert!(again.units == "letters" && bytes.len() < 1000);
        for at in (0..bytes.len()).step_by(7) {
            let mut bad = bytes.clone();
            bad[at] ^= 4;
            assert!(Prefixes::from_bytes(&bad).is_err());
            assert!(Prefixes::from_bytes(&bytes[..at]).is_err());
        }
        // A sealed payload that promises more cells than there are.
        let mut payload = Vec::new();
        put_bytes(&mut payload, b"letters");
        for number in [1, 0, (1 << BITS) + 1] {
            put_varint(&mut payload, number);
        }
        assert!(Prefixes::from_bytes(&store::seal(KIND, &payload)).is_err());
    }
}
