//! Lines of a buffer, counted in batches.
//!
//! A counter larger than the caches would wait for memory at every line. Batches go through it in three steps, and
//! while one is counted, what the next two will need is on its way from memory.

use prefetch_index::prefetch_index;
use wide::u8x16;

use crate::error::Result;

/// Lines a batch holds at most: as many as a core can fetch memory for at a time, and more.
pub(super) const BATCH: usize = 32;

const BLOCK: usize = 64;

/// What a counter does to a batch of lines. A key is what it knows of a line by then.
pub(super) trait Steps<K> {
    /// Gives each line its key, and has fetched what it leads to.
    fn fetch(&mut self, lines: &[&[u8]], keys: &mut [K]);

    /// What the keys lead to is there: has fetched what that leads to.
    fn fetch_more(&self, _keys: &[K]) {}

    fn count_batch(&mut self, lines: &[&[u8]], keys: &[K]) -> Result<()>;
}

struct Batch<'a, K> {
    lines: [&'a [u8]; BATCH],
    keys: [K; BATCH],
    len: usize,
}

impl<K> Batch<'_, K> {
    fn fetch(&mut self, counter: &mut impl Steps<K>) {
        counter.fetch(&self.lines[..self.len], &mut self.keys[..self.len]);
    }

    fn count(&self, counter: &mut impl Steps<K>) -> Result<()> {
        counter.count_batch(&self.lines[..self.len], &self.keys[..self.len])
    }
}

/// Counts the lines of `buffer`, in order. `\n` ends a line; the last may lack it.
pub(super) fn count_lines<K: Copy + Default>(buffer: &[u8], counter: &mut impl Steps<K>) -> Result<()> {
    let mut batches = Batches::new();
    for_each_line(buffer, |line| batches.push(line, counter))?;
    batches.finish(counter)
}

/// Counts these lines, in order.
pub(super) fn count_each<K: Copy + Default>(lines: &[&[u8]], counter: &mut impl Steps<K>) -> Result<()> {
    let mut batches = Batches::new();
    for (at, line) in lines.iter().enumerate() {
        // They may lie anywhere.
        if let Some(later) = lines.get(at + BATCH) {
            prefetch_index(later, 0);
            prefetch_index(later, 64);
        }
        batches.push(line, counter)?;
    }
    batches.finish(counter)
}

/// One that is being filled and fetched, and the two before it, by turns.
struct Batches<'a, K> {
    batches: [Batch<'a, K>; 3],
    turn: usize,
}

impl<'a, K: Copy + Default> Batches<'a, K> {
    fn new() -> Self {
        let empty = || Batch { lines: [&[]; BATCH], keys: [K::default(); BATCH], len: 0 };
        Self { batches: [empty(), empty(), empty()], turn: 0 }
    }

    #[inline(always)]
    fn push(&mut self, line: &'a [u8], counter: &mut impl Steps<K>) -> Result<()> {
        let new = &mut self.batches[self.turn];
        new.lines[new.len % BATCH] = line;
        new.len += 1;
        if new.len < BATCH { Ok(()) } else { self.step(counter) }
    }

    fn step(&mut self, counter: &mut impl Steps<K>) -> Result<()> {
        let (before, first) = ((self.turn + 2) % 3, (self.turn + 1) % 3);
        self.batches[self.turn].fetch(counter);
        let before = &self.batches[before];
        counter.fetch_more(&before.keys[..before.len]);
        self.batches[first].count(counter)?;
        self.batches[first].len = 0;
        self.turn = first;
        Ok(())
    }

    /// Empty ones push the last out.
    fn finish(mut self, counter: &mut impl Steps<K>) -> Result<()> {
        (0..3).try_for_each(|_| self.step(counter))
    }
}

#[inline(always)]
fn for_each_line<'a>(buffer: &'a [u8], mut each: impl FnMut(&'a [u8]) -> Result<()>) -> Result<()> {
    let mut start = 0;
    let (blocks, tail) = buffer.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    last[..tail.len()].copy_from_slice(tail);
    for (block, at) in blocks.iter().chain([&last]).zip((0..).step_by(BLOCK)) {
        let mut ends = newlines(block);
        while ends != 0 {
            let end = at + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            each(&buffer[start..end])?;
            start = end + 1;
        }
    }
    if start < buffer.len() { each(&buffer[start..]) } else { Ok(()) }
}

/// A bit for each byte that is a newline.
fn newlines(block: &[u8; BLOCK]) -> u64 {
    let newline = u8x16::splat(b'\n');
    let (sixteens, _) = block.as_chunks::<16>();
    let masks = sixteens.iter().map(|&bytes| u64::from(u8x16::from(bytes).simd_eq(newline).to_bitmask()));
    masks.rev().fold(0, |all, mask| all << 16 | mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Keeps what it counts, and checks that each batch takes its steps in order.
    #[derive(Default)]
    struct Log {
        counted: Vec<Vec<u8>>,
        fetched: usize,
        fetched_more: std::cell::Cell<usize>,
    }

    impl Steps<usize> for Log {
        fn fetch(&mut self, lines: &[&[u8]], keys: &mut [usize]) {
            for (line, key) in lines.iter().zip(keys) {
                *key = line.len();
                self.fetched += 1;
            }
        }

        fn fetch_more(&self, keys: &[usize]) {
            self.fetched_more.set(self.fetched_more.get() + keys.len());
            assert!(self.fetched_more.get() <= self.fetched);
        }

        fn count_batch(&mut self, lines: &[&[u8]], keys: &[usize]) -> Result<()> {
            assert!(lines.iter().map(|line| line.len()).eq(keys.iter().copied()));
            self.counted.extend(lines.iter().map(|line| line.to_vec()));
            assert!(self.counted.len() <= self.fetched_more.get());
            Ok(())
        }
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_buffer(buffer in proptest::collection::vec(prop::sample::select(&b"ab\n"[..]), 0..300)) {
            let mut found: Vec<&[u8]> = Vec::new();
            for_each_line(&buffer, |line| {
                found.push(line);
                Ok(())
            })
            .unwrap();
            let mut expected: Vec<&[u8]> = buffer.split(|&b| b == b'\n').collect();
            // What follows the last newline is a line only when there is something.
            if expected.last().is_some_and(|line| line.is_empty()) {
                expected.pop();
            }
            prop_assert_eq!(&found, &expected);
            let mut log = Log::default();
            count_lines(&buffer, &mut log).unwrap();
            prop_assert_eq!(&log.counted, &expected);
            let mut log = Log::default();
            count_each(&expected, &mut log).unwrap();
            prop_assert_eq!(log.counted, expected);
        }
    }
}
