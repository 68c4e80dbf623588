//! The method `suffix` (3.4.2): n-grams that occur again, in bounded memory, by sorting suffixes.
//!
//! Tokens are gathered in a [chunk](super::chunk) that fits memory; its n-grams go to disk in order, each once with
//! its count, as a [run](super::runs); runs are [merged](super::merge), and what occurs often enough is sorted by hash.
//! What fits one chunk does without the disk.
//!
//! The thesis writes all tokens of an n-gram that the one before it does not begin with, so that long ones take disk by
//! their length. Here those after the second of a long n-gram are replaced by its hash of 60 bits, which the order goes
//! by after the two: whatever n, and however large the vocabulary, a token of the input takes no more than 28 bytes.

use super::chunk::{Chunk, Ngram, Order, Sorted};
use super::counts::Counts;
use super::levels::{Levels, Means, Pen};
use super::runs::{Run, RunWriter, Shape, Token};
use super::side_by_side::Sorting;
use crate::error::{Error, Result};
use crate::ngrams::hash;
use crate::ngrams::method::{Method, Options, Out, Stats};

/// n-grams of more tokens are written with their hash: of running text these take as much disk either way, and less
/// time with it, and longer ones less of both.
const LONG: usize = 6;

/// Tokens that are written of those. With one, too many n-grams would begin alike.
const TOKENS_OF_LONG: usize = 2;

/// Finds them by sorting suffixes.
#[derive(Debug)]
pub struct Suffixes {
    options: Options,
    order: Order,
    chunk: Chunk,
    /// Chunks that other cores sort and write meanwhile.
    sorting: Sorting,
    runs: Levels,
    stats: Stats,
}

impl Suffixes {
    pub fn new(options: &Options) -> Result<Self> {
        options.check()?;
        let means = Means::new(options.tmpdir.clone(), options.memory);
        Self::with(options.clone(), means)
    }

    fn with(options: Options, means: Means) -> Result<Self> {
        let n = options.n;
        let order = Order { n, tokens: if n > LONG { TOKENS_OF_LONG } else { n } };
        // With fewer, most of a chunk would be what it repeats of the one before.
        let least = n.saturating_mul(4).saturating_mul(order.at_most());
        if least > of_chunk(&options) {
            let expected =
                format!("{} bytes or more for n-grams of {n} tokens", least_memory(least, &options));
            return Err(Error::Parameter { name: "memory", expected });
        }
        let shape = Shape { tokens: order.tokens, word: order.tokens < n };
        let chunk = Chunk::new(order, of_chunk(&options));
        let sorting = Sorting::new(options.threads - 1);
        Ok(Self { order, chunk, sorting, runs: Levels::new(means, shape), stats: Stats::default(), options })
    }

    /// Writes what is in memory as a run, or as some.
    fn spill(&mut self) -> Result<()> {
        let empty = Chunk::new(self.order, of_chunk(&self.options));
        let chunk = std::mem::replace(&mut self.chunk, empty);
        let (pen, memory) = (self.runs.pen().clone(), self.options.memory);
        let runs = self.sorting.add(move || write(&chunk.sorted()?, &pen, memory))?;
        runs.into_iter().try_for_each(|run| self.runs.add(run))
    }

    /// Takes what other cores have still to write.
    fn take_sorted(&mut self) -> Result<()> {
        while let Some(runs) = self.sorting.next()? {
            runs.into_iter().try_for_each(|run| self.runs.add(run))?;
        }
        Ok(())
    }

    /// What occurs often enough, by hash.
    fn counts(&mut self) -> Result<Counts> {
        let Options { memory, min_count, ref tmpdir, n, .. } = self.options;
        let means = Means::new(tmpdir.clone(), memory);
        self.take_sorted()?;
        if self.runs.is_empty() {
            let mut counts = Counts::new(means, memory / 8);
            let empty = Chunk::new(self.order, 0);
            let sorted = std::mem::replace(&mut self.chunk, empty).sorted()?;
            sorted.each(|ngram| {
                if ngram.count < min_count { Ok(()) } else { counts.push(sorted.hash(ngram), ngram.count) }
            })?;
            return Ok(counts);
        }
        if !self.chunk.is_empty() {
            self.spill()?;
            self.take_sorted()?;
        }
        let mut counts = Counts::new(means, memory / 2);
        let tokens = self.order.tokens;
        self.runs.finish(|key, count| {
            if count < min_count {
                return Ok(());
            }
            if let Some(&hash) = key.get(tokens) {
                return counts.push(hash, count);
            }
            let mut found = 0;
            hash::each(key, n, |hash| found = hash);
            counts.push(found, count)
        })?;
        Ok(counts)
    }
}

