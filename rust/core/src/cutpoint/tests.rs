//! The paper's pseudo-code, transcribed as it stands, against the fast way; and cases worked by hand.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;

fn search(unit: Unit, documents: &[&str], borders: &str) -> Search {
    let mut all = Documents::new(unit, false);
    documents.iter().for_each(|document| all.add(document));
    Search::new(all.finish(borders).unwrap()).unwrap()
}

fn path(documents: &[&str]) -> Vec<(usize, usize, u64)> {
    let found = search(Unit::Characters, documents, "").find().unwrap();
    found.iter().map(|step| (step.n, step.a, step.alternations)).collect()
}

/// Figures 2 and 3, document by document, over symbols of any kind.
struct Naive {
    documents: Vec<Vec<u32>>,
    borders: Vec<u32>,
}

impl Naive {
    fn countsort(&self, n: usize) -> Vec<Vec<u32>> {
        let mut counts: HashMap<&[u32], usize> = HashMap::new();
        for document in &self.documents {
            for gram in document.windows(n) {
                if n < 3 || !gram[1..n - 1].iter().any(|symbol| self.borders.contains(symbol)) {
                    *counts.entry(gram).or_default() += 1;
                }
            }
        }
        let mut sorted: Vec<_> = counts.into_iter().collect();
        sorted.sort_by(|(a, more), (b, less)| less.cmp(more).then(a.cmp(b)));
        sorted.into_iter().map(|(gram, _)| gram.to_vec()).collect()
    }

    fn alternation(&self, sorted: &[Vec<u32>], n: usize, a: usize) -> u64 {
        let frequent: HashSet<&[u32]> = sorted[..sorted.len() * a / 100].iter().map(Vec::as_slice).collect();
        let mut alternations = 0;
        for document in &self.documents {
            let mut range = vec![1; document.len()];
            for (i, gram) in document.windows(n).enumerate() {
                if frequent.contains(gram) {
                    range[i..i + n].fill(0);
                }
            }
            alternations += range.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
        }
        alternations
    }

    fn find_optimal(&self) -> Vec<(usize, usize, u64)> {
        let longest = self.documents.iter().map(Vec::len).max().unwrap_or(0);
        let (mut n, mut a) = (2, 1);
        let mut val0 = self.alternation(&self.countsort(n), n, a);
        let mut path = vec![(n, a, val0)];
        while n <= longest && a < 100 {
            let val1 = self.alternation(&self.countsort(n), n, a + 1);
            let val2 = self.alternation(&self.countsort(n + 1), n + 1, a);
            if val0 <= val1 && val0 <= val2 {
                break;
            } else if val0 > val1 && val1 < val2 {
                a += 1;
                val0 = val1;
            } else if val0 > val2 && val2 <= val1 {
                n += 1;
                val0 = val2;
            }
            path.push((n, a, val0));
        }
        path
    }
}

fn naive(unit: Unit, documents: &[&str], borders: &str) -> Naive {
    let symbols = |text: &str| match unit {
        Unit::Characters => text.chars().map(u32::from).collect(),
        Unit::Bytes => text.bytes().map(u32::from).collect::<Vec<u32>>(),
    };
    Naive { documents: documents.iter().map(|text| symbols(text)).collect(), borders: symbols(borders) }
}

#[test]
fn nothing_alternates_where_there_are_too_few_n_grams() {
    // One per cent of fewer than a hundred n-grams is none, so that all is useful.
    for documents in [&[][..], &[""], &["", ""], &["a"], &["abc", "abc"]] {
        assert_eq!(path(documents), [(2, 1, 0)]);
    }
}

#[test]
fn the_alternations_of_example_1() {
    // x = accbaacbc has the bigrams ac, cb (twice each), ba, aa, bc, cc. A third of the six are ac and cb: they cover
    // ac, cb and acb of ac·cb·a·acb·c, so that r = 000010001, which has 3 boundaries.
    let mut search = search(Unit::Characters, &["accbaacbc"], "");
    let mut counts = Vec::new();
    search
        .grid(2..=2, 1..=100, |step| {
            counts.push(step.alternations);
            Ok(())
        })
        .unwrap();
    // From 17 per cent on it is one: ac, at 1 and 6, r = 001110011. From 50 per cent on aa is one too: r = 000000001
    // with the a at 5 covered. From 67 on ba changes nothing; from 84 on bc covers the last.
    for (a, wanted) in
        [(1, 0), (16, 0), (17, 3), (33, 3), (34, 3), (49, 3), (50, 1), (67, 1), (83, 1), (84, 0), (100, 0)]
    {
        assert_eq!(counts[a - 1], wanted, "{a} per cent");
    }
}

