//! From lines to what is compared of them, on any core.

use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128};

use super::hamming;
use super::measure::Measure;
use super::plan::{Choice, Origin, Plan, THRESHOLD};
use crate::error::Result;
use crate::fingerprint::record;
use crate::fingerprint::{Given, Scratch, Sketcher};
use crate::json::split;
use crate::json::string;
use crate::ngrams::counting::{Bad, is_blank};
use crate::units::{Document, Reading, Wrong};

/// Room to work in of more bytes than that is given back after use.
const LARGE: usize = 1 << 22;

/// How records are read.
#[derive(Debug)]
pub struct Means {
    pub reading: Reading,
    /// The name of the member that `fingerprint` writes.
    pub fingerprint_key: String,
    /// Makes shingles of texts.
    pub sketcher: Sketcher,
    /// Whether texts are compared even where there are fingerprints.
    pub texts_only: bool,
    pub choice: Choice,
    /// Whether sets have to be in order.
    pub sorted: bool,
    /// Whether each record needs an id: numbers are of no use where each part of the records has its own.
    pub named: bool,
}

/// Reads lines.
#[derive(Debug)]
pub struct Preparer {
    means: Means,
    /// What nobody works in.
    rooms: Mutex<Vec<Room>>,
}

#[derive(Debug)]
struct Room {
    document: Document,
    joined: String,
    scratch: Scratch,
}

/// A document of some lines, by where its parts end among those of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) line: u32,
    pub(super) digest: u128,
    pub(super) shingles: u32,
    pub(super) id: usize,
    pub(super) values: usize,
    pub(super) text: usize,
}

/// Some lines that were read.
#[derive(Debug, Default)]
pub struct Prepared {
    pub(super) serial: u64,
    pub(super) lines: usize,
    pub(super) documents: Vec<Outline>,
    pub(super) ids: Vec<u8>,
    pub(super) values: Vec<u64>,
    /// The shingles of texts, ascending, if candidates are to be verified.
    pub(super) texts: Vec<u64>,
    /// What documents are compared by, each with the first document of which that is so.
    pub(super) origins: Vec<(usize, Origin)>,
    bad: Vec<Bad>,
}

impl Prepared {
    /// Lines that are no records, in order.
    pub fn bad(&self) -> &[Bad] {
        &self.bad
    }

    /// Each document: its id, its values, and the shingles of its text if those are wanted.
    pub(super) fn each(
        &self,
        mut put: impl FnMut(&Outline, &[u8], &[u64], &[u64]) -> Result<()>,
    ) -> Result<()> {
        let (mut id, mut value, mut text) = (0, 0, 0);
        for outline in &self.documents {
            let (ids, values, texts) = (
                &self.ids[id..outline.id],
                &self.values[value..outline.values],
                &self.texts[text..outline.text],
            );
            put(outline, ids, values, texts)?;
            (id, value, text) = (outline.id, outline.values, outline.text);
        }
        Ok(())
    }
}

impl Preparer {
    pub fn new(means: Means) -> Self {
        Self { means, rooms: Mutex::new(Vec::new()) }
    }

    pub(super) fn means(&self) -> &Means {
        &self.means
    }

