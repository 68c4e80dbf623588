use std::collections::BTreeMap;

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::*;
use crate::ngrams::TokenOptions;
use crate::store;

fn header(min_count: u64, counts: bool) -> Header {
    let tokens = TokenOptions { skip_punct: true, ..TokenOptions::default() }.key();
    Header { n: 7, min_count, level: Level::Document, counts, complete: true, tokens }
}

fn written(header: &Header, ngrams: impl IntoIterator<Item = (u64, u64)>) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = SetWriter::new(&mut file, header).unwrap();
    for (hash, count) in ngrams {
        writer.push(hash, count).unwrap();
    }
    writer.finish(&Totals { documents: 3, tokens: 4, ngrams: 5, ..Totals::default() }).unwrap();
    file
}

fn read(file: &[u8]) -> Vec<(u64, u64)> {
    let mut reader = SetReader::new(file).unwrap();
    std::iter::from_fn(|| reader.next_ngram().unwrap()).collect()
}

fn spread(count: u64, min_count: u64) -> BTreeMap<u64, u64> {
    let hash = |i: u64| xxh3_64(&i.to_le_bytes()) >> 4;
    (0..count)
        .map(|i| {
            (hash(i), min_count + (hash(i) % 1000).checked_ilog2().map_or(1 << 40, |log| u64::from(9 - log)))
        })
        .collect()
}

#[test]
fn a_set_comes_back_and_is_looked_up() {
    for (length, counts) in [(0, true), (1, true), (20, false), (50_000, true), (50_000, false)] {
        let ngrams = spread(length, 2);
        let file = written(&header(2, counts), ngrams.clone());
        let expected: Vec<(u64, u64)> =
            ngrams.iter().map(|(&h, &c)| (h, if counts { c } else { 2 })).collect();
        assert!(read(&file) == expected);
        let set = Set::open(&file).unwrap();
        set.check().unwrap();
        assert_eq!((set.header(), set.len()), (&header(2, counts), length));
        assert_eq!((set.totals().documents, set.totals().tokens, set.totals().ngrams), (3, 4, 5));
        for (rank, &(hash, count)) in (0..).zip(&expected) {
            assert_eq!(set.rank(hash).unwrap(), Some(rank));
            assert_eq!(set.count(hash).unwrap(), count);
            for near in [hash.saturating_sub(1), hash + 1] {
                assert_eq!(set.contains(near).unwrap(), ngrams.contains_key(&near));
            }
        }
        assert!(!set.contains(u64::MAX).unwrap() && set.count(0).unwrap() == 0);
    }
}

#[test]
fn it_takes_the_bytes_that_are_promised() {
    // Gaps as wide as those of 100 million hashes of 60 bits.
    let gap = (1u64 << 60) / 100_000_000;
    let mut at = 0;
    let ngrams = (0..200_000u64).map(|i| {
        let uniform = (xxh3_64(&i.to_le_bytes()) >> 11) as f64 / (1u64 << 53) as f64;
        at += 1 + (-f64::ln(1.0 - uniform) * gap as f64) as u64;
        (at, 2)
    });
    let file = written(&header(2, false), ngrams);
    let each = file.len() as f64 / 200_000.0;
    assert!(each < 4.5, "{each}");
}

#[test]
fn damaged_files_are_refused() {
    let ngrams = spread(3000, 1);
    let file = written(&header(1, true), ngrams.clone());
    let reading = |file: &[u8]| -> crate::Result<()> {
        let mut reader = SetReader::new(file)?;
        while reader.next_ngram()?.is_some() {}
        Ok(())
    };
    reading(&file).unwrap();
    for at in (0..file.len()).step_by(7).chain(file.len() - 101..file.len()).chain(0..60) {
        let mut bad = file.clone();
        bad[at] ^= 1 << (at % 8);
        assert!(reading(&bad).is_err(), "byte {at}");
        assert!(Set::open(&bad).and_then(|set| set.check()).is_err(), "byte {at}");
        // Without a check, what a lookup says is true or an error.
        if let Ok(set) = Set::open(&bad) {
            for (&hash, &count) in ngrams.iter().step_by(97) {
                assert!(set.count(hash).map_or(true, |found| found == count));
            }
        }
        assert!(reading(&file[..at]).is_err() && Set::open(&file[..at]).is_err(), "cut at {at}");
    }
    let start = Header::len(&file[..store::HEADER_LEN]).unwrap();
    let mut swapped = file.clone();
    swapped[start..start + 8192].rotate_left(4096);
    assert!(reading(&swapped).is_err());
    let missing = [&file[..start], &file[start + 4096..]].concat();
    assert!(reading(&missing).is_err());
    assert!(reading(&[&file[..], b"x"].concat()).is_err());
}

#[test]
fn other_files_are_named() {
    let error = |file: &[u8]| SetReader::new(file).unwrap_err().to_string();
    assert_eq!(error(&store::seal("gm", b"")), "holds gm, not ngrams");
    assert_eq!(
        error(&store::seal("gm", &vec![0; 1 << 17])),
        Set::open(store::seal("gm", &vec![0; 1 << 17])).unwrap_err().to_string()
    );
    assert_eq!(error(&[b'x'; 5000]), "not a streamclean file (wrong magic number)");
    assert_eq!(error(b""), "not a streamclean file (wrong magic number)");
    assert!(error(&store::seal("ngrams", &[2, 1, 1, 0, 0, 1, 0])).starts_with("format version 2"));
    for bad in [[1, 0, 1, 0, 0, 1, 0], [1, 1, 0, 0, 0, 1, 0], [1, 1, 1, 2, 0, 1, 0], [1, 1, 1, 0, 4, 1, 0]] {
        assert!(error(&store::seal("ngrams", &bad)).starts_with("damaged"));
    }
}

