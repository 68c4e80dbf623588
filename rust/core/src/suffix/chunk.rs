//! What fits memory: its tokens as numbers, its suffixes sorted, its n-grams in order (3.4.2).
//!
//! Tokens are numbered in order of first sight, which one look into a hash table does, and the numbers are exchanged for
//! ranks among the hashes of all tokens of the chunk when it is full: so the n-grams of all chunks are in one order
//! though each has numbers of its own, and no table grows with the vocabulary of the whole input.

use prefetch_index::prefetch_index;

use super::documents::ranks;
use super::memory::Array;
use super::numbers::Numbers;
use super::position::Position;
use crate::error::Result;
use crate::ngrams::hash;

/// Tokens between one that is numbered and one whose memory is fetched.
const AHEAD: usize = 8;

/// The same between n-grams.
const NGRAMS_AHEAD: usize = 16;

/// Bytes of a distinct token at most: while it is numbered, its key (16, when the vector has just grown) and slots (32);
/// while suffixes are sorted, its hash, occurrences and place (16) and what the sorter likes to have (24).
const OF_WORD: usize = 48;

/// What the n-grams of a chunk are compared by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    pub(super) n: usize,
    /// Tokens that decide the order; if there are more, the n-gram's hash does after them.
    pub(super) tokens: usize,
}

impl Order {
    fn has_hashes(self) -> bool {
        self.tokens < self.n
    }

    /// Bytes of a token, beside those of its word: its number and its place in the suffix array; its n-gram's hash.
    pub(super) fn of_token(self) -> usize {
        if self.has_hashes() { 16 } else { 8 }
    }

    /// How many of their tokens two n-grams have in common, n if they are the same; nothing if none begins at `at`.
    #[inline(always)]
    fn shared(self, text: &[i32], hashes: &[u64], last: Option<usize>, at: usize) -> Option<usize> {
        let Self { n, tokens } = self;
        if self.has_hashes() {
            let hash = hashes[at];
            return match last {
                _ if hash == NONE => None,
                Some(last) if hashes[last] == hash => Some(n),
                Some(last) => Some(common(&text[last..last + tokens], &text[at..at + tokens])),
                None => Some(0),
            };
        }
        let ngram = text.get(at..at + n)?;
        let shared = last.map_or(0, |last| common(&text[last..last + n], ngram));
        // What it has in common with an n-gram has no end in it.
        ngram[shared..].iter().all(|&rank| rank > 0).then_some(shared)
    }

    /// Bytes of a token at most.
    pub(super) fn at_most(self) -> usize {
        self.of_token() + OF_WORD
    }
}

/// Tokens of a chunk at most: beside them, the sorter has room for a large alphabet.
const MOST: usize = i32::MAX as usize / 2;

/// No n-gram begins here.
const NONE: u64 = u64::MAX;

#[derive(Debug)]
pub(super) struct Chunk {
    order: Order,
    /// Bytes that it may take.
    memory: usize,
    numbers: Numbers,
    /// Numbers from 1 on; 0 ends what n-grams do not cross. It has room for all that memory allows.
    text: Array<i32>,
    /// How much of it is filled.
    len: usize,
    /// The hash of the n-gram that begins there, where order needs it.
    hashes: Array<u64>,
}

