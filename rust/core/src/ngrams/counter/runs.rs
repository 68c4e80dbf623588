//! A partition larger than memory, as sorted runs of hashes with their counts, and their merge.
//!
//! A run is a row of blocks: a checksum, then pairs of numbers of 64 bits. When there are as many runs as buffers,
//! they are merged into one, which waits for as many of its like.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::partition::each_run;
use super::{DAMAGED, READING, writing_to};
use crate::error::{Error, Result};

const PAIR: usize = 16;
/// Pairs of a block.
const BLOCK: usize = 512;
/// Bytes of a block on disk, its checksum first.
const BLOCK_BYTES: usize = 8 + BLOCK * PAIR;

#[derive(Debug)]
pub(super) struct Runs {
    tmpdir: PathBuf,
    /// Runs, those made of others, those made of those.
    levels: Vec<Vec<Run>>,
    /// So many are merged into one.
    fan: usize,
    bytes: u64,
    most: u64,
}

impl Runs {
    /// Merging takes so many bytes of memory.
    pub(super) fn new(tmpdir: &Path, memory: usize) -> Self {
        let fan = (memory / (3 * BLOCK_BYTES)).clamp(2, 512);
        Self { tmpdir: tmpdir.to_owned(), levels: Vec::new(), fan, bytes: 0, most: 0 }
    }

    /// The most bytes that were on disk at a time.
    pub(super) fn most_bytes(&self) -> u64 {
        self.most
    }

    /// Adds a run of sorted hashes.
    pub(super) fn add(&mut self, sorted: &[u64]) -> Result<()> {
        let mut writer = RunWriter::new(&self.tmpdir)?;
        each_run(sorted, |hash, count| writer.push(hash, count))?;
        let mut run = writer.finish()?;
        for level in 0.. {
            self.bytes += run.bytes;
            self.most = self.most.max(self.bytes);
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(run);
            if self.levels[level].len() < self.fan {
                break;
            }
            let mut writer = RunWriter::new(&self.tmpdir)?;
            let full = std::mem::take(&mut self.levels[level]);
            merge(&full, |hash, count| writer.push(hash, count))?;
            run = writer.finish()?;
            self.most = self.most.max(self.bytes + run.bytes);
            self.bytes -= full.iter().map(|run| run.bytes).sum::<u64>();
        }
        Ok(())
    }

    /// Gives each hash once with the sum of its counts, ascending.
    pub(super) fn merge(self, out: impl FnMut(u64, u64) -> Result<()>) -> Result<()> {
        merge(self.levels.iter().flatten(), out)
    }
}

#[derive(Debug)]
struct Run {
    file: File,
    bytes: u64,
}

struct RunWriter<'a> {
    tmpdir: &'a Path,
    run: Run,
    block: Vec<u8>,
}

impl<'a> RunWriter<'a> {
    fn new(tmpdir: &'a Path) -> Result<Self> {
        let file = tempfile::tempfile_in(tmpdir).map_err(Error::io(writing_to(tmpdir)))?;
        Ok(Self { tmpdir, run: Run { file, bytes: 0 }, block: vec![0; 8] })
    }

    fn push(&mut self, hash: u64, count: u64) -> Result<()> {
        self.block.extend_from_slice(&hash.to_le_bytes());
        self.block.extend_from_slice(&count.to_le_bytes());
        if self.block.len() == BLOCK_BYTES { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<()> {
        let sum = xxh3_64_with_seed(&self.block[8..], self.run.bytes);
        self.block[..8].copy_from_slice(&sum.to_le_bytes());
        self.run.file.write_all(&self.block).map_err(Error::io(writing_to(self.tmpdir)))?;
        self.run.bytes += self.block.len() as u64;
        self.block.truncate(8);
        Ok(())
    }

    fn finish(mut self) -> Result<Run> {
        if self.block.len() > 8 {
            self.end_block()?;
        }
        Ok(self.run)
    }
}

/// A run and the pair it stands at.
struct Head<'a> {
    run: &'a Run,
    next_block: u64,
    block: Vec<u8>,
    at: usize,
    count: u64,
}

impl Head<'_> {
    /// Moves on and returns the hash, or `None` at the end.
    fn advance(&mut self) -> Result<Option<u64>> {
        if self.at == self.block.len() {
            let left = self.run.bytes - self.next_block;
            if left == 0 {
                return Ok(None);
            }
            self.block.resize(left.min(BLOCK_BYTES as u64) as usize, 0);
            self.run.file.read_exact_at(&mut self.block, self.next_block).map_err(Error::io(READING))?;
            let (sum, pairs) = self.block.split_first_chunk().ok_or(DAMAGED)?;
            if xxh3_64_with_seed(pairs, self.next_block) != u64::from_le_bytes(*sum) {
                return Err(DAMAGED);
            }
            self.next_block += self.block.len() as u64;
            self.at = 8;
        }
        let (hash, rest) = self.block[self.at..].split_first_chunk().ok_or(DAMAGED)?;
        self.count = u64::from_le_bytes(*rest.first_chunk().ok_or(DAMAGED)?);
        self.at += PAIR;
        Ok(Some(u64::from_le_bytes(*hash)))
    }
}

fn merge<'a>(
    runs: impl IntoIterator<Item = &'a Run>,
    mut out: impl FnMut(u64, u64) -> Result<()>,
) -> Result<()> {
    let mut heads = Vec::new();
    // The least hash first, and at which of the runs it is.
    let mut least = BinaryHeap::new();
    for run in runs {
        let mut head = Head { run, next_block: 0, block: Vec::new(), at: 0, count: 0 };
        if let Some(hash) = head.advance()? {
            least.push(Reverse((hash, heads.len())));
            heads.push(head);
        }
    }
    while let Some(&Reverse((hash, _))) = least.peek() {
        let mut sum = 0u64;
        while let Some(mut top) = least.peek_mut().filter(|top| top.0.0 == hash) {
            let head = &mut heads[top.0.1];
            sum = sum.saturating_add(head.count);
            match head.advance()? {
                Some(next) => top.0.0 = next,
                None => {
                    PeekMut::pop(top);
                }
            }
        }
        out(hash, sum)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn counts_add_up_over_levels_of_runs() {
        let mut runs = Runs::new(&std::env::temp_dir(), 0);
        assert_eq!(runs.fan, 2);
        let mut expected = BTreeMap::new();
        for round in 0..13u64 {
            let mut hashes: Vec<u64> =
                (0..2000 * round % 5000).map(|i| i * i % 1009 * (1 + round % 3)).collect();
            hashes.sort_unstable();
            for &hash in &hashes {
                *expected.entry(hash).or_insert(0) += 1;
            }
            runs.add(&hashes).unwrap();
        }
        let mut found = Vec::new();
        runs.merge(|hash, count| {
            found.push((hash, count));
            Ok(())
        })
        .unwrap();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_flipped_byte_is_noticed() {
        let mut runs = Runs::new(&std::env::temp_dir(), 0);
        runs.add(&(0..1000).collect::<Vec<u64>>()).unwrap();
        let file = &runs.levels[0][0].file;
        file.write_all_at(&[9], 8210).unwrap();
        assert!(merge(runs.levels.iter().flatten(), |_, _| Ok(())).is_err());
    }
}
