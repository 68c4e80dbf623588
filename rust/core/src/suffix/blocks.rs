//! A temporary file of blocks of one size, each with a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | XXH3-64 of the rest, with the block's number as seed: a block of another place is no more taken than a damaged one |
//! | 4 | how many entries it holds |
//! | n | the entries, then zeros |
//!
//! The file is unlinked as soon as it is made, so that nothing is left behind however the program ends.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::codes::{BitReader, BitWriter};
use crate::error::{Error, Result};

const HEAD: usize = 8 + 4;
/// Zeros at a block's end: see [`BitReader`].
const TAIL: usize = 8;

#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) file: File,
    pub(super) size: usize,
    count: u64,
}

impl Blocks {
    pub(super) fn bytes(&self) -> u64 {
        self.count * self.size as u64
    }
}

#[derive(Debug)]
pub(super) struct BlockWriter<'a> {
    tmpdir: &'a Path,
    blocks: Blocks,
    pub(super) bits: BitWriter,
    entries: u32,
}

impl<'a> BlockWriter<'a> {
    pub(super) fn new(tmpdir: &'a Path, size: usize) -> Result<Self> {
        let file = tempfile::tempfile_in(tmpdir).map_err(Error::io(writing_to(tmpdir)))?;
        let blocks = Blocks { file, size, count: 0 };
        Ok(Self { tmpdir, blocks, bits: BitWriter::default(), entries: 0 })
    }

    /// An entry begins, of no more than `bits` bits, which a block has room for.
    #[inline]
    pub(super) fn begin(&mut self, bits: usize) -> Result<()> {
        if self.bits.bits() + bits > (self.blocks.size - HEAD - TAIL) * 8 {
            self.end_block()?;
        }
        self.entries += 1;
        Ok(())
    }

    fn end_block(&mut self) -> Result<()> {
        let mut block = vec![0; 8];
        block.extend_from_slice(&self.entries.to_le_bytes());
        block.append(&mut self.bits.take());
        block.resize(self.blocks.size, 0);
        let sum = xxh3_64_with_seed(&block[8..], self.blocks.count);
        block[..8].copy_from_slice(&sum.to_le_bytes());
        self.blocks.file.write_all(&block).map_err(Error::io(writing_to(self.tmpdir)))?;
        self.blocks.count += 1;
        self.entries = 0;
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Blocks> {
        if self.entries > 0 {
            self.end_block()?;
        }
        Ok(self.blocks)
    }
}

fn writing_to(tmpdir: &Path) -> String {
    format!("writing a sorted run to {} (--tmpdir names a folder with more room)", tmpdir.display())
}

/// Reads the entries of a file in order.
#[derive(Debug)]
pub(super) struct BlockReader {
    blocks: Blocks,
    next: u64,
    block: Vec<u8>,
    reader: BitReader,
    entries: u32,
}

impl BlockReader {
    pub(super) fn new(blocks: Blocks) -> Self {
        Self { blocks, next: 0, block: Vec::new(), reader: BitReader::default(), entries: 0 }
    }

    /// The next entry: where it is read, and the bytes it is read from. `None` at the end.
    #[inline]
    pub(super) fn entry(&mut self) -> Result<Option<(&mut BitReader, &[u8])>> {
        if self.entries == 0 && !self.read_block()? {
            return Ok(None);
        }
        self.entries -= 1;
        Ok(Some((&mut self.reader, self.block.get(HEAD..).unwrap_or_default())))
    }

    fn read_block(&mut self) -> Result<bool> {
        if self.next == self.blocks.count {
            return Ok(false);
        }
        self.block.resize(self.blocks.size, 0);
        self.blocks
            .file
            .read_exact_at(&mut self.block, self.next * self.blocks.size as u64)
            .map_err(Error::io("reading a sorted run back from the temporary folder"))?;
        let damaged = || Error::Malformed { what: "a sorted run in the temporary folder" };
        let (sum, rest) = self.block.split_first_chunk().ok_or_else(damaged)?;
        if xxh3_64_with_seed(rest, self.next) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        self.entries = u32::from_le_bytes(*rest.first_chunk().ok_or_else(damaged)?);
        if self.entries == 0 {
            return Err(damaged());
        }
        self.reader = BitReader::default();
        self.next += 1;
        Ok(true)
    }
}
