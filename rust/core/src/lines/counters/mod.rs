//! The data structures of section 3.3, one file each behind one trait.
//!
//! To add one: write its file, and add a line to [`KINDS`].

mod arena;
mod batches;
mod cells;
pub mod crc64;
mod entries;
pub mod exact;
mod fingerprint;
mod fingerprint_table;
pub mod gm;
pub mod hashed;
mod index;
mod line_table;
mod memory;
pub mod morris;
pub mod sort;
mod spill;
mod string_sort;
mod top;

#[cfg(test)]
mod tests;

use std::any::Any;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::store;

/// A kind of counter: its name, what it is, and how to make one or read its file.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    /// The kind its files are of; two kinds that hold the same content share files.
    pub saved_as: &'static str,
    /// One line for help texts, with the section of Kaser & Lemire.
    pub about: &'static str,
    pub make: fn(&Shape) -> Result<Box<dyn LineCounter>>,
    /// Reads the payload of a file.
    pub load: fn(&[u8]) -> Result<Box<dyn LineCounter>>,
}

/// Every kind. A file is loaded by the first kind that it is saved as.
pub const KINDS: &[Kind] = &[exact::KIND, sort::KIND, crc64::KIND, hashed::KIND, morris::KIND, gm::KIND];

/// The kind of that name.
pub fn kind(name: &str) -> Result<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| Error::Parameter {
        name: "the kind of counter",
        expected: format!("one of {}", KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")),
    })
}

pub fn make(name: &str, shape: &Shape) -> Result<Box<dyn LineCounter>> {
    (kind(name)?.make)(shape)
}

/// Reads a whole file of any kind.
pub fn load(file: &[u8]) -> Result<Box<dyn LineCounter>> {
    let (found, payload) = store::open(file)?;
    let kind = KINDS
        .iter()
        .find(|kind| kind.saved_as == found)
        .ok_or_else(|| Error::Kind { found: found.to_owned(), expected: "a counter".to_owned() })?;
    (kind.load)(payload)
}

/// Reads a whole file as a counter of that kind.
pub fn load_as(name: &str, file: &[u8]) -> Result<Box<dyn LineCounter>> {
    let kind = kind(name)?;
    (kind.load)(store::open_kind(file, kind.saved_as)?)
}

/// The bytes of a whole file.
pub fn save(counter: &dyn LineCounter) -> Result<Vec<u8>> {
    Ok(store::seal(kind(counter.kind())?.saved_as, &counter.payload()?))
}

/// Writes a whole file, in no more memory than the counter is allowed.
pub fn save_to(counter: &dyn LineCounter, out: &mut dyn Write) -> Result<()> {
    counter.write_file(kind(counter.kind())?.saved_as, out)
}

/// Another counter as one of the same kind, for `merge`.
fn same_kind<'a, T: LineCounter>(ours: &T, other: &'a dyn LineCounter) -> Result<&'a T> {
    other.as_any().downcast_ref().ok_or_else(|| incompatible(ours.kind(), other))
}

fn incompatible(ours: &str, other: &dyn LineCounter) -> Error {
    Error::Incompatible { why: format!("one counter is {ours}, the other {}", other.kind()) }
}

/// What a counter can tell of a line it holds: some keep lines, some only hashes of them, some only cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    Line(Vec<u8>),
    Fingerprint(u64),
    Cell(u64),
}

/// A structure that counts lines, exactly or nearly so.
///
/// Lines are given as they are to be compared (normalised by the caller) and may hold any bytes.
pub trait LineCounter: Send + Sync + Any + fmt::Debug {
    /// The name in [`KINDS`], in files and on the command line.
    fn kind(&self) -> &'static str;

    /// Counts one line.
    fn add(&mut self, line: &[u8]) -> Result<()>;

    /// Counts each line of a buffer in which `\n` ends lines; faster than [`add`](Self::add) for each.
    fn add_lines(&mut self, buffer: &[u8]) -> Result<()>;

    /// Counts each of these lines, which may hold `\n`; faster than [`add`](Self::add) for each, too.
    fn add_each(&mut self, lines: &[&[u8]]) -> Result<()>;

    /// Makes counts readable after the last `add`; only `sort` has work to do here.
    fn finish(&mut self) -> Result<()> {
        Ok(())
    }

    /// How often the line was seen, as far as this structure can tell. Only `sort` can fail: it may read its disk.
    fn count(&self, line: &[u8]) -> Result<u64>;

    /// Lines counted so far, with those of merged counters.
    fn total(&self) -> u64;

    /// Adds the counts of another machine; both must be of one kind and shape.
    fn merge(&mut self, other: &dyn LineCounter) -> Result<()>;

    /// The `k` items of the largest counts, by count (descending), then by item.
    fn top(&self, k: usize) -> Result<Vec<(Item, u64)>>;

    /// Forgets what was counted fewer than `min_count` times, where that makes a saved file smaller.
    fn prune(&mut self, min_count: u64);

    /// Bytes of memory it holds.
    fn memory(&self) -> usize;

    /// The payload of its file; see [`crate::store`].
    fn payload(&self) -> Result<Vec<u8>>;

    /// Writes its whole file, of that kind, as [`save`] gives it; `sort` does so in its bounded memory.
    fn write_file(&self, kind: &str, out: &mut dyn Write) -> Result<()> {
        out.write_all(&store::seal(kind, &self.payload()?)).map_err(Error::io(store::WRITING))
    }

    fn as_any(&self) -> &dyn Any;
}

/// What the counters can be told; each takes what concerns it.
#[derive(Clone, Debug)]
pub struct Shape {
    /// `hashed`, `morris`: 2^bits cells.
    pub bits: u32,
    /// `gm`: how many counters.
    pub counters: usize,
    /// `gm`: keep lines, not their fingerprints.
    pub keep_lines: bool,
    /// `sort`: bytes of memory before it spills to disk.
    pub memory: usize,
    /// `sort`: where it spills; the system's temporary folder when `None`.
    pub tmpdir: Option<PathBuf>,
}

impl Default for Shape {
    /// The paper's: 2^23 cells (3.3.4), and as many GM counters as find K = 100 in 3 million lines (3.3.5).
    fn default() -> Self {
        Self { bits: 23, counters: 30_000, keep_lines: true, memory: 512 << 20, tmpdir: None }
    }
}