/// Bytes of memory for a chunk; the rest is for what is read and written meanwhile. With several cores that is a merge
/// of runs beside chunks.
fn of_chunk(options: &Options) -> usize {
    match options.threads {
        1 => options.memory / 8 * 7,
        threads => options.memory / 8 * 5 / threads,
    }
}

/// The memory of which a chunk gets so much.
fn least_memory(chunk: usize, options: &Options) -> usize {
    match options.threads {
        1 => chunk.saturating_mul(8) / 7 + 8,
        threads => chunk.saturating_mul(8).saturating_mul(threads) / 5 + 8 * threads,
    }
}

impl Method for Suffixes {
    fn document(&mut self, tokens: &[u64]) -> Result<()> {
        let n = self.options.n;
        self.stats.documents += 1;
        self.stats.tokens += tokens.len() as u64;
        self.stats.ngrams += (tokens.len() + 1).saturating_sub(n) as u64;
        let mut rest = tokens;
        while rest.len() >= n {
            let taken = self.chunk.take(rest)?;
            if taken == rest.len() {
                break;
            }
            // The next chunk begins with the n-gram after the last of this one.
            rest = &rest[(taken + 1).saturating_sub(n)..];
            self.spill()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: Out<'_>) -> Result<Stats> {
        let counts = self.counts()?;
        let Self { mut stats, runs, .. } = *self;
        let of_counts = counts.finish(|hash, count| {
            stats.kept += 1;
            stats.occurrences += count;
            out(hash, count)
        })?;
        stats.disk = runs.peak.max(runs.bytes + of_counts);
        Ok(stats)
    }
}

/// The n-grams of a chunk as a run; as more of them where many long ones begin alike, for those are sorted by hash
/// in little memory.
fn write(sorted: &Sorted, pen: &Pen, memory: usize) -> Result<Vec<Run>> {
    let frequent = sorted.frequent(pen.words());
    let mut places = vec![u32::MAX; sorted.vocabulary()];
    for (place, &rank) in (0..).zip(&frequent) {
        places[rank as usize] = place;
    }
    let start = || pen.writer(frequent.iter().map(|&rank| sorted.word(rank as usize)));
    let token = |rank: usize| match places[rank] {
        u32::MAX => Token::Literal(sorted.word(rank)),
        place => Token::Known(place),
    };
    let mut run = start()?;
    let mut done = Vec::new();
    let tokens = pen.shape.tokens;
    if !pen.shape.word {
        sorted.each(|ngram| {
            let tail = sorted.ranks(ngram).skip(ngram.shared).map(token);
            run.push(ngram.shared, tail, None, ngram.count)
        })?;
        done.push(run.finish()?);
        return Ok(done);
    }
    let most = (memory / 256).max(2);
    let mut first: Option<Ngram> = None;
    let mut alike: Vec<(u64, u64)> = Vec::new();
    let flush = |run: &mut RunWriter<'_>, first: Option<Ngram>, alike: &mut Vec<(u64, u64)>| -> Result<()> {
        alike.sort_unstable();
        let mut shared = first.map_or(0, |first| first.shared);
        for &(hash, count) in alike.iter() {
            let tail = first.into_iter().flat_map(|first| sorted.ranks(first)).skip(shared).map(token);
            run.push(shared, tail, Some(hash), count)?;
            shared = tokens;
        }
        alike.clear();
        Ok(())
    };
    sorted.each(|ngram| {
        if ngram.shared < tokens || first.is_none() {
            flush(&mut run, first, &mut alike)?;
            first = Some(ngram);
        } else if alike.len() == most {
            flush(&mut run, first, &mut alike)?;
            done.push(std::mem::replace(&mut run, start()?).finish()?);
            first.iter_mut().for_each(|first| first.shared = 0);
        }
        alike.push((sorted.hash(ngram), ngram.count));
        Ok(())
    })?;
    flush(&mut run, first, &mut alike)?;
    done.push(run.finish()?);
    Ok(done)
}

#[cfg(test)]
#[path = "method_tests.rs"]
mod tests;
