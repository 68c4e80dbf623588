//! All methods against the plainest: a map of n-grams themselves.

use std::collections::HashMap;

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::hash;
use super::method::{LEAST_MEMORY, METHODS, Options, Stats, method};

/// The n-grams that occur often enough, in order of their hashes, and how often.
fn by_brute_force(documents: &[Vec<u64>], n: usize, min_count: u64) -> Vec<(u64, u64)> {
    let mut counts: HashMap<&[u64], u64> = HashMap::new();
    documents
        .iter()
        .flat_map(|tokens| tokens.windows(n))
        .for_each(|ngram| *counts.entry(ngram).or_default() += 1);
    let mut found = Vec::new();
    for (ngram, count) in counts {
        if count >= min_count {
            hash::each(ngram, n, |hash| found.push((hash, count)));
        }
    }
    found.sort_unstable();
    found
}

fn options(n: usize, min_count: u64, memory: usize) -> Options {
    Options { n, min_count, memory, tmpdir: std::env::temp_dir(), threads: 1 + n % 3 }
}

fn run(name: &str, documents: &[Vec<u64>], options: &Options) -> (Vec<(u64, u64)>, Stats) {
    let mut method = method(name, options).unwrap();
    documents.iter().for_each(|tokens| method.document(tokens).unwrap());
    let mut found = Vec::new();
    let stats = method
        .finish(&mut |hash, count| {
            found.push((hash, count));
            Ok(())
        })
        .unwrap();
    (found, stats)
}

fn check_all(documents: &[Vec<u64>], options: &Options) {
    let expected = by_brute_force(documents, options.n, options.min_count);
    let ngrams = |tokens: &Vec<u64>| (tokens.len() + 1).saturating_sub(options.n) as u64;
    for (name, _) in METHODS {
        let (found, stats) = run(name, documents, options);
        assert!(found == expected, "{name}, {options:?}");
        assert_eq!(stats.documents, documents.len() as u64);
        assert_eq!(stats.tokens, documents.iter().map(|tokens| tokens.len() as u64).sum::<u64>());
        assert_eq!(stats.ngrams, documents.iter().map(ngrams).sum::<u64>());
        assert_eq!(stats.kept, found.len() as u64);
        assert_eq!(stats.occurrences, found.iter().map(|ngram| ngram.1).sum::<u64>());
    }
}

/// The hash of a word.
fn word(number: u64) -> u64 {
    xxh3_64(&number.to_le_bytes())
}

#[test]
fn section_3_4_1_nascent_effort() {
    // "the bigram nascent effort can only be duplicated if each of the words nascent and effort occurs at least twice":
    // a nascent effort / the effort of a nascent / a nascent
    let documents =
        [vec![1, 2, 3], vec![4, 3, 5, 1, 2], vec![1, 2]].map(|words| words.into_iter().map(word).collect());
    check_all(&documents, &options(2, 2, LEAST_MEMORY));
    let (found, stats) = run("spex", &documents, &options(3, 2, LEAST_MEMORY));
    assert_eq!(found, []);
    // Words: a 3, nascent 3, effort 2; the and of once. Of seven bigrams "a nascent" occurs three times; of the others
    // "the effort", "effort of", "of a" were pruned, but not "nascent effort". All trigrams are.
    let rows: Vec<[u64; 6]> = stats
        .steps
        .iter()
        .map(|step| [step.n as u64, step.unique, step.pruned, step.types, step.duplicate, step.stored])
        .collect();
    assert_eq!(rows, [[1, 2, 0, 3, 8, 5], [2, 4, 3, 1, 3, 5], [3, 4, 4, 0, 0, 1]]);
}

/// Table 3.1 by its definitions.
#[test]
fn table_3_1_as_it_is_defined() {
    let documents: Vec<Vec<u64>> =
        (0..60u64).map(|i| (0..80).map(|j| word(word(i * 80 + j) % (3 + i % 9))).collect()).collect();
    let (_, stats) = run("spex", &documents, &options(6, 2, 8 << 20));
    let mut before: Vec<u64> = Vec::new();
    for (k, step) in (1..).zip(&stats.steps) {
        let all = by_brute_force(&documents, k, 1);
        let (twice, once): (Vec<_>, Vec<_>) = all.into_iter().partition(|ngram| ngram.1 > 1);
        let mut pruned = 0;
        for ngram in documents.iter().flat_map(|tokens| tokens.windows(k)) {
            let parts = [&ngram[1..], &ngram[..k - 1]].map(|part| {
                let mut known = k == 1;
                hash::each(part, k - 1, |hash| known = before.binary_search(&hash).is_ok());
                known
            });
            pruned += u64::from(!(parts[0] && parts[1]));
        }
        assert_eq!((step.n, step.unique, step.pruned), (k, once.len() as u64, pruned));
        assert_eq!(step.types, twice.len() as u64);
        assert_eq!(step.duplicate, twice.iter().map(|ngram| ngram.1).sum::<u64>());
        assert_eq!(step.stored, step.types + (step.unique - step.pruned) + before.len() as u64);
        before = twice.into_iter().map(|ngram| ngram.0).collect();
    }
    assert_eq!(stats.steps.len(), 6);
}

#[test]
fn more_than_memory_holds() {
    // 600,000 tokens, of which two thirds stand in copies; the last document is one word without end.
    let text = |i: u64, seed: u64| (0..1500).map(|j| word((seed + i) * 7919 + j * 31 % 1400)).collect();
    let mut documents: Vec<Vec<u64>> = (0..300).map(|i| text(i, i % 3 / 2 * 1000)).collect();
    documents.extend((0..100).map(|i| text(i, 0)));
    documents.push(vec![word(0); 200_000]);
    for (n, min_count) in [(1, 2), (3, 1), (4, 2), (4, 3)] {
        check_all(&documents, &options(n, min_count, LEAST_MEMORY));
        check_all(&documents, &options(n, min_count, 64 << 20));
    }
    let (_, stats) = run("hash", &documents, &options(4, 2, LEAST_MEMORY));
    assert!(stats.disk > 4_000_000);
}

#[test]
fn what_no_method_can_do_is_refused() {
    let good = options(1, 1, LEAST_MEMORY);
    assert!(method("none", &good).unwrap_err().to_string().contains("hash"));
    for (name, _) in METHODS {
        for bad in [
            Options { n: 0, ..good.clone() },
            Options { min_count: 0, ..good.clone() },
            Options { threads: 0, ..good.clone() },
            Options { memory: 1000, ..good.clone() },
        ] {
            assert!(method(name, &bad).is_err());
        }
        check_all(&[], &good);
        check_all(&[Vec::new(), vec![1]], &options(2, 1, LEAST_MEMORY));
        let mut failing = method(name, &good).unwrap();
        failing.document(&[1, 2]).unwrap();
        let refuse = &mut |_, _| Err(crate::Error::Truncated);
        assert!(failing.finish(refuse).is_err());
    }
}

proptest! {
    #[test]
    fn all_methods_find_the_same(
        documents in proptest::collection::vec(proptest::collection::vec(0u64..4, 0..60), 0..12),
        n in 1usize..9,
        min_count in 1u64..5,
    ) {
        let documents: Vec<Vec<u64>> = documents.into_iter().map(|tokens| tokens.into_iter().map(word).collect()).collect();
        check_all(&documents, &options(n, min_count, LEAST_MEMORY));
    }
}
