//! The merge of runs: a tree of losers that remembers common prefixes.
//!
//! Of two keys, both greater than the last one given, the one that has more in common with it is the lesser; only those
//! that have equally much are compared, from there on (Ng and Kakehi). How much a key has in common with the one
//! before it in its run is known, for that is what the run leaves out.

use super::runs::{Run, RunReader, Shape};
use crate::error::Result;

#[derive(Debug)]
struct Source {
    run: RunReader,
    /// Words in common with the key that it was last compared with, which was less.
    shared: usize,
    is_done: bool,
}

#[derive(Debug)]
pub(super) struct Merge {
    shape: Shape,
    sources: Vec<Source>,
    /// Who lost at each node; node 1 is the root, and node `i` has the children `2i` and `2i + 1`.
    losers: Vec<Option<usize>>,
}

impl Merge {
    pub(super) fn new(runs: impl IntoIterator<Item = Run>, shape: Shape) -> Result<Self> {
        let mut sources = Vec::new();
        for run in runs {
            let mut run = RunReader::new(run, shape)?;
            let is_done = !run.advance()?;
            sources.push(Source { run, shared: 0, is_done });
        }
        let losers = vec![None; sources.len()];
        Ok(Self { shape, sources, losers })
    }

    /// The dictionaries' tokens, the most frequent first, each once if `is_new` says so; no more than `most`.
    pub(super) fn dictionary(&self, most: usize, mut is_new: impl FnMut(u64) -> bool) -> Vec<u64> {
        let longest = self.sources.iter().map(|source| source.run.dictionary.len()).max().unwrap_or(0);
        let by_place = (0..longest).flat_map(|place| {
            self.sources.iter().filter_map(move |source| source.run.dictionary.get(place).copied())
        });
        by_place.filter(|&token| is_new(token)).take(most).collect()
    }

    /// Calls `each` with every key, in order, with how many words it has in common with the one before and the sum of
    /// its counts.
    pub(super) fn run(mut self, mut each: impl FnMut(usize, &[u64], u64) -> Result<()>) -> Result<()> {
        let Some(mut winner) = self.first_winner() else { return Ok(()) };
        let mut key = vec![0; self.shape.len()];
        let (mut shared, mut count) = (0, 0u64);
        while !self.sources[winner].is_done {
            let source = &mut self.sources[winner];
            if count > 0 && source.shared == key.len() {
                count = count.saturating_add(source.run.count);
            } else {
                if count > 0 {
                    each(shared, &key, count)?;
                }
                shared = source.shared;
                key[shared..].copy_from_slice(&source.run.key[shared..]);
                count = source.run.count;
            }
            source.is_done = !source.run.advance()?;
            source.shared = source.run.shared.min(key.len());
            winner = self.climb(winner);
        }
        if count > 0 { each(shared, &key, count) } else { Ok(()) }
    }

    /// Has all compete from the leaves up: who comes first to a node waits there for the other.
    fn first_winner(&mut self) -> Option<usize> {
        let mut winner = None;
        for source in 0..self.sources.len() {
            let mut up = source;
            let mut node = (source + self.sources.len()) / 2;
            loop {
                if node == 0 {
                    winner = Some(up);
                    break;
                }
                let Some(waiting) = self.losers[node] else {
                    self.losers[node] = Some(up);
                    break;
                };
                up = self.compete(node, up, waiting);
                node /= 2;
            }
        }
        winner
    }

    /// The winner of all, after the last one has moved on.
    #[inline]
    fn climb(&mut self, mut up: usize) -> usize {
        let mut node = (up + self.sources.len()) / 2;
        while node > 0 {
            if let Some(other) = self.losers[node] {
                up = self.compete(node, up, other);
            }
            node /= 2;
        }
        up
    }

    /// Who of two has the lesser key; the other stays at the node.
    #[inline]
    fn compete(&mut self, node: usize, up: usize, other: usize) -> usize {
        let (a, b) = (&self.sources[up], &self.sources[other]);
        let mut shared = a.shared.min(b.shared);
        let up_wins = if a.is_done || b.is_done {
            b.is_done
        } else if a.shared != b.shared {
            a.shared > b.shared
        } else {
            while shared < a.run.key.len() && a.run.key[shared] == b.run.key[shared] {
                shared += 1;
            }
            a.run.key.get(shared) <= b.run.key.get(shared)
        };
        let (winner, loser) = if up_wins { (up, other) } else { (other, up) };
        self.sources[loser].shared = shared;
        self.losers[node] = Some(loser);
        winner
    }
}
