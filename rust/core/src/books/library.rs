//! A collection of books that are compared with each other: the steps of figure 2 one after another.

use std::collections::HashMap;
use std::path::Path;

use super::candidates::{Candidates, Counter};
use super::changes::{self, Changes, Words};
use super::clusters::{self, Cluster, Sets};
use super::matches::{Index, Match};
use super::merge::{self, Vocabulary};
use super::pages;
use super::record::{self, PagePairs, put_key, put_number, put_text};
use super::relations::{Relation, Verdict, classify};
use super::shelf::{Pages, Shelf};
use super::signals::{Ranges, STRADDLE, Signals, signals};
use super::sketch::{Sketch, SketchOptions, tokeniser};
use crate::error::Result;
use crate::json::string;
use crate::ngrams::Tokeniser;

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

/// Books with fewer pages have no pagination to speak of.
const FEW_PAGES: usize = 4;
/// The similarity of a book without pages to another from which their words are compared.
const WITHOUT_PAGES: f64 = 0.05;

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
    texts: Sets,
    editions: Sets,
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

/// What is found of two books.
struct Comparison {
    verdict: Verdict,
    signals: Signals,
    second: Pages,
    matches: Vec<Match>,
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
            texts: Sets::default(),
            editions: Sets::default(),
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
        self.texts = Sets::new(self.len());
        self.editions = Sets::new(self.len());
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
            let first = self.shelf.pages(book)?;
            let index = Index::new(&first);
            let mut texts = None;
            for (other, collisions) in similar {
                related.pairs += 1;
                let pair = (book, other as usize);
                let found = self.compare(pair, &first, &index, collisions, &mut texts, &mut words)?;
                if let Some(found) = found {
                    self.put(pair, &first, &found, with_pages, &mut related);
                }
            }
        }
        Ok(related)
    }

    fn compare(
        &self,
        pair: (usize, usize),
        first: &Pages,
        index: &Index,
        collisions: u16,
        texts: &mut Option<Vec<String>>,
        words: &mut Tokeniser,
    ) -> Result<Option<Comparison>> {
        let options = &self.options.sketch;
        let second = self.shelf.pages(pair.1)?;
        let similarity = f64::from(collisions) / options.book_hashes as f64;
        let matches = index.matches(&second);
        let (mut signals, ranges) = signals(first, &second, &matches, similarity, options.page_hashes);
        let few = first.numbers.len().min(second.numbers.len()) < FEW_PAGES && similarity >= WITHOUT_PAGES;
        if !few && classify(&signals, 0.0).is_none() {
            return Ok(None);
        }
        let own = match texts {
            Some(texts) => &*texts,
            None => &*texts.insert(self.shelf.texts(pair.0)?),
        };
        let others = self.shelf.texts(pair.1)?;
        let found = if few {
            let whole = |texts: &[String]| texts.join("\n");
            let (own, others) = (Words::new(words, &whole(own)), Words::new(words, &whole(&others)));
            let mut found = Changes::default();
            let covered = changes::cover(&own, &others, &mut found);
            without_pages(&mut signals, covered, first, &second);
            found
        } else {
            compare_words(&ranges, own, &others, signals.straddle > STRADDLE, words)
        };
        signals.changed = found.share();
        signals.error_rate = found.error_rate();
        let verdict = classify(&signals, self.options.least);
        Ok(verdict.map(|verdict| Comparison { verdict, signals, second, matches }))
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

    fn put(
        &self,
        (first, second): (usize, usize),
        pages: &Pages,
        found: &Comparison,
        with_pages: bool,
        related: &mut Related,
    ) {
        let pairs = PagePairs {
            first: pages,
            second: &found.second,
            matches: &found.matches,
            width: self.options.sketch.page_hashes,
        };
        let pairs = with_pages.then_some(pairs);
        for first in self.few_copies(first as u32) {
            for second in self.few_copies(second as u32) {
                self.put_line(first, second, &found.verdict, &found.signals, pairs, related);
            }
        }
        if found.verdict.relation.is_same_text() {
            related.same_text.push((first as u32, second as u32, found.verdict.relation));
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

    /// The record of an edition: its best copy, with the words that most copies have.
    pub fn merge(&self, edition: &[u32]) -> Result<Vec<u8>> {
        let best = clusters::best_copy(&self.shelf.books, edition);
        let original = |book: u32| self.originals[book as usize] as usize;
        let base = original(best);
        // A copy that is the same as another has no vote of its own: its errors are the other's.
        let mut others: Vec<usize> =
            edition.iter().map(|&book| original(book)).filter(|&book| book != base).collect();
        others.sort_unstable();
        others.dedup();
        others.truncate(self.options.window);

        let own = self.shelf.texts(base)?;
        let first = self.shelf.pages(base)?;
        let index = Index::new(&first);
        let mut vocabulary = Vocabulary::default();
        own.iter().for_each(|text| vocabulary.add(text));
        let mut copies: Vec<Vec<String>> = vec![Vec::new(); own.len()];
        for &other in &others {
            let mut texts = self.shelf.texts(other)?;
            texts.iter().for_each(|text| vocabulary.add(text));
            let second = self.shelf.pages(other)?;
            let matches = index.matches(&second);
            let mut best: HashMap<u32, Match> = HashMap::new();
            for found in &matches {
                let place = best.entry(found.first).or_insert(*found);
                if found.collisions > place.collisions {
                    *place = *found;
                }
            }
            for (page, found) in best {
                let text = std::mem::take(&mut texts[second.numbers[found.second as usize] as usize]);
                copies[first.numbers[page as usize] as usize].push(text);
            }
        }
        let (mut words, mut changed) = (0, 0);
        let merge = |(base, copies): (&String, &Vec<String>)| {
            let copies: Vec<&str> =
                copies.iter().map(|text| &text[..]).filter(|text| !text.is_empty()).collect();
            let page = merge::merge(base, &copies, &vocabulary);
            words += page.words;
            changed += page.changed;
            page.text
        };
        let merged: Vec<String> = own.iter().zip(&copies).map(merge).collect();

        let mut out = vec![b'{'];
        put_text(&mut out, "id", &self.shelf.books[best as usize].name);
        put_key(&mut out, "pages");
        out.extend_from_slice(&pages::to_json(&merged));
        put_key(&mut out, "bookrel");
        out.extend_from_slice(b"{\"copies\":[");
        for (at, &book) in edition.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            string::quote(&self.shelf.books[book as usize].name, &mut out);
        }
        out.push(b']');
        put_number(&mut out, "words", words);
        put_number(&mut out, "changed", changed);
        out.extend_from_slice(b"}}\n");
        Ok(out)
    }
}

/// What the words of similar pages tell.
fn compare_words(
    ranges: &Ranges,
    own: &[String],
    others: &[String],
    straddles: bool,
    tokeniser: &mut Tokeniser,
) -> Changes {
    let mut found = Changes::default();
    for (page, range) in changes::sample(ranges) {
        let page = &own[page as usize];
        // What a page shares with a neighbour of those it is similar to may be too little for a min-hash.
        let more = usize::from(straddles);
        let from = (range.start as usize).saturating_sub(more);
        let to = (range.end as usize + more).min(others.len());
        let (page, others) = (Words::new(tokeniser, page), Words::of_pages(tokeniser, &others[from..to]));
        changes::compare(&page, &others, &mut found);
    }
    found
}

/// The signals of two books of which one has too few pages for a line: from their words alone.
fn without_pages(signals: &mut Signals, covered: (f64, f64), first: &Pages, second: &Pages) {
    (signals.coverage_first, signals.coverage_second) = covered;
    signals.contiguity = covered.0.max(covered.1);
    signals.monotone = 1.0;
    signals.pages = signals.pages.max(first.numbers.len().min(second.numbers.len()) as u32);
    let (own, others) = (first.numbers.len() as f64, second.numbers.len() as f64);
    signals.slope = if own == others { 1.0 } else { others / own };
    signals.offset = 0.0;
    signals.page_count_deviation = 0.0;
    if own != others {
        signals.straddle = 0.5;
    }
}
