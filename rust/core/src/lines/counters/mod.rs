//! The data structures of section 3.3, one file each behind one trait.
//!
//! To add one: write its file, and add a line to [`KINDS`].

use std::any::Any;
use std::fmt;
use std::path::PathBuf;

use crate::error::Result;

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

    /// Makes counts readable after the last `add`; only `sort` has work to do here.
    fn finish(&mut self) -> Result<()> {
        Ok(())
    }

    /// How often the line was seen, as far as this structure can tell.
    fn count(&self, line: &[u8]) -> u64;

    /// Lines counted so far, with those of merged counters.
    fn total(&self) -> u64;

    /// Adds the counts of another machine; both must be of one kind and shape.
    fn merge(&mut self, other: &dyn LineCounter) -> Result<()>;

    /// The `k` items of the largest counts, by count (descending), then by item.
    fn top(&self, k: usize) -> Vec<(Item, u64)>;

    /// Forgets what was counted fewer than `min_count` times, where that makes a saved file smaller.
    fn prune(&mut self, min_count: u64);

    /// Bytes of memory it holds.
    fn memory(&self) -> usize;

    /// The payload of its file; see [`crate::store`].
    fn payload(&self) -> Vec<u8>;

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
