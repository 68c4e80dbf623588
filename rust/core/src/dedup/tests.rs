use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::Cursor;
use std::ops::Range;

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::algorithm::{Dedup, LeastDuplicate, Longest, Options, Scope, Unit, Verdict};
use super::bits::Bits;
use super::load;
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

mod sets {
    use super::*;

    fn check(hashes: &BTreeSet<u64>, others: impl Iterator<Item = u64>) {
        let set = build(hashes.iter().copied().collect::<Vec<_>>().into_iter());
        assert_eq!(set.len(), hashes.len() as u64);
        assert!(set.hashes().eq(hashes.iter().copied()));
        assert!(set.memory() <= bytes_for(set.len()));
        let mut asked: Vec<u64> = others.chain([u64::MAX, 1 << BITS, (1 << BITS) - 1, 0]).collect();
        asked.extend(hashes);
        let ranks: HashMap<u64, u64> = hashes.iter().copied().zip(0..).collect();
        let expected: Vec<u64> =
            asked.iter().map(|hash| ranks.get(hash).copied().unwrap_or(ABSENT)).collect();
        let mut filtered = Builder::new(set.len()).unwrap().filtered();
        for &hash in hashes {
            filtered.push(hash).unwrap();
        }
        let mut found = vec![1];
        for set in [&set, &filtered.finish().unwrap()] {
            set.positions(&asked, &mut found);
            assert_eq!(found, expected);
        }
        assert!(asked.iter().map(|&hash| set.position(hash)).eq(expected));
    }

    #[test]
    fn all_that_was_put_in_is_there() {
        let spread = |i: u64| xxh3_64(&i.to_le_bytes()) >> 4;
        for count in [0, 1, 2, 15, 16, 17, 1000, 100_000] {
            check(&(0..count).map(spread).collect(), (count..2 * count + 9).map(spread));
        }
    }

    #[test]
    fn hashes_that_are_not_spread_are_found_as_well() {
        // All in one bucket, and in few of its runs; in two; with gaps; the highest there are.
        for count in [4095, 4096, 30_000u64] {
            let end = (1 << BITS) - 1;
            check(&(0..count).collect(), count..count + 50);
            check(&(0..count).map(|i| end - i).collect(), (count..count + 50).map(|i| end - i));
            check(&(0..count).map(|i| i * 7).chain([end / 2, end]).collect(), (0..1000).map(|i| i * 7 + 1));
            check(&(0..count).map(|i| i << 40).chain(0..count).collect(), (0..1000).map(|i| (i << 40) + 1));
        }
    }

    #[test]
    fn what_is_promised_is_kept() {
        let mut builder = Builder::new(2).unwrap();
        assert_eq!((builder.push(5).unwrap(), builder.push(6).unwrap()), (0, 1));
        assert!(builder.push(7).is_err());
        let mut builder = Builder::new(2).unwrap();
        builder.push(5).unwrap();
        assert!(builder.push(5).is_err() && builder.push(4).is_err() && builder.push(1 << BITS).is_err());
        // Fewer than promised are no harm.
        let mut builder = Builder::new(1000).unwrap();
        builder.push(5).unwrap();
        assert_eq!(builder.finish().unwrap().position(5), 0);
    }

    #[test]
    fn five_bytes_an_ngram() {
        for count in [100_000_000, 1_000_000_000u64] {
            let bytes = bytes_for(count) + super::super::bits::bytes_for(count);
            assert!(bytes <= 5 * count, "{count}: {bytes}");
        }
        let small = Builder::within(1000, 1 << 20).unwrap().finish().unwrap();
        assert!(small.memory() > bytes_for(1000) && small.memory() <= (1 << 20) / 4);
        assert!(Builder::within(1000, 10_000).unwrap().finish().unwrap().memory() <= bytes_for(1000));
        let error = Builder::within(100_000_000, 400_000_000).unwrap_err().to_string();
        assert!(
            error.starts_with("memory must be 4") && error.ends_with("bytes or more for 100000000 n-grams")
        );
        // What would never fit is refused, not tried.
        assert!(Builder::within(u64::MAX, 1 << 40).is_err());
        for shift in 0..50 {
            assert!(bytes_for(1 << shift) > 1 << shift);
        }
    }