    /// Reads lines without their ends, of which the first is that of this number among all, from 0 on; blank ones are
    /// passed over.
    pub fn prepare(&self, lines: &[&[u8]], serial: u64) -> Prepared {
        let mut room = self.room();
        let mut prepared = Prepared { serial, lines: lines.len(), ..Prepared::default() };
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !is_blank(line)) {
            if let Err(wrong) = self.read(line, at, &mut room, &mut prepared) {
                // What was read of it is not kept.
                let last = prepared.documents.last();
                let (id, values, text) = last.map_or((0, 0, 0), |last| (last.id, last.values, last.text));
                prepared.ids.truncate(id);
                prepared.values.truncate(values);
                prepared.texts.truncate(text);
                prepared.bad.push(Bad { line: at, wrong });
            }
        }
        self.give_back(room);
        prepared
    }

    fn read(
        &self,
        line: &[u8],
        at: usize,
        room: &mut Room,
        prepared: &mut Prepared,
    ) -> std::result::Result<(), Wrong> {
        let Means { reading, fingerprint_key, texts_only, choice, .. } = &self.means;
        let fields = split::fields(line)?;
        let of = |name: &str| fields.iter().rev().find(|field| field.is_called(line, name));
        let fingerprint = if *texts_only { None } else { of(fingerprint_key) };
        let values = prepared.values.len();
        let (origin, shingles, texts_from) = match fingerprint {
            Some(field) => {
                let place = field.value.clone();
                let found = record::read(&line[place.clone()]).map_err(|error| Wrong {
                    what: error.what.to_owned(),
                    offset: place.start + error.offset,
                })?;
                prepared.values.extend_from_slice(&found.fingerprint.values);
                let texts = prepared.texts.len();
                if choice.verify {
                    self.read_text(line, room, &mut prepared.texts)?;
                    prepared.texts[texts..].sort_unstable();
                }
                let shingles = found.fingerprint.shingles;
                let origin = Origin::Fingerprint { scheme: found.scheme, parameters: found.parameters };
                (origin, shingles, texts)
            }
            None => {
                self.read_text(line, room, &mut prepared.values)?;
                (Origin::Text, (prepared.values.len() - values) as u64, prepared.texts.len())
            }
        };
        let is_text = origin == Origin::Text;
        let is_set = is_text || origin.is_of_sets();
        if is_set && (self.means.sorted || !is_text) {
            prepared.values[values..].sort_unstable();
        }
        if is_set && !is_text {
            // Shingles that were chosen twice.
            let mut unique = prepared.values.split_off(values);
            unique.dedup();
            prepared.values.extend_from_slice(&unique);
        }
        let id = match of(&reading.names.id) {
            Some(field) => {
                let mut document = Document::default();
                document.places.id = Some(field.value.clone());
                document.check_id(line, &reading.names.id)?;
                document.id(line)
            }
            None => None,
        };
        if id.is_none() && self.means.named {
            let what = format!("no '{}': parts of the records are put together by it", reading.names.id);
            return Err(Wrong { what, offset: 0 });
        }
        let id = id.unwrap_or_else(|| (prepared.serial + at as u64 + 1).to_string());
        string::quote(&id, &mut prepared.ids);
        let digest = if is_text && !self.means.sorted {
            sum(&prepared.values[values..])
        } else {
            let bytes = bytemuck::cast_slice(&prepared.values[values..]);
            xxh3_128(bytes) ^ sum(&prepared.texts[texts_from..])
        };
        if prepared.origins.last().is_none_or(|(_, last)| *last != origin) {
            prepared.origins.push((prepared.documents.len(), origin));
        }
        prepared.documents.push(Outline {
            line: at as u32,
            digest,
            shingles: shingles.min(u32::MAX.into()) as u32,
            id: prepared.ids.len(),
            values: prepared.values.len(),
            text: prepared.texts.len(),
        });
        Ok(())
    }

    fn read_text(&self, line: &[u8], room: &mut Room, out: &mut Vec<u64>) -> std::result::Result<(), Wrong> {
        let Room { document, joined, scratch } = room;
        let text = record::text_of(&self.means.reading, line, document, joined)?;
        out.extend_from_slice(self.means.sketcher.distinct(Given::Text(text), scratch));
        Ok(())
    }

    /// `KEY<TAB>ID` lines: documents that are to be compared have a key in common.
    pub fn emit(&self, prepared: &Prepared) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut keys = Vec::new();
        let mut origins = prepared.origins.iter().peekable();
        let mut origin = &Origin::Text;
        let mut at = 0;
        prepared.each(|outline, id, values, texts| {
            if let Some((_, next)) = origins.next_if(|(from, _)| *from == at) {
                origin = next;
            }
            at += 1;
            if values.is_empty() || (texts.is_empty() && self.means.choice.verify) {
                return Ok(());
            }
            let choice = &self.means.choice;
            let plan = Plan::new(origin, values.len(), choice)?;
            keys.clear();
            features(plan, choice, values, outline.digest, |key| keys.push(key));
            keys.sort_unstable();
            keys.dedup();
            for key in &keys {
                out.extend_from_slice(format!("{key:016x}\t").as_bytes());
                // An id as it is in JSON has no tab and no end of line.
                out.extend_from_slice(&id[1..id.len() - 1]);
                out.push(b'\n');
            }
            Ok(())
        })?;
        Ok(out)
    }

    fn room(&self) -> Room {
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop();
        room.unwrap_or_else(|| Room {
            document: Document::default(),
            joined: String::new(),
            scratch: self.means.sketcher.scratch(),
        })
    }

    fn give_back(&self, mut room: Room) {
        if room.document.text.capacity() > LARGE {
            room = Room {
                document: Document::default(),
                joined: String::new(),
                scratch: self.means.sketcher.scratch(),
            };
        }
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push(room);
    }
}

/// Two documents that are to be compared have one of these in common. Sets are ascending.
pub(super) fn features(plan: Plan, choice: &Choice, values: &[u64], digest: u128, mut put: impl FnMut(u64)) {
    match plan {
        Plan::Join => {
            // The prefix of the join, in the order of the hashes instead of that of how rare they are, which nobody
            // knows who sees a part of the collection.
            let least = Measure::least_common(choice.threshold.unwrap_or(THRESHOLD), values.len());
            values[..values.len() + 1 - least.max(1)].iter().for_each(|&value| put(value));
        }
        Plan::Bands(bands, _) => {
            let groups = values.chunks_exact(bands.rows as usize).take(bands.bands as usize);
            for (at, group) in groups.enumerate() {
                put(xxh3_64_with_seed(bytemuck::cast_slice(group), at as u64));
            }
        }
        Plan::Common(_) => values.iter().for_each(|&value| put(value)),
        Plan::Distance(most) => hamming::leading(values, most, put),
        Plan::Same => put(digest as u64),
    }
}

/// Tells sets apart, whatever order they are in: the sums of their numbers, and of those multiplied with themselves.
fn sum(set: &[u64]) -> u128 {
    let sums = set.iter().fold((set.len() as u64, 0u64), |(plain, mixed), &number| {
        let square = u128::from(number) * u128::from(number ^ 0x9e37_79b9_7f4a_7c15);
        (plain.wrapping_add(number), mixed.wrapping_add(square as u64 ^ (square >> 64) as u64))
    });
    u128::from(sums.0) << 64 | u128::from(sums.1)
}
