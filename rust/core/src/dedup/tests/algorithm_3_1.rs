use super::*;

/// Worked by hand with trigrams. abcde is in all texts and nothing else is twice, so G₂₊ is abc, bcd and cde; they
/// are out with the first.
#[test]
fn by_hand() {
    let texts =
        ["a b c d e f g", "x a b c d e y z", "p q r s t a b c d e", "u v w x y a b c d e"].map(tokens);
    let set = duplicates(&texts, 3);
    assert_eq!(set.len(), 3);
    let found = run(OPTIONS, &set, &mut dedup(OPTIONS, &set), &texts);
    // 5 of 8 words are more than a half; 5 of 10 are not.
    let expected =
        [(false, 0, vec![]), (true, 5, vec![(1, 6)]), (false, 5, vec![(5, 10)]), (false, 5, vec![(5, 10)])];
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
    // Of the second text abcd, 4 of 7 words, are out; xyz is in G₂₊ and stays there.
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
    let mut keys =
        [key(&[1, 2], 0), key(&[ABSENT, 1, ABSENT], 1), key(&[], 2), key(&[ABSENT], 3), key(&[1, ABSENT], 4)];
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
    // What was out before is of no host.
    let mut out = Bits::new(10);
    out.set(3);
    assert!(Dedup::new(Options { scope: Scope::Group, ..OPTIONS }, 10, out).is_err());
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
