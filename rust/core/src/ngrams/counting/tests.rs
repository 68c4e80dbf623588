use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::ngrams::hash;
use crate::ngrams::method::{LEAST_MEMORY, METHODS};
use crate::ngrams::set::SetReader;
use crate::ngrams::tokens::Tokeniser;
use crate::units::Source;

fn options(n: usize, level: Level) -> CountOptions {
    CountOptions {
        method: "hash".to_owned(),
        n,
        min_count: 2,
        memory: LEAST_MEMORY,
        tmpdir: std::env::temp_dir(),
        level,
        reading: Reading::default(),
        tokens: TokenOptions::default(),
        threads: 1,
    }
}

/// The set, from batches of so many lines.
fn count(options: &CountOptions, lines: &[String], batch: usize) -> (Vec<u8>, Stats) {
    let mut counting = Counting::new(options).unwrap();
    let preparer = counting.preparer();
    for lines in lines.chunks(batch) {
        let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let prepared = preparer.prepare(&lines);
        assert_eq!(prepared.bad(), []);
        counting.add(&prepared).unwrap();
    }
    let mut bytes = Vec::new();
    let (stats, _) = counting.finish(&mut bytes, true).unwrap();
    (bytes, stats)
}

/// The n-grams of these texts, none of which they cross, and how often each occurs: twice or more.
fn expected(texts: &[&str], n: usize) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    for text in texts {
        let mut tokens = Vec::new();
        Tokeniser::new(&TokenOptions::default()).append(text, &mut tokens);
        hash::each(&tokens, n, |hash| *counts.entry(hash).or_default() += 1);
    }
    counts.retain(|_, count| *count > 1);
    counts
}

fn ngrams(set: &[u8]) -> BTreeMap<u64, u64> {
    let mut reader = SetReader::new(set).unwrap();
    std::iter::from_fn(|| reader.next_ngram().unwrap()).collect()
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

#[test]
fn what_ngrams_cross() {
    let records = lines(&[
        r#"{"text":"e f","blocks":[{"text":"a b"},{"text":"c d"}]}"#,
        r#"{"text":"b c"}"#,
        r#"{"text":"d e a b"}"#,
    ]);
    let both = |level| CountOptions {
        reading: Reading { source: Source::Both, ..Reading::default() },
        ..options(2, level)
    };
    // Blocks are one text at level document, and the record's text is another: "d e" is once only.
    let (set, stats) = count(&both(Level::Document), &records, 10);
    assert_eq!(ngrams(&set), expected(&["a b c d", "e f", "b c", "d e a b"], 2));
    assert_eq!(ngrams(&set).len(), 2, "a b, b c");
    assert_eq!((stats.documents, stats.tokens, stats.ngrams, stats.kept), (3, 12, 8, 2));
    let (set, stats) = count(&both(Level::Block), &records, 10);
    assert_eq!(ngrams(&set), expected(&["a b", "c d", "e f", "b c", "d e a b"], 2));
    assert_eq!(ngrams(&set).len(), 1, "a b");
    assert_eq!((stats.documents, stats.tokens, stats.ngrams, stats.kept), (3, 12, 7, 1));
}

#[test]
fn bad_lines_are_named_and_blank_ones_passed_over() {
    let counting = Counting::new(&options(1, Level::Document)).unwrap();
    let lines: [&[u8]; 6] =
        [b"{\"text\":\"a\"}", b"", b"{\"text\":1}", b" \t\x0b\r", b"{}", b"{\"text\":\"b\"}"];
    let prepared = counting.preparer().prepare(&lines);
    assert_eq!(prepared.documents(), 2);
    let bad: Vec<(usize, String)> =
        prepared.bad().iter().map(|bad| (bad.line, bad.wrong.to_string())).collect();
    let expected = ["'text' is a number, not a string at byte 8", "neither 'blocks' nor 'text' at byte 0"];
    assert_eq!(bad, [(2, expected[0].to_owned()), (4, expected[1].to_owned())]);
}

#[test]
fn any_method_batch_and_number_of_cores_gives_the_same_bytes() {
    let text = |i: u64| {
        let words = (0..400).map(|j| ((i % 70 * 400 + j) * 7919 % 1013).to_string());
        format!(r#"{{"id":"{i}","text":"{}"}}"#, words.collect::<Vec<_>>().join(" "))
    };
    let records: Vec<String> = (0..600).map(text).collect();
    for n in [1, 3, 8] {
        let (wanted, stats) = count(&options(n, Level::Document), &records, 7);
        assert_eq!((stats.documents, stats.tokens), (600, 240_000));
        for (method, _) in METHODS {
            for (threads, memory, batch) in [(1, 64 << 20, 600), (2, LEAST_MEMORY, 100), (3, 8 << 20, 1)] {
                let options = options(n, Level::Document);
                let options = CountOptions { method: (*method).to_owned(), threads, memory, ..options };
                let (found, stats) = count(&options, &records, batch);
                assert!(found == wanted, "{method} {n} {threads}");
                assert_eq!((stats.documents, stats.tokens), (600, 240_000));
            }
        }
    }
}

#[test]
fn whoever_cannot_write_says_so() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for threads in [1, 2] {
        let options = CountOptions { threads, ..options(1, Level::Document) };
        let error = Counting::new(&options).unwrap().finish(Full, true).unwrap_err();
        assert!(is_of_output(&error));
        let mut counting = Counting::new(&options).unwrap();
        let words: String = (0..200_000).map(|i| format!("{} ", i % 50_000)).collect();
        let line = format!(r#"{{"text":"{words}"}}"#);
        counting.add(&counting.preparer().prepare(&[line.as_bytes()])).unwrap();
        let mut left = 10;
        let failing = counting.method.finish(&mut |_, _| {
            left -= 1;
            if left == 0 { Err(Error::Truncated) } else { Ok(()) }
        });
        assert!(matches!(failing, Err(Error::Truncated)), "{threads}");
    }
}

proptest! {
    #[test]
    fn any_texts(
        texts in proptest::collection::vec(proptest::collection::vec("[ab] ?[ab ]{0,6}", 0..4), 0..8),
        n in 1usize..4,
        batch in 1usize..5,
        threads in 1usize..4,
    ) {
        let record = |blocks: &Vec<String>| {
            let blocks: Vec<String> = blocks.iter().map(|text| format!(r#"{{"text":"{text}"}}"#)).collect();
            format!(r#"{{"blocks":[{}]}}"#, blocks.join(","))
        };
        let records: Vec<String> = texts.iter().map(record).collect();
        let blocks: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
        let (found, _) = count(&CountOptions { threads, ..options(n, Level::Block) }, &records, batch);
        prop_assert_eq!(ngrams(&found), expected(&blocks, n));
        let whole: Vec<String> = texts.iter().map(|blocks| blocks.join(" ")).collect();
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        let (found, _) = count(&CountOptions { threads, ..options(n, Level::Document) }, &records, batch);
        prop_assert_eq!(ngrams(&found), expected(&whole, n));
    }
}
