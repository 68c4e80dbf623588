use std::collections::BTreeMap;

use proptest::prelude::*;

use super::decide::{Decided, Fate, Outline, Part, Verdict};
use super::spilled::{read_document, read_verdict, write_document, write_verdict};
use super::*;
use crate::dedup::context::Labelled;
use crate::dedup::set::{ABSENT, Builder};
use crate::dedup::trace::Place;
use crate::json::{split, string};
use crate::ngrams::hash;
use crate::ngrams::set::Level as SetLevel;
use crate::ngrams::tokens::Tokeniser;
use crate::units::Document;

fn settings(level: Level) -> Settings {
    Settings {
        reading: level.reading(Reading::default()),
        level,
        tokens: TokenOptions::default(),
        crossing: false,
        options: Options {
            n: 2,
            threshold: 0.5,
            scope: Scope::Corpus,
            tracing: Tracing::Words,
            moving: true,
        },
        smoothing: false,
        exact: false,
        drop: false,
        order: Order::Input,
        keep_ngrams: false,
        memory: LEAST_MEMORY,
        tmpdir: std::env::temp_dir(),
    }
}

/// All n-grams of some lines: what occurs once makes no duplicate, be it in the set or not.
fn set_of(settings: &Settings, lines: &[String]) -> Set {
    let mut hashes = std::collections::BTreeSet::new();
    let (mut document, mut tokeniser) = (Document::default(), Tokeniser::new(&settings.tokens));
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        settings.reading.read(line.as_bytes(), &mut document).unwrap();
        for unit in &document.units {
            let mut tokens = Vec::new();
            tokeniser.append(&document.text[unit.text.clone()], &mut tokens);
            hash::each(&tokens, settings.options.n, |hash| {
                hashes.insert(hash);
            });
        }
    }
    let mut builder = Builder::new(hashes.len() as u64).unwrap();
    hashes.into_iter().try_for_each(|hash| builder.push(hash).map(drop)).unwrap();
    builder.finish().unwrap()
}

fn run(settings: Settings, lines: &[String], batch: usize) -> (String, Totals) {
    let set = set_of(&settings, lines);
    let bits = Bits::new(set.len());
    let header = Header {
        n: settings.options.n as u64,
        min_count: 2,
        level: SetLevel::Block,
        counts: false,
        complete: true,
        tokens: settings.tokens.key(),
    };
    let ordered = settings.is_ordered();
    let mut run = Run::new(settings, &header, set, bits).unwrap();
    let reader = run.reader();
    let bytes: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
    if ordered {
        for (number, lines) in bytes.chunks(batch).enumerate() {
            run.take(&reader.read(lines, (number * batch) as u64, false)).unwrap();
        }
        run.order().unwrap();
    }
    let mut out = Vec::new();
    for (number, lines) in bytes.chunks(batch).enumerate() {
        out.extend(run.put(lines, &reader.read(lines, (number * batch) as u64, ordered)).unwrap());
    }
    (String::from_utf8(out).unwrap(), run.totals())
}

/// The value of a member of a line, as it stands there.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let fields = split::fields(line.as_bytes()).unwrap();
    let field = fields.iter().rev().find(|field| field.is_called(line.as_bytes(), name))?;
    Some(&line[field.value.clone()])
}