#[test]
fn of_n_grams_that_are_as_frequent_the_first_are_taken() {
    // The bigrams ab, bc, cd, da of abcda and of dabcd: ab, bc, cd and da twice each.
    let mut search = search(Unit::Characters, &["abcda", "dabcd"], "");
    let model = search.model(CutPoint { n: 2, a: 50 }).unwrap();
    assert_eq!((model.grams, model.frequent()), (4, 2));
    let useful = model.useful("abcda dabcd");
    assert_eq!(useful.pieces, [3..7, 10..11]);
}

#[test]
fn nothing_goes_on_from_one_document_to_the_next() {
    let apart = search(Unit::Characters, &["ab", "ba"], "").model(CutPoint { n: 3, a: 100 }).unwrap();
    assert_eq!((apart.grams, apart.frequent()), (0, 0));
    let mut search = search(Unit::Characters, &["xx", "yy"], "");
    // Both ends of what is covered are ends of documents.
    assert_eq!(
        search
            .grid(2..=2, 50..=50, |step| {
                assert_eq!(step.alternations, 0);
                Ok(())
            })
            .ok(),
        Some(())
    );
}

#[test]
fn n_grams_that_keep_to_borders() {
    // The trigrams of a<b>c<b>: of a<b, <b>, b>c, >c<, c<b those with < or > in the middle are none.
    let model = search(Unit::Characters, &["a<b>c<b>"], "<>").model(CutPoint { n: 3, a: 100 }).unwrap();
    assert_eq!((model.grams, model.frequent()), (2, 2));
    assert!(model.useful("<b>").pieces.is_empty());
    assert_eq!(model.useful("a<b").places, [(0, 3)]);
}

#[test]
fn bytes_are_kept_as_whole_characters() {
    let model = search(Unit::Bytes, &["語誠", "語誠"], "").model(CutPoint { n: 2, a: 100 }).unwrap();
    assert!(model.useful("語").pieces.is_empty());
    // e8 aa 9e and e8 aa a0: of 誡, e8 aa a1, the first two bytes are useless, and the character is kept.
    let useful = model.useful("語 \n 誡");
    assert_eq!(&useful.text[useful.pieces[0].clone()], " 誡");
    assert_eq!(useful.places, [(1, 5)]);
}

