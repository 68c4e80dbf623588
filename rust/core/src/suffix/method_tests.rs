//! The method against counting by definition, with all that is on disk small so that there is much of it.

use std::collections::{BTreeMap, HashMap};
use std::os::unix::fs::FileExt;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

type Found = Vec<(u64, u64)>;

fn options(n: usize, min_count: u64, memory: usize, tmpdir: &Path) -> Options {
    Options { n, min_count, memory, tmpdir: tmpdir.to_owned(), threads: 1 }
}

/// Small blocks, small dictionaries, and merges of few runs.
fn small(options: Options, words: usize, fan_in: usize) -> Suffixes {
    let means = Means { tmpdir: options.tmpdir.clone(), block: 0, words, fan_in };
    Suffixes::with(options, means).unwrap()
}

fn finish(method: Suffixes) -> Result<(Found, Stats)> {
    let mut found = Vec::new();
    let stats = Box::new(method).finish(&mut |hash, count| {
        found.push((hash, count));
        Ok(())
    })?;
    Ok((found, stats))
}

fn by_definition(documents: &[Vec<u64>], n: usize, min_count: u64) -> Found {
    let mut counts: HashMap<&[u64], u64> = HashMap::new();
    for document in documents {
        document.windows(n).for_each(|ngram| *counts.entry(ngram).or_default() += 1);
    }
    let mut found = BTreeMap::new();
    for (ngram, count) in counts.into_iter().filter(|&(_, count)| count >= min_count) {
        hash::each(ngram, n, |hash| *found.entry(hash).or_default() += count);
    }
    found.into_iter().collect()
}

/// Numbers without a pattern, the same each time.
fn scattered(count: u64, below: u64) -> Vec<u64> {
    let scatter = |at: u64| xxhash_rust::xxh3::xxh3_64(&at.to_le_bytes());
    (0..count).map(|at| scatter(scatter(at) % below)).collect()
}

#[test]
fn counted_by_hand() {
    // "to be or not to be", "be or not", and again "to be" at the end of one and the start of another document.
    let [to, be, or, not] = [9, 1 << 63, 0, u64::MAX];
    let documents = [vec![to, be, or, not, to, be], vec![be, or, not], vec![not, to], vec![be]];
    let tmp = tempfile::tempdir().unwrap();
    let mut method = Suffixes::new(&options(2, 2, 1 << 20, tmp.path())).unwrap();
    for document in &documents {
        method.document(document).unwrap();
    }
    let (found, stats) = finish(method).unwrap();
    // Twice each: to be, be or, or not, not to.
    let mut expected: Found = [[to, be], [be, or], [or, not], [not, to]]
        .iter()
        .map(|ngram| {
            let mut found = 0;
            hash::each(ngram, 2, |hash| found = hash);
            (found, 2)
        })
        .collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let expected =
        Stats { documents: 4, tokens: 12, ngrams: 8, kept: 4, occurrences: 8, disk: 0, steps: Vec::new() };
    assert_eq!(stats, expected);
}

fn documents() -> impl Strategy<Value = Vec<Vec<u64>>> {
    // Not 7, which is `u64::MAX` modulo 2^61 - 1: n-grams of the one and of the other have the same hash.
    let token = prop_oneof![4 => 0u64..3, 1 => 8u64..40, 1 => Just(u64::MAX), 1 => any::<u64>()];
    vec(vec(token, 0..120), 0..25)
}

proptest! {
    #[test]
    fn as_by_definition(
        documents in documents(),
        n in 1usize..14,
        min_count in 1u64..4,
        memory in 5_000usize..40_000,
        words in prop_oneof![0usize..5, Just(30)],
        fan_in in 2usize..6,
    ) {
        let tmp = tempfile::tempdir().unwrap();
        let mut method = small(options(n, min_count, memory, tmp.path()), words, fan_in);
        for document in &documents {
            method.document(document).unwrap();
        }
        let (found, stats) = finish(method).unwrap();
        prop_assert_eq!(&found, &by_definition(&documents, n, min_count));
        prop_assert_eq!(stats.kept, found.len() as u64);
        prop_assert_eq!(stats.occurrences, found.iter().map(|(_, count)| count).sum::<u64>());
    }
}

#[test]
fn memory_makes_no_difference() {
    // One document of 60,000 tokens, cut into hundreds of chunks and merged in many levels, or all at once.
    let tokens = scattered(60_000, 200);
    let repeated: Vec<u64> = tokens.iter().chain(&tokens[1000..30_000]).copied().collect();
    for n in [1, 2, 3, 10, 11, 40] {
        let tmp = tempfile::tempdir().unwrap();
        let expected = by_definition(std::slice::from_ref(&repeated), n, 2);
        let mut all: Vec<Suffixes> = vec![Suffixes::new(&options(n, 2, 1 << 24, tmp.path())).unwrap()];
        for threads in 2..5 {
            let memory = 20_000 * threads;
            all.push(small(Options { threads, ..options(n, 2, memory, tmp.path()) }, 50, 2));
        }
        all.push(small(options(n, 2, 20_000, tmp.path()), 50, 2));
        all.push(small(options(n, 2, 20_000, tmp.path()), 500, 7));
        all.push(Suffixes::new(&options(n, 2, 1 << 20, tmp.path())).unwrap());
        for mut method in all {
            method.document(&repeated).unwrap();
            assert_eq!(std::fs::read_dir(tmp.path()).unwrap().count(), 0);
            assert!(finish(method).unwrap().0 == expected, "n = {n}");
        }
    }
}

