//! Method `hash`: all n-grams' hashes, counted.

use super::counter::Counter;
use super::hash;
use super::method::{Method, Options, Out, Stats};
use crate::error::Result;

/// See [`counter`](super::counter).
#[derive(Debug)]
pub struct Hashed {
    n: usize,
    counter: Counter,
    stats: Stats,
}

impl Hashed {
    pub fn new(options: &Options) -> Result<Self> {
        options.check()?;
        Ok(Self { n: options.n, counter: Counter::new(options), stats: Stats::default() })
    }
}

impl Method for Hashed {
    fn document(&mut self, tokens: &[u64]) -> Result<()> {
        self.stats.see(tokens.len(), self.n);
        hash::each(tokens, self.n, |hash| self.counter.add(hash));
        self.counter.check()
    }

    fn finish(self: Box<Self>, out: Out<'_>) -> Result<Stats> {
        let Self { counter, mut stats, .. } = *self;
        stats.disk = counter.finish(&mut |hash, count| {
            stats.keep(count);
            out(hash, count)
        })?;
        Ok(stats)
    }
}
