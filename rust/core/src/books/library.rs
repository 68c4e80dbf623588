//! A collection of books that are compared with each other: the steps of figure 2 one after another.

use std::collections::HashMap;
use std::path::Path;

use super::candidates::{Candidates, Counter};
use super::clusters::{self, Cluster};
use super::compare::{Comparison, First};
use super::matches::Index;
use super::record::{self, PagePairs};
use super::relations::{Relation, Verdict, classify};
use super::shelf::Shelf;
use super::signals::Signals;
use super::sketch::{Sketch, SketchOptions, tokeniser};
use crate::components::Components;
use crate::error::Result;

/// How books are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    pub sketch: SketchOptions,
    /// Collisions that make two books similar.
    pub min_collisions: u16,
    /// Books that one with the same min-hash is compared with.
    pub window: usize,
    /// Below this confidence a relation is overlapping text.
    pub least: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { sketch: SketchOptions::default(), min_collisions: 2, window: 200, least: 0.5 }
    }
}

/// See the [module](self).
#[derive(Debug)]
pub struct Library {
    pub options: Options,
    pub shelf: Shelf,
    /// Of each book the first that is the same.
    originals: Vec<u32>,
    by_digest: HashMap<u128, u32>,
    /// The copies of books that have some, with themselves.
    copies: HashMap<u32, Vec<u32>>,
    candidates: Candidates,
    texts: Components,
    editions: Components,
}

/// The relations of some books, with those that came after them.
#[derive(Debug, Default)]
pub struct Related {
    /// JSON lines.
    pub lines: Vec<u8>,
    /// How many there are of each relation.
    pub counts: [u64; 4],
    /// Pairs of similar books.
    pub pairs: u64,
    same_text: Vec<(u32, u32, Relation)>,
}

impl Library {
    /// A library whose pages are in a temporary file in `folder`.
    pub fn new(options: Options, folder: Option<&Path>) -> Result<Self> {
        Ok(Self {
            options,
            shelf: Shelf::new(folder, options.sketch.book_hashes, options.sketch.page_hashes)?,
            originals: Vec::new(),
            by_digest: HashMap::new(),
            copies: HashMap::new(),
            candidates: Candidates::default(),
            texts: Components::default(),
            editions: Components::default(),
        })
    }

