//! The duplicate n-grams in memory, section 3.5.1: where the thesis has a Judy array of 6 to 20 bytes an n-gram.
//!
//! Hashes, ascending, in Elias and Fano's code, cut into buckets by their highest bits: of a hash stand the lower l bits
//! as they are, and the sixteen values above them are runs of ones, each ended by a zero. The parts of a bucket lie side
//! by side, a cache line's worth on average, and where a bucket begins follows from how many hashes are before it. So a
//! look-up waits for memory twice, once for that number and once for the bucket, and [`Set::positions`] waits for many
//! at a time. It answers with the place of an n-gram among all: what else is known of it (out already, where it stood
//! first) is kept by place, elsewhere, and any number of threads may look up.
//!
//! Nine in ten n-grams of a text are in no set. Where memory is plenty, a field of bits says so of most of them at once: one
//! bit for each value of the highest bits, some eight to sixteen times as many as there are hashes.
//!
//! Hashes need not be spread for the answer to be right, nor for it to come soon: a crowded bucket has the ends of its
//! runs beside it, and a long run is bisected.

use prefetch_index::prefetch_index;

use crate::error::{Error, Result};
use crate::ngrams::hash::BITS;
use crate::suffix::memory::Array;

/// The place of an n-gram that is not in the set, and of what is no n-gram.
pub const ABSENT: u64 = u64::MAX;

/// So many bits of a hash are in the runs of its bucket.
const RUNS: u32 = 4;
const RUN_COUNT: usize = 1 << RUNS;
/// So many buckets count from the same number.
const SUPER: u32 = 8;
/// A bucket of as many hashes is crowded.
const CROWDED: u64 = 4096;
/// Look-ups that wait for memory together.
const BATCH: usize = 32;

/// How a set of so many hashes is laid out.
#[derive(Clone, Copy, Debug)]
struct Shape {
    low: u32,
    buckets: u64,
    words: u64,
}

impl Shape {
    fn of(count: u64) -> Self {
        let count = count.clamp(1, 1 << BITS);
        let low = ((1 << BITS) / count).ilog2().min(BITS - RUNS);
        let buckets = 1u64 << (BITS - RUNS).saturating_sub(low);
        let bits = u128::from(count) * u128::from(low + 1) + (u128::from(buckets) << RUNS);
        Self { low, buckets, words: u64::try_from(bits / 64 + 2).unwrap_or(u64::MAX) }
    }

    fn supers(&self) -> u64 {
        (self.buckets >> SUPER) + 1
    }

    fn bytes(&self) -> u64 {
        let index = (self.buckets + 1).saturating_mul(4).saturating_add(self.supers() * 8);
        self.words.saturating_mul(8).saturating_add(index)
    }
}

/// What a set of so many n-grams takes, in bytes; another bit each is for those that are out.
pub fn bytes_for(count: u64) -> u64 {
    // A list that grows has room for twice as many, and for four.
    let crowded = if count < CROWDED { 0 } else { (count / CROWDED).saturating_mul(2).max(4) };
    Shape::of(count).bytes().saturating_add(crowded.saturating_mul(size_of::<Crowded>() as u64))
}

/// The filter of a set of so many n-grams: in words, and how many of the lowest bits of a hash it does not look at.
fn filter_of(count: u64) -> (u64, u32) {
    let bits = count.clamp(8, 1 << 56).ilog2() + 4;
    (1 << (bits - 6), BITS - bits)
}

/// A crowded bucket: how many of its hashes are before each run, and before the end.
#[derive(Clone, Copy, Debug)]
struct Crowded {
    bucket: u64,
    before: [u64; RUN_COUNT + 1],
}

/// N-grams that can be looked up.
#[derive(Debug)]
pub struct Set {
    len: u64,
    low: u32,
    buckets: u64,
    bits: Array<u64>,
    /// How many hashes are before each bucket, less those before its group of buckets.
    ranks: Array<u32>,
    supers: Array<u64>,
    crowded: Vec<Crowded>,
    filter: Option<Filter>,
}

/// Bits that are set for the highest bits of each hash.
#[derive(Debug)]
struct Filter {
    words: Array<u64>,
    shift: u32,
}

