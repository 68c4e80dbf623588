use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use proptest::prelude::*;

use super::curve::{Bands, supershingles};
use super::finder::{Finder, Limits};
use super::found::Link;
use super::labels::Keep;
use super::measure::Measure;
use super::plan::Choice;
use super::prepare::Means;
use crate::fingerprint::record::{self, Form};
use crate::fingerprint::sketcher::{self, Sketcher};
use crate::fingerprint::{Given, find, minhash};
use crate::units::Reading;

/// Shingles of one word: sets are easy to see.
fn sketcher(scheme: &str) -> Sketcher {
    let mut choice = sketcher::Choice::new(find(scheme).unwrap());
    choice.n = Some(1);
    Sketcher::new(choice).unwrap()
}

fn means(choice: &Choice, sorted: bool) -> Means {
    Means {
        reading: Reading::default(),
        fingerprint_key: "fingerprint".to_owned(),
        sketcher: sketcher("minhash"),
        texts_only: false,
        choice: choice.clone(),
        sorted,
        named: sorted,
    }
}

fn finder(lines: &[String], choice: &Choice, most: usize, split: bool) -> crate::Result<Finder> {
    let limits = Limits { memory: 1 << 20, tmpdir: std::env::temp_dir(), most, threads: 2 };
    let mut finder = Finder::new(means(choice, split), limits);
    let preparer = finder.preparer();
    for (number, part) in lines.chunks(3).enumerate() {
        let part: Vec<&[u8]> = part.iter().map(String::as_bytes).collect();
        let prepared = preparer.prepare(&part, 3 * number as u64);
        assert_eq!(prepared.bad(), []);
        finder.add(&prepared, split)?;
    }
    Ok(finder)
}

