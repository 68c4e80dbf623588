//! Byte strings one after another, each known by 32 bits, in chunks that never move once they are large.
//!
//! A record starts at a multiple of [`ALIGN`] in its chunk, and never goes over the chunk's end: one too long for a
//! chunk has one to itself. So 64 GiB can be referred to, and more where records are longer than chunks.

use super::memory::{HUGE, Zeroed};

const ALIGN: usize = 16;
const CHUNK: usize = HUGE;
const CHUNK_BITS: u32 = (CHUNK / ALIGN).trailing_zeros();

#[derive(Debug, Default)]
pub(super) struct Arena {
    chunks: Vec<Chunk>,
    /// Those after this many are kept for later.
    in_use: usize,
}

#[derive(Debug)]
struct Chunk {
    bytes: Zeroed,
    used: usize,
}

impl Arena {
    pub(super) const MAX_REFERENCE: u32 = u32::MAX - 1;

    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Bytes of memory it holds.
    pub(super) fn capacity(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.bytes.len()).sum()
    }

    /// Bytes that were written to.
    pub(super) fn used(&self) -> usize {
        let Some((last, full)) = self.chunks[..self.in_use].split_last() else { return 0 };
        full.iter().map(|chunk| chunk.bytes.len()).sum::<usize>() + last.used
    }

    /// Forgets all, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.chunks.truncate(self.chunks.partition_point(|chunk| chunk.bytes.len() <= CHUNK));
        self.in_use = 0;
    }

    /// Room for a record of that length, of any content, and its reference; `None` when references are used up.
    pub(super) fn push(&mut self, len: usize) -> Option<(u32, &mut [u8])> {
        let last = self.in_use.checked_sub(1).and_then(|last| self.chunks.get(last));
        if last.is_none_or(|chunk| chunk.bytes.len() - chunk.used < len) {
            self.make_room(len);
        }
        let at = self.in_use - 1;
        let chunk = &mut self.chunks[at];
        let start = chunk.used;
        let reference = ((at as u64) << CHUNK_BITS) + (start / ALIGN) as u64;
        let reference = u32::try_from(reference).ok().filter(|&r| r <= Self::MAX_REFERENCE)?;
        chunk.used = (start + len).next_multiple_of(ALIGN).min(chunk.bytes.len());
        Some((reference, &mut chunk.bytes.bytes_mut()[start..start + len]))
    }

    #[cold]
    fn make_room(&mut self, len: usize) {
        if self.in_use == 1 && self.chunks[0].used + len <= CHUNK {
            // The only one grows, so that a small arena is small.
            let first = &mut self.chunks[0];
            let enough = (first.used + len).next_power_of_two().clamp(1024, CHUNK);
            let mut larger = Zeroed::new(enough);
            larger.bytes_mut()[..first.used].copy_from_slice(&first.bytes.bytes()[..first.used]);
            first.bytes = larger;
            return;
        }
        let wanted = if self.in_use == 0 { len.next_power_of_two().clamp(1024, CHUNK) } else { CHUNK };
        match self.chunks.get_mut(self.in_use).filter(|kept| kept.bytes.len() >= len) {
            Some(kept) => kept.used = 0,
            None => {
                self.chunks.truncate(self.in_use);
                self.chunks
                    .push(Chunk { bytes: Zeroed::new(wanted.max(len.next_multiple_of(ALIGN))), used: 0 });
            }
        }
        self.in_use += 1;
    }

    /// What starts there.
    pub(super) fn at(&self, reference: u32) -> &[u8] {
        let chunk = &self.chunks[(reference >> CHUNK_BITS) as usize];
        &chunk.bytes.bytes()[start_of(reference)..]
    }

    pub(super) fn at_mut(&mut self, reference: u32) -> &mut [u8] {
        let chunk = &mut self.chunks[(reference >> CHUNK_BITS) as usize];
        &mut chunk.bytes.bytes_mut()[start_of(reference)..]
    }

    /// Has the first bytes there fetched, in which most lines are whole.
    pub(super) fn fetch(&self, reference: u32) {
        if let Some(chunk) = self.chunks.get((reference >> CHUNK_BITS) as usize) {
            chunk.bytes.fetch(start_of(reference));
            chunk.bytes.fetch(start_of(reference) + 64);
        }
    }

    /// The reference of every record, given how long each is.
    pub(super) fn references<'a>(&'a self, length: impl Fn(&'a [u8]) -> usize) -> impl Iterator<Item = u32> {
        self.chunks[..self.in_use].iter().enumerate().flat_map(move |(at, chunk)| {
            let mut start = 0;
            let length = &length;
            std::iter::from_fn(move || {
                if start >= chunk.used {
                    return None;
                }
                let reference = ((at as u32) << CHUNK_BITS) + (start / ALIGN) as u32;
                start = (start + length(&chunk.bytes.bytes()[start..])).next_multiple_of(ALIGN);
                Some(reference)
            })
            .collect::<Vec<_>>()
        })
    }
}

fn start_of(reference: u32) -> usize {
    (reference as usize & (CHUNK / ALIGN - 1)) * ALIGN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of 8 bytes of length and then content, many chunks of them, one far longer than a chunk.
    #[test]
    fn records_stay_what_they_are() {
        let mut arena = Arena::new();
        for round in 0..2u8 {
            let mut expected = Vec::new();
            for i in 0..3000usize {
                let len = 8 + match i {
                    0..100 => i,
                    1000 => 5 * CHUNK + 3,
                    1001 => CHUNK - 8,
                    _ => i * 7919 % 5000,
                };
                let (reference, record) = arena.push(len).unwrap();
                record[..8].copy_from_slice(&(len as u64).to_le_bytes());
                record[8..].fill(i as u8 ^ round);
                expected.push((reference, len, i as u8 ^ round));
                assert!(i != 50 || round > 0 || arena.capacity() < 10_000, "small while there is little");
            }
            let length = |record: &[u8]| u64::from_le_bytes(record[..8].try_into().unwrap()) as usize;
            assert_eq!(
                arena.references(length).collect::<Vec<_>>(),
                expected.iter().map(|e| e.0).collect::<Vec<_>>()
            );
            for &(reference, len, byte) in &expected {
                let record = arena.at(reference);
                assert_eq!(length(record), len);
                assert!(record[8..len].iter().all(|&b| b == byte));
            }
            assert!(arena.used() <= arena.capacity());
            assert!(arena.capacity() < 30 * CHUNK);
            arena.clear();
            assert_eq!(arena.used(), 0);
        }
    }
}
