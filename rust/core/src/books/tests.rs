//! The whole way of figure 2, on books made for it.

use proptest::prelude::*;

use super::library::{Library, Options};
use super::pages;
use super::sketch::{SketchOptions, Sketcher, whole_words};
use crate::json::split;

/// Pages of words that are nowhere else.
fn book(name: &str, pages: usize, words: usize) -> Vec<String> {
    let mut random = name.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut page = || {
        let mut page = String::new();
        for _ in 0..words {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            page.push_str(&format!("word{} ", random >> 48));
        }
        page
    };
    (0..pages).map(|_| page()).collect()
}

fn reflow(pages: &[String], words: usize) -> Vec<String> {
    let text = pages.concat();
    let all: Vec<&str> = text.split_whitespace().collect();
    all.chunks(words).map(|page| page.join(" ")).collect()
}

fn library(books: &[Vec<String>], options: Options) -> Library {
    let mut sketcher = Sketcher::new(options.sketch);
    let mut library = Library::new(options, None).unwrap();
    for (at, pages) in books.iter().enumerate() {
        let sketch = sketcher.sketch(pages);
        library.add(at.to_string(), &sketch, pages).unwrap();
    }
    library.prepare().unwrap();
    library
}

/// The value of a member, as it stands in the line.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let fields = split::fields(line.as_bytes()).unwrap();
    let found = fields.iter().find(|field| field.is_called(line.as_bytes(), name)).unwrap();
    &line[found.value.clone()]
}

/// First, second and relation of each line.
fn relations(library: &mut Library) -> Vec<(String, String, String)> {
    let related = library.relate(0..library.len(), true).unwrap();
    library.settle(&related);
    let lines = String::from_utf8(related.lines).unwrap();
    lines
        .lines()
        .map(|line| {
            let field = |name: &str| field(line, name).trim_matches('"').to_owned();
            (field("first"), field("second"), field("relation"))
        })
        .collect()
}

fn relation_of(first: Vec<String>, second: Vec<String>) -> Option<String> {
    let found = relations(&mut library(&[first, second], Options::default()));
    assert!(found.len() < 2);
    found.into_iter().next().map(|found| found.2)
}

#[test]
fn the_four_relations() {
    let own = book("own", 40, 120);
    let some = |relation: &str| Some(relation.to_owned());
    // A few words differ, so that it is no copy to the letter.
    let mut print = own.clone();
    print[3] = print[3].replacen("word", "ward", 2);
    print.insert(0, String::new());
    assert_eq!(relation_of(own.clone(), print), some("SAME_PAGINATION"));
    for words in [60, 90, 110, 125, 150, 240] {
        assert_eq!(relation_of(own.clone(), reflow(&own, words)), some("DIFFERENT_PAGINATION"), "{words}");
        assert_eq!(relation_of(reflow(&own, words), own.clone()), some("DIFFERENT_PAGINATION"), "{words}");
    }
    assert_eq!(relation_of(own.clone(), own[13..27].to_vec()), some("CONTIGUOUS_SUBSET"));
    assert_eq!(relation_of(own[20..].to_vec(), own.clone()), some("CONTIGUOUS_SUBSET"));
    let volumes = [book("one", 30, 120), own.clone(), book("three", 30, 120)].concat();
    assert_eq!(relation_of(own.clone(), volumes.clone()), some("CONTIGUOUS_SUBSET"));
    assert_eq!(relation_of(own.clone(), reflow(&volumes, 90)), some("OVERLAPPING_TEXT"));
    let anthology = [book("one", 30, 120), own[10..20].to_vec()].concat();
    assert_eq!(relation_of(own.clone(), anthology), some("OVERLAPPING_TEXT"));
    assert_eq!(relation_of(own, book("other", 40, 120)), None);
}

#[test]
fn books_without_pages() {
    let own = book("own", 30, 120);
    let whole = vec![own.concat()];
    let mut changed = whole.clone();
    changed[0] = changed[0].replacen("word", "ward", 3);
    let some = |relation: &str| Some(relation.to_owned());
    assert_eq!(relation_of(whole.clone(), changed), some("SAME_PAGINATION"));
    assert_eq!(relation_of(whole.clone(), own.clone()), some("DIFFERENT_PAGINATION"));
    assert_eq!(relation_of(vec![own[..10].concat()], whole.clone()), some("CONTIGUOUS_SUBSET"));
    assert_eq!(relation_of(whole, book("other", 30, 120)), None);
}

#[test]
fn blank_and_short_books_resemble_none() {
    let blank = vec![String::new(); 9];
    let short = vec!["four words are there".to_owned(); 1];
    let books = [blank.clone(), blank, short.clone(), short, vec![], vec![]];
    let mut library = library(&books, Options::default());
    assert_eq!(relations(&mut library), []);
    assert_eq!((library.blank(), library.identical()), (6, 0));
    assert!(library.clusters().is_empty());
}

