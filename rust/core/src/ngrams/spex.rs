//! Method `spex`: the iterative algorithm of Bernstein and Zobel, section 3.4.1.
//!
//! An n-gram can occur twice only if both of its (n-1)-grams do. So the tokens are passed over n times: the k-th pass counts
//! those k-grams both of whose (k-1)-grams were found in the pass before.
//!
//! The thesis counts in a table of everything that was not pruned, and finds that it grows with the text. Here the
//! [counter](super::counter) keeps within memory, and so does what is known of the pass before: when the (k-1)-grams found
//! are too many for a table, a field of bits stands for them, which may prune less but never too much. The result is the
//! same; only then, fewer are [`pruned`](Step::pruned). Tokens that memory does not hold wait on disk.

mod found;
mod log;

use super::counter::Counter;
use super::hash::Rolling;
use super::method::{Method, Options, Out, Stats, Step};
use crate::error::Result;
use found::Found;
use log::TokenLog;

/// See the [module](self).
#[derive(Debug)]
pub struct Spex {
    options: Options,
    tokens: TokenLog,
    stats: Stats,
}

impl Spex {
    pub fn new(options: &Options) -> Result<Self> {
        options.check()?;
        let tokens = TokenLog::new(options.memory / 4, &options.tmpdir);
        Ok(Self { options: options.clone(), tokens, stats: Stats::default() })
    }
}

/// Look-ups that wait for memory together.
const BATCH: usize = 64;

/// The k-grams of a pass over the tokens.
struct Pass {
    step: Step,
    /// k-grams seen.
    seen: u64,
    /// k-grams found, and how often.
    types: u64,
    occurrences: u64,
    disk: u64,
}

impl Pass {
    /// Counts the k-grams both of whose parts were found, and gives those that occur often enough.
    fn run(
        k: usize,
        tokens: &TokenLog,
        before: Option<&Found>,
        options: &Options,
        out: Out<'_>,
    ) -> Result<Self> {
        let mut counter = Counter::new(options)?;
        let (mut seen, mut pruned) = (0u64, 0u64);
        let (mut ngrams, mut parts) = (Rolling::new(k), Rolling::new(k - usize::from(k > 1)));
        // Whether the part that ended with the token before was found.
        let mut part_before = false;
        let mut waiting = Vec::with_capacity(BATCH);
        let mut look_up = |waiting: &mut Vec<(Option<u64>, Option<u64>)>| {
            for (part, ngram) in waiting.drain(..) {
                let part = before.is_none_or(|found| part.is_some_and(|part| found.contains(part)));
                if let Some(hash) = ngram {
                    seen += 1;
                    if part && (part_before || k == 1) {
                        counter.add(hash);
                    } else {
                        pruned += 1;
                    }
                }
                part_before = part;
            }
            counter.check()
        };
        tokens.each(|token| {
            let Some(token) = token else {
                ngrams.reset();
                parts.reset();
                return Ok(());
            };
            let part = before.and_then(|found| parts.push(token).inspect(|&part| found.fetch(part)));
            waiting.push((part, ngrams.push(token)));
            if waiting.len() == BATCH { look_up(&mut waiting) } else { Ok(()) }
        })?;
        look_up(&mut waiting)?;
        let (mut types, mut occurrences) = (0u64, 0u64);
        let disk = counter.finish(&mut |hash, count| {
            types += 1;
            occurrences += count;
            out(hash, count)
        })?;
        let unique = seen - occurrences;
        let stored = types + (unique - pruned) + before.map_or(0, Found::len);
        let step = Step { n: k, unique, pruned, types, duplicate: occurrences, stored };
        Ok(Self { step, seen, types, occurrences, disk })
    }
}

impl Method for Spex {
    fn document(&mut self, tokens: &[u64]) -> Result<()> {
        self.stats.see(tokens.len(), self.options.n);
        self.tokens.push(tokens)
    }

    fn finish(self: Box<Self>, out: Out<'_>) -> Result<Stats> {
        let Self { options, mut tokens, mut stats } = *self;
        tokens.end()?;
        // A quarter of memory is for tokens, a quarter for what the pass before has found and a quarter for what this one finds.
        let pass_options = Options { memory: options.memory / 4, ..options.clone() };
        let mut before = None;
        for k in 1..options.n {
            let mut found = Found::new(options.memory / 4);
            let pass = Pass::run(k, &tokens, before.as_ref(), &pass_options, &mut |hash, _| {
                found.insert(hash);
                Ok(())
            })?;
            stats.steps.push(pass.step);
            stats.disk = stats.disk.max(tokens.disk() + pass.disk);
            before = Some(found);
        }
        let pass = Pass::run(options.n, &tokens, before.as_ref(), &pass_options, out)?;
        debug_assert_eq!(pass.seen, stats.ngrams);
        stats.steps.push(pass.step);
        stats.disk = stats.disk.max(tokens.disk() + pass.disk);
        (stats.kept, stats.occurrences) = (pass.types, pass.occurrences);
        Ok(stats)
    }
}
