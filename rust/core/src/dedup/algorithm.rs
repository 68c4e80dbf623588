//! Algorithm 3.1: what has more than a share of its words in n-grams that are out already is a duplicate.
//!
//! **The edge.** The thesis says it in two ways: in words, what is above the threshold is discarded (3.5, 3.6.4:
//! "more than 50 %"), and no document of the result has more than t in common with the others; the listing keeps what
//! has less than t, so that a share of t itself would go. Here the words hold: a share of t stays. With t = 0 all
//! goes that repeats a word and the rest stays, where the listing would drop everything; with t = 1 all stays.
//!
//! **Words** are the tokens that n-grams are made of, |D|; a unit without any has a share of 0.
//!
//! **Moving n-grams over.** G₂₊ and Gₒᵤₜ are one [set](super::set) with a bit for each n-gram. A unit that is kept
//! sets the bits of its n-grams at once, so that its document's next units are measured against it. But at the end of
//! a document some units may go for other reasons, stubs beside duplicates above all (3.5.2), and what does not come
//! out must not make duplicates of later texts: else no copy of it would stay. So [`Dedup::end`] hears which units
//! stayed, and takes the bits of the others back. A unit that was found a duplicate of one that goes after it, in the
//! same document, stays one.

use std::ops::Range;

use super::bits::Bits;
use super::scope::Groups;
use super::set::ABSENT;
use super::trace::{Place, Trace, Tracing};
use crate::error::{Error, Result};

/// What is compared with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// With all that is out.
    Corpus,
    /// With what is out of the same group, where the documents of a group come one after another. For others see
    /// [`super::scope`].
    Group,
    /// With what is out of the same document.
    Document,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many tokens an n-gram has.
    pub n: usize,
    /// A unit with a greater share of duplicate words is a duplicate.
    pub threshold: f64,
    pub scope: Scope,
    pub tracing: Tracing,
    /// Whether units that are kept move their n-grams over. Without it, only what was out at the beginning makes
    /// duplicates: a corpus is cleaned of another.
    pub moving: bool,
}

impl Options {
    /// What all that is kept beside the set takes, in bytes, for so many n-grams.
    pub fn bytes_for(&self, count: u64) -> u64 {
        super::bits::bytes_for(count) + self.bytes_beside(count)
    }

    /// The same without the bits that say what is out.
    pub fn bytes_beside(&self, count: u64) -> u64 {
        let groups = if self.scope == Scope::Corpus { 0 } else { Groups::bytes_for(count) };
        self.tracing.bytes_for(count) + groups
    }
}

/// A document, or a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// The place in the set of the n-gram that begins at each word; [`ABSENT`] where there is none. Words at the end
    /// may be left out.
    pub ngrams: &'a [u64],
    pub words: usize,
    /// Where in its document it begins, in words.
    pub at: u64,
}

/// What is said of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    pub duplicate: bool,
    /// Words in n-grams that are out.
    pub words: usize,
    /// Their share.
    pub share: f64,
    /// Where it stood first, if that is traced and known: of the documents in which its n-grams stood first the one
    /// that has most of them, and of those the earliest.
    pub first: Option<Place>,
}

/// An n-gram of a unit that was kept so far.
#[derive(Clone, Copy, Debug)]
struct Moved {
    ngram: u64,
    word: u64,
    unit: u32,
    /// Whether it was not out before.
    new: bool,
}

/// What is out.
#[derive(Debug)]
pub struct Dedup {
    options: Options,
    out: Bits,
    groups: Option<Groups>,
    trace: Trace,
    document: u64,
    units: u32,
    moved: Vec<Moved>,
    places: Vec<Place>,
}

impl Dedup {
    /// `out` has a bit for each n-gram of the set that is out from the beginning; with a scope other than that of the
    /// corpus none is.
    pub fn new(options: Options, count: u64, out: Bits) -> Result<Self> {
        let refuse = |name, expected: &str| Err(Error::Parameter { name, expected: expected.to_owned() });
        if options.n == 0 {
            return refuse("n", "1 or more");
        }
        if !(0.0..=1.0).contains(&options.threshold) {
            return refuse("threshold", "from 0 to 1");
        }
        if out.memory() != super::bits::bytes_for(count) {
            return refuse("what is out", "of the same set");
        }
        if options.scope != Scope::Corpus && out.count() > 0 {
            return refuse("scope", "the corpus, where other texts are out already");
        }
        let groups =
            (options.scope != Scope::Corpus).then(|| Groups::new(count, options.scope == Scope::Group));
        Ok(Self {
            options,
            out,
            groups,
            trace: Trace::new(options.tracing, count)?,
            document: 0,
            units: 0,
            moved: Vec::new(),
            places: Vec::new(),
        })
    }

