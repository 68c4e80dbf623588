//! n-grams by their hashes, dealt out to partitions: what method `hash` takes, made on any core.

use super::hash::{self, BITS};

/// Which n-grams, and by how many of their highest bits they are dealt out.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    pub n: usize,
    pub bits: u32,
}

/// The n-grams of some documents.
#[derive(Debug, Default)]
pub struct Dealt {
    documents: u64,
    tokens: u64,
    hashes: Vec<u64>,
    /// Where the hashes of each partition end.
    ends: Vec<usize>,
}

impl Deal {
    /// Deals out the n-grams of documents, each of which ends at one of `ends`. `hashes` is room to work in.
    pub fn out(self, tokens: &[u64], ends: &[usize], hashes: &mut Vec<u64>) -> Dealt {
        hashes.clear();
        hashes.reserve(tokens.len());
        let mut start = 0;
        for &end in ends {
            hash::each(&tokens[start..end], self.n, |hash| hashes.push(hash));
            start = end;
        }
        let place = |hash: u64| (hash >> (BITS - self.bits)) as usize;
        let mut places = vec![0; 1 << self.bits];
        for &hash in &*hashes {
            places[place(hash)] += 1;
        }
        let mut sum = 0;
        for place in &mut places {
            sum += std::mem::replace(place, sum);
        }
        let mut dealt = vec![0; hashes.len()];
        for &hash in &*hashes {
            let next = &mut places[place(hash)];
            dealt[*next] = hash;
            *next += 1;
        }
        Dealt { documents: ends.len() as u64, tokens: tokens.len() as u64, hashes: dealt, ends: places }
    }
}

impl Dealt {
    pub fn documents(&self) -> u64 {
        self.documents
    }

    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// How many n-grams there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// The hashes of each partition.
    pub fn partitions(&self) -> impl Iterator<Item = &[u64]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.hashes[std::mem::replace(&mut start, end)..end])
    }
}
