//! The n-grams of all lengths at once: in a suffix array the places of one n-gram stand side by side, and neighbours
//! with less than n symbols in common belong to different ones.

use wide::{i32x8, u8x16};

use super::bits::Bits;
use super::corpus::Corpus;
use crate::error::{Error, Result};
use crate::suffix::{Positions, Sequence, lcp_array, suffix_array};

#[derive(Debug)]
pub(super) struct Suffixes {
    pub(super) array: Vec<i32>,
    /// What each suffix has in common with the one before it.
    common: Vec<i32>,
    /// How much longer than `base` the longest n-gram is that begins at each place of the array, 255 at most.
    room: Vec<u8>,
    base: usize,
}

impl Suffixes {
    pub(super) fn new(corpus: &Corpus) -> Result<Self> {
        let sequence = Sequence::new(corpus.text());
        let array = suffix_array(&sequence)?;
        let common = lcp_array(&sequence, &array)?;
        let (Positions::Narrow(array), Positions::Narrow(common)) = (array, common) else {
            return Err(Error::Parameter {
                name: "the sample",
                expected: "less than 2^31 characters long".to_owned(),
            });
        };
        let mut suffixes = Self { array, common, room: Vec::new(), base: 0 };
        suffixes.measure_room(corpus, 0);
        Ok(suffixes)
    }

    /// Makes sure that n-grams of `n` and `n + 1` symbols can be told from what goes beyond a document.
    pub(super) fn prepare(&mut self, corpus: &Corpus, n: usize) {
        if n <= self.base || n + 1 > self.base + 255 {
            self.measure_room(corpus, n - 1);
        }
    }

    fn measure_room(&mut self, corpus: &Corpus, base: usize) {
        let room = corpus.room(base);
        self.room = self.array.iter().map(|&at| room[at as usize]).collect();
        self.base = base;
    }

    /// The places of the array at which another n-gram begins, or suffixes too short for one, and its end; and the
    /// places at which there is an n-gram.
    pub(super) fn measure(&self, n: usize, starts: &mut Bits, grams: &mut Bits) {
        let least_common = i32::try_from(n).unwrap_or(i32::MAX);
        let least_common = i32x8::splat(least_common);
        starts.set_where(&self.common, |eight| i32x8::from(eight).simd_lt(least_common).to_bitmask().into());
        starts.flip(self.common.len());
        let least_room = u8::try_from(n.saturating_sub(self.base)).unwrap_or(u8::MAX);
        let least = u8x16::splat(least_room);
        grams.set_where(&self.room, |sixteen| {
            let room = u8x16::from(sixteen);
            room.max(least).simd_eq(room).to_bitmask().into()
        });
    }
}
