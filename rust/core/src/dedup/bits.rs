//! A bit for each n-gram of a set, by its place: whether it is out already.

use prefetch_index::prefetch_index;

use crate::error::Result;
use crate::suffix::memory::Array;

/// What so many bits take, in bytes.
pub fn bytes_for(count: u64) -> u64 {
    count.div_ceil(64) * 8
}

/// See the [module](self).
#[derive(Debug)]
pub struct Bits(Array<u64>);

impl Bits {
    /// All unset.
    pub fn new(count: u64) -> Self {
        Self(Array::new(count.div_ceil(64) as usize))
    }

    /// The same for as many as a file says.
    pub(super) fn try_new(count: u64) -> Result<Self> {
        Array::try_new(count.div_ceil(64) as usize).map(Self)
    }

    pub fn memory(&self) -> u64 {
        self.0.len() as u64 * 8
    }

    #[inline]
    pub fn get(&self, at: u64) -> bool {
        self.0[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    /// Sets a bit, and says whether it was unset.
    #[inline]
    pub fn set(&mut self, at: u64) -> bool {
        let word = &mut self.0[(at / 64) as usize];
        let before = *word;
        *word |= 1 << (at % 64);
        before != *word
    }

    #[inline]
    pub fn unset(&mut self, at: u64) {
        self.0[(at / 64) as usize] &= !(1 << (at % 64));
    }

    pub fn unset_all(&mut self) {
        self.0.fill(0);
    }

    /// How many are set.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Has the cache line of a bit fetched.
    #[inline]
    pub fn fetch(&self, at: u64) {
        prefetch_index(&*self.0, (at / 64) as usize);
    }
}
