use std::collections::{BTreeMap, BTreeSet};
use std::io::Seek;

use super::*;
use crate::ngrams::TokenOptions;
use crate::ngrams::counting::{CountOptions, Counting};
use crate::ngrams::method::LEAST_MEMORY;
use crate::ngrams::set::Level;
use crate::units::Reading;

fn options(n: usize) -> CountOptions {
    CountOptions {
        method: "hash".to_owned(),
        n,
        min_count: 2,
        memory: LEAST_MEMORY,
        tmpdir: std::env::temp_dir(),
        level: Level::Document,
        reading: Reading::default(),
        tokens: TokenOptions { fold_case: true, ..TokenOptions::default() },
        threads: 1,
    }
}

fn counted(options: &CountOptions, lines: &[&[u8]]) -> std::fs::File {
    let mut counting = Counting::new(options).unwrap();
    let prepared = counting.preparer().prepare(lines);
    counting.add(&prepared).unwrap();
    let mut file = tempfile::tempfile().unwrap();
    counting.finish(&mut file, true).unwrap();
    file.rewind().unwrap();
    file
}

fn listed(options: &CountOptions, format: Format, lines: &[&[u8]], batch: usize) -> (String, usize) {
    let mut listing = Listing::new(options, format, counted(options, lines)).unwrap();
    let mut parts = 0;
    while listing.next_part().unwrap() {
        parts += 1;
        for (at, lines) in lines.chunks(batch).enumerate() {
            let found = listing.prepare(lines, (at * batch) as u64);
            listing.add(&found).unwrap();
        }
    }
    let mut out = Vec::new();
    listing.finish(&mut out).unwrap();
    (String::from_utf8(out).unwrap(), parts)
}

const RECORDS: [&[u8]; 5] = [
    br#"{"id":"one","text":"A rose is a rose"}"#,
    b"",
    br#"{"blocks":[{"text":"bad","class":"bad"},{"text":"\u00e9t\u00e9 is","class":"good"},{"text":"A rose","class":"good"}]}"#,
    br#"{"id":5,"text":"\u0000 \u0000 x \u0000 \u0000"}"#,
    br#"{"id":"none","text":"a"}"#,
];

#[test]
fn the_most_frequent_first_and_then_by_bytes() {
    // a rose | rose is | is a | a rose and été is | is a | a rose
    for batch in [1, 2, 5] {
        let (text, _) = listed(&options(2), Format::Text, &RECORDS[..3], batch);
        assert_eq!(text, "3\ta rose\n2\tis a\n");
        let (text, _) = listed(&options(2), Format::Json, &RECORDS[..3], batch);
        let expected = concat!(
            r#"{"ngram":"a rose","count":3,"places":[{"id":"one","block":null,"start":0},"#,
            r#"{"id":"one","block":null,"start":10},{"id":"3","block":2,"start":0}],"documents":2}"#,
            "\n",
            r#"{"ngram":"is a","count":2,"places":[{"id":"one","block":null,"start":7},"#,
            r#"{"id":"3","block":1,"start":4}],"documents":2}"#,
            "\n"
        );
        assert_eq!(text, expected);
    }
}

#[test]
fn zeros_are_characters() {
    let (text, _) = listed(&options(1), Format::Json, &RECORDS[3..], 5);
    let places: Vec<String> =
        [0, 2, 6, 8].map(|start| format!(r#"{{"id":"5","block":null,"start":{start}}}"#)).into();
    let expected = format!(r#"{{"ngram":"\u0000","count":4,"places":[{}],"documents":1}}"#, places.join(","));
    assert_eq!(text, expected + "\n");
}

/// Records of words by pseudo-chance, on three hosts, and their tokens.
fn corpus() -> (Vec<String>, Vec<(usize, Vec<String>)>) {
    let mut state = 7u64;
    let mut next = move |below: u64| {
        state = xxhash_rust::xxh3::xxh3_64(&state.to_le_bytes());
        state % below
    };
    let documents: Vec<(usize, Vec<String>)> =
        (0..300).map(|i| (i % 3, (0..60).map(|_| format!("w{}", next(60))).collect())).collect();
    let record = |(host, words): &(usize, Vec<String>)| {
        format!(r#"{{"url":"http://H{host}.org/x","text":"{}"}}"#, words.join(" "))
    };
    (documents.iter().map(record).collect(), documents)
}

#[test]
fn parts_of_the_set_make_no_difference() {
    let (records, documents) = corpus();
    let lines: Vec<&[u8]> = records.iter().map(String::as_bytes).collect();
    let mut counts: BTreeMap<String, (u64, BTreeSet<usize>)> = BTreeMap::new();
    for (host, words) in &documents {
        for ngram in words.windows(2) {
            let (count, hosts) = counts.entry(ngram.join(" ")).or_default();
            *count += 1;
            hosts.insert(*host);
        }
    }
    counts.retain(|_, (count, _)| *count > 1);
    let mut expected: Vec<(u64, &String)> =
        counts.iter().map(|(ngram, (count, _))| (!count, ngram)).collect();
    expected.sort_unstable();
    let expected: String = expected.iter().map(|(count, ngram)| format!("{}\t{ngram}\n", !count)).collect();
    let small = CountOptions { memory: 1 << 14, ..options(2) };
    let file = || counted(&options(2), &lines);
    for means in [&options(2), &small] {
        let mut listing = Listing::new(means, Format::Text, file()).unwrap();
        let mut hosts = Hosts::new(means, file()).unwrap();
        let mut parts = 0;
        while listing.next_part().unwrap() {
            for (at, lines) in lines.chunks(7).enumerate() {
                let found = listing.prepare(lines, at as u64 * 7);
                listing.add(&found).unwrap();
            }
            parts += 1;
        }
        assert_eq!(parts > 1, means.memory < LEAST_MEMORY);
        let mut out = Vec::new();
        listing.finish(&mut out).unwrap();
        assert!(out == expected.as_bytes());
        while hosts.next_part().unwrap() {
            hosts.see(&lines);
        }
        let cross = counts.values().filter(|(_, hosts)| hosts.len() > 1).count() as u64;
        assert_eq!(hosts.counts(), HostCounts { cross, single: counts.len() as u64 - cross });
        assert!(cross > 100 && counts.len() as u64 - cross > 10);
    }
}

#[test]
fn a_record_without_an_address_is_of_a_host_of_its_own() {
    let lines: [&[u8]; 4] = [
        br#"{"text":"a b c"}"#,
        br#"{"url":"","text":"a b"}"#,
        br#"{"url":"http://x.org","text":"b c d"}"#,
        br#"{"url":"https://X.org:8/y","text":"c d"}"#,
    ];
    let mut hosts = Hosts::new(&options(2), counted(&options(2), &lines)).unwrap();
    while hosts.next_part().unwrap() {
        hosts.see(&lines);
    }
    // "a b" on no host, "b c" on no host and on x.org, "c d" on x.org.
    assert_eq!(hosts.counts(), HostCounts { cross: 1, single: 2 });
}
