use super::*;
use crate::html::tree;
use crate::lang::StopList;
use proptest::prelude::*;

use Class::{Bad, Good, NearGood, Short};

fn classes(letters: &str) -> Vec<Class> {
    let class = |letter| match letter {
        'b' => Bad,
        'g' => Good,
        's' => Short,
        'n' => NearGood,
        _ => unreachable!("{letter}"),
    };
    letters.chars().map(class).collect()
}

fn decided(letters: &str) -> String {
    let decide = context_sensitive::decide(&classes(letters));
    decide.iter().map(|(good, _)| if *good { 'g' } else { 'b' }).collect()
}

/// The three cases that 2.7.3 tells in words and figure 2.3 draws: a run of short and near-good blocks between two good
/// ones, between two bad ones, and between a good and a bad one, where the near-good block closest to the bad one
/// divides the good area from the bad one.
#[test]
fn figure_2_3() {
    assert_eq!(decided("gssng"), "ggggg");
    assert_eq!(decided("bsnsb"), "bbbbb");
    assert_eq!(decided("gsnsnsb"), "gggggbb");
    assert_eq!(decided("bsnsnsg"), "bbggggg");
    assert_eq!(decided("gssb"), "gbbb");
    assert_eq!(decided("bssg"), "bbbg");
}

/// "This case is handled as if the edges of the documents were bad blocks."
#[test]
fn edges_are_bad() {
    assert_eq!(decided("sng"), "bgg");
    assert_eq!(decided("gns"), "ggb");
    assert_eq!(decided("nsn"), "bbb");
    assert_eq!(decided(""), "");
}

/// Algorithm 2.3 as it is printed, searching for each block.
fn printed(classes: &[Class], at: usize) -> bool {
    let prev = |skip: &[Class]| {
        classes[..at].iter().rev().find(|class| !skip.contains(class)).copied().unwrap_or(Bad)
    };
    let next =
        |skip: &[Class]| classes[at + 1..].iter().find(|class| !skip.contains(class)).copied().unwrap_or(Bad);
    let both = [Short, NearGood];
    match classes[at] {
        Bad => false,
        Good => true,
        NearGood => prev(&both) == Good || next(&both) == Good,
        Short => match (prev(&both), next(&both)) {
            (Good, Good) => true,
            (Bad, Good) => prev(&[Short]) == NearGood,
            (Good, Bad) => next(&[Short]) == NearGood,
            _ => false,
        },
    }
}

proptest! {
    #[test]
    fn algorithm_2_3_as_printed(letters in "[bgsn]{0,30}") {
        let classes = classes(&letters);
        let good: Vec<bool> = context_sensitive::decide(&classes).iter().map(|decision| decision.0).collect();
        let expected: Vec<bool> = (0..classes.len()).map(|at| printed(&classes, at)).collect();
        prop_assert_eq!(good, expected);
    }
}

fn labels(html: &str, preset: &str) -> Vec<(bool, &'static str, &'static str)> {
    let settings = Settings::of_preset(Some(preset));
    let list = StopList::from_text("the\nof\nand\nto\nis\nin");
    let context = Context { stop_words: Some(&list), ..Context::default() };
    let classifier = make(&settings, None).unwrap();
    let labels = classifier.label(&tree::read(html, false), &context).blocks;
    labels.into_iter().map(|label| (label.good, label.context_free.unwrap(), label.reason)).collect()
}

fn one(text: &str, preset: &str) -> (&'static str, &'static str) {
    let labels = labels(&format!("<p>{text}"), preset);
    assert_eq!(labels.len(), 1);
    (labels[0].1, labels[0].2)
}

/// Algorithm 2.2 with the lengths of preset A: 10 and 30 words, stop words 0.30 and 0.32.
#[test]
fn algorithm_2_2() {
    let free = |text: &str| one(text, "A").0;
    let words = |stop: usize, other: usize| format!("{}{}", "the ".repeat(stop), "word ".repeat(other));
    // Two of nine words in links are more than 0.2, two of ten are not.
    assert_eq!(free("<a href=x>a b</a> c d e f g h i"), "bad");
    assert_eq!(free(&format!("<a href=x>the the</a> {}", words(4, 4))), "near-good");
    assert_eq!(free("a b c d e f g h i"), "short");
    assert_eq!(free("<a href=x>a</a> b c d e f g h i"), "bad");
    assert_eq!(free(&words(10, 21)), "good");
    assert_eq!(free(&words(10, 20)), "near-good");
    // 0.30 and 0.32 exactly are not above the limits.
    assert_eq!(free(&words(3, 7)), "bad");
    assert_eq!(free(&words(8, 17)), "near-good");
    assert_eq!(free(&words(16, 34)), "near-good");
    assert_eq!(free(&format!("© {}", words(20, 20))), "bad");
    assert_eq!(free(&format!("&copy;{}", words(20, 20))), "bad");
}

/// Table 2.7.
#[test]
fn presets_differ() {
    let text = format!("{}{}", "the ".repeat(11), "word ".repeat(29));
    assert_eq!(["A", "B", "C", "D"].map(|preset| one(&text, preset).0), ["bad", "bad", "good", "good"]);
    assert_eq!(["A", "B", "C", "D"].map(|preset| one("a b", preset).0), ["short", "bad", "short", "short"]);
}

/// In the published program lengths are characters, and limits of stop words belong to what is above them.
#[test]
fn published_lengths_are_characters() {
    let text = |stop: usize, other: usize| format!("{}{}", "the ".repeat(stop), "words ".repeat(other));
    assert_eq!(one(&"x".repeat(69), "published").0, "short");
    assert_eq!(one(&"x".repeat(70), "published").0, "bad");
    assert_eq!(one(&text(8, 17), "published").0, "near-good");
    assert_eq!(one(&text(16, 34), "published").0, "good");
    assert_eq!(one(&text(6, 14), "published").0, "near-good");
    // Ten characters of fifty in links are no more than 0.2.
    assert_eq!(
        one(&format!("<a href=x>{}</a> {}", "x".repeat(10), "y".repeat(39)), "published").1,
        "short, with a link"
    );
    assert_eq!(
        one(&format!("<a href=x>{}</a> {}", "x".repeat(11), "y".repeat(39)), "published").1,
        "link density"
    );
}

#[test]
fn headings_are_kept_near_good_text() {
    let good = "the words of the text and the rest of it is in the end to be read in peace. ".repeat(4);
    let html = format!(
        "<p>© x<h2>Head</h2><p>By me</p><p>{good}</p><h2>Far</h2><p>© {}</p><p>{good}",
        "x ".repeat(100)
    );
    let good = |preset| labels(&html, preset).iter().map(|label| label.0).collect::<Vec<_>>();
    assert_eq!(good("published"), [false, true, true, true, false, false, true]);
    assert_eq!(good("A"), [false, false, false, true, false, false, true]);
}

#[test]
fn without_a_stop_list_length_decides() {
    let classifier = make(&Settings::default(), None).unwrap();
    let html = format!("<p>{}<p>short<p>{}", "слово ".repeat(40), "слово ".repeat(15));
    let labels = classifier.label(&tree::read(&html, false), &Context::default()).blocks;
    assert_eq!(
        labels.iter().map(|label| label.context_free.unwrap()).collect::<Vec<_>>(),
        ["good", "short", "near-good"]
    );
}

#[test]
fn no_such_preset() {
    let settings = Settings::of_preset(Some("E"));
    assert_eq!(make(&settings, None).unwrap_err().to_string(), "preset must be one of published, A, B, C, D");
}