fn pairs_of(finder: Finder) -> Vec<(String, String, String)> {
    let mut out = Vec::new();
    finder.finish().unwrap().write_pairs(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let field = |line: &str, name: &str| {
        let rest = line.split_once(&format!("\"{name}\":")).unwrap().1;
        rest.split([',', '}']).next().unwrap().trim_matches('"').to_owned()
    };
    text.lines().map(|line| (field(line, "a"), field(line, "b"), field(line, "similarity"))).collect()
}

fn pairs(lines: &[String], choice: &Choice) -> Vec<(String, String, String)> {
    pairs_of(finder(lines, choice, 1000, false).unwrap())
}

fn text(id: &str, text: &str) -> String {
    format!(r#"{{"id":"{id}","text":"{text}"}}"#)
}

fn with_fingerprint(scheme: &str, line: &str, words: &str) -> String {
    let sketcher = sketcher(scheme);
    let print = sketcher.sketch(Given::Text(words), &mut sketcher.scratch());
    let object = String::from_utf8(record::write(&sketcher, &print, Form::Base64, false)).unwrap();
    format!("{},\"fingerprint\":{object}}}", &line[..line.len() - 1])
}

fn at(threshold: f64) -> Choice {
    Choice { threshold: Some(threshold), ..Choice::default() }
}

fn triple(a: &str, b: &str, similarity: &str) -> (String, String, String) {
    (a.to_owned(), b.to_owned(), similarity.to_owned())
}

#[test]
fn pairs_by_hand() {
    let lines = [
        text("a", "one two three four"),
        text("b", "ONE two three, four five!"),
        text("c", "nine"),
        text("d", "four three two one"),
        text("e", ""),
        text("f", "..."),
    ];
    // a and d have the same words; 4 of 5 are in b too.
    let found = pairs(&lines, &at(0.8));
    assert_eq!(found, [triple("a", "b", "0.8000"), triple("a", "d", "1.0000"), triple("b", "d", "0.8000")]);
    assert_eq!(pairs(&lines, &at(0.81)), [triple("a", "d", "1.0000")]);
    // Empty texts are not alike.
    assert_eq!(pairs(&lines[4..], &at(0.01)), []);
}

#[test]
fn labels_by_hand() {
    let lines = [
        text("a", "one two three four"),
        text("b", "one two three four five"),
        text("c", "nine"),
        r#"{"neardups":1,"text":"two three four five","x":1e400}"#.to_owned(),
        String::new(),
        text("e", ""),
    ];
    // a is like b (4/5), b like d (4/5), and a like d less (3/5).
    let choice = at(0.7);
    let labelled = |link, keep, drop| {
        let found = finder(&lines, &choice, 1000, false).unwrap().finish().unwrap();
        let (labels, _) = found.labels(link, keep).unwrap();
        let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let done = labels.put(&lines, 0, "id", drop);
        (String::from_utf8(done.bytes).unwrap(), done.kept, done.duplicates)
    };
    let (found, kept, duplicates) = labelled(Link::Single, Keep::Longest, false);
    assert_eq!((kept, duplicates), (3, 2));
    let expected = [
        r#"{"id":"a","text":"one two three four","neardups":{"cluster":1,"size":3,"representative":"b","keep":false,"similarity":0.8000}}"#,
        r#"{"id":"b","text":"one two three four five","neardups":{"cluster":1,"size":3,"representative":"b","keep":true,"similarity":0.8000}}"#,
        r#"{"id":"c","text":"nine","neardups":{"cluster":3,"size":1,"representative":"c","keep":true,"similarity":0.0000}}"#,
        r#"{"text":"two three four five","x":1e400,"id":"4","neardups":{"cluster":1,"size":3,"representative":"b","keep":false,"similarity":0.8000}}"#,
        "",
        r#"{"id":"e","text":"","neardups":{"cluster":6,"size":1,"representative":"e","keep":true,"similarity":0.0000}}"#,
    ];
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
    let (dropped, ..) = labelled(Link::Single, Keep::Longest, true);
    assert_eq!(dropped.lines().collect::<Vec<_>>(), [expected[1], expected[2], expected[5]]);
    // Section 3.5: a and d are not alike, so that one of them is in no group with b.
    let (complete, kept, _) = labelled(Link::Complete, Keep::First, false);
    assert_eq!(kept, 4);
    assert!(
        complete.lines().nth(3).unwrap().contains(r#""cluster":4,"size":1,"representative":"4","keep":true"#)
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let (a, b) = (text("a", "one two"), text("b", "one two"));
    let error = |lines: &[String], choice: &Choice| finder(lines, choice, 9, false).unwrap_err().to_string();
    let prints = ["minhash", "simhash"].map(|scheme| with_fingerprint(scheme, &a, "one two"));
    let mixed = error(&prints, &Choice::default());
    assert!(
        mixed.starts_with("a record cannot be compared with those before: record 2 has simhash ("),
        "{mixed}"
    );
    assert!(mixed.contains(", not minhash (version="), "{mixed}");
    let mixed = error(&[prints[0].clone(), b], &Choice::default());
    assert!(mixed.contains(": record 2 has text alone, not minhash ("), "{mixed}");
    let other = prints[0].replace("permutations=128", "permutations=64");
    assert!(error(&[prints[0].clone(), other], &Choice::default()).contains("permutations=64"));
    let distance = Choice { distance: Some(3), ..Choice::default() };
    assert_eq!(error(&[a], &distance), "--distance must be left out: it does nothing with texts");
}

#[test]
fn a_million_that_are_the_same() {
    let lines: Vec<String> = (0..3000).map(|at| text(&at.to_string(), "one two three")).collect();
    let found = finder(&lines, &at(0.5), 3, false).unwrap().finish().unwrap();
    // All are like the first, and all but the second miss some.
    let (pairs, report) = found.write_pairs(&mut Vec::new()).unwrap();
    assert_eq!((pairs, report.capped), (2999, 2998));
}

/// Documents of few words, some of them the same.
fn documents() -> impl Strategy<Value = Vec<BTreeSet<u8>>> {
    proptest::collection::vec(proptest::collection::btree_set(0u8..25, 0..12), 0..20)
}

fn words(set: &BTreeSet<u8>) -> String {
    set.iter().map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ")
}

fn lines_of(documents: &[BTreeSet<u8>], scheme: Option<&str>) -> Vec<String> {
    let line = |(at, set): (usize, &BTreeSet<u8>)| {
        let line = text(&format!("d\\t{at}"), &words(set));
        scheme.map_or_else(|| line.clone(), |scheme| with_fingerprint(scheme, &line, &words(set)))
    };
    documents.iter().enumerate().map(line).collect()
}

/// The keys of parts of the records, sorted as `LC_ALL=C sort` does.
fn split_apart(lines: &[String], choice: &Choice) -> Finder {
    let limits = Limits { memory: 1 << 20, tmpdir: std::env::temp_dir(), most: 1000, threads: 1 };
    let emitter = Finder::new(means(choice, true), limits);
    let mut keys: Vec<Vec<u8>> = Vec::new();
    for part in lines.chunks(4) {
        let part: Vec<&[u8]> = part.iter().map(String::as_bytes).collect();
        // Ids are in the records: which part they are in does not matter.
        let emitted = emitter.preparer().emit(&emitter.preparer().prepare(&part, 0)).unwrap();
        keys.extend(emitted.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec));
    }
    keys.sort();
    let mut reducer = finder(lines, choice, 1000, true).unwrap();
    reducer.begin_reduce().unwrap();
    reducer.take(&keys.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap();
    reducer
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn texts_by_brute_force(documents in documents(), cents in 5u32..=100, containment: bool) {
        let threshold = f64::from(cents) / 100.0;
        let measure = if containment { Measure::Containment } else { Measure::Resemblance };
        let choice = Choice { measure: Some(measure), ..at(threshold) };
        let mut expected = Vec::new();
        for (at, first) in documents.iter().enumerate() {
            for (other, second) in documents.iter().enumerate().skip(at + 1) {
                let common = first.intersection(second).count();
                if common > 0 && measure.of(common, first.len(), second.len()) >= threshold {
                    let alike = Measure::Resemblance.of(common, first.len(), second.len());
                    expected.push(triple(&format!("d\\t{at}"), &format!("d\\t{other}"), &format!("{alike:.4}")));
                }
            }
        }
        prop_assert_eq!(pairs(&lines_of(&documents, None), &choice), expected);
    }

    #[test]
    fn split_is_as_whole(documents in documents(), scheme in 0usize..6, verify: bool) {
        let scheme = [None, Some("minhash"), Some("supershingle"), Some("simhash"), Some("smallest"), Some("exact")][scheme];
        let distance = (scheme == Some("simhash")).then_some(12);
        let choice = match scheme {
            None => at(0.4),
            Some("minhash" | "smallest") => Choice { verify, ..at(0.4) },
            _ => Choice { verify, distance, ..Choice::default() },
        };
        // The fingerprint is of shingles of words with any scheme; exact and smallest have units of their own.
        if matches!(scheme, Some("smallest" | "exact")) {
            return Ok(());
        }
        let lines = lines_of(&documents, scheme);
        prop_assert_eq!(pairs_of(split_apart(&lines, &choice)), pairs(&lines, &choice));
    }

    /// What is verified is of the pairs of the texts, with the same similarity.
    #[test]
    fn verified_pairs_are_true(documents in documents()) {
        let choice = Choice { verify: true, recall: Some(0.9999), ..at(0.6) };
        let exact: BTreeMap<(String, String), String> = pairs(&lines_of(&documents, None), &at(0.6))
            .into_iter()
            .map(|(a, b, alike)| ((a, b), alike))
            .collect();
        for (a, b, alike) in pairs(&lines_of(&documents, Some("minhash")), &choice) {
            prop_assert_eq!(exact.get(&(a, b)), Some(&alike));
        }
    }
}

#[test]
fn keys_are_checked() {
    let lines = [text("a", "one two"), text("b", "one two three"), text("b", "one")];
    let take = |lines: &[String], keys: &[&str]| {
        let mut finder = finder(lines, &at(0.5), 9, true)?;
        finder.begin_reduce()?;
        finder.take(&keys.iter().map(|key| key.as_bytes()).collect::<Vec<_>>())
    };
    let error = |lines: &[String], keys: &[&str]| take(lines, keys).unwrap_err().to_string();
    assert_eq!(error(&lines, &[]), "cannot merge: two records have the id \"b\"");
    assert!(take(&lines[..2], &["01\ta", "01\tb", "", "02\ta"]).is_ok());
    assert!(error(&lines[..2], &["01\ta", "00\tb"]).contains("line 2 of --reduce: its key is less"));
    assert!(
        error(&lines[..2], &["01\ta", "01\tc"]).contains("line 2 of --reduce: no record has the id \"c\"")
    );
    assert!(error(&lines[..2], &["01"]).contains("line 1 of --reduce: no tab"));
}

/// Equation 3.1 against what happens: sketches by 600 seeds of two sets with resemblance ρ.
#[test]
fn acceptance_is_as_the_curve_says() {
    let seeds = 600u64;
    for (common, rho) in [(40u64, 0.25), (100, 0.5), (160, 0.8)] {
        // Each set has `each` numbers, so that common / (2 each - common) = ρ.
        let each = ((common as f64 / rho + common as f64) / 2.0) as u64;
        let sets = [(0..each).collect::<Vec<u64>>(), (each - common..2 * each - common).collect()];
        assert_eq!(common as f64 / (2 * each - common) as f64, rho);
        let (groups, size, bands) = (10u32, 3u32, Bands { bands: 8, rows: 4 });
        let mut accepted: HashMap<&str, u64> = HashMap::new();
        for seed in 0..seeds {
            let [a, b] = [&sets[0], &sets[1]].map(|units| {
                let mut shingles = crate::fingerprint::shingles::Shingles::default();
                shingles.read(units, 1, seed);
                let mut values = Vec::new();
                minhash::MinHash::new(32, seed).least(&shingles, &mut values);
                values
            });
            let same =
                |rows: usize| a.chunks_exact(rows).zip(b.chunks_exact(rows)).filter(|(a, b)| a == b).count();
            *accepted.entry("halves").or_default() += u64::from(same(1) > 16);
            *accepted.entry("groups").or_default() += u64::from(same(size as usize) >= 2);
            *accepted.entry("bands").or_default() += u64::from(same(4) >= 1);
        }
        let expected = [
            ("halves", super::curve::more_than_half(32, rho)),
            ("groups", supershingles(groups, size, 2, rho)),
            ("bands", bands.probability(rho)),
        ];
        for (name, expected) in expected {
            let measured = accepted[name] as f64 / seeds as f64;
            // Four standard deviations, and a little for where there is none.
            let sigma = (expected * (1.0 - expected) / seeds as f64).sqrt();
            assert!((measured - expected).abs() < 4.0 * sigma + 0.003, "{name} {rho}: {measured} {expected}");
        }
    }
}

#[test]
fn disks_that_are_full_are_told() {
    let limits = Limits { memory: 0, tmpdir: Path::new("/nowhere").to_owned(), most: 9, threads: 1 };
    let mut finder = Finder::new(means(&Choice::default(), false), limits);
    let line = text("a", &(0..100).map(|at| format!("w{at} ")).collect::<String>());
    let prepared = finder.preparer().prepare(&[line.as_bytes()], 0);
    let error = finder.add(&prepared, false).unwrap_err().to_string();
    assert!(error.contains("/nowhere (--tmpdir"), "{error}");
}
