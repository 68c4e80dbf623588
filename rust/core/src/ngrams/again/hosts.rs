//! Table 3.3: n-grams that occur again, on one host or on several.

use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::search::Searcher;
use super::slices::{Slice, Slices};
use crate::error::Result;
use crate::ngrams::counting::CountOptions;

/// How many distinct n-grams are of several hosts, and of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostCounts {
    pub cross: u64,
    pub single: u64,
}

/// Sees on which hosts n-grams occur.
#[derive(Debug)]
pub struct Hosts {
    searcher: Searcher,
    slices: Slices,
    slice: Option<(Slice, Seen)>,
    counts: HostCounts,
}

/// What is known of the n-grams of a part.
#[derive(Debug)]
struct Seen {
    /// The hash of a host on which each occurs; 0 for none yet.
    hosts: Vec<AtomicU64>,
    /// A bit for those that occur on another too.
    several: Vec<AtomicU64>,
}

/// What else is kept of an n-gram: a host and a bit.
const OTHERS: usize = 9;

impl Hosts {
    /// For the n-grams of a file, which was made with these options.
    pub fn new(options: &CountOptions, file: File) -> Result<Self> {
        let slices = Slices::new(file, options.memory / 8 * 7, OTHERS)?;
        Ok(Self { searcher: Searcher::new(options), slices, slice: None, counts: HostCounts::default() })
    }

    /// Goes on to the next part of the set; if there is one, all text must be seen for it.
    pub fn next_part(&mut self) -> Result<bool> {
        if let Some((slice, seen)) = self.slice.take() {
            let several: u64 =
                seen.several.iter().map(|bits| u64::from(bits.load(Ordering::Relaxed).count_ones())).sum();
            self.counts.cross += several;
            self.counts.single += slice.set.len() - several;
        }
        self.slice = self.slices.next()?.map(|slice| {
            let zeros = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
            let count = slice.counts.len();
            let seen = Seen { hosts: zeros(count), several: zeros(count.div_ceil(64)) };
            (slice, seen)
        });
        Ok(self.slice.is_some())
    }

    /// Sees the records of some lines, in any order, on any core.
    pub fn see(&self, lines: &[&[u8]]) {
        let Some((slice, seen)) = &self.slice else { return };
        self.searcher.search(&slice.set, lines, |number, looked, _| {
            let host = xxh3_64(looked.document.host(lines[number]).as_bytes()).max(1);
            for &(position, _) in &looked.found {
                let at = position as usize;
                let first = seen.hosts[at].compare_exchange(0, host, Ordering::Relaxed, Ordering::Relaxed);
                if first.is_err_and(|other| other != host) {
                    seen.several[at / 64].fetch_or(1 << (at % 64), Ordering::Relaxed);
                }
            }
        });
    }

    /// What was seen of the parts before the next.
    pub fn counts(&self) -> HostCounts {
        self.counts
    }
}
