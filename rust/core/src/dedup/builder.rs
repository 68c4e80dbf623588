//! Builds a [`Set`].

use super::bits;
use super::set::{CROWDED, Crowded, Filter, RUN_COUNT, RUNS, SUPER, Set, Shape, bytes_for, filter_bytes};
use crate::error::{Error, Result};
use crate::ngrams::hash::BITS;
use crate::suffix::memory::Array;

/// Builds a set in one pass, and in no other memory than that of the set.
#[derive(Debug)]
pub struct Builder {
    set: Set,
    most: u64,
    last: Option<u64>,
    /// The bucket that is being filled, how many hashes are before it, and how many in each of its runs.
    bucket: u64,
    before: u64,
    here: u64,
    runs: [u64; RUN_COUNT],
}

impl Builder {
    /// For so many n-grams at most, for which there is memory: a number out of a file is for [`Builder::within`].
    pub fn new(most: u64) -> Result<Self> {
        let shape = Shape::of(most);
        let size = |number: u64| {
            usize::try_from(number)
                .ok()
                .filter(|&number| isize::try_from(number.saturating_mul(8)).is_ok())
                .ok_or_else(|| Error::Parameter { name: "a set of n-grams", expected: "smaller".to_owned() })
        };
        let set = Set {
            len: 0,
            low: shape.low,
            buckets: shape.buckets,
            bits: Array::try_new(size(shape.words)?)?,
            ranks: Array::try_new(size(shape.buckets + 1)?)?,
            supers: Array::try_new(size(shape.supers())?)?,
            crowded: Vec::new(),
            filter: None,
        };
        Ok(Self { set, most, last: None, bucket: 0, before: 0, here: 0, runs: [0; RUN_COUNT] })
    }

    /// Has the set say sooner what is not in it, at one to two bytes an n-gram.
    pub fn filtered(mut self) -> Result<Self> {
        self.set.filter = Some(Filter::new(self.most)?);
        Ok(self)
    }

    /// As [`Builder::new`], unless it would take more than so many bytes with a bit each. If with a
    /// [filter](Self::filtered) it takes a quarter of them at most, it has one.
    pub fn within(most: u64, memory: u64) -> Result<Self> {
        let needed = bytes_for(most).saturating_add(bits::bytes_for(most));
        if needed > memory {
            let expected = format!("{needed} bytes or more for {most} n-grams");
            return Err(Error::Parameter { name: "memory", expected });
        }
        let with_filter = needed.saturating_add(filter_bytes(most));
        let builder = Self::new(most)?;
        if with_filter <= memory / 4 { builder.filtered() } else { Ok(builder) }
    }

    /// Adds an n-gram, whose hash is greater than that of the one before, and says its place.
    pub fn push(&mut self, hash: u64) -> Result<u64> {
        let place = self.before + self.here;
        if hash >> BITS != 0 || self.last.is_some_and(|last| last >= hash) {
            return Err(Error::Malformed { what: "n-grams out of order" });
        }
        if place >= self.most {
            return Err(Error::Malformed { what: "more n-grams than it says" });
        }
        let low = self.set.low;
        while self.bucket < hash >> (low + RUNS) {
            self.end_bucket()?;
        }
        let at = self.set.start(self.bucket, self.before) + self.here * u64::from(low);
        let low_part = hash & self.set.mask();
        put(&mut self.set.bits, at, low_part);
        self.runs[(hash >> low) as usize % RUN_COUNT] += 1;
        self.here += 1;
        if let Some(filter) = &mut self.set.filter {
            filter.add(hash);
        }
        self.last = Some(hash);
        Ok(place)
    }

    fn end_bucket(&mut self) -> Result<()> {
        let mut at = self.set.start(self.bucket, self.before) + self.here * u64::from(self.set.low);
        for run in self.runs {
            let end = at + run;
            while at < end {
                let ones = (end - at).min(64);
                put(&mut self.set.bits, at, u64::MAX >> (64 - ones));
                at += ones;
            }
            at += 1;
        }
        if self.here >= CROWDED {
            let mut before = [0; RUN_COUNT + 1];
            for run in 0..RUN_COUNT {
                before[run + 1] = before[run] + self.runs[run];
            }
            self.set.crowded.push(Crowded { bucket: self.bucket, before });
        }
        self.runs = [0; RUN_COUNT];
        self.bucket += 1;
        self.before += std::mem::take(&mut self.here);
        let supers = (self.bucket >> SUPER) as usize;
        if self.bucket & ((1 << SUPER) - 1) == 0 {
            self.set.supers[supers] = self.before;
        }
        self.set.ranks[self.bucket as usize] = u32::try_from(self.before - self.set.supers[supers])
            .map_err(|_| Error::Malformed { what: "n-grams are not spread" })?;
        Ok(())
    }

    pub fn finish(mut self) -> Result<Set> {
        while self.bucket < self.set.buckets {
            self.end_bucket()?;
        }
        self.set.len = self.before;
        Ok(self.set)
    }
}

/// Sets the bits of a number, from there on.
#[inline]
fn put(bits: &mut [u64], at: u64, number: u64) {
    let (word, bit) = ((at / 64) as usize, at % 64);
    bits[word] |= number << bit;
    bits[word + 1] |= number >> 1 >> (63 - bit);
}