#[test]
fn records_are_between_the_tags_that_are_most_often_around_useful_parts() {
    let page = |items: &[&str]| {
        let list: String = items.iter().map(|item| format!("<li class=\"item\">{item}</li>")).collect();
        format!(
            "<html><head><title>The shop of all shops</title></head><body><h1>All there is</h1><ul>{list}</ul></body></html>"
        )
    };
    let pages = [
        page(&["zwölf rote Äpfel", "a pound of pears"]),
        page(&["5 figs"]),
        page(&["quinces", "mild curry", "6 eggs"]),
    ];
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let mut search = search(Unit::Characters, &pages, "");
    let model = search.model(CutPoint { n: 8, a: 45 }).unwrap();
    let pair = Delimiters::find(&search, &model).unwrap();
    assert_eq!((pair.left.as_str(), pair.right.as_str()), ("<li class=\"item\">", "</li>"));
    let records = |page: &str| {
        let useful = model.useful(page);
        let records = pair.records(&useful.text, &useful.pieces);
        records.into_iter().map(|record| useful.text[record].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(records(pages[0]), ["zwölf rote Äpfel", "a pound of pears"]);
    assert_eq!(records(pages[2]), ["quinces", "mild curry", "6 eggs"]);
    assert_eq!(records("<li class=\"item\">never closed"), [""; 0]);
}

#[test]
fn models_come_back_and_damage_is_noticed() {
    let mut search = search(Unit::Characters, &["abcabcabc", "abcabd"], "<");
    let mut model = search.model(CutPoint { n: 3, a: 50 }).unwrap();
    model.delimiters = Some(Delimiters { left: "<a>".to_owned(), right: "</a>".to_owned() });
    let bytes = model.to_bytes();
    assert_eq!(Model::from_bytes(&bytes).unwrap(), model);
    for cut in 0..bytes.len() {
        assert!(Model::from_bytes(&bytes[..cut]).is_err());
    }
    for payload in [&b""[..], b"\x02", b"\0\0\x01\0\0\0\0\0\0\0\0", b"\0\x02\x01\0\0\0\0\0\0\0\xff\x01"] {
        assert!(Model::from_bytes(&crate::store::seal("cutpoint", payload)).is_err());
    }
    for (hashes, sound) in [([1u64, 2], true), ([2, 1], false), ([2, 2], false), ([0, 1], false)] {
        let payload = [b"\0\x02\x01\0\0\0\0\0\0\0\x02", hashes.map(u64::to_le_bytes).as_flattened()].concat();
        assert_eq!(Model::from_bytes(&crate::store::seal("cutpoint", &payload)).is_ok(), sound, "{hashes:?}");
    }
}

#[test]
fn a_file_to_look_at_runs_nothing() {
    let model =
        search(Unit::Characters, &["<script>", "<script>"], "").model(CutPoint { n: 3, a: 100 }).unwrap();
    let html = view::document("<b>\"", &model.useful("<script>alert(1)"), true);
    assert!(html.starts_with("<details open><summary>&lt;b&gt;&quot;<span>8 of 16 characters useful</span>"));
    assert!(html.contains("&lt;script&gt;<b>alert(1)</b>"));
    let start = view::start("</title><script>", &model);
    assert!(!start.contains("<script>"));
    assert!(start.contains("Cut point (3, 100)"));
}

fn text() -> impl Strategy<Value = String> {
    let template = "<li><b>§ of 語 the news</b> every day</li>";
    prop_oneof![
        "[ab]{0,120}",
        "[a-f<>語é]{0,60}",
        prop::collection::vec("[a-z]{0,4}", 0..9).prop_map(move |parts| parts.join(template)),
    ]
}

proptest! {
    #[test]
    fn the_walk_is_that_of_the_pseudo_code(documents in prop::collection::vec(text(), 0..6), bytes: bool, border: bool) {
        let documents: Vec<&str> = documents.iter().map(String::as_str).collect();
        let unit = if bytes { Unit::Bytes } else { Unit::Characters };
        let borders = if border { "<>" } else { "" };
        let found = search(unit, &documents, borders).find().unwrap();
        let found: Vec<_> = found.iter().map(|step| (step.n, step.a, step.alternations)).collect();
        prop_assert_eq!(found, naive(unit, &documents, borders).find_optimal());
    }

    #[test]
    fn counts_are_those_of_the_pseudo_code(documents in prop::collection::vec(text(), 1..5), n in 1..40usize, a in 1..101usize) {
        let documents: Vec<&str> = documents.iter().map(String::as_str).collect();
        let naive = naive(Unit::Characters, &documents, "");
        let mut search = search(Unit::Characters, &documents, "");
        let sorted = naive.countsort(n);
        let model = search.model(CutPoint { n, a }).unwrap();
        prop_assert_eq!(model.frequent(), sorted.len() * a / 100);
        prop_assert_eq!(model.alternations, naive.alternation(&sorted, n, a));
        // The model says of each document what the range string does.
        let mut boundaries = 0;
        for document in &documents {
            for piece in model.pieces(document) {
                boundaries += u64::from(piece.start > 0) + u64::from(piece.end < document.len());
            }
        }
        prop_assert_eq!(boundaries, model.alternations);
    }

    #[test]
    fn long_n_grams_are_told_from_what_goes_beyond_a_document(lengths in prop::collection::vec(0..700usize, 1..5), n in 200..600usize) {
        let documents: Vec<String> = lengths.iter().map(|&length| "ab".repeat(length)).collect();
        let documents: Vec<&str> = documents.iter().map(String::as_str).collect();
        let mut search = search(Unit::Characters, &documents, "");
        let naive = naive(Unit::Characters, &documents, "");
        search.grid(n..=n + 70, 50..=50, |step| {
            assert_eq!(step.alternations, naive.alternation(&naive.countsort(step.n), step.n, step.a));
            Ok(())
        }).unwrap();
    }

    #[test]
    fn a_model_of_any_bytes_is_refused_or_can_be_used(start in prop::collection::vec(0..3u8, 10), rest: Vec<u8>) {
        let file = crate::store::seal("cutpoint", &[start, rest].concat());
        if let Ok(model) = Model::from_bytes(&file) {
            prop_assert_eq!(&Model::from_bytes(&model.to_bytes()).unwrap(), &model);
            model.useful("<a>\u{e9}  </a>");
        }
    }
}