    proptest! {
        #[test]
        fn any_set(hashes in proptest::collection::btree_set(prop_oneof![0u64..200, 0u64..1 << BITS, (0u64..60).prop_map(|bit| 1 << bit)], 0..300), others in proptest::collection::vec(prop_oneof![0u64..200, any::<u64>()], 0..100)) {
            check(&hashes, others.into_iter());
        }
    }
}

mod algorithm_3_1 {
    use super::*;

    /// Worked by hand with trigrams. abcde is in the first, second and third text, so abc, bcd and cde are G₂₊; they are out with the first.
    #[test]
    fn by_hand() {
        let texts =
            ["a b c d e f g", "x a b c d e y z", "p q r s t a b c d e", "u v w x y a b c d e"].map(tokens);
        let set = duplicates(&texts, 3);
        assert_eq!(set.len(), 3);
        let found = run(OPTIONS, &set, &mut dedup(OPTIONS, &set), &texts);
        // 5 of 8 words are more than a half; 5 of 10 are not.
        let expected = [
            (false, 0, vec![]),
            (true, 5, vec![(1, 6)]),
            (false, 5, vec![(5, 10)]),
            (false, 5, vec![(5, 10)]),
        ];
        for ((verdict, spans), expected) in found.into_iter().zip(expected) {
            assert_eq!((verdict.duplicate, verdict.words, spans), expected);
        }
    }

    #[test]
    fn a_share_of_t_stays() {
        let texts = ["a b c", "a b c d e f g h i j"].map(tokens);
        let set = duplicates(&texts, 3);
        let duplicate = |threshold| {
            let options = Options { threshold, ..OPTIONS };
            run(options, &set, &mut dedup(options, &set), &texts)[1].0.duplicate
        };
        // 3 of 10 words.
        assert!(!duplicate(0.3) && duplicate(0.29) && duplicate(0.0) && !duplicate(1.0));
        // As decimals say: 29 of 100 are not more than 0.29, though 0.29 times 100 is less than 29 in binary.
        let long: Vec<u64> = (0..100u64).map(|i| xxh3_64(&i.to_le_bytes())).collect();
        let texts = [long[..29].to_vec(), long];
        let set = duplicates(&texts, 3);
        let options = Options { threshold: 0.29, ..OPTIONS };
        let found = run(options, &set, &mut dedup(options, &set), &texts);
        assert_eq!((found[1].0.words, found[1].0.duplicate), (29, false));
    }

    /// Only what is put out makes duplicates: the second goes, and what it alone shares with the third does not count.
    #[test]
    fn what_is_dropped_is_not_out() {
        let texts = ["a b c d e", "a b c d x y z", "x y z"].map(tokens);
        // axyz: 4 of 7 words of the second are duplicate; xyz is in G₂₊ and stays there.
        let set = duplicates(&texts, 3);
        let found = run(OPTIONS, &set, &mut dedup(OPTIONS, &set), &texts);
        assert_eq!(found.iter().map(|found| found.0.duplicate).collect::<Vec<_>>(), [false, true, false]);
    }

    #[test]
    fn words_are_counted_once_and_gaps_stay_gaps() {
        let text = tokens("a b c d e f g h");
        let set = duplicates(&[text.clone(), text.clone()], 3);
        let mut dedup = dedup(OPTIONS, &set);
        let mut places = Vec::new();
        set.positions(&ngrams(&text, 3), &mut places);
        dedup.begin(0, 0).unwrap();
        let mut spans = Vec::new();
        dedup.unit(&Unit { ngrams: &places, words: 8, at: 0 }, &mut spans);
        let mut measure = |gaps: &[usize], words| {
            let mut places = places.clone();
            gaps.iter().for_each(|&gap| places[gap] = ABSENT);
            let verdict = dedup.unit(&Unit { ngrams: &places, words, at: 0 }, &mut spans);
            (verdict.words, pairs(&spans))
        };
        assert_eq!(measure(&[], 8), (8, vec![(0, 8)]));
        assert_eq!(measure(&[1, 2, 3, 4], 8), (6, vec![(0, 3), (5, 8)]));
        // An n-gram that ends beyond its unit, as those of a document do at the end of a line, covers what there is.
        assert_eq!(measure(&[0, 1, 2, 3, 4], 7), (2, vec![(5, 7)]));
        let empty = dedup.unit(&Unit { ngrams: &[], words: 0, at: 0 }, &mut spans);
        assert_eq!((empty.duplicate, empty.share), (false, 0.0));
    }