    pub fn len(&self) -> usize {
        self.shelf.books.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a book. Of one that was there before, to the letter, nothing but its name is kept.
    pub fn add(&mut self, name: String, sketch: &Sketch, pages: &[String]) -> Result<()> {
        let book = self.len() as u32;
        let mut original = book;
        if !sketch.book.is_empty() {
            original = *self.by_digest.entry(sketch.digest).or_insert(book);
        }
        self.originals.push(original);
        if original == book {
            return self.shelf.add(name, sketch, pages);
        }
        self.copies.entry(original).or_insert_with(|| vec![original]).push(book);
        self.shelf.add_copy(name, original as usize);
        Ok(())
    }

    /// All books are there: finds out which are similar.
    pub fn prepare(&mut self) -> Result<()> {
        self.shelf.flush()?;
        self.by_digest = HashMap::new();
        let is_copy = |book: usize| self.originals[book] != book as u32 || !self.shelf.books[book].sketched;
        let width = self.options.sketch.book_hashes;
        self.candidates = Candidates::new(&self.shelf.hashes, width, is_copy, self.options.window);
        self.texts = Components::new(self.len());
        self.editions = Components::new(self.len());
        for (&original, copies) in &self.copies {
            for &copy in copies {
                self.texts.join(original, copy);
                self.editions.join(original, copy);
            }
        }
        Ok(())
    }

    /// Min-hashes that so many books share that not all of those were compared.
    pub fn capped(&self) -> u64 {
        self.candidates.capped
    }

    /// Books that are the same as one before.
    pub fn identical(&self) -> u64 {
        self.copies.values().map(|copies| copies.len() as u64 - 1).sum()
    }

    /// Books without any shingle.
    pub fn blank(&self) -> u64 {
        self.shelf.books.iter().filter(|book| !book.sketched).count() as u64
    }

    /// The relations of these books to later ones, with their pages if wanted.
    pub fn relate(&self, books: std::ops::Range<usize>, with_pages: bool) -> Result<Related> {
        let mut related = Related::default();
        let mut counter = Counter::default();
        let mut words = tokeniser();
        for book in books.filter(|&book| self.originals[book] == book as u32) {
            self.relate_copies(book, &mut related);
            let similar = self.candidates.of(book, self.options.min_collisions, &mut counter);
            if similar.is_empty() {
                continue;
            }
            let pages = self.shelf.pages(book)?;
            let mut first = First { book, index: Index::new(&pages), pages, texts: None };
            for (other, collisions) in similar {
                related.pairs += 1;
                if let Some(found) = self.compare(&mut first, other as usize, collisions, &mut words)? {
                    self.put(&first, other, &found, with_pages, &mut related);
                }
            }
        }
        Ok(related)
    }

    /// The relations of books that are the same: each with each, or of very many each with the first.
    fn relate_copies(&self, book: usize, related: &mut Related) {
        let Some(copies) = self.copies.get(&(book as u32)) else { return };
        let signals = Signals {
            book_similarity: 1.0,
            page_similarity: 1.0,
            slope: 1.0,
            coverage_first: 1.0,
            coverage_second: 1.0,
            contiguity: 1.0,
            monotone: 1.0,
            pages: self.shelf.books[book].pages,
            ..Signals::default()
        };
        let Some(verdict) = classify(&signals, self.options.least) else { return };
        let firsts = if copies.len() > self.options.window { 1 } else { copies.len() };
        for (at, &first) in copies.iter().enumerate().take(firsts) {
            for &second in &copies[at + 1..] {
                self.put_line(first, second, &verdict, &signals, None, related);
            }
        }
    }

    fn put(&self, own: &First, second: u32, found: &Comparison, with_pages: bool, related: &mut Related) {
        let pairs = PagePairs {
            first: &own.pages,
            second: &found.second,
            matches: &found.matches,
            width: self.options.sketch.page_hashes,
        };
        let pairs = with_pages.then_some(pairs);
        let book = own.book as u32;
        for first in self.few_copies(book) {
            for second in self.few_copies(second) {
                self.put_line(first, second, &found.verdict, &found.signals, pairs, related);
            }
        }
        if found.verdict.relation.is_same_text() {
            related.same_text.push((book, second, found.verdict.relation));
        }
    }

    /// A book with its copies, if there are not very many.
    fn few_copies(&self, book: u32) -> Vec<u32> {
        match self.copies.get(&book) {
            Some(copies) if copies.len() <= self.options.window => copies.clone(),
            _ => vec![book],
        }
    }

    fn put_line(
        &self,
        first: u32,
        second: u32,
        verdict: &Verdict,
        signals: &Signals,
        pages: Option<PagePairs<'_>>,
        related: &mut Related,
    ) {
        let name = |book: u32| &self.shelf.books[book as usize].name[..];
        record::put(&mut related.lines, [name(first), name(second)], verdict, signals, pages);
        related.counts[verdict.relation as usize] += 1;
    }

    /// Takes what was found of some books into the clusters.
    pub fn settle(&mut self, related: &Related) {
        for &(first, second, relation) in &related.same_text {
            self.texts.join(first, second);
            if relation == Relation::SamePagination {
                self.editions.join(first, second);
            }
        }
    }

    pub fn clusters(&mut self) -> Vec<Cluster> {
        clusters::clusters(&mut self.texts, &mut self.editions, &self.shelf.books)
    }

    /// The clusters as JSON lines.
    pub fn cluster_lines(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        for (number, cluster) in self.clusters().iter().enumerate() {
            clusters::put(&mut out, number, cluster, &self.shelf.books);
        }
        out
    }

    /// Figure 5: kind, size, and how many clusters there are of it.
    pub fn sizes(&mut self) -> Vec<(&'static str, usize, usize)> {
        let clusters = self.clusters();
        clusters::sizes(&clusters, &mut self.editions)
    }

    /// The books of each edition with several copies.
    pub fn editions(&mut self) -> Vec<Vec<u32>> {
        self.editions.groups()
    }

    /// The first book that is the same as this one.
    pub(super) fn original(&self, book: u32) -> usize {
        self.originals[book as usize] as usize
    }
}