impl Filter {
    fn new(count: u64) -> Self {
        let (words, shift) = filter_of(count);
        Self { words: Array::new(words as usize), shift }
    }

    fn add(&mut self, hash: u64) {
        self.words[(hash >> self.shift >> 6) as usize] |= 1 << (hash >> self.shift & 63);
    }

    #[inline]
    fn passes(&self, hash: u64) -> bool {
        self.words[(hash >> self.shift >> 6) as usize] >> (hash >> self.shift & 63) & 1 == 1
    }
}

impl Set {
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes it takes.
    pub fn memory(&self) -> u64 {
        let filter = self.filter.as_ref().map_or(0, |filter| filter.words.len() * 8);
        let arrays = self.bits.len() * 8 + self.ranks.len() * 4 + self.supers.len() * 8 + filter;
        (arrays + self.crowded.capacity() * size_of::<Crowded>()) as u64
    }

    /// The place of an n-gram among all, or [`ABSENT`].
    pub fn position(&self, hash: u64) -> u64 {
        if hash >> BITS != 0 {
            return ABSENT;
        }
        let (before, count) = self.bucket_of(hash);
        self.search(hash, before, count)
    }

    /// The place of each of a document's n-grams; `out` has no others.
    pub fn positions(&self, hashes: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.resize(hashes.len(), ABSENT);
        let mut waiting = Waiting { set: self, asked: [(0, 0); BATCH], len: 0 };
        let Some(filter) = &self.filter else {
            for (at, &hash) in hashes.iter().enumerate() {
                if hash >> BITS == 0 {
                    waiting.push(hash, at, out);
                }
            }
            return waiting.end(out);
        };
        for (number, batch) in hashes.chunks(BATCH).enumerate() {
            for &hash in batch {
                prefetch_index(&*filter.words, (hash >> filter.shift >> 6) as usize);
            }
            for (i, &hash) in batch.iter().enumerate() {
                if hash >> BITS == 0 && filter.passes(hash) {
                    waiting.push(hash, number * BATCH + i, out);
                }
            }
        }
        waiting.end(out);
    }

    /// All hashes, ascending.
    pub fn hashes(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.buckets).flat_map(move |bucket| {
            let (before, end) = (self.before(bucket), self.before(bucket + 1));
            let (start, count) = (self.start(bucket, before), end - before);
            let mut upper = start + count * u64::from(self.low);
            let mut run = 0;
            (0..count).map(move |i| {
                while self.word(upper) & 1 == 0 {
                    (upper, run) = (upper + 1, run + 1);
                }
                upper += 1;
                (bucket << RUNS | run) << self.low | self.low_part(start, i)
            })
        })
    }

    /// How many hashes are before a bucket.
    #[inline]
    fn before(&self, bucket: u64) -> u64 {
        self.supers[(bucket >> SUPER) as usize] + u64::from(self.ranks[bucket as usize])
    }

    /// How many hashes are before the bucket of one, and in it.
    #[inline]
    fn bucket_of(&self, hash: u64) -> (u64, u64) {
        let bucket = hash >> (self.low + RUNS);
        let before = self.before(bucket);
        (before, self.before(bucket + 1) - before)
    }

    /// The first bit of a bucket.
    #[inline]
    fn start(&self, bucket: u64, before: u64) -> u64 {
        before * u64::from(self.low + 1) + (bucket << RUNS)
    }

    #[inline]
    fn search(&self, hash: u64, before: u64, count: u64) -> u64 {
        let bucket = hash >> (self.low + RUNS);
        let start = self.start(bucket, before);
        let run = hash >> self.low & (RUN_COUNT as u64 - 1);
        let (mut low, mut high) = if count < CROWDED {
            self.run(start + count * u64::from(self.low), run)
        } else {
            self.crowded_run(bucket, run)
        };
        let wanted = hash & self.mask();
        while high - low > 8 {
            let middle = low.midpoint(high);
            if self.low_part(start, middle) <= wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        let found = (low..high).find(|&i| self.low_part(start, i) == wanted);
        found.map_or(ABSENT, |i| before + i)
    }

    /// Which hashes of a bucket, whose runs begin at that bit, are in one of them.
    #[inline]
    fn run(&self, upper: u64, run: u64) -> (u64, u64) {
        let mut at = upper;
        let mut left = run;
        while left > 0 {
            let mut zeros = !self.word(at);
            let here = u64::from(zeros.count_ones());
            if here < left {
                left -= here;
                at += 64;
                continue;
            }
            for _ in 1..left {
                zeros &= zeros - 1;
            }
            at += u64::from(zeros.trailing_zeros()) + 1;
            break;
        }
        let first = at - upper - run;
        let mut end = first;
        loop {
            let ones = self.word(at).trailing_ones();
            end += u64::from(ones);
            at += 64;
            if ones < 64 {
                return (first, end);
            }
        }
    }

    #[cold]
    fn crowded_run(&self, bucket: u64, run: u64) -> (u64, u64) {
        let at = self.crowded.partition_point(|crowded| crowded.bucket < bucket);
        let run = run as usize;
        self.crowded.get(at).map_or((0, 0), |crowded| (crowded.before[run], crowded.before[run + 1]))
    }

    #[inline]
    fn mask(&self) -> u64 {
        (1 << self.low) - 1
    }

    #[inline]
    fn low_part(&self, start: u64, i: u64) -> u64 {
        self.word(start + i * u64::from(self.low)) & self.mask()
    }

    /// 64 bits from there on.
    #[inline]
    fn word(&self, at: u64) -> u64 {
        let (word, bit) = ((at / 64) as usize, at % 64);
        self.bits[word] >> bit | self.bits[word + 1] << 1 << (63 - bit)
    }
}