    /// Begins a document, with its number, and that of its group. Of a document before it that was not
    /// [ended](Self::end) all units stay that are no duplicates.
    pub fn begin(&mut self, document: u64, group: u64) -> Result<()> {
        self.trace.check(document)?;
        self.end(|_| true);
        self.document = document;
        self.units = 0;
        self.groups.as_mut().map_or(Ok(()), |groups| groups.begin(group, &mut self.out))
    }

    /// Measures the next unit of the document. `spans` becomes its duplicate words.
    pub fn unit(&mut self, unit: &Unit<'_>, spans: &mut Vec<Range<usize>>) -> Verdict {
        spans.clear();
        self.places.clear();
        let known = || unit.ngrams.iter().enumerate().filter(|(_, ngram)| **ngram != ABSENT);
        known().for_each(|(_, &ngram)| self.out.fetch(ngram));
        for (at, &ngram) in known() {
            if !self.out.get(ngram) {
                continue;
            }
            let end = at.saturating_add(self.options.n).min(unit.words);
            match spans.last_mut() {
                Some(last) if last.end >= at => last.end = end,
                _ => spans.push(at..end),
            }
            if self.trace.is_on() {
                self.places.extend(self.trace.get(ngram));
            }
        }
        let words = spans.iter().map(Range::len).sum();
        let share = if unit.words == 0 { 0.0 } else { words as f64 / unit.words as f64 };
        let duplicate = share > self.options.threshold;
        if !duplicate && self.options.moving {
            for (at, &ngram) in known() {
                let new = self.out.set(ngram);
                let word = unit.at + at as u64;
                if new && self.trace.is_on() {
                    self.trace.put(ngram, Place { document: self.document, word });
                }
                self.moved.push(Moved { ngram, word, unit: self.units, new });
            }
        }
        self.units = self.units.saturating_add(1);
        Verdict { duplicate, words, share, first: self.first() }
    }

    /// See [`Verdict::first`].
    fn first(&mut self) -> Option<Place> {
        self.places.sort_unstable();
        let runs = self.places.chunk_by(|a, b| a.document == b.document);
        // Of equals the last is found, so the runs come backwards.
        let most = runs.rev().max_by_key(|run| run.len());
        most.map(|run| run[0])
    }

    /// Ends the document: units for which `stays` says no are not out, whatever was said of them. Units are numbered as
    /// they came.
    pub fn end(&mut self, stays: impl Fn(usize) -> bool) {
        let gone = |moved: &Moved| !stays(moved.unit as usize);
        for moved in self.moved.iter().filter(|moved| moved.new && gone(moved)) {
            self.out.unset(moved.ngram);
        }
        // What went and what stayed may share n-grams.
        for moved in self.moved.iter().filter(|moved| !gone(moved)) {
            let again = self.out.set(moved.ngram);
            if again && self.trace.is_on() {
                self.trace.put(moved.ngram, Place { document: self.document, word: moved.word });
            }
            if (moved.new || again)
                && let Some(groups) = &mut self.groups
            {
                groups.touch(moved.ngram);
            }
        }
        self.moved.clear();
    }

    /// What is out.
    pub fn out(&self) -> &Bits {
        &self.out
    }
}

/// The key of a document in the order of 3.5: least duplicate first, by the share of its n-grams that are in G₂₊,
/// then in the order of input. `ngrams` are the places of its n-grams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeastDuplicate {
    /// The bits of a number from 0 to 1, which are in its order.
    share: u64,
    pub document: u64,
}

impl LeastDuplicate {
    pub fn new(ngrams: &[u64], document: u64) -> Self {
        let known = ngrams.iter().filter(|&&ngram| ngram != ABSENT).count();
        let share = if ngrams.is_empty() { 0.0 } else { known as f64 / ngrams.len() as f64 };
        Self { share: share.to_bits(), document }
    }

    pub fn share(self) -> f64 {
        f64::from_bits(self.share)
    }

    /// A number that has the order of the share.
    pub fn key(self) -> u64 {
        self.share
    }
}

/// The key of a document where of several that repeat each other the longest is to be kept: the most words first,
/// then in the order of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Longest {
    words: std::cmp::Reverse<u64>,
    pub document: u64,
}

impl Longest {
    pub fn new(words: u64, document: u64) -> Self {
        Self { words: std::cmp::Reverse(words), document }
    }

    /// A number that has the order of the words.
    pub fn key(self) -> u64 {
        u64::MAX - self.words.0
    }
}
