//! Parts of pages that are known by hashes, and on how many pages of a site each is.
//!
//! They are counted by Generalized Majority (Kaser & Lemire 3.3.5): a site of a million pages takes no more memory than
//! one of a thousand, and what is on many pages is not lost.
//!
//! A template is the number of pages, and of each part that is on more than one its hash and on how many pages it is.

use crate::error::{Error, Result};
use crate::lines::counters::gm::GeneralizedMajority;
use crate::lines::counters::{Item, LineCounter};
use crate::store::{Reader, put_varint};

use super::Notes;

/// Parts that are monitored of a site: three hundred on a page, a quarter of which the pages have in common, take a
/// thousandth of these.
const COUNTERS: usize = 1 << 18;
/// What is on fewer pages of a site than this share of them tells nothing.
const LEAST: f64 = 0.02;

/// The note of a page: each of its parts once.
pub(super) fn note(mut parts: Vec<u64>) -> Vec<u8> {
    parts.sort_unstable();
    parts.dedup();
    parts.iter().flat_map(|part| part.to_le_bytes()).collect()
}

pub(super) fn learn(notes: &mut Notes<'_>) -> Result<Vec<u8>> {
    let mut counts = GeneralizedMajority::new(COUNTERS, true)?;
    let mut pages = 0;
    for note in notes {
        let note = note?;
        let parts: Vec<&[u8]> = note.chunks_exact(8).collect();
        counts.add_each(&parts)?;
        pages += 1;
    }
    let least = ((pages as f64 * LEAST).ceil() as u64).max(2);
    let mut parts = Vec::new();
    for (item, count) in counts.top(COUNTERS)? {
        if let Item::Line(line) = item
            && let Some(part) = line.first_chunk()
            && count >= least
        {
            parts.push((u64::from_le_bytes(*part), count));
        }
    }
    Ok(Counted::new(pages, parts).to_bytes())
}

/// The parts that pages of a site have in common.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pages: u64,
    /// By their hashes.
    parts: Vec<(u64, u64)>,
}

impl Counted {
    pub(super) fn new(pages: u64, mut parts: Vec<(u64, u64)>) -> Self {
        parts.sort_unstable();
        Self { pages, parts }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(10 + 9 * self.parts.len());
        put_varint(&mut out, self.pages);
        for (part, count) in &self.parts {
            out.extend_from_slice(&part.to_le_bytes());
            put_varint(&mut out, *count);
        }
        out
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let pages = reader.varint()?;
        let mut parts: Vec<(u64, u64)> = Vec::new();
        while !reader.is_empty() {
            let part = u64::from_le_bytes(reader.array()?);
            if parts.last().is_some_and(|(last, _)| *last >= part) {
                return Err(Error::Malformed { what: "the parts of a template are not in order" });
            }
            parts.push((part, reader.varint()?));
        }
        Ok(Self { pages, parts })
    }

    /// On which share of the other pages a part is that a page has: 0 if no two have it, 1 if all have.
    pub(super) fn share(&self, part: u64) -> f32 {
        let Ok(at) = self.parts.binary_search_by_key(&part, |(part, _)| *part) else { return 0.0 };
        let others = self.parts[at].1.saturating_sub(1) as f64 / self.pages.saturating_sub(1).max(1) as f64;
        others.min(1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_pages() {
        let pages = [vec![1, 2, 2, 2], vec![1, 3], vec![2, 1], vec![1]];
        let mut notes = pages.into_iter().map(|parts| Ok(note(parts)));
        let counted = Counted::from_bytes(&learn(&mut notes).unwrap()).unwrap();
        assert_eq!([1, 2, 3, 4].map(|part| counted.share(part)), [1.0, 1.0 / 3.0, 0.0, 0.0]);
        assert_eq!(Counted::from_bytes(&counted.to_bytes()).unwrap(), counted);
    }

    #[test]
    fn damage_is_told() {
        let bytes = Counted::new(4, vec![(7, 2), (9, 3)]).to_bytes();
        for cut in 1..bytes.len() {
            assert!(Counted::from_bytes(&bytes[..cut]).is_err() || cut == 1 || cut == 10);
        }
        assert!(Counted::from_bytes(&[1, 9, 0, 0, 0, 0, 0, 0, 0, 2, 9, 0, 0, 0, 0, 0, 0, 0, 2]).is_err());
    }
}