/// Look-ups that wait for memory together.
struct Waiting<'a> {
    set: &'a Set,
    /// A hash, and where its answer goes.
    asked: [(u64, usize); BATCH],
    len: usize,
}

impl Waiting<'_> {
    #[inline]
    fn push(&mut self, hash: u64, at: usize, out: &mut [u64]) {
        prefetch_index(&*self.set.ranks, (hash >> (self.set.low + RUNS)) as usize);
        self.asked[self.len] = (hash, at);
        self.len += 1;
        if self.len == BATCH {
            self.end(out);
        }
    }

    fn end(&mut self, out: &mut [u64]) {
        let set = self.set;
        let asked = &self.asked[..std::mem::take(&mut self.len)];
        let mut buckets = [(0, 0); BATCH];
        for (&(hash, _), bucket) in asked.iter().zip(&mut buckets) {
            let (before, count) = set.bucket_of(hash);
            *bucket = (before, count);
            let start = set.start(hash >> (set.low + RUNS), before);
            // The runs, and where the hash would be if its bucket were evenly filled.
            let part = ((hash >> set.low & (RUN_COUNT as u64 - 1)) * count) >> RUNS;
            prefetch_index(&*set.bits, ((start + count * u64::from(set.low)) / 64) as usize);
            prefetch_index(&*set.bits, ((start + part * u64::from(set.low)) / 64) as usize);
        }
        for (&(hash, at), (before, count)) in asked.iter().zip(buckets) {
            out[at] = set.search(hash, before, count);
        }
    }
}

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
            bits: Array::new(size(shape.words)?),
            ranks: Array::new(size(shape.buckets + 1)?),
            supers: Array::new(size(shape.supers())?),
            crowded: Vec::new(),
            filter: None,
        };
        Ok(Self { set, most, last: None, bucket: 0, before: 0, here: 0, runs: [0; RUN_COUNT] })
    }

    /// Has the set say sooner what is not in it, at one to two bytes an n-gram.
    pub fn filtered(mut self) -> Self {
        self.set.filter = Some(Filter::new(self.most));
        self
    }

    /// As [`Builder::new`], unless it would take more than so many bytes with a bit each. If with a [filter](
    /// Self::filtered) it takes a quarter of them at most, it has one.
    pub fn within(most: u64, memory: u64) -> Result<Self> {
        let needed = bytes_for(most).saturating_add(super::bits::bytes_for(most));
        if needed > memory {
            let expected = format!("{needed} bytes or more for {most} n-grams");
            return Err(Error::Parameter { name: "memory", expected });
        }
        let with_filter = needed.saturating_add(filter_of(most).0 * 8);
        let builder = Self::new(most)?;
        Ok(if with_filter <= memory / 4 { builder.filtered() } else { builder })
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
