//! What the counters of `gm` monitor: lines, or their fingerprints.

use prefetch_index::prefetch_index;
use xxhash_rust::xxh3::xxh3_64;

use super::super::Item;
use super::super::batches::BATCH;
use super::super::fingerprint::{fingerprint, fingerprints};
use super::super::index::Index;

/// What the counters know of a line: its hash, and its fingerprint if those are kept.
#[derive(Clone, Copy, Default)]
pub(super) struct Key {
    pub(super) tag: u32,
    fingerprint: u64,
}

/// A line and its key; the line is not looked at where fingerprints are kept.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) line: &'a [u8],
    pub(super) key: Key,
}

impl Key {
    fn of_line(line: &[u8]) -> Self {
        Self { tag: Index::tag(xxh3_64(line)), fingerprint: 0 }
    }

    fn of_fingerprint(fingerprint: u64) -> Self {
        // A CRC is linear in the line's bits; a multiplication mixes them, in the high bits the best.
        Self { tag: Index::tag(fingerprint.wrapping_mul(0x9e37_79b9_7f4a_7c15)), fingerprint }
    }
}

#[derive(Debug)]
pub(super) enum Items {
    /// One after another in `text`, each up to its end.
    Lines {
        text: Vec<u8>,
        ends: Vec<usize>,
    },
    Fingerprints(Vec<u64>),
}

impl Items {
    pub(super) fn new(keep_lines: bool) -> Self {
        if keep_lines {
            Self::Lines { text: Vec::new(), ends: Vec::new() }
        } else {
            Self::Fingerprints(Vec::new())
        }
    }

    pub(super) fn are_lines(&self) -> bool {
        matches!(self, Self::Lines { .. })
    }

    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Lines { text, ends } => text.capacity() + ends.capacity() * size_of::<usize>(),
            Self::Fingerprints(fingerprints) => fingerprints.capacity() * 8,
        }
    }

    pub(super) fn element<'a>(&self, line: &'a [u8]) -> Element<'a> {
        let key = if self.are_lines() { Key::of_line(line) } else { Key::of_fingerprint(fingerprint(line)) };
        Element { line, key }
    }

    /// Those of a batch of lines.
    pub(super) fn keys(&self, lines: &[&[u8]], keys: &mut [Key]) {
        if self.are_lines() {
            for (key, line) in keys.iter_mut().zip(lines) {
                *key = Key::of_line(line);
            }
        } else {
            let mut of_lines = [0; BATCH];
            fingerprints(lines, &mut of_lines[..lines.len()]);
            for (key, fingerprint) in keys.iter_mut().zip(of_lines) {
                *key = Key::of_fingerprint(fingerprint);
            }
        }
    }

    pub(super) fn element_of<'a>(&self, item: &'a Item) -> Element<'a> {
        match item {
            Item::Line(line) => self.element(line),
            Item::Fingerprint(fingerprint) | Item::Cell(fingerprint) => {
                Element { line: &[], key: Key::of_fingerprint(*fingerprint) }
            }
        }
    }

    pub(super) fn is(&self, at: usize, element: Element<'_>) -> bool {
        match self {
            Self::Lines { text, ends } => text[start(ends, at)..ends[at]] == *element.line,
            Self::Fingerprints(fingerprints) => fingerprints[at] == element.key.fingerprint,
        }
    }

    pub(super) fn get(&self, at: usize) -> Item {
        match self {
            Self::Lines { text, ends } => Item::Line(text[start(ends, at)..ends[at]].to_vec()),
            Self::Fingerprints(fingerprints) => Item::Fingerprint(fingerprints[at]),
        }
    }

    /// Has the item's memory fetched.
    pub(super) fn fetch(&self, at: usize) {
        match self {
            Self::Lines { text, ends } => {
                let start = start(ends, at);
                prefetch_index(text, start);
                prefetch_index(text, start + 64);
            }
            Self::Fingerprints(fingerprints) => prefetch_index(fingerprints, at),
        }
    }

    pub(super) fn push(&mut self, element: Element<'_>) {
        match self {
            Self::Lines { text, ends } => {
                text.extend_from_slice(element.line);
                ends.push(text.len());
            }
            Self::Fingerprints(fingerprints) => fingerprints.push(element.key.fingerprint),
        }
    }

    /// Puts the item that is at `from` at `to`, which is not after it. All before `to` must have been put already.
    pub(super) fn move_up(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        match self {
            Self::Lines { text, ends } => {
                let (old, new) = (start(ends, from)..ends[from], start(ends, to));
                ends[to] = new + old.len();
                text.copy_within(old, new);
            }
            Self::Fingerprints(fingerprints) => fingerprints[to] = fingerprints[from],
        }
    }

    /// Forgets all from that one on. Lines in the place of very long ones must not hold their memory for good.
    pub(super) fn truncate(&mut self, len: usize, counters: usize) {
        match self {
            Self::Lines { text, ends } => {
                ends.truncate(len);
                text.truncate(start(ends, len));
                text.shrink_to((4 * text.len()).saturating_add(counters.saturating_mul(256)));
            }
            Self::Fingerprints(fingerprints) => fingerprints.truncate(len),
        }
    }
}

fn start(ends: &[usize], at: usize) -> usize {
    at.checked_sub(1).map_or(0, |before| ends[before])
}