#[test]
fn many_that_begin_alike() {
    // Each window of 20 begins with the same six tokens, and is another: more than are sorted by hash at a time.
    let tmp = tempfile::tempdir().unwrap();
    let mut tokens = Vec::new();
    for word in scattered(600, 600) {
        tokens.extend([1; 19]);
        tokens.push(word);
    }
    let documents = [tokens.clone(), tokens[..5000].to_vec()];
    let mut method = small(options(20, 2, 60_000, tmp.path()), 10, 4);
    for document in &documents {
        method.document(document).unwrap();
    }
    assert!(finish(method).unwrap().0 == by_definition(&documents, 20, 2));
}

#[test]
fn all_tokens_differ_or_none_does() {
    for tokens in [(0..30_000).collect::<Vec<u64>>(), vec![7; 30_000]] {
        let tmp = tempfile::tempdir().unwrap();
        let mut method = small(options(3, 1, 30_000, tmp.path()), 10, 4);
        method.document(&tokens).unwrap();
        assert!(finish(method).unwrap().0 == by_definition(&[tokens], 3, 1));
    }
}

#[test]
fn nothing_gives_nothing() {
    let tmp = tempfile::tempdir().unwrap();
    assert_eq!(finish(small(options(3, 1, 5_000, tmp.path()), 10, 4)).unwrap(), (vec![], Stats::default()));
    let mut method = small(options(3, 1, 5_000, tmp.path()), 10, 4);
    for _ in 0..100_000 {
        method.document(&[]).unwrap();
        method.document(&[1, 2]).unwrap();
    }
    let (found, stats) = finish(method).unwrap();
    assert_eq!((found, stats.documents, stats.tokens, stats.ngrams), (vec![], 200_000, 200_000, 0));
}

#[test]
fn a_flipped_byte_is_an_error() {
    let tmp = tempfile::tempdir().unwrap();
    for at in [0, 8, 12, 100, 500] {
        for (n, which) in [(3, 0), (3, 1), (12, 0), (12, 1)] {
            let mut method = small(options(n, 2, 10_000, tmp.path()), 10, 16);
            method.document(&scattered(3000, 100)).unwrap();
            let file = &method.runs.runs().nth(which).unwrap().blocks.file;
            let mut byte = [0];
            file.read_exact_at(&mut byte, at).unwrap();
            file.write_all_at(&[byte[0] ^ 1], at).unwrap();
            let error = finish(method).unwrap_err();
            assert_eq!(error.to_string(), "damaged: a sorted run in the temporary folder");
        }
    }
    assert_eq!(std::fs::read_dir(tmp.path()).unwrap().count(), 0);
}

#[test]
fn a_run_that_was_cut_or_changed_places_is_an_error() {
    let tmp = tempfile::tempdir().unwrap();
    let run = || {
        let mut method = small(options(3, 2, 30_000, tmp.path()), 10, 16);
        method.document(&scattered(3000, 100)).unwrap();
        method
    };
    let method = run();
    method.runs.runs().next().unwrap().blocks.file.set_len(100).unwrap();
    assert!(matches!(finish(method), Err(Error::Io { .. })));
    let method = run();
    let blocks = &method.runs.runs().next().unwrap().blocks;
    let mut first = vec![0; blocks.size];
    assert!(blocks.bytes() > 2 * blocks.size as u64);
    // The first block of keys, after that of the dictionary, takes the place of the second.
    blocks.file.read_exact_at(&mut first, blocks.size as u64).unwrap();
    blocks.file.write_all_at(&first, 2 * blocks.size as u64).unwrap();
    let error = finish(method).unwrap_err();
    assert_eq!(error.to_string(), "damaged: a sorted run in the temporary folder");
}

#[test]
fn what_cannot_be_is_refused() {
    let tmp = tempfile::tempdir().unwrap();
    let refused = |options| Suffixes::new(&options).unwrap_err().to_string();
    assert_eq!(refused(options(0, 2, 1 << 20, tmp.path())), "n must be 1 or more");
    let message = refused(options(1 << 20, 2, 1 << 20, tmp.path()));
    assert!(message.starts_with("memory must be "), "{message}");
    assert!(message.ends_with(" bytes or more for n-grams of 1048576 tokens"), "{message}");
    let missing = tmp.path().join("missing");
    let mut method = small(options(2, 2, 5_000, &missing), 10, 4);
    let error = method.document(&scattered(3000, 10)).unwrap_err().to_string();
    assert!(error.contains("missing (--tmpdir names a folder with more room)"), "{error}");
    let mut method = small(Options { threads: 2, ..options(2, 2, 15_000, &missing) }, 10, 4);
    let error = method.document(&scattered(6000, 10)).unwrap_err().to_string();
    assert!(error.contains("missing (--tmpdir names a folder with more room)"), "{error}");
}
