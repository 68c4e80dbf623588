//! Method `hash`: all n-grams' hashes, counted.

use super::counter::Counter;
use super::deal::{Deal, Dealt};
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
        Ok(Self { n: options.n, counter: Counter::new(options)?, stats: Stats::default() })
    }
}

impl Method for Hashed {
    fn document(&mut self, tokens: &[u64]) -> Result<()> {
        self.stats.see(tokens.len(), self.n);
        hash::each(tokens, self.n, |hash| self.counter.add(hash));
        self.counter.check()
    }

    fn deal(&self) -> Option<Deal> {
        Some(Deal { n: self.n, bits: self.counter.bits() })
    }

    fn dealt(&mut self, dealt: &Dealt) -> Result<()> {
        self.stats.add_text(dealt.documents(), dealt.tokens(), dealt.len() as u64);
        self.counter.add_dealt(dealt)
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
