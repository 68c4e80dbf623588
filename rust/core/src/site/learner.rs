//! The templates of many sites, learned in bounded memory: what is noted of pages is sorted by site on disk.

use std::collections::HashMap;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::templates::{Templates, Writer};
use super::{Kind, Method};
use crate::error::{Error, Result};
use crate::fingerprint::params::Settings;
use crate::record_sorter::Sorter;

/// What a site is known by.
pub(super) fn site_hash(site: &str) -> u64 {
    xxh3_64(site.as_bytes())
}

#[derive(Debug)]
pub struct Learner {
    kind: &'static Kind,
    settings: Settings,
    method: Box<dyn Method>,
    notes: Sorter,
    gates: HashMap<u64, Gate>,
    sample: u64,
    least: u64,
    memory: u64,
    tmpdir: std::path::PathBuf,
    pages: u64,
}

/// How many pages of a site came, and which of them may still be in its sample: those with the least hashes.
#[derive(Debug, Default)]
struct Gate {
    pages: u64,
    /// Pages have hashes of so many leading zeros, or were turned away.
    zeros: u32,
    /// Pages with one leading zero more.
    ahead: u64,
}

impl Gate {
    /// Whether a page may be among the `sample` pages with the least hashes. As soon as so many have one more leading
    /// zero than is asked for, no page without it can be.
    fn lets_in(&mut self, hash: u64, sample: u64) -> bool {
        self.pages += 1;
        if hash.leading_zeros() < self.zeros {
            return false;
        }
        self.ahead += u64::from(hash.leading_zeros() > self.zeros);
        if self.ahead >= sample {
            self.zeros += 1;
            self.ahead = 0;
        }
        true
    }
}

impl Learner {
    /// Learns of sites with `least` pages or more, from `sample` pages of each at most, in `memory` bytes.
    pub fn new(
        kind: &'static Kind,
        settings: Settings,
        sample: u64,
        least: u64,
        memory: u64,
        tmpdir: &Path,
    ) -> Self {
        Self {
            kind,
            method: (kind.make)(&settings),
            settings,
            notes: Sorter::new(memory / 2, tmpdir),
            gates: HashMap::new(),
            sample,
            least,
            memory,
            tmpdir: tmpdir.to_owned(),
            pages: 0,
        }
    }

    /// Adds a page of a site, by its id and what was noted of it.
    pub fn add(&mut self, site: &str, id: &str, note: &[u8]) -> Result<()> {
        self.pages += 1;
        let (site, hash) = (site_hash(site), xxh3_64(id.as_bytes()));
        if self.gates.entry(site).or_default().lets_in(hash, self.sample) {
            self.notes.push([site, hash, self.pages], note)?;
        }
        Ok(())
    }

    pub fn finish(self) -> Result<Templates> {
        let mut out = Writer::new(self.kind, &self.settings, self.memory / 2, &self.tmpdir);
        let mut notes = self.notes.finish()?;
        let mut next = notes.next_record()?.map(|(key, note)| (key, note.to_vec()));
        while let Some(([site, ..], _)) = next {
            let pages = self.gates.get(&site).map_or(0, |gate| gate.pages);
            let mut left = if pages >= self.least { self.sample } else { 0 };
            // One after the other, so that a site takes no more memory than the method needs.
            let mut of_site = std::iter::from_fn(|| {
                let ([found, ..], _) = next.as_ref()?;
                if *found != site {
                    return None;
                }
                let note = next.take().map(|(_, note)| note);
                match notes.next_record() {
                    Ok(record) => next = record.map(|(key, note)| (key, note.to_vec())),
                    Err(error) => return Some(Err(error)),
                }
                note.map(Ok)
            });
            let template = if left > 0 {
                let mut sampled = std::iter::from_fn(|| {
                    left = left.checked_sub(1)?;
                    of_site.next()
                });
                Some(self.method.learn(&mut sampled)?)
            } else {
                None
            };
            // Those that the method did not want.
            of_site.try_for_each(|note| note.map(drop))?;
            out.add(site, pages, template.as_deref())?;
        }
        out.finish(self.pages, notes.disk())
    }
}

pub(super) const DAMAGED: Error = Error::Malformed { what: "the template of a site" };
