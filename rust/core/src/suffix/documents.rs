//! What is sorted: a sequence, or many documents that lie one after the other in it.
//!
//! Between documents no match goes on: a suffix ends where its document does. Equal suffixes of different documents
//! are in the order of the documents, as if each ended with a token of its own, lesser than all that occur and
//! lesser the earlier the document.

use super::numbers::Numbers;
use super::position::Position;
use crate::error::{Error, Result};

/// The symbols of a sequence.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    Bytes(&'a [u8]),
    Tokens(&'a [u32]),
}

impl Text<'_> {
    pub fn len(&self) -> usize {
        match self {
            Text::Bytes(bytes) => bytes.len(),
            Text::Tokens(tokens) => tokens.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What is sorted.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    pub(super) text: Text<'a>,
    pub(super) lengths: Option<&'a [usize]>,
}

impl<'a> Sequence<'a> {
    pub fn new(text: Text<'a>) -> Self {
        Self { text, lengths: None }
    }

    /// A sequence of documents, of these lengths.
    pub fn of_documents(text: Text<'a>, lengths: &'a [usize]) -> Result<Self> {
        let sum = lengths.iter().try_fold(0usize, |sum, &length| sum.checked_add(length));
        if sum != Some(text.len()) {
            return Err(Error::Parameter {
                name: "documents",
                expected: format!("lengths whose sum is that of the sequence, {}", text.len()),
            });
        }
        Ok(Self { text, lengths: Some(lengths) })
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether positions of 32 bits do not suffice.
    pub fn is_wide(&self) -> bool {
        self.len() + self.lengths.map_or(0, <[usize]>::len) > <i32 as Position>::MAX
    }

    /// Where the document of each position ends.
    pub(super) fn ends<P: Position>(&self) -> Option<Vec<P>> {
        let lengths = self.lengths?;
        let mut ends = Vec::with_capacity(self.len());
        for &length in lengths {
            let end = ends.len() + length;
            ends.resize(end, P::of(end));
        }
        Some(ends)
    }

    /// The symbols as numbers from 0 on, for the sorter. With documents, each is followed by a number of its own that
    /// is less than all symbols. Also how many numbers there may be.
    pub(super) fn numbers<P: Position>(&self) -> (Vec<P>, usize) {
        match self.text {
            Text::Bytes(bytes) => self.arranged(bytes, 256, |&byte| usize::from(byte)),
            Text::Tokens(tokens) => {
                let alphabet = tokens.iter().max().map_or(0, |&max| max as usize + 1);
                if alphabet <= tokens.len().max(256) {
                    return self.arranged(tokens, alphabet, |&token| token as usize);
                }
                let mut seen = Numbers::new();
                let firsts: Vec<u32> = tokens.iter().map(|&token| seen.number(u64::from(token))).collect();
                let ranks = ranks(seen.keys());
                self.arranged(&firsts, ranks.len(), |&first| ranks[first as usize] as usize)
            }
        }
    }

    fn arranged<T, P: Position>(
        &self,
        text: &[T],
        alphabet: usize,
        number: impl Fn(&T) -> usize,
    ) -> (Vec<P>, usize) {
        let Some(lengths) = self.lengths else {
            return (text.iter().map(|symbol| P::of(number(symbol))).collect(), alphabet);
        };
        let mut out = Vec::with_capacity(text.len() + lengths.len());
        let mut rest = text;
        for (document, &length) in lengths.iter().enumerate() {
            let (head, tail) = rest.split_at(length);
            out.extend(head.iter().map(|symbol| P::of(lengths.len() + number(symbol))));
            out.push(P::of(document));
            rest = tail;
        }
        (out, lengths.len() + alphabet)
    }
}

/// The place of each key among all in order; each is there once.
pub(super) fn ranks(keys: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_unstable_by_key(|&number| keys[number as usize]);
    let mut ranks = vec![0; keys.len()];
    for (rank, &number) in order.iter().enumerate() {
        ranks[number as usize] = rank as u32;
    }
    ranks
}
