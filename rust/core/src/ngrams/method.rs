//! What all ways to find the n-grams that occur again have in common, section 3.4.

use std::fmt;
use std::path::PathBuf;

use super::deal::{Deal, Dealt};
use super::hashed::Hashed;
use super::spex::Spex;
use crate::error::{Error, Result};
use crate::suffix::Suffixes;

/// What is to be found, and with what means.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many tokens an n-gram has.
    pub n: usize,
    /// n-grams that occur fewer times are left out; 1 keeps them all.
    pub min_count: u64,
    /// Bytes that may be used, whatever the input; what needs more goes to disk.
    pub memory: usize,
    /// Where temporary files are made; nothing of them stays, however the program ends.
    pub tmpdir: PathBuf,
    /// How many cores may be used; what is found does not depend on it.
    pub threads: usize,
}

/// The least [`Options::memory`].
pub const LEAST_MEMORY: usize = 1 << 20;

impl Options {
    /// Refuses what no method can do.
    pub fn check(&self) -> Result<()> {
        let refuse = |name, expected: String| Err(Error::Parameter { name, expected });
        if self.n == 0 {
            return refuse("n", "1 or more".to_owned());
        }
        if self.min_count == 0 {
            return refuse("min_count", "1 or more".to_owned());
        }
        if self.threads == 0 {
            return refuse("threads", "1 or more".to_owned());
        }
        if self.memory < LEAST_MEMORY {
            return refuse("memory", format!("{LEAST_MEMORY} bytes or more"));
        }
        Ok(())
    }
}

/// Takes what was found: an n-gram's hash and how often it occurs, ascending by hash.
pub type Out<'a> = &'a mut dyn FnMut(u64, u64) -> Result<()>;

/// A way to find the n-grams that occur again.
pub trait Method: fmt::Debug + Send {
    /// Takes the tokens of a document, or of a block: n-grams never go beyond it.
    fn document(&mut self, tokens: &[u64]) -> Result<()>;

    /// How the n-grams of documents are to be dealt out, if the method takes them so: then
    /// [`dealt`](Self::dealt) does what [`document`](Self::document) does, and what comes before it is done on any core.
    fn deal(&self) -> Option<Deal> {
        None
    }

    /// Takes n-grams that were dealt out as [`deal`](Self::deal) says. What does not say so takes none.
    fn dealt(&mut self, dealt: &Dealt) -> Result<()> {
        debug_assert!(dealt.is_empty());
        Ok(())
    }

    /// Gives each n-gram that occurs `min_count` times or more, once, ascending by hash.
    fn finish(self: Box<Self>, out: Out<'_>) -> Result<Stats>;
}

/// The methods, by name.
pub const METHODS: &[(&str, Make)] = &[
    ("hash", |options| Ok(Box::new(Hashed::new(options)?))),
    ("spex", |options| Ok(Box::new(Spex::new(options)?))),
    ("suffix", |options| Ok(Box::new(Suffixes::new(options)?))),
];

/// Begins with a method.
pub type Make = fn(&Options) -> Result<Box<dyn Method>>;

/// The method of that name.
pub fn method(name: &str, options: &Options) -> Result<Box<dyn Method>> {
    match METHODS.iter().find(|(known, _)| *known == name) {
        Some((_, make)) => make(options),
        None => {
            let names: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
            Err(Error::Parameter { name: "method", expected: names.join(", ") })
        }
    }
}

/// What was seen and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub documents: u64,
    pub tokens: u64,
    /// Occurrences of n-grams.
    pub ngrams: u64,
    /// n-grams given, each once.
    pub kept: u64,
    /// Occurrences of those.
    pub occurrences: u64,
    /// The most bytes that lay in temporary files at a time.
    pub disk: u64,
    /// What a method tells of its steps.
    pub steps: Vec<Step>,
}

impl Stats {
    /// Counts a document.
    pub fn see(&mut self, tokens: usize, n: usize) {
        self.documents += 1;
        self.tokens += tokens as u64;
        self.ngrams += (tokens + 1).saturating_sub(n) as u64;
    }

    /// Counts documents.
    pub fn add_text(&mut self, documents: u64, tokens: u64, ngrams: u64) {
        self.documents += documents;
        self.tokens += tokens;
        self.ngrams += ngrams;
    }

    /// Counts an n-gram that is given.
    pub fn keep(&mut self, count: u64) {
        self.kept += 1;
        self.occurrences += count;
    }
}

/// A step of the iterative method: a row of table 3.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    pub n: usize,
    /// n-grams that occur fewer than `min_count` times: their occurrences. With 2, those that occur once.
    pub unique: u64,
    /// Those of them that were known to be so from the step before.
    pub pruned: u64,
    /// n-grams that occur `min_count` times or more, each once.
    pub types: u64,
    /// Occurrences of those.
    pub duplicate: u64,
    /// n-grams that were counted or looked up: `types`, of this step and of the one before, and those of `unique` not
    /// pruned.
    pub stored: u64,
}
