//! The duplicate n-grams in memory, section 3.5.1: where the thesis has a Judy array of 6 to 20 bytes an n-gram.
//!
//! Hashes, ascending, in Elias and Fano's code, cut into buckets by their highest bits: of a hash stand the lower l
//! bits as they are, and the sixteen values above them are runs of ones, each ended by a zero. The parts of a bucket
//! lie side by side, a cache line's worth on average, and where a bucket begins follows from how many hashes are
//! before it. So a look-up waits for memory twice, once for that number and once for the bucket, and
//! [`Set::positions`] waits for many at a time. It answers with the place of an n-gram among all: what else is known
//! of it (out already, where it stood first) is kept by place, elsewhere, and any number of threads may look up.
//!
//! Nine in ten n-grams of a text are in no set. Where memory is plenty, a field of bits says so of most of them at
//! once: one bit for each value of the highest bits, some eight to sixteen times as many as there are hashes.
//!
//! Hashes need not be spread for the answer to be right, nor for it to come soon: a crowded bucket has the ends of its
//! runs beside it, and a long run is bisected.

use prefetch_index::prefetch_index;

pub use super::builder::Builder;

use crate::ngrams::hash::BITS;
use crate::suffix::memory::Array;

/// The place of an n-gram that is not in the set, and of what is no n-gram.
pub const ABSENT: u64 = u64::MAX;

/// So many bits of a hash are in the runs of its bucket.
pub(super) const RUNS: u32 = 4;
pub(super) const RUN_COUNT: usize = 1 << RUNS;
/// So many buckets count from the same number.
pub(super) const SUPER: u32 = 8;
/// A bucket of as many hashes is crowded.
pub(super) const CROWDED: u64 = 4096;
/// Look-ups that wait for memory together.
const BATCH: usize = 32;

/// How a set of so many hashes is laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) low: u32,
    pub(super) buckets: u64,
    pub(super) words: u64,
}

impl Shape {
    pub(super) fn of(count: u64) -> Self {
        let count = count.clamp(1, 1 << BITS);
        let low = ((1 << BITS) / count).ilog2().min(BITS - RUNS);
        let buckets = 1u64 << (BITS - RUNS).saturating_sub(low);
        let bits = u128::from(count) * u128::from(low + 1) + (u128::from(buckets) << RUNS);
        Self { low, buckets, words: u64::try_from(bits / 64 + 2).unwrap_or(u64::MAX) }
    }

    pub(super) fn supers(&self) -> u64 {
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

/// What that takes, in bytes.
pub(super) fn filter_bytes(count: u64) -> u64 {
    filter_of(count).0 * 8
}

/// A crowded bucket: how many of its hashes are before each run, and before the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowded {
    pub(super) bucket: u64,
    pub(super) before: [u64; RUN_COUNT + 1],
}

/// N-grams that can be looked up.
#[derive(Debug)]
pub struct Set {
    pub(super) len: u64,
    pub(super) low: u32,
    pub(super) buckets: u64,
    pub(super) bits: Array<u64>,
    /// How many hashes are before each bucket, less those before its group of buckets.
    pub(super) ranks: Array<u32>,
    pub(super) supers: Array<u64>,
    pub(super) crowded: Vec<Crowded>,
    pub(super) filter: Option<Filter>,
}

/// Bits that are set for the highest bits of each hash.
#[derive(Debug)]
pub(super) struct Filter {
    words: Array<u64>,
    shift: u32,
}

impl Filter {
    pub(super) fn new(count: u64) -> crate::error::Result<Self> {
        let (words, shift) = filter_of(count);
        Ok(Self { words: Array::try_new(words as usize)?, shift })
    }

    pub(super) fn add(&mut self, hash: u64) {
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
    pub(super) fn start(&self, bucket: u64, before: u64) -> u64 {
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
    pub(super) fn mask(&self) -> u64 {
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