    /// A stub that goes takes its n-grams back: unless they were out before, or are in what stays.
    #[test]
    fn what_goes_as_a_stub_makes_no_duplicates() {
        let texts = ["a b c d", "e f g h", "e f g x y z u v", "a b c d"].map(tokens);
        let set = duplicates(&[texts.as_slice(), texts.as_slice()].concat(), 3);
        let mut dedup = dedup(OPTIONS, &set);
        let (mut places, mut spans) = (Vec::new(), Vec::new());
        let mut unit = |dedup: &mut Dedup, tokens: &Vec<u64>| {
            set.positions(&ngrams(tokens, 3), &mut places);
            dedup.unit(&Unit { ngrams: &places, words: tokens.len(), at: 0 }, &mut spans).duplicate
        };
        dedup.begin(0, 0).unwrap();
        // The second unit shares efg with the third; the fourth repeats the first.
        assert_eq!([0, 1, 2, 3].map(|at| unit(&mut dedup, &texts[at])), [false, false, false, true]);
        dedup.end(|unit| unit == 2);
        assert_eq!(dedup.out().count(), 6);
        dedup.begin(1, 0).unwrap();
        // abcd did not come out. Of efgh three words did, of efgxyzuv all.
        assert_eq!([0, 1, 2].map(|at| unit(&mut dedup, &texts[at])), [false, true, true]);
        dedup.end(|_| false);
        assert_eq!(dedup.out().count(), 6);
    }

    #[test]
    fn where_it_stood_first() {
        let texts = ["a b c d e", "f g h i j", "a b c d e f g h i", "0 1 2 f g h i j"].map(tokens);
        let set = duplicates(&[texts.as_slice(), texts.as_slice()].concat(), 3);
        for (tracing, word) in [(Tracing::Words, 1), (Tracing::Documents, 0)] {
            let options = Options { tracing, ..OPTIONS };
            let mut dedup = dedup(options, &set);
            let found = run(options, &set, &mut dedup, &texts);
            let first: Vec<Option<Place>> = found.iter().map(|found| found.0.first).collect();
            // Three n-grams of the third from the first, two from the second; all of the fourth from the second.
            let place = |document| Some(Place { document, word: 0 });
            assert_eq!(first, [None, None, place(0), place(1)]);
            let part = run(options, &set, &mut dedup, &[tokens("b c d")]);
            assert_eq!(part[0].0.first, Some(Place { document: 0, word }));
            let refused = dedup.begin(u64::MAX, 0);
            assert!(refused.is_err());
        }
        let off = run(OPTIONS, &set, &mut super::dedup(OPTIONS, &set), &texts);
        assert!(off.iter().all(|found| found.0.first.is_none()));
    }

    #[test]
    fn orders() {
        let key = |ngrams: &[u64], document| LeastDuplicate::new(ngrams, document);
        let mut keys = [
            key(&[1, 2], 0),
            key(&[ABSENT, 1, ABSENT], 1),
            key(&[], 2),
            key(&[ABSENT], 3),
            key(&[1, ABSENT], 4),
        ];
        keys.sort();
        assert_eq!(keys.map(|key| key.document), [2, 3, 1, 4, 0]);
        assert_eq!(keys[3].share(), 0.5);
        let mut keys = [Longest::new(5, 0), Longest::new(9, 1), Longest::new(5, 2)];
        keys.sort();
        assert_eq!(keys.map(|key| key.document), [1, 0, 2]);
    }