#[test]
fn identical_books_are_compared_once() {
    let own = book("own", 8, 60);
    let other = reflow(&own, 43);
    let mut books = vec![own; 50];
    books.push(other);
    let mut few = library(&books, Options::default());
    let found = relations(&mut few);
    assert_eq!(found.len(), 50 * 49 / 2 + 50);
    assert_eq!(few.clusters()[0].books.len(), 51);
    // Of very many each is related to the first alone.
    let mut many = library(&books, Options { window: 20, ..Options::default() });
    assert_eq!(relations(&mut many).len(), 49 + 1);
    let cluster = &many.clusters()[0];
    assert_eq!((cluster.books.len(), cluster.kind().name()), (51, "MIXED"));
    assert_eq!(many.identical(), 49);
    assert_eq!(many.sizes(), [("EDITION", 50, 1), ("MIXED", 51, 1)]);
}

/// A copy in which one word of so many is wrong.
fn with_errors(pages: &[String], step: usize) -> Vec<String> {
    let mut at = 0;
    let mut worse = |word: &str| {
        at += 1;
        if at % step == 0 { word.replace('o', "c") + " " } else { format!("{word} ") }
    };
    pages.iter().map(|page| page.split_whitespace().map(&mut worse).collect()).collect()
}

#[test]
fn the_best_copy_is_that_with_the_fewest_errors() {
    let own = book("own", 12, 100);
    let copies = [31, 201, 41].map(|step| with_errors(&own, step));
    let mut library = library(&copies, Options::default());
    relations(&mut library);
    let clusters = library.clusters();
    assert_eq!((clusters.len(), clusters[0].best, clusters[0].editions.clone()), (1, 1, vec![0, 0, 0]));
    // No two have an error at the same word, so that all are undone.
    let edition = library.editions().remove(0);
    let merged = String::from_utf8(library.merge(&edition).unwrap()).unwrap();
    let words = |pages: &[String]| pages.concat().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&pages::of_list(field(&merged, "pages").as_bytes()).unwrap()), words(&own));
    assert_eq!(field(field(&merged, "bookrel"), "changed"), "5");
}

#[test]
fn pages_that_the_best_copy_lacks_are_taken_in() {
    // Of a thousand words, which come again unless they are read wrongly.
    let few = |page: String| page.split_whitespace().map(|word| format!("{word:.7} ")).collect();
    let own: Vec<String> = book("own", 80, 60).into_iter().map(few).collect();
    // The best copy lacks a page, and has a blank for another; the other copies have errors.
    let mut best = own.clone();
    best[14] = String::new();
    best.remove(6);
    let mut other = with_errors(&own, 73);
    other.remove(2);
    let copies = [with_errors(&own, 71), best, other];
    let mut library = library(&copies, Options::default());
    relations(&mut library);
    let edition = library.editions().remove(0);
    assert_eq!(edition.len(), 3);
    let merged = String::from_utf8(library.merge(&edition).unwrap()).unwrap();
    let found = pages::of_list(field(&merged, "pages").as_bytes()).unwrap();
    assert_eq!(found.len(), own.len());
    for (at, (page, expected)) in found.iter().zip(&own).enumerate() {
        let [page, expected] = [page, expected].map(|text| text.split_whitespace().collect::<Vec<_>>());
        // No two have an error at the same word; but of two copies of a page nobody knows which is right.
        let wrong = page.iter().zip(&expected).filter(|(a, b)| a != b).count();
        let most = if [6, 14].contains(&at) { 1 } else { 0 };
        assert!(page.len() == expected.len() && wrong <= most, "page {at}: {wrong}");
    }
    assert_eq!(field(field(&merged, "bookrel"), "added"), "2");
}

#[test]
fn a_divided_word_is_one() {
    assert_eq!(whole_words("a divi-\nded word-\r\nly, soft\u{ad}\nly"), "a divided wordly, softly");
    assert_eq!(whole_words("well-\nKnown, 1-\n2, -\nx"), "well-\nKnown, 1-\n2, -\nx");
}

#[test]
fn pagination_does_not_matter_to_the_sketch_of_a_book() {
    // III.B, IV.B.1: the book is sketched with the shingles that go on from page to page.
    let own = book("own", 20, 50);
    let mut sketcher = Sketcher::new(SketchOptions::default());
    let expected = sketcher.sketch(&own).book;
    for words in [1, 3, 7, 49, 1000] {
        assert_eq!(sketcher.sketch(&reflow(&own, words)).book, expected, "{words}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Equation 1: collisions estimate the Jaccard similarity, without bias.
    #[test]
    fn collisions_estimate_similarity(shared in 0usize..40) {
        let own = book("own", 40, 100);
        let other = [own[..shared].to_vec(), book("else", 40 - shared, 100)].concat();
        let options = SketchOptions { book_hashes: 1000, ..SketchOptions::default() };
        let mut sketcher = Sketcher::new(options);
        let (a, b) = (sketcher.sketch(&own), sketcher.sketch(&other));
        let found = a.book.iter().zip(&b.book).filter(|(a, b)| a == b).count() as f64 / 1000.0;
        let expected = shared as f64 / (80 - shared) as f64;
        prop_assert!((found - expected).abs() < 5.0 * (expected * (1.0 - expected) / 1000.0).sqrt() + 0.004);
    }

    #[test]
    fn any_pages(books in proptest::collection::vec(proptest::collection::vec("[ab \u{c}\n]{0,60}", 0..4), 0..5)) {
        relations(&mut library(&books, Options::default()));
    }
}
