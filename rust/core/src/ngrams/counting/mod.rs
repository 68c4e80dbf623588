//! From records to a set of their n-grams: lines are read on any number of cores, counted in their order.

mod preparer;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

pub(super) use preparer::ends_after;
pub use preparer::{Bad, Prepared, Preparer, is_blank};

use super::method::{self, Method, Stats};
use super::set::{Header, Level, SetWriter, Totals};
use super::tokens::TokenOptions;
use crate::error::{Error, Result};
use crate::store;
use crate::units::Reading;

/// What is counted, and how.
#[derive(Clone, Debug)]
pub struct CountOptions {
    /// One of [`method::METHODS`].
    pub method: String,
    pub n: usize,
    pub min_count: u64,
    /// Bytes that may be used, beside those of what is being prepared.
    pub memory: usize,
    pub tmpdir: PathBuf,
    pub level: Level,
    pub reading: Reading,
    pub tokens: TokenOptions,
    pub threads: usize,
}

/// Counts the n-grams of records.
#[derive(Debug)]
pub struct Counting {
    options: CountOptions,
    header: Header,
    preparer: Arc<Preparer>,
    method: Box<dyn Method>,
    documents: u64,
}

impl Counting {
    pub fn new(options: &CountOptions) -> Result<Self> {
        let means = method::Options {
            n: options.n,
            min_count: options.min_count,
            memory: options.memory,
            tmpdir: options.tmpdir.clone(),
            threads: options.threads,
        };
        let method = method::method(&options.method, &means)?;
        let header = Header {
            n: options.n as u64,
            min_count: options.min_count,
            level: options.level,
            counts: true,
            complete: true,
            tokens: options.tokens.key(),
        };
        let preparer = Arc::new(Preparer::new(options, method.deal()));
        Ok(Self { options: options.clone(), header, preparer, method, documents: 0 })
    }

    pub fn options(&self) -> &CountOptions {
        &self.options
    }

    /// What prepares lines for [`add`](Self::add), on any core.
    pub fn preparer(&self) -> Arc<Preparer> {
        self.preparer.clone()
    }

    /// Counts the records of some lines. The set does not depend on how lines came together, nor on their order.
    pub fn add(&mut self, prepared: &Prepared) -> Result<()> {
        self.documents += prepared.documents();
        prepared.give(&mut *self.method)
    }

    /// Writes the set, with counts if they are wanted.
    pub fn finish(self, out: impl Write, counts: bool) -> Result<(Stats, Totals)> {
        let Self { header, method, documents, .. } = self;
        let mut writer = SetWriter::new(out, &Header { counts, ..header })?;
        let mut stats = method.finish(&mut |hash, count| writer.push(hash, count))?;
        // A method counts what n-grams do not cross, be it blocks.
        stats.documents = documents;
        let totals = writer.finish(&Totals::of(&stats))?;
        Ok((stats, totals))
    }
}

/// As [`store::WRITING`] is of the file that was asked for: then the system's error is about that.
pub fn is_of_output(error: &Error) -> bool {
    matches!(error, Error::Io { doing, .. } if doing == store::WRITING)
}