#[test]
fn other_tokens_are_refused() {
    let ours = header(1, true);
    let other = TokenOptions { fold_case: true, ..TokenOptions::default() }.key();
    ours.check_same_ngrams(7, Level::Document, &ours.tokens).unwrap();
    assert_eq!(
        ours.check_same_ngrams(7, Level::Document, &other).unwrap_err().to_string(),
        "the set was made with other tokens: skip punct, fold none, not skip none, fold case"
    );
    assert!(ours.check_same_ngrams(6, Level::Document, &ours.tokens).is_err());
    assert!(ours.check_same_ngrams(7, Level::Block, &ours.tokens).is_err());
}

#[test]
fn what_is_out_of_order_is_not_written() {
    let mut file = Vec::new();
    let mut writer = SetWriter::new(&mut file, &header(2, true)).unwrap();
    writer.push(5, 2).unwrap();
    assert!(writer.push(5, 2).is_err() && writer.push(4, 2).is_err());
    assert!(writer.push(6, 1).is_err() && writer.push(1 << 60, 2).is_err());
}

fn merged(files: &[Vec<u8>], min_count: u64) -> (Header, Vec<(u64, u64)>) {
    let sets = files.iter().map(|file| SetReader::new(&file[..]).unwrap()).collect();
    let mut out = Vec::new();
    let (header, totals) = merge(sets, min_count, &mut out).unwrap();
    assert_eq!(totals.documents, 3 * files.len() as u64);
    assert_eq!(*Set::open(&out).unwrap().header(), header);
    (header, read(&out))
}

#[test]
fn counts_add_up_and_what_was_left_out_is_missing() {
    // One text has 10 once and 20 twice, the other 10 once and 20 and 30 once.
    let (a, b) = ([(10, 1), (20, 2)], [(10, 1), (20, 1), (30, 1)]);
    let whole = [written(&header(1, true), a), written(&header(1, true), b)];
    let (header_of_all, ngrams) = merged(&whole, 2);
    assert_eq!(ngrams, [(10, 2), (20, 3)]);
    assert!(header_of_all.complete);
    let often =
        |ngrams: &[(u64, u64)]| ngrams.iter().copied().filter(|ngram| ngram.1 > 1).collect::<Vec<_>>();
    let parts = [written(&header(2, true), often(&a)), written(&header(2, true), often(&b))];
    let (header_of_parts, ngrams) = merged(&parts, 2);
    assert_eq!(ngrams, [(20, 2)]);
    assert!(!header_of_parts.complete);
    assert!(merged(&parts[..1], 2).0.complete && !merged(&parts[..1], 1).0.complete);
}

#[test]
fn sets_without_counts_are_united() {
    let files = [written(&header(2, false), [(1, 2), (5, 2)]), written(&header(3, false), [(5, 3), (9, 3)])];
    let (header_of_both, ngrams) = merged(&files, 2);
    assert_eq!(ngrams.iter().map(|ngram| ngram.0).collect::<Vec<_>>(), [1, 5, 9]);
    assert!(!header_of_both.counts);
    let sets = files.iter().map(|file| SetReader::new(&file[..]).unwrap()).collect();
    assert!(merge(sets, 3, Vec::new()).is_err());
    assert!(merge(Vec::<SetReader<&[u8]>>::new(), 1, Vec::new()).is_err());
    let other = Header { n: 8, ..header(2, false) };
    let sets = [written(&other, []), files[0].clone()];
    assert!(
        merge(sets.iter().map(|file| SetReader::new(&file[..]).unwrap()).collect(), 2, Vec::new()).is_err()
    );
}

proptest! {
    #[test]
    fn any_set_comes_back(ngrams in proptest::collection::btree_map(prop_oneof![0u64..3000, 0u64..1 << 60], prop_oneof![1u64..4, 1u64..u64::MAX], 0..3000), counts: bool) {
        let file = written(&header(1, counts), ngrams.clone());
        let expected: Vec<(u64, u64)> = ngrams.iter().map(|(&h, &c)| (h, if counts { c } else { 1 })).collect();
        prop_assert!(read(&file) == expected);
        let set = Set::open(&file).unwrap();
        for &(hash, count) in expected.iter().step_by(7) {
            prop_assert_eq!(set.count(hash).unwrap(), count);
        }
        for hash in (0..3000).chain((0..60).map(|bit| 1 << bit)) {
            prop_assert_eq!(set.contains(hash).unwrap(), ngrams.contains_key(&hash));
        }
    }

    #[test]
    fn merging_is_adding(parts in proptest::collection::vec(proptest::collection::btree_map(0u64..50, 1u64..4, 0..40), 1..5), min_count in 1u64..5) {
        let mut sums = BTreeMap::new();
        parts.iter().flatten().for_each(|(&hash, &count)| *sums.entry(hash).or_insert(0) += count);
        let files: Vec<Vec<u8>> = parts.iter().map(|part| written(&header(1, true), part.clone())).collect();
        let expected: Vec<(u64, u64)> = sums.into_iter().filter(|sum| sum.1 >= min_count).collect();
        prop_assert_eq!(merged(&files, min_count).1, expected);
    }

    #[test]
    fn any_bytes_are_refused(bytes: Vec<u8>, start in 0usize..200) {
        let file = written(&header(1, true), spread(50, 1));
        let bad = [&file[..start.min(file.len())], &bytes].concat();
        prop_assert!(Set::open(&bad).and_then(|set| set.check()).is_err());
    }
}
