mod algorithm_3_1;
mod exact;
mod sets;
mod states;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::algorithm::{Dedup, LeastDuplicate, Longest, Options, Scope, Unit, Verdict};
use super::bits::Bits;
use super::load::{Files, Loaded};
use super::scope::salt;
use super::set::{ABSENT, Builder, Set, bytes_for};
use super::state::{self, Building, Entries, Info, Other, State};
use super::trace::{Place, Tracing};
use crate::Result;
use crate::ngrams::hash::{BITS, each};
use crate::ngrams::set::{Header, Level, SetReader, SetWriter, Totals};
use crate::ngrams::tokens::TokenOptions;

/// A word's hash.
fn token(word: &str) -> u64 {
    xxh3_64(word.as_bytes())
}

fn tokens(text: &str) -> Vec<u64> {
    text.split_whitespace().map(token).collect()
}

fn ngrams(tokens: &[u64], n: usize) -> Vec<u64> {
    let mut found = Vec::new();
    each(tokens, n, |hash| found.push(hash));
    found
}

fn counts(documents: &[Vec<u64>], n: usize) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    documents
        .iter()
        .flat_map(|tokens| ngrams(tokens, n))
        .for_each(|hash| *counts.entry(hash).or_insert(0) += 1);
    counts
}

fn build(hashes: impl ExactSizeIterator<Item = u64>) -> Set {
    let mut builder = Builder::new(hashes.len() as u64).unwrap();
    for hash in hashes {
        builder.push(hash).unwrap();
    }
    builder.finish().unwrap()
}

fn duplicates(documents: &[Vec<u64>], n: usize) -> Set {
    let twice: Vec<u64> =
        counts(documents, n).into_iter().filter(|count| count.1 > 1).map(|count| count.0).collect();
    build(twice.into_iter())
}

const OPTIONS: Options =
    Options { n: 3, threshold: 0.5, scope: Scope::Corpus, tracing: Tracing::Off, moving: true };

fn dedup(options: Options, set: &Set) -> Dedup {
    Dedup::new(options, set.len(), Bits::new(set.len())).unwrap()
}

fn pairs(spans: &[Range<usize>]) -> Vec<(usize, usize)> {
    spans.iter().map(|span| (span.start, span.end)).collect()
}

/// Each document as one unit.
fn run(
    options: Options,
    set: &Set,
    dedup: &mut Dedup,
    documents: &[Vec<u64>],
) -> Vec<(Verdict, Vec<(usize, usize)>)> {
    let (mut places, mut spans) = (Vec::new(), Vec::new());
    let one = |(number, tokens): (usize, &Vec<u64>)| {
        set.positions(&ngrams(tokens, options.n), &mut places);
        dedup.begin(number as u64, number as u64).unwrap();
        let verdict = dedup.unit(&Unit { ngrams: &places, words: tokens.len(), at: 0 }, &mut spans);
        (verdict, pairs(&spans))
    };
    documents.iter().enumerate().map(one).collect()
}

/// The first algorithm of 3.5, with the set G of all n-grams that are out.
fn with_all_ngrams(
    documents: &[Vec<u64>],
    n: usize,
    threshold: f64,
    out: &mut HashSet<u64>,
) -> Vec<(bool, usize)> {
    let one = |tokens: &Vec<u64>| {
        let mut words = HashSet::new();
        let ngrams = ngrams(tokens, n);
        for (at, hash) in ngrams.iter().enumerate() {
            if out.contains(hash) {
                words.extend(at..at + n);
            }
        }
        let duplicate = words.len() as f64 / tokens.len().max(1) as f64 > threshold;
        if !duplicate {
            out.extend(ngrams);
        }
        (duplicate, words.len())
    };
    documents.iter().map(one).collect()
}

fn texts() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let words = proptest::collection::vec((0u64..4).prop_map(|word| xxh3_64(&word.to_le_bytes())), 0..12);
    proptest::collection::vec(words, 0..20)
}

fn header(n: usize) -> Header {
    Header {
        n: n as u64,
        min_count: 1,
        level: Level::Document,
        counts: true,
        complete: true,
        tokens: TokenOptions::default().key(),
    }
}

fn all_ngrams(documents: &[Vec<u64>], n: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = SetWriter::new(&mut file, &header(n)).unwrap();
    counts(documents, n).into_iter().for_each(|(hash, count)| writer.push(hash, count).unwrap());
    writer.finish(&Totals::default()).unwrap();
    file
}
