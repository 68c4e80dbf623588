use proptest::prelude::*;

use super::trainer::Counts;
use super::*;
use crate::classify::weights::mix;
use crate::classify::{Trainer, label};
use crate::html::tree;

type Labelled = (Page, Vec<Option<bool>>);

fn page(html: &str) -> Page {
    tree::read(html, true)
}

/// Six tokens: `<body> <p> a </p>` is good (the end of a block is its own), `<div> a b` is bad.
const SIX: &str = "<body><p>a</p><div>a b</div>";

fn six() -> Labelled {
    (page(SIX), vec![Some(true), Some(false)])
}

/// 4 good tokens and 3 bad: prior odds 5/4. "a" is good once and bad once, 2/2 over 5/4: 0.8; "b" only bad: 1/2 over 5/4.
/// In `<p>` "a" is good, 2/1; in `<div>` bad, 1/2.
#[test]
fn by_hand() {
    let mut counts = Counts::new(1);
    let (page, good) = six();
    counts.add(&page, &good);
    let (prior, weights) = counts.weights();
    assert_eq!(prior, (5.0f64 / 4.0).ln());
    let tokens = Tokens::of(&page, &[]);
    assert_eq!(tokens.len(), 7);
    let steps = |ratio: f64| Some((ratio.ln() * Weights::SCALE).round() as i32);
    let weights_of = |at: usize| {
        let mut found = Vec::new();
        features::of_token(&tokens, at, |hash| found.push(weights.get(hash)));
        found
    };
    // The token, its trigram, the token in its tag.
    assert_eq!(weights_of(2), [steps(2.0 / 2.0 / 1.25), steps(2.0 / 1.25), steps(2.0 / 1.25)]);
    assert_eq!(weights_of(5), [steps(2.0 / 2.0 / 1.25), steps(0.5 / 1.25), steps(0.5 / 1.25)]);
    assert_eq!(weights_of(6), [steps(0.5 / 1.25); 3]);
    assert_eq!(weights.get(mix(9, 9)), None);
    // So the odds of the first "a" are 1.25 · 0.8 · 1.6 · 1.6 = 2.56, of the second 0.16, of "b" 0.08.
    let mss = Mss { prior, weights, cut: 0.5 };
    let found = mss.probabilities(&tokens);
    for (at, odds) in [(2, 2.56), (5, 0.16), (6, 0.08)] {
        assert!((found[at] - odds / (1.0 + odds)).abs() < 0.03, "{at}: {}", found[at]);
    }
    let labels = mss.label(&page, &Context::default());
    assert_eq!(labels.nodes, [true, false]);
}

fn trained(pages: &[Labelled]) -> Vec<u8> {
    let mut trainer = (ALGORITHM.train.unwrap())(&Settings::default()).unwrap();
    for (page, good) in pages {
        trainer.add(page, good);
    }
    trainer.finish().unwrap()
}

/// Pages with two good paragraphs around a bad line, after a menu.
fn learned() -> Vec<u8> {
    let html = "<ul><li>home<li>shop</ul><p>the word of the day<p>home<p>the rest of the day";
    let good = [false, false, true, false, true].map(Some).to_vec();
    trained(&vec![(page(html), good); 8])
}

#[test]
fn the_run_takes_what_is_in_its_middle() {
    let model = learned();
    let mss = make(&Settings::default(), Some(&model)).unwrap();
    let mut found = page(
        "<ul><li>shop<li>home</ul><p>the day <b>of rest</b> the word<p>home<p hidden>x<p>the day of the rest<p>shop home shop",
    );
    let labels = label(&ALGORITHM, mss.as_ref(), &mut found, &Context::default());
    let good: Vec<bool> = labels.blocks.iter().map(|label| label.good).collect();
    assert_eq!(good, [false, false, true, true, false, true, false]);
    let scores: Vec<f32> = labels.blocks.iter().map(|label| label.score.unwrap_or(0.0)).collect();
    assert!(scores[2] > 0.5 && scores[3] < 0.5);
    assert_eq!(labels.nodes, [false, false, true, true, true, true, false, true, false]);
    assert_eq!((labels.blocks[2].reason, labels.blocks[0].reason), ("in the run", "outside of the run"));
}

/// A cut of 1 leaves no token that is worth anything; one of 0 none that is worth nothing.
#[test]
fn the_cut_shortens_the_run() {
    let model = learned();
    let good = |cut: f64| {
        let mut settings = Settings::default();
        settings.set(ALGORITHM.params, "cut", cut).unwrap();
        let mss = make(&settings, Some(&model)).unwrap();
        mss.label(&page("<ul><li>home</ul><p>the day"), &Context::default()).nodes
    };
    assert_eq!((good(0.0), good(0.5), good(1.0)), (vec![true; 2], vec![false, true], vec![false; 2]));
}

#[test]
fn the_order_of_pages_says_nothing() {
    let mut pages: Vec<Labelled> = vec![six(); 9];
    pages.extend(vec![(page("<p class=main>a c<h1>b"), vec![Some(true), None]); 9]);
    let model = trained(&pages);
    pages.reverse();
    assert_eq!(trained(&pages), model);
    pages[0].1[1] = Some(true);
    assert_ne!(trained(&pages), model);
}

#[test]
fn damaged_models_are_refused() {
    let model = learned();
    for at in 0..model.len() {
        let mut bad = model.clone();
        bad[at] ^= 4;
        assert!(make(&Settings::default(), Some(&bad)).is_err(), "byte {at}");
        assert!(make(&Settings::default(), Some(&model[..at])).is_err(), "cut at {at}");
    }
    // What has a right sum and wrong contents.
    let payload = store::open_kind(&model, KIND).unwrap();
    let not_a_number = [&payload[..1], &f64::NAN.to_le_bytes(), &payload[9..]].concat();
    let of_another_version = [&[FEATURES as u8 + 1], &payload[1..]].concat();
    for bad in [
        &[][..],
        &[0; 8],
        &not_a_number,
        &of_another_version,
        &payload[..payload.len() - 1],
        &[payload, &[0]].concat(),
    ] {
        assert!(make(&Settings::default(), Some(&store::seal(KIND, bad))).is_err());
    }
}

proptest! {
    #[test]
    fn any_page_has_labels(html in r"(<p>|<b>|</p>|<a>|<p hidden>|<select>|\PC|[a-z漢字。 |0-9]){0,80}") {
        let mut page = page(&html);
        let mss = make(&Settings::default(), None).unwrap();
        let labels = label(&ALGORITHM, mss.as_ref(), &mut page, &Context::default());
        prop_assert_eq!((labels.blocks.len(), labels.nodes.len()), (page.blocks.len(), page.nodes.len()));
    }
}
