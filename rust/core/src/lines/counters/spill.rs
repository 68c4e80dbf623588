//! Sorted runs on disk, and their merge (3.3.2).
//!
//! A run is an unlinked temporary file, so that nothing is left behind however the program ends. It is a row of
//! blocks of [entries](super::entries); where each starts, with which line, and its checksum, is kept in memory.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::batches::BATCH;
use super::entries::{EntryWriter, next_entry};
use super::line_table::LineTable;
use crate::error::{Error, Result};
use crate::store::Reader;

#[derive(Debug)]
pub(super) struct Run {
    file: File,
    blocks: Vec<Block>,
    pub(super) bytes: u64,
    pub(super) entries: u64,
    /// Lines counted fewer times are as if they were not there.
    pub(super) min_count: u64,
}

#[derive(Debug)]
struct Block {
    start: u64,
    length: usize,
    checksum: u64,
    first: Box<[u8]>,
}

impl Run {
    /// Bytes of memory that know where its blocks are.
    pub(super) fn memory(&self) -> usize {
        self.blocks.iter().map(|block| size_of::<Block>() + block.first.len()).sum()
    }

    pub(super) fn count(&self, line: &[u8]) -> Result<u64> {
        let after = self.blocks.partition_point(|block| *block.first <= *line);
        let Some(block) = after.checked_sub(1).and_then(|at| self.blocks.get(at)) else { return Ok(0) };
        let bytes = self.read(block)?;
        let mut reader = Reader::new(&bytes);
        let mut at = Vec::new();
        while !reader.is_empty() {
            let count = next_entry(&mut reader, &mut at)?;
            match at.as_slice().cmp(line) {
                Ordering::Less => {}
                Ordering::Equal if count >= self.min_count => return Ok(count),
                Ordering::Equal | Ordering::Greater => break,
            }
        }
        Ok(0)
    }

    /// Its bytes, block by block.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Result<Vec<u8>>> {
        self.blocks.iter().map(|block| self.read(block))
    }

    fn read(&self, block: &Block) -> Result<Vec<u8>> {
        let mut bytes = vec![0; block.length];
        self.file
            .read_exact_at(&mut bytes, block.start)
            .map_err(Error::io("reading a sorted run back from the temporary folder"))?;
        if xxh3_64(&bytes) != block.checksum {
            return Err(Error::Malformed { what: "a sorted run in the temporary folder" });
        }
        Ok(bytes)
    }
}

/// Writes lines that come in order.
pub(super) struct RunWriter<'a> {
    tmpdir: &'a Path,
    run: Run,
    entries: EntryWriter,
    first: Option<Box<[u8]>>,
}

impl<'a> RunWriter<'a> {
    pub(super) fn new(tmpdir: &'a Path) -> Result<Self> {
        let file = tempfile::tempfile_in(tmpdir).map_err(Error::io(writing_to(tmpdir)))?;
        let run = Run { file, blocks: Vec::new(), bytes: 0, entries: 0, min_count: 0 };
        Ok(Self { tmpdir, run, entries: EntryWriter::default(), first: None })
    }

    pub(super) fn push(&mut self, line: &[u8], count: u64) -> Result<()> {
        self.first.get_or_insert_with(|| line.into());
        self.run.entries += 1;
        if self.entries.push(line, count) { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<()> {
        let Some(first) = self.first.take() else { return Ok(()) };
        let bytes = self.entries.take_block();
        self.run.file.write_all(&bytes).map_err(Error::io(writing_to(self.tmpdir)))?;
        let block = Block { start: self.run.bytes, length: bytes.len(), checksum: xxh3_64(&bytes), first };
        self.run.bytes += bytes.len() as u64;
        self.run.blocks.push(block);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Run> {
        self.end_block()?;
        Ok(self.run)
    }
}

fn writing_to(tmpdir: &Path) -> String {
    format!("writing a sorted run to {} (--tmpdir names a folder with more room)", tmpdir.display())
}

/// Lines in order, from disk or from memory.
pub(super) enum Source<'a> {
    Run { run: &'a Run, next_block: usize, bytes: Vec<u8>, read: usize },
    Table { table: &'a LineTable, order: std::vec::IntoIter<u32> },
}

impl<'a> Source<'a> {
    pub(super) fn run(run: &'a Run) -> Self {
        Self::Run { run, next_block: 0, bytes: Vec::new(), read: 0 }
    }

    pub(super) fn table(table: &'a LineTable) -> Self {
        Self::Table { table, order: table.sorted().into_iter() }
    }

    /// Moves `line` to the next line and returns its count; `None` at the end.
    fn advance(&mut self, line: &mut Vec<u8>) -> Result<Option<u64>> {
        match self {
            Self::Table { table, order } => Ok(order.next().map(|reference| {
                // Sorted, they lie anywhere: have a batch fetched while another is read.
                if order.len() % BATCH == 0 {
                    table.fetch_records(order.as_slice().iter().skip(BATCH).take(BATCH));
                }
                let (next, count) = table.record(reference);
                line.clear();
                line.extend_from_slice(next);
                count
            })),
            Self::Run { run, next_block, bytes, read } => loop {
                if *read == bytes.len() {
                    let Some(block) = run.blocks.get(*next_block) else { return Ok(None) };
                    *bytes = run.read(block)?;
                    *next_block += 1;
                    *read = 0;
                }
                let mut reader = Reader::new(&bytes[*read..]);
                let count = next_entry(&mut reader, line)?;
                *read = bytes.len() - reader.remaining();
                if count >= run.min_count {
                    return Ok(Some(count));
                }
            },
        }
    }
}

/// A source and the line it stands at; the least line is the greatest of a heap.
struct Head<'a> {
    key: u64,
    line: Vec<u8>,
    count: u64,
    source: Source<'a>,
}

impl Head<'_> {
    /// Moves on; false at the end.
    fn advance(&mut self) -> Result<bool> {
        let Some(count) = self.source.advance(&mut self.line)? else { return Ok(false) };
        self.count = count;
        // The first bytes as a number decide most comparisons; equal numbers say nothing.
        let mut first = [0; 8];
        let length = self.line.len().min(8);
        first[..length].copy_from_slice(&self.line[..length]);
        self.key = u64::from_be_bytes(first);
        Ok(true)
    }
}

impl Ord for Head<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key).then_with(|| other.line.cmp(&self.line))
    }
}

impl PartialOrd for Head<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head<'_> {}

/// Calls `each` with every line of the sources, in order, and the sum of its counts.
pub(super) fn merge<'a>(
    sources: impl IntoIterator<Item = Source<'a>>,
    mut each: impl FnMut(&[u8], u64) -> Result<()>,
) -> Result<()> {
    let mut heads = BinaryHeap::new();
    for source in sources {
        let mut head = Head { key: 0, line: Vec::new(), count: 0, source };
        if head.advance()? {
            heads.push(head);
        }
    }
    let mut line = Vec::new();
    while let Some(head) = heads.peek() {
        line.clone_from(&head.line);
        let mut sum = 0u64;
        while let Some(mut head) = heads.peek_mut().filter(|head| head.line == line) {
            sum = sum.saturating_add(head.count);
            if !head.advance()? {
                PeekMut::pop(head);
            }
        }
        each(&line, sum)?;
    }
    Ok(())
}