    #[test]
    fn impossible_options_are_refused() {
        for bad in [
            Options { n: 0, ..OPTIONS },
            Options { threshold: 1.1, ..OPTIONS },
            Options { threshold: f64::NAN, ..OPTIONS },
        ] {
            assert!(Dedup::new(bad, 10, Bits::new(10)).is_err());
        }
        assert!(Dedup::new(OPTIONS, 100, Bits::new(10)).is_err());
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

    fn relevant(text: &[u8], states: &[Vec<u8>], others: &[Vec<u8>], repeated: bool) -> Result<(Set, Bits)> {
        let each = |take: &mut dyn FnMut(u64, bool) -> Result<()>| {
            let mut states: Vec<_> = states.iter().map(|file| State::open(&file[..]).unwrap()).collect();
            let mut others: Vec<_> =
                others.iter().map(|file| Other(SetReader::new(&file[..]).unwrap())).collect();
            let mut elsewhere: Vec<&mut dyn Entries> = Vec::new();
            elsewhere.extend(states.iter_mut().map(|state| state as &mut dyn Entries));
            elsewhere.extend(others.iter_mut().map(|other| other as &mut dyn Entries));
            state::relevant(SetReader::new(text)?, &mut elsewhere, repeated, take)
        };
        let mut count = 0;
        each(&mut |_, _| {
            count += 1;
            Ok(())
        })?;
        let mut building = Building::within(count, 1 << 20)?;
        each(&mut |hash, out| building.push(hash, out))?;
        building.finish()
    }

    fn next_state(before: Option<&Vec<u8>>, kept: &[u8], documents: u64) -> Vec<u8> {
        let before = || before.map(|file| State::open(&file[..]).unwrap());
        let ngrams = state::count_united(before(), SetReader::new(kept).unwrap()).unwrap();
        let mut out = Vec::new();
        let info = Info { ngrams, documents, complete: true };
        state::unite(before(), SetReader::new(kept).unwrap(), &info, &mut out).unwrap();
        out
    }

    proptest! {
        /// What occurs once is never met again, so the set of duplicates is enough.
        #[test]
        fn as_with_all_ngrams(texts in texts(), n in 1usize..4, threshold in prop_oneof![Just(0.0), Just(0.5), Just(1.0), 0.0..1.0]) {
            let set = duplicates(&texts, n);
            let options = Options { n, threshold, ..OPTIONS };
            let found = run(options, &set, &mut dedup(options, &set), &texts);
            let found: Vec<(bool, usize)> = found.iter().map(|(verdict, _)| (verdict.duplicate, verdict.words)).collect();
            prop_assert_eq!(found, with_all_ngrams(&texts, n, threshold, &mut HashSet::new()));
        }

        /// Several months, each with the state of the one before, give what one run over all of them gives.
        #[test]
        fn month_after_month(months in proptest::collection::vec(texts(), 1..4), n in 1usize..4) {
            let options = Options { n, ..OPTIONS };
            let mut out = HashSet::new();
            let mut state: Option<Vec<u8>> = None;
            for (month, texts) in months.iter().enumerate() {
                let before: Vec<Vec<u8>> = state.iter().cloned().collect();
                let (set, bits) = relevant(&all_ngrams(texts, n), &before, &[], true).unwrap();
                let mut dedup = Dedup::new(options, set.len(), bits).unwrap();
                let found: Vec<(bool, usize)> = run(options, &set, &mut dedup, texts).iter().map(|(verdict, _)| (verdict.duplicate, verdict.words)).collect();
                let kept: Vec<Vec<u64>> = texts.iter().zip(&found).filter(|(_, found)| !found.0).map(|(text, _)| text.clone()).collect();
                prop_assert_eq!(found, with_all_ngrams(texts, n, 0.5, &mut out));
                let next = next_state(state.as_ref(), &all_ngrams(&kept, n), month as u64);
                let opened = State::open(&next[..]).unwrap();
                prop_assert_eq!(opened.info(), &Info { complete: true, ngrams: out.len() as u64, documents: month as u64 });
                state = Some(next);
            }
        }

        /// A run that is broken off, saved and taken up again.
        #[test]
        fn broken_off(texts in texts(), at in 0usize..20, n in 1usize..4) {
            let options = Options { n, ..OPTIONS };
            let set = duplicates(&texts, n);
            let (first, second) = texts.split_at(at.min(texts.len()));
            let mut dedup = dedup(options, &set);
            let mut found = run(options, &set, &mut dedup, first);
            let mut file = Vec::new();
            state::save(&mut file, &Info { documents: first.len() as u64, ..Info::default() }, &header(n), &set, dedup.out()).unwrap();
            let state = State::open(&file[..]).unwrap();
            prop_assert_eq!(state.info(), &Info { complete: false, ngrams: set.len(), documents: first.len() as u64 });
            let (set, out) = state.load(1 << 20).unwrap();
            let mut dedup = Dedup::new(options, set.len(), out).unwrap();
            found.extend(run(options, &set, &mut dedup, second));
            let found: Vec<(bool, usize)> = found.iter().map(|(verdict, _)| (verdict.duplicate, verdict.words)).collect();
            prop_assert_eq!(found, with_all_ngrams(&texts, n, 0.5, &mut HashSet::new()));
        }

        /// With another collection everything in it is out; with it alone, nothing else ever is.
        #[test]
        fn against_others(texts in texts(), others in proptest::collection::vec(texts(), 1..3), n in 1usize..4) {
            let options = Options { n, ..OPTIONS };
            let files: Vec<Vec<u8>> = others.iter().map(|other| all_ngrams(other, n)).collect();
            let mut out: HashSet<u64> = others.iter().flatten().flat_map(|tokens| ngrams(tokens, n)).collect();
            let only: Vec<(bool, usize)> =
                texts.iter().map(|text| with_all_ngrams(std::slice::from_ref(text), n, 0.5, &mut out.clone())[0]).collect();
            let both = with_all_ngrams(&texts, n, 0.5, &mut out);
            for (repeated, expected) in [(true, both), (false, only)] {
                let (set, bits) = relevant(&all_ngrams(&texts, n), &[], &files, repeated).unwrap();
                let options = Options { moving: repeated, ..options };
                let mut dedup = Dedup::new(options, set.len(), bits).unwrap();
                let found: Vec<(bool, usize)> = run(options, &set, &mut dedup, &texts).iter().map(|(verdict, _)| (verdict.duplicate, verdict.words)).collect();
                prop_assert_eq!(found, expected);
            }
        }

        /// Hosts one after another with the set of the corpus, and hosts mixed with n-grams that are their own, are both
        /// what each host is by itself.
        #[test]
        fn hosts(hosts in proptest::collection::vec(texts(), 1..4), n in 1usize..4) {
            let options = Options { n, scope: Scope::Group, ..OPTIONS };
            let alone: Vec<Vec<(bool, usize)>> =
                hosts.iter().map(|texts| with_all_ngrams(texts, n, 0.5, &mut HashSet::new())).collect();
            let set = duplicates(&hosts.concat(), n);
            let mut grouped = dedup(options, &set);
            let (mut places, mut spans) = (Vec::new(), Vec::new());
            for (host, (texts, expected)) in hosts.iter().zip(&alone).enumerate() {
                for (tokens, expected) in texts.iter().zip(expected) {
                    grouped.begin(0, host as u64).unwrap();
                    set.positions(&ngrams(tokens, n), &mut places);
                    let verdict = grouped.unit(&Unit { ngrams: &places, words: tokens.len(), at: 0 }, &mut spans);
                    prop_assert_eq!((verdict.duplicate, verdict.words), *expected);
                }
            }
            let mixed: Vec<(usize, usize)> = (0..20).flat_map(|at| (0..hosts.len()).map(move |host| (host, at))).filter(|&(host, at)| at < hosts[host].len()).collect();
            let texts: Vec<Vec<u64>> = mixed.iter().map(|&(host, at)| {
                let mut tokens = hosts[host][at].clone();
                salt(&mut tokens, host as u64);
                tokens
            }).collect();
            let set = duplicates(&texts, n);
            let options = Options { n, ..OPTIONS };
            let found = run(options, &set, &mut dedup(options, &set), &texts);
            for ((verdict, _), &(host, at)) in found.iter().zip(&mixed) {
                prop_assert_eq!((verdict.duplicate, verdict.words), alone[host][at]);
            }
        }
    }

    #[test]
    fn a_host_that_comes_again_is_refused() {
        let mut dedup = Dedup::new(Options { scope: Scope::Group, ..OPTIONS }, 0, Bits::new(0)).unwrap();
        assert!([1, 1, 2].into_iter().all(|host| dedup.begin(0, host).is_ok()));
        assert_eq!(
            dedup.begin(0, 1).unwrap_err().to_string(),
            "cannot merge: the texts of a host do not come one after another"
        );
    }

    /// Documents by themselves, with more n-grams than are kept in a list.
    #[test]
    fn documents_begin_anew() {
        let long: Vec<u64> = (0..5000u64).map(|i| xxh3_64(&i.to_le_bytes())).collect();
        let twice = [long.clone(), long.clone()];
        let set = duplicates(&twice, 3);
        let options = Options { scope: Scope::Document, ..OPTIONS };
        let mut dedup = dedup(options, &set);
        assert!(run(options, &set, &mut dedup, &twice).iter().all(|found| found.0.words == 0));
        let within = [&long[..], &long[..10]].concat();
        let set = duplicates(std::slice::from_ref(&within), 3);
        let mut dedup = super::dedup(options, &set);
        let mut places = Vec::new();
        for number in 0..2 {
            dedup.begin(number, 0).unwrap();
            let mut words = |tokens: &[u64]| {
                set.positions(&ngrams(tokens, 3), &mut places);
                dedup.unit(&Unit { ngrams: &places, words: tokens.len(), at: 0 }, &mut Vec::new()).words
            };
            assert_eq!([words(&long), words(&long[..10])], [0, 10]);
        }
    }

    #[test]
    fn damaged_states_are_refused() {
        let texts: Vec<Vec<u64>> =
            (0..40u64).map(|i| (i..i + 90).map(|j| xxh3_64(&j.to_le_bytes())).collect()).collect();
        let set = duplicates(&texts, 3);
        let mut bits = Bits::new(set.len());
        bits.set(3);
        let mut file = Vec::new();
        state::save(&mut file, &Info::default(), &header(3), &set, &bits).unwrap();
        let load = |file: &[u8]| State::open(file).and_then(|state| state.load(1 << 20));
        let (loaded, out) = load(&file).unwrap();
        assert!(loaded.hashes().eq(set.hashes()) && out.count() == 1 && out.get(3));
        for at in 0..file.len() {
            let mut bad = file.clone();
            bad[at] ^= 1 << (at % 8);
            assert!(load(&bad).is_err(), "byte {at}");
            assert!(load(&file[..at]).is_err(), "cut at {at}");
        }
        assert!(load(&[&file[..], b"x"].concat()).is_err());
        assert!(State::open(&file[..]).unwrap().load(100).is_err());
        let named = |file: &[u8]| State::open(file).unwrap_err().to_string();
        assert_eq!(named(&all_ngrams(&texts, 3)), "holds ngrams, not dedup");
        assert_eq!(named(b""), "not a streamclean file (wrong magic number)");
        assert_eq!(named(&[b'x'; 999]), "not a streamclean file (wrong magic number)");
    }

    #[test]
    fn sets_out_of_files() {
        let texts = ["a b c d e f", "b c d e x", "c d e"].map(tokens);
        let expected = duplicates(&texts, 3);
        let (header, set) = load::read(&mut Cursor::new(all_ngrams(&texts, 3)), 1 << 20).unwrap();
        assert_eq!(header.min_count, 1);
        assert!(set.hashes().eq(expected.hashes()) && set.len() == 2);
        let (mut twice, counts) = (Vec::new(), Header { min_count: 2, counts: false, ..header });
        let mut writer = SetWriter::new(&mut twice, &counts).unwrap();
        expected.hashes().for_each(|hash| writer.push(hash, 2).unwrap());
        writer.finish(&Totals::default()).unwrap();
        let (_, set) = load::read(&mut Cursor::new(&twice), 1 << 20).unwrap();
        assert!(set.hashes().eq(expected.hashes()));
        assert!(
            load::read(&mut Cursor::new(&twice), 10).unwrap_err().to_string().starts_with("memory must be")
        );
        for at in 0..twice.len() {
            let mut bad = twice.clone();
            bad[at] ^= 1;
            assert!(load::read(&mut Cursor::new(bad), 1 << 20).is_err(), "byte {at}");
            assert!(load::read(&mut Cursor::new(&twice[..at]), 1 << 20).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn what_is_not_all_there_is_refused() {
        let texts = ["a b c d", "a b c d"].map(tokens);
        let set = duplicates(&texts, 3);
        let mut saved = Vec::new();
        state::save(&mut saved, &Info::default(), &header(3), &set, &Bits::new(set.len())).unwrap();
        let text = all_ngrams(&texts, 3);
        // n-grams that occurred once are not in it.
        assert!(relevant(&text, &[saved.clone()], &[], true).is_err());
        // n-grams of another length.
        assert!(relevant(&text, &[], &[all_ngrams(&texts, 2)], true).is_err());
        assert!(
            state::unite(
                Some(State::open(&saved[..]).unwrap()),
                SetReader::new(&text[..]).unwrap(),
                &Info::default(),
                Vec::new()
            )
            .is_err()
        );
        // A number that is not true.
        let none: Option<State<&[u8]>> = None;
        assert!(
            state::unite(none, SetReader::new(&text[..]).unwrap(), &Info::default(), Vec::new()).is_err()
        );
    }
}

mod exact {
    use super::super::exact::{Seen, bytes_for, checksum};
    use super::*;
    use xxhash_rust::xxh3::xxh3_128;

    #[test]
    fn the_same_text_has_the_same_checksum() {
        assert_eq!(checksum("a  b\n\tc "), Some(xxh3_128(b"a b c")));
        let mut parts = super::super::exact::Checksum::default();
        ["a", "", "b c"].iter().for_each(|part| parts.push(part));
        assert_eq!(parts.take(), checksum("a b c"));
        parts.push("a");
        assert_eq!(parts.take(), checksum("a"));
        assert_eq!((checksum(" \n"), checksum("ab c") == checksum("a bc")), (None, false));
    }

    #[test]
    fn as_a_set() {
        let mut seen = Seen::new(1 << 20);
        let mut expected = HashSet::new();
        for i in 0..30_000u64 {
            let sum = xxh3_128(&(i % 20_000).to_le_bytes());
            assert_eq!(seen.insert(sum).unwrap(), expected.insert(sum));
        }
        // All in one part, and at its end.
        for i in 0..2000u128 {
            assert!(seen.insert(i << 64 | u128::from(u64::MAX)).unwrap());
            assert!(!seen.insert(i << 64 | u128::from(u64::MAX)).unwrap());
        }
        assert!(seen.insert(0).unwrap() && !seen.insert(0).unwrap());
    }

    #[test]
    fn memory_is_what_was_said() {
        for count in [0, 1, 1000, 100_000, 1_000_000] {
            let mut seen = Seen::new(bytes_for(count));
            for i in 0..count {
                seen.insert(xxh3_128(&i.to_le_bytes())).unwrap();
            }
            assert_eq!(seen.len(), count);
            assert!(seen.memory() <= bytes_for(count));
        }
        let mut small = Seen::new(20_000);
        let full = (0..10_000u64).find_map(|i| small.insert(xxh3_128(&i.to_le_bytes())).err());
        assert!(full.unwrap().to_string().starts_with("memory must be more than 20000 bytes"));
        assert!(small.memory() <= 20_000);
    }
}
