//! Runs: keys in order, each once, with how often it occurs (3.4.2).
//!
//! A key is some tokens, by their hashes, and may have one more word of [60 bits](hash::BITS) after them. A file holds
//! the run's dictionary, the frequent tokens from the most frequent on, and then the keys. A key leaves out what it has
//! in common with the one before: it is the length of that plus one (gamma), the tokens after it, the further
//! word, the count (delta). A token is the place it has in the dictionary (delta), or a mark and its hash.

use std::path::Path;

use super::blocks::{BlockReader, BlockWriter, Blocks};
use super::codes::LONGEST;
use crate::error::{Error, Result};
use crate::ngrams::hash;

/// Stands for a token that is not in the dictionary.
const LITERAL: u64 = 16;

/// Bits of a token at most.
const TOKEN_BITS: usize = 9 + 64;

/// What keys are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) tokens: usize,
    /// Whether another word follows.
    pub(super) word: bool,
}

impl Shape {
    /// Words of a key in memory.
    pub(super) fn len(self) -> usize {
        self.tokens + usize::from(self.word)
    }

    /// Bytes of the smallest block that is sure to have room for a key.
    pub(super) fn least_block(self) -> usize {
        64 + (self.tokens * TOKEN_BITS + 64 + 2 * LONGEST).div_ceil(8)
    }
}

/// A token as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// Its place in the dictionary.
    Known(u32),
    Literal(u64),
}

#[derive(Debug)]
pub(super) struct Run {
    pub(super) blocks: Blocks,
    words: u64,
}

impl Run {
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.bytes()
    }
}

#[derive(Debug)]
pub(super) struct RunWriter<'a> {
    shape: Shape,
    blocks: BlockWriter<'a>,
    words: u64,
}

impl<'a> RunWriter<'a> {
    pub(super) fn new(
        tmpdir: &'a Path,
        block: usize,
        shape: Shape,
        dictionary: impl Iterator<Item = u64>,
    ) -> Result<Self> {
        let mut blocks = BlockWriter::new(tmpdir, block.max(shape.least_block()))?;
        let mut words = 0;
        for token in dictionary {
            blocks.begin(64)?;
            blocks.bits.put(token, 64);
            words += 1;
        }
        Ok(Self { shape, blocks, words })
    }

    /// Writes a key, by the tokens after those that it has in common with the one before.
    #[inline]
    pub(super) fn push(
        &mut self,
        shared: usize,
        tokens: impl Iterator<Item = Token>,
        word: Option<u64>,
        count: u64,
    ) -> Result<()> {
        let left = self.shape.tokens.saturating_sub(shared);
        self.blocks.begin(left * TOKEN_BITS + 64 + 2 * LONGEST)?;
        let bits = &mut self.blocks.bits;
        bits.gamma(shared as u64 + 1);
        for token in tokens {
            match token {
                Token::Known(place) => {
                    let place = u64::from(place) + 1;
                    bits.delta(place + u64::from(place >= LITERAL));
                }
                Token::Literal(hash) => {
                    bits.delta(LITERAL);
                    bits.put(hash, 64);
                }
            }
        }
        if let Some(word) = word {
            bits.put(word, hash::BITS);
        }
        bits.delta(count);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Run> {
        Ok(Run { blocks: self.blocks.finish()?, words: self.words })
    }
}

/// Reads a run, from key to key.
#[derive(Debug)]
pub(super) struct RunReader {
    shape: Shape,
    blocks: BlockReader,
    pub(super) dictionary: Vec<u64>,
    pub(super) key: Vec<u64>,
    /// Words the key has in common with the one before.
    pub(super) shared: usize,
    pub(super) count: u64,
}

impl RunReader {
    pub(super) fn new(run: Run, shape: Shape) -> Result<Self> {
        let mut blocks = BlockReader::new(run.blocks);
        let mut dictionary = Vec::new();
        for _ in 0..run.words {
            let (reader, bytes) = blocks.entry()?.ok_or_else(damaged)?;
            dictionary.push(reader.get(bytes, 64));
        }
        Ok(Self { shape, blocks, dictionary, key: vec![0; shape.len()], shared: 0, count: 0 })
    }

    /// Moves on; false at the end.
    #[inline]
    pub(super) fn advance(&mut self) -> Result<bool> {
        let Some((reader, bytes)) = self.blocks.entry()? else { return Ok(false) };
        let shared = reader.gamma(bytes);
        let (tokens, word) = self.key.split_at_mut(self.shape.tokens);
        for token in tokens.iter_mut().skip(shared.wrapping_sub(1) as usize) {
            let value = reader.delta(bytes);
            *token = if value == LITERAL {
                reader.get(bytes, 64)
            } else {
                let place = value.wrapping_sub(1 + u64::from(value > LITERAL));
                match self.dictionary.get(place as usize) {
                    Some(&token) => token,
                    None => return Err(damaged()),
                }
            };
        }
        for word in word {
            *word = reader.get(bytes, hash::BITS);
        }
        self.count = reader.delta(bytes);
        if shared == 0 || self.count == 0 || reader.is_beyond(bytes) {
            return Err(damaged());
        }
        self.shared = shared as usize - 1;
        Ok(true)
    }
}

fn damaged() -> Error {
    Error::Malformed { what: "a sorted run in the temporary folder" }
}