#[test]
fn what_is_not_ours_stays() {
    let lines = [
        r#" { "x" : 1e400 , "blocks":[ {"text":"a b c"} , {"text":"d","class":null,"y":1.0}],"id":7}"#,
        r#"{"id":"z","blocks":[{"class":"bad","text":"q","dup":0.25},{"text":"a b c","class":"good","first":1}, {"text":"e f g","class":"good"}],"dedupblocks":{},"x":"\u00e9"}"#,
        "{}",
        " \t",
        r#"{"text":"a b\u0020c"}"#,
    ];
    let lines = lines.map(str::to_owned);
    let settings = settings(Level::Block);
    let labelled = "{\"level\":\"block\",\"class\":\"good\",\"copy\":false,\"units\":2,\"duplicates\":";
    let first = r#""first":{"id":"7","word":0}"#;
    let mut lines = lines.to_vec();
    // What is no record is not in the output: it was said to be bad.
    let bad = lines.remove(2);
    let (out, totals) = run(settings.clone(), &lines, 2);
    let expected = [
        format!(
            r#" {{ "x" : 1e400 , "blocks":[ {{"text":"a b c","class":"good","dup":0.000}} , {{"text":"d","y":1.0,"class":"good","dup":0.000}}],"id":"7","dedupblocks":{labelled}0,"stubs":0,"words":4,"dup":0.000}}}}"#
        ),
        format!(
            r#"{{"id":"z","blocks":[{{"class":"bad","text":"q","dup":0.25}},{{"text":"a b c","class":"dup","dup":1.000,{first}}}, {{"text":"e f g","class":"good","dup":0.000}}],"dedupblocks":{labelled}1,"stubs":0,"words":6,"dup":0.500}},"x":"\u00e9"}}"#
        ),
        " \t".to_owned(),
        format!(
            r#"{{"text":"a b\u0020c","id":"4","dedupblocks":{{"level":"block","class":"dup","copy":false,"units":1,"duplicates":1,"stubs":0,"words":3,"dup":1.000,{first}}}}}"#
        ),
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    assert_eq!((totals.documents, totals.units, totals.duplicates, totals.dropped), (3, 5, 2, 1));
    assert_eq!((totals.words, totals.duplicate_words, totals.kept_words), (13, 6, 7));
    let (out, _) = run(Settings { drop: true, ..settings.clone() }, &lines, 9);
    let blocks: Vec<_> =
        out.lines().filter(|line| !line.trim().is_empty()).map(|line| value(line, "blocks")).collect();
    let kept = r#"[{"class":"bad","text":"q","dup":0.25}, {"text":"e f g","class":"good","dup":0.000}]"#;
    assert_eq!(blocks[1..], [Some(kept)]);
    let set = set_of(&settings, &lines);
    let reader = Reader::new(Arc::new(settings), set);
    let batch = reader.read(&[bad.as_bytes()], 0, false);
    assert_eq!(batch.bad()[0].wrong.what, "neither 'blocks' nor 'text'");
}

#[test]
fn first_blocks_go_with_the_comma() {
    let lines = [
        r#"{"blocks":[{"text":"a b c"},{"text":"d e f"}]}"#,
        r#"{"blocks":[ {"text":"a b c"} , {"text":"d e f"}, {"text":"g h i"} ]}"#,
    ];
    let (out, _) = run(Settings { drop: true, ..settings(Level::Block) }, &lines.map(str::to_owned), 1);
    assert_eq!(
        value(out.lines().nth(1).unwrap(), "blocks"),
        Some(r#"[ {"text":"g h i","class":"good","dup":0.000} ]"#)
    );
}

#[test]
fn lines_and_paragraphs_are_cut_out_of_the_raw_text() {
    let first = r#"{"id":"a","text":"one two\nfour five"}"#;
    let out = |level, drop, text: &str| {
        let lines = [first.to_owned(), format!(r#"{{"id":"b","text":"{text}"}}"#)];
        let (out, _) = run(Settings { drop, ..settings(level) }, &lines, 5);
        out.lines().nth(1).map(str::to_owned)
    };
    let cut = |level, text: &str| out(level, true, text).map(|line| value(&line, "text").unwrap().to_owned());
    for (text, left) in [
        (r"one two\nthr\u00e9e\nfour five\n", r"thr\u00e9e\n"),
        (r"thr\u00e9e\nx\/y\none two\n\n", r"thr\u00e9e\nx\/y\n\n"),
        (r"\ud83d\ude00\none two\nfour five\n\ud800 z", r"\ud83d\ude00\n\ud800 z"),
        (r"a b", r"a b"),
        (r"", r""),
    ] {
        assert_eq!(cut(Level::Line, text), Some(format!("\"{left}\"")), "{text}");
    }
    assert_eq!(cut(Level::Line, r"one two\n"), None);
    assert_eq!(cut(Level::Paragraph, r"x\n\none two\nfour five\n\ny"), Some(r#""x\n\ny""#.to_owned()));
    assert_eq!(cut(Level::Paragraph, r"x\n\none two\nfour five\n"), Some(r#""x\n""#.to_owned()));
    let labelled = out(Level::Line, false, r"\u00e9\ud83d\ude00\none two\nx\nfour five").unwrap();
    let report = value(&labelled, "dedupblocks").unwrap();
    assert_eq!(value(report, "spans"), Some("[[3,10],[13,22]]"));
    assert_eq!(value(report, "firsts"), Some(r#"[{"id":"a","word":0},{"id":"a","word":2}]"#));
    assert_eq!(value(&labelled, "text"), Some(r#""\u00e9\ud83d\ude00\none two\nx\nfour five""#));
}

/// The document is one unit, of whose blocks it is said how much of each stood before.
#[test]
fn documents_as_a_whole() {
    let lines = [
        r#"{"blocks":[{"text":"a b c d"},{"text":"e f"}]}"#,
        r#"{"blocks":[{"text":"a b c"},{"text":"x y"},{"text":"e f"}]}"#,
        r#"{"blocks":[{"text":"a b x"},{"text":"v w x"},{"text":"x y z"}]}"#,
    ];
    let (out, totals) = run(settings(Level::Document), &lines.map(str::to_owned), 1);
    let out: Vec<&str> = out.lines().collect();
    let shares = |line: &str| -> Vec<String> {
        line.match_indices("\"dup\":").map(|(at, _)| line[at + 6..at + 11].to_owned()).collect()
    };
    assert_eq!(shares(out[1]), ["1.000", "0.000", "1.000", "0.714"]);
    assert_eq!(shares(out[2]), ["0.667", "0.000", "0.000", "0.222"]);
    assert_eq!(value(value(out[1], "dedupblocks").unwrap(), "class"), Some("\"dup\""));
    assert_eq!((totals.units, totals.duplicates, totals.kept_words), (3, 1, 15));
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = proptest::collection::vec("[abc]( [abc]){0,5}", 0..4);
    proptest::collection::vec((text, 0u8..3), 0..12).prop_map(|texts| {
        let record = |(blocks, host): &(Vec<String>, u8)| {
            let blocks: Vec<String> = blocks.iter().map(|text| format!(r#"{{"text":"{text}"}}"#)).collect();
            format!(r#"{{"url":"http://{host}.org/","blocks":[{}]}}"#, blocks.join(","))
        };
        texts.iter().map(record).collect()
    })
}

proptest! {
    #[test]
    fn any_batches_give_the_same(texts in texts(), order in 0usize..3, host: bool, exact: bool, batch in 1usize..6) {
        let order = [Order::Input, Order::LeastDuplicate, Order::Longest][order];
        let scope = if host { Scope::Group } else { Scope::Corpus };
        let mut settings = Settings { order, exact, ..settings(Level::Block) };
        settings.options.scope = scope;
        prop_assert_eq!(run(settings.clone(), &texts, 1000), run(settings, &texts, batch));
    }

    /// A host is as it is alone.
    #[test]
    fn hosts_are_apart(texts in texts(), exact: bool) {
        let mut settings = Settings { exact, ..settings(Level::Block) };
        settings.options.tracing = Tracing::Off;
        let mut alone: BTreeMap<usize, String> = BTreeMap::new();
        for host in 0..3 {
            let of_host = |line: &&String| line.contains(&format!("http://{host}."));
            let places = (0..).zip(&texts).filter(|(_, line)| of_host(line)).map(|(at, _)| at);
            let lines: Vec<String> = texts.iter().filter(of_host).cloned().collect();
            let (out, _) = run(settings.clone(), &lines, 3);
            alone.extend(places.zip(out.lines().map(str::to_owned)));
        }
        settings.options.scope = Scope::Group;
        let (out, _) = run(settings, &texts, 3);
        // Running numbers are others.
        let without_id = |line: &str| {
            let id = value(line, "id").unwrap();
            line.replace(&format!("\"id\":{id}"), "")
        };
        for (at, line) in out.lines().enumerate() {
            prop_assert_eq!(without_id(line), without_id(&alone[&at]));
        }
    }

    #[test]
    fn what_is_spilled_comes_back(
        parts in proptest::collection::vec((proptest::option::of(0usize..300), 0usize..9, any::<bool>()), 0..9),
        blocks in proptest::collection::vec((any::<bool>(), proptest::option::of(0usize..4), 0usize..500), 0..9),
        places in proptest::collection::vec(proptest::option::of(0u64..1 << 40), 80),
        decided in proptest::collection::vec((0usize..3, 0usize..300, 0usize..300, proptest::option::of((0u64..1 << 39, 0u64..1 << 24))), 0..9),
        copy: bool,
    ) {
        let names = ["bad", "good", "short", "near-good"];
        let outline = Outline {
            parts: parts.iter().map(|&(block, words, looked)| Part { block, words, looked }).collect(),
            blocks: blocks.iter().map(|&(good, name, words)| Labelled { good, context_free: name.map(|at| names[at]), words }).collect(),
        };
        let places: Vec<u64> = places.iter().take(outline.words()).map(|place| place.unwrap_or(ABSENT)).collect();
        let mut bytes = Vec::new();
        write_document(&outline, &places, &mut bytes);
        let mut found = Vec::new();
        let again = read_document(&bytes, &mut found).unwrap();
        prop_assert_eq!(format!("{again:?}"), format!("{outline:?}"));
        prop_assert_eq!(found, places);
        let fates = [Fate::Stays, Fate::Duplicate, Fate::Stub];
        let part = |&(fate, words, duplicate, first): &(usize, usize, usize, Option<(u64, u64)>)| {
            let first = first.map(|(document, word)| Place { document, word });
            Decided { fate: fates[fate], words, duplicate, first }
        };
        let verdict = Verdict { copy, parts: decided.iter().map(part).collect() };
        let mut bytes = Vec::new();
        write_verdict(&verdict, &mut bytes);
        prop_assert_eq!(read_verdict(&bytes).unwrap(), verdict);
        for end in 0..bytes.len() {
            prop_assert!(read_verdict(&bytes[..end]).is_err());
        }
    }

    /// Cutting raw text leaves what cutting the text leaves, and half an escape never.
    #[test]
    fn cuts_are_between_characters(parts in proptest::collection::vec(prop::sample::select(vec!["a b", "c d", r"\n", r"\u00e9 x", r"\ud83d\ude00", r"\\", "é"]), 0..10)) {
        let text = parts.concat();
        let lines = [r#"{"text":"a b\nc d"}"#.to_owned(), format!(r#"{{"text":"{text}"}}"#)];
        let (labelled, _) = run(settings(Level::Line), &lines, 1);
        let (cut, _) = run(Settings { drop: true, ..settings(Level::Line) }, &lines, 1);
        let labelled = labelled.lines().nth(1).unwrap();
        let whole = string::unescape(text.as_bytes());
        let spans = value(value(labelled, "dedupblocks").unwrap(), "spans").unwrap_or("[]");
        let numbers: Vec<usize> = spans.split(['[', ']', ',']).filter_map(|number| number.parse().ok()).collect();
        let gone: String = numbers.chunks(2).flat_map(|span| whole.chars().skip(span[0]).take(span[1] - span[0])).collect();
        let left = cut.lines().nth(1).map_or(String::new(), |line| {
            let value = value(line, "text").unwrap();
            string::unescape(&value.as_bytes()[1..value.len() - 1]).into_owned()
        });
        let letters = |text: &str| {
            let mut letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            letters.sort_unstable();
            letters
        };
        prop_assert_eq!(letters(&format!("{gone}{left}")), letters(&whole));
    }
}
