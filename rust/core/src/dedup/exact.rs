//! Exact duplicates, section 3.6.1: of texts with the same checksum one is kept.
//!
//! The text is what is left without boilerplate, as there. Blanks are alike however many they are, and none count at
//! the ends, so that the same text in other markup or on other lines is the same. The checksum is XXH3 of 128 bits
//! where the thesis has MD5 of as many: two of a thousand million texts meet by chance once in 10²⁰ times.

use xxhash_rust::xxh3::Xxh3;

use crate::error::{Error, Result};

/// Makes the checksum of a text that comes in parts, such as blocks; between parts there is a blank.
#[derive(Clone, Default)]
pub struct Checksum {
    hash: Xxh3,
    any: bool,
}

impl std::fmt::Debug for Checksum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("XXH3-128")
    }
}

impl Checksum {
    pub fn push(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if self.any {
                self.hash.update(b" ");
            }
            self.hash.update(word.as_bytes());
            self.any = true;
        }
    }

    /// The checksum, unless there was no text; then all is ready for another.
    pub fn take(&mut self) -> Option<u128> {
        let any = std::mem::take(&mut self.any);
        let sum = any.then(|| self.hash.digest128());
        self.hash.reset();
        sum
    }
}

/// The checksum of a text, unless it is empty.
pub fn checksum(text: &str) -> Option<u128> {
    let mut sum = Checksum::default();
    sum.push(text);
    sum.take()
}

/// Parts of a set that grow by themselves, so that little memory is needed twice.
const PARTS: usize = 256;
/// Places that a part begins with.
const SMALL: usize = 8;

/// Checksums that were seen, 19 to 25 bytes each.
#[derive(Debug)]
pub struct Seen {
    parts: Box<[Part]>,
    most: u64,
    memory: u64,
}

/// Open addressing; zero is free.
#[derive(Clone, Debug, Default)]
struct Part {
    sums: Box<[u128]>,
    len: usize,
}

/// The most that so many checksums take, in bytes.
pub fn bytes_for(count: u64) -> u64 {
    count.saturating_mul(26).saturating_add((PARTS * (SMALL * 16 + size_of::<Part>())) as u64)
}

impl Seen {
    /// In so many bytes at most.
    pub fn new(memory: u64) -> Self {
        let parts = vec![Part::default(); PARTS].into();
        Self { parts, most: memory, memory: (PARTS * size_of::<Part>()) as u64 }
    }

    /// Bytes it takes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    pub fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.len as u64).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a checksum, and says whether it is new. Fails where memory is full.
    pub fn insert(&mut self, sum: u128) -> Result<bool> {
        let sum = sum.max(1);
        let part = &self.parts[(sum >> 120) as usize];
        if !part.sums.is_empty() && part.sums[part.find(sum)] == sum {
            return Ok(false);
        }
        if (part.len + 1) * 20 > part.sums.len() * 17 {
            self.grow((sum >> 120) as usize)?;
        }
        let part = &mut self.parts[(sum >> 120) as usize];
        let place = part.find(sum);
        part.sums[place] = sum;
        part.len += 1;
        Ok(true)
    }

    fn grow(&mut self, at: usize) -> Result<()> {
        let old = self.parts[at].sums.len();
        let new = (old + old / 4).max(SMALL);
        // Both are there for a moment.
        let peak = self.memory + 16 * new as u64;
        if peak > self.most {
            let expected = format!("more than {} bytes for {} checksums", self.most, self.len());
            return Err(Error::Parameter { name: "memory", expected });
        }
        let mut part = Part { sums: vec![0; new].into(), len: self.parts[at].len };
        for &sum in self.parts[at].sums.iter().filter(|&&sum| sum != 0) {
            let place = part.find(sum);
            part.sums[place] = sum;
        }
        self.parts[at] = part;
        self.memory = peak - 16 * old as u64;
        Ok(())
    }
}

impl Part {
    /// Where a checksum is, or should be. There is a free place.
    fn find(&self, sum: u128) -> usize {
        let len = self.sums.len();
        let mut at = ((u128::from(sum as u64) * len as u128) >> 64) as usize;
        while self.sums[at] != 0 && self.sums[at] != sum {
            at = if at + 1 == len { 0 } else { at + 1 };
        }
        at
    }
}
