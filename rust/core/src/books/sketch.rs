//! What is kept of a book to compare it with: min-hashes of its 5-word shingles, III.A and B.
//!
//! Text is normalised as III.B has it: words without punctuation, in lower case; a word that a line's end divides is
//! one. A shingle is a fingerprint of 64 bits. For each of as many permutations as a book has min-hashes the least
//! shingle is kept, as 32 bits: of each page, and of the whole book with the shingles that go on from page to page, so that
//! pagination does not matter to it. A page has the first of the permutations of the book; all are looked at once.

use std::borrow::Cow;

use xxhash_rust::xxh3::Xxh3;

use crate::fingerprint::Unit;
use crate::fingerprint::minhash::{Lanes, MinHash};
use crate::fingerprint::shingles;
use crate::fingerprint::units::{Cutter, Folding};
use crate::ngrams::{TokenOptions, Tokeniser};

/// How books are sketched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SketchOptions {
    /// Words of a shingle.
    pub shingle: usize,
    /// Min-hashes of a book, and of a page.
    pub book_hashes: usize,
    pub page_hashes: usize,
}

impl Default for SketchOptions {
    /// III.D and III.B.
    fn default() -> Self {
        Self { shingle: 5, book_hashes: 100, page_hashes: 34 }
    }
}

/// What is kept of a book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// The min-hashes of the book; none if it is shorter than a shingle: such books resemble none.
    pub book: Vec<u32>,
    /// Of each page how many shingles it has.
    pub shingles: Vec<u32>,
    /// The min-hashes of pages that have shingles, one page after another.
    pub pages: Vec<u32>,
    pub words: u64,
    /// Which share of the words is found once only in the book: errors of recognition are.
    pub odd: f32,
    /// Of the words and where pages end: books with the same digest are the same to the eyes of this method.
    pub digest: u128,
}

/// What chooses the permutations.
const SEED: u64 = 1;

/// Bits of the table in which words are counted to two.
const TABLE: usize = 1 << 18;

/// Sketches books. Can be used for one after another.
#[derive(Debug)]
pub struct Sketcher {
    options: SketchOptions,
    cutter: Cutter,
    minhash: MinHash,
    words: Vec<u64>,
    low: Vec<u32>,
    once: Vec<u64>,
    twice: Vec<u64>,
}

/// The words of III.B, with where they stand.
pub fn tokeniser() -> Tokeniser {
    Tokeniser::new(&TokenOptions { skip_punct: true, fold_case: true, ..TokenOptions::default() })
}

impl Sketcher {
    pub fn new(options: SketchOptions) -> Self {
        Self {
            options,
            cutter: Cutter::new(Unit::Words, Folding::default()),
            minhash: MinHash::new(options.book_hashes.max(options.page_hashes), SEED),
            words: Vec::new(),
            low: Vec::new(),
            once: Vec::new(),
            twice: Vec::new(),
        }
    }

    pub fn sketch(&mut self, pages: &[String]) -> Sketch {
        let n = self.options.shingle;
        let mut sketch = Sketch::default();
        let mut of_book = self.minhash.none();
        let mut digest = Xxh3::new();
        let mut any = false;
        // The last words of the pages before: shingles go on over the end of a page.
        let mut tail: Vec<u64> = Vec::new();
        for table in [&mut self.once, &mut self.twice] {
            table.clear();
            table.resize(TABLE / 64, 0);
        }
        let mut odd = 0;
        for page in pages {
            self.words.clear();
            self.cutter.cut(&whole_words(page), &mut self.words, None);
            for &word in &self.words {
                odd += count_once(&mut self.once, &mut self.twice, word);
            }
            sketch.words += self.words.len() as u64;
            digest.update(bytemuck::cast_slice(&self.words));
            digest.update(&u64::MAX.to_le_bytes());

            let own = self.words.len().saturating_sub(n - 1);
            sketch.shingles.push(u32::try_from(own).unwrap_or(u32::MAX));
            if own > 0 {
                let mut least = self.minhash.none();
                lower(&self.minhash, &self.words, n, &mut self.low, &mut least);
                sketch.pages.extend(least.iter().flatten().take(self.options.page_hashes));
                for (book, page) in of_book.iter_mut().flatten().zip(least.iter().flatten()) {
                    *book = (*book).min(*page);
                }
                any = true;
            }
            // At most n - 1 words of each side.
            let seam = tail.len();
            tail.extend_from_slice(&self.words[..self.words.len().min(n - 1)]);
            if seam > 0 && tail.len() >= n {
                lower(&self.minhash, &tail, n, &mut self.low, &mut of_book);
                any = true;
            }
            if self.words.len() >= n {
                tail.clear();
                tail.extend_from_slice(&self.words[self.words.len() - (n - 1)..]);
            } else {
                let keep = tail.len().saturating_sub(n - 1);
                tail.drain(..keep);
            }
        }
        if any {
            sketch.book.extend(of_book.iter().flatten().take(self.options.book_hashes));
        }
        sketch.odd = if sketch.words > 0 { odd as f32 / sketch.words as f32 } else { 0.0 };
        sketch.digest = digest.digest128();
        sketch
    }
}

/// By how much the number of words that were met once grows with this one. Words that share a cell are taken for one.
fn count_once(once: &mut [u64], twice: &mut [u64], word: u64) -> i64 {
    let cell = (word >> 40) as usize % TABLE;
    let (at, bit) = (cell / 64, 1 << (cell % 64));
    if once[at] & bit == 0 {
        once[at] |= bit;
        return 1;
    }
    let first = twice[at] & bit == 0;
    twice[at] |= bit;
    -i64::from(first)
}

/// A text in which words are whole again that the end of a line divides: a hyphen between a letter and a line that begins
/// with a small one, or a soft hyphen.
pub fn whole_words(text: &str) -> Cow<'_, str> {
    let mut whole = String::new();
    let mut done = 0;
    for at in memchr::memchr_iter(b'\n', text.as_bytes()) {
        let line = text[done..at].trim_end_matches([' ', '\r']);
        let stem = line.strip_suffix(['-', '\u{ad}', '\u{2010}']);
        let Some(stem) = stem.filter(|stem| stem.ends_with(char::is_alphabetic)) else { continue };
        if text[at + 1..].starts_with(char::is_lowercase) {
            whole.push_str(stem);
            done = at + 1;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    whole.push_str(&text[done..]);
    Cow::Owned(whole)
}

/// Takes the shingles of some words into the least numbers.
fn lower(minhash: &MinHash, words: &[u64], n: usize, low: &mut Vec<u32>, least: &mut [Lanes]) {
    low.clear();
    shingles::each(words, n, SEED, |shingle| low.push(shingle as u32));
    minhash.lower(low, least);
}