impl Chunk {
    pub(super) fn new(order: Order, memory: usize) -> Self {
        Self { order, memory, numbers: Numbers::new(), text: Array::new(0), len: 0, hashes: Array::new(0) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Tokens there is room for in any case.
    fn room(&self) -> usize {
        let used = self.len * self.order.of_token() + self.numbers.keys().len() * OF_WORD;
        let places = MOST.saturating_sub(self.len);
        (self.memory.saturating_sub(used) / self.order.at_most()).min(places).saturating_sub(1)
    }

    /// Takes as many tokens as there is room for, and says how many. Fewer than n are not taken.
    pub(super) fn take(&mut self, tokens: &[u64]) -> Result<usize> {
        let n = self.order.n;
        if tokens.len() < n || self.room() < n {
            return Ok(0);
        }
        if self.is_empty() {
            let most = (self.memory / self.order.of_token()).min(MOST);
            self.text = Array::try_new(most)?;
            self.hashes = Array::try_new(if self.order.has_hashes() { most } else { 0 })?;
        }
        let start = self.len;
        while self.len - start < tokens.len() {
            let taken = self.len - start;
            let room = self.room().min(tokens.len() - taken);
            if room == 0 {
                break;
            }
            self.number(&tokens[taken..taken + room]);
        }
        let taken = self.len - start;
        self.text[self.len] = 0;
        self.len += 1;
        if self.order.has_hashes() {
            let hashes = &mut self.hashes[start..self.len];
            let mut at = 0;
            hash::each(&tokens[..taken], n, |hash| {
                hashes[at] = hash;
                at += 1;
            });
            hashes[at..].fill(NONE);
        }
        Ok(taken)
    }

    fn number(&mut self, tokens: &[u64]) {
        let text = &mut self.text[self.len..self.len + tokens.len()];
        for (at, (&token, number)) in tokens.iter().zip(text).enumerate() {
            if let Some(&later) = tokens.get(at + AHEAD) {
                self.numbers.fetch(later);
            }
            *number = self.numbers.number(token) as i32 + 1;
        }
        self.len += tokens.len();
    }

    pub(super) fn sorted(mut self) -> Result<Sorted> {
        let keys = self.numbers.into_keys();
        let ranks = ranks(&keys);
        let mut words = vec![0; keys.len()];
        for (&key, &rank) in keys.iter().zip(&ranks) {
            words[rank as usize] = key;
        }
        drop(keys);
        let mut occurrences = vec![0u32; words.len()];
        let text = &mut self.text[..self.len];
        for number in text.iter_mut().filter(|number| **number > 0) {
            let rank = ranks[*number as usize - 1];
            occurrences[rank as usize] += 1;
            *number = rank as i32 + 1;
        }
        drop(ranks);
        // For large alphabets the sorter needs room; with this much it is fastest.
        let room = (6 * (words.len() + 1)).min(<i32 as Position>::MAX - text.len());
        let mut suffixes = Array::try_new(text.len() + room)?;
        i32::sort_numbers(text, &mut suffixes)?;
        let Self { order, text, len, hashes, .. } = self;
        Ok(Sorted { order, text, len, hashes, suffixes, words, occurrences })
    }
}

/// A chunk whose suffixes are sorted.
#[derive(Debug)]
pub(super) struct Sorted {
    order: Order,
    /// Ranks from 1 on, and 0.
    text: Array<i32>,
    len: usize,
    hashes: Array<u64>,
    suffixes: Array<i32>,
    /// The hash of the token of each rank.
    words: Vec<u64>,
    occurrences: Vec<u32>,
}

/// An n-gram of a chunk: the place where one of its occurrences begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ngram {
    at: usize,
    /// Tokens that it has in common with the one before, of those that decide the order.
    pub(super) shared: usize,
    pub(super) count: u64,
}

impl Sorted {
    /// Calls `each` with every n-gram once, in order of its tokens.
    pub(super) fn each(&self, mut each: impl FnMut(Ngram) -> Result<()>) -> Result<()> {
        let mut last: Option<Ngram> = None;
        let (text, hashes) = (&self.text[..self.len], &*self.hashes);
        let suffixes = &self.suffixes[..self.len];
        for (place, &at) in suffixes.iter().enumerate() {
            if let Some(&later) = suffixes.get(place + NGRAMS_AHEAD) {
                // An n-gram may lie on two lines of memory.
                prefetch_index(text, later.at());
                prefetch_index(text, later.at() + self.order.tokens);
                prefetch_index(hashes, later.at());
            }
            let Some(shared) = self.order.shared(text, hashes, last.map(|last| last.at), at.at()) else {
                continue;
            };
            match &mut last {
                Some(last) if shared == self.order.n => last.count += 1,
                _ => {
                    let next = Ngram { at: at.at(), shared: shared.min(self.order.tokens), count: 1 };
                    if let Some(last) = last.replace(next) {
                        each(last)?;
                    }
                }
            }
        }
        last.map_or(Ok(()), each)
    }

    /// The ranks that decide the order of an n-gram.
    #[inline(always)]
    pub(super) fn ranks(&self, ngram: Ngram) -> impl Iterator<Item = usize> {
        self.text[ngram.at..ngram.at + self.order.tokens].iter().map(|&rank| rank as usize - 1)
    }

    pub(super) fn hash(&self, ngram: Ngram) -> u64 {
        if let Some(&hash) = self.hashes.get(ngram.at) {
            return hash;
        }
        let tokens: Vec<u64> = self.ranks(ngram).map(|rank| self.words[rank]).collect();
        let mut found = 0;
        hash::each(&tokens, self.order.n, |hash| found = hash);
        found
    }

    pub(super) fn word(&self, rank: usize) -> u64 {
        self.words[rank]
    }

    /// The ranks of the most frequent tokens, from the most frequent on.
    pub(super) fn frequent(&self, most: usize) -> Vec<u32> {
        let mut ranks: Vec<u32> = (0..self.words.len() as u32).collect();
        let key = |&rank: &u32| (std::cmp::Reverse(self.occurrences[rank as usize]), rank);
        if ranks.len() > most {
            ranks.select_nth_unstable_by_key(most, key);
            ranks.truncate(most);
        }
        ranks.sort_unstable_by_key(key);
        ranks
    }

    /// How many different tokens there are.
    pub(super) fn vocabulary(&self) -> usize {
        self.words.len()
    }
}

#[inline(always)]
fn common(a: &[i32], b: &[i32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
