use std::collections::HashMap;

use proptest::prelude::*;

use super::ratios::grams;
use super::symbols::EDGE;
use super::trainer::Counts;
use super::*;
use crate::html::tree;

fn page(blocks: &[&str]) -> Page {
    let html: String = blocks.iter().map(|text| format!("<p>{text}")).collect();
    tree::read(&html, false)
}

fn learned(order: usize, good: &[&str], bad: &[&str]) -> Ratios {
    let mut counts = Counts::new(Folding::Letters, order, 1);
    let labels = [vec![Some(true); good.len()], vec![Some(false); bad.len()]].concat();
    counts.add(&page(&[good, bad].concat()), &labels);
    counts.ratios()
}

/// Good is "aa", bad is "b", each with an edge at its end. Without history the edge has 1 of 3 in the good text, where 2
/// symbols differ: 1/5; and in the bad text 1/4: a ratio of 4/5. After "a", the good text had "a" and the edge:
/// (1 + 2/5) / 4 = 0.35. The bad text never had an "a": 1/4 again. The ratio is 1.4. What is new after "a" keeps
/// 2/4 of its probability in the good text and all of it in the bad.
#[test]
fn by_hand() {
    let ratios = learned(2, &["aa"], &["b"]);
    let steps = |ratio: f64| Some((ratio.ln() * Weights::SCALE).round() as i32);
    let gram = |text: &[char]| grams(text, text.len() - 1, text.len())[text.len()];
    assert_eq!(ratios.grams.get(gram(&[EDGE])), steps(0.8));
    assert_eq!(ratios.grams.get(gram(&['a', EDGE])), steps(1.4));
    assert_eq!(ratios.backs.get(gram(&['a'])), steps(0.5));
    assert_eq!(ratios.grams.get(gram(&['a', 'b'])), None);
    let found = ratios.read_all(["a", "b", "ab"].into_iter());
    assert!(found[0].steps > 0 && found[1].steps < 0);
    // "a" after the edge, its bigram with the end; then the same of "b"; "ab" has a bigram that nobody saw.
    assert_eq!(
        found.iter().map(|found| (found.symbols, found.known)).collect::<Vec<_>>(),
        [(2, 2), (2, 2), (3, 2)]
    );
}

/// The two models one after the other, without ratios, hashes and rounding.
fn direct(order: usize, texts: &[Vec<char>], text: &[char]) -> f64 {
    let mut counts: HashMap<&[char], f64> = HashMap::new();
    let mut after: HashMap<&[char], (f64, f64)> = HashMap::new();
    for text in texts {
        for at in 1..text.len() {
            for length in 1..=order.min(at + 1) {
                let count = counts.entry(&text[at + 1 - length..=at]).or_default();
                let after = after.entry(&text[at + 1 - length..at]).or_default();
                *count += 1.0;
                after.0 += 1.0;
                after.1 += f64::from(u8::from(*count == 1.0));
            }
        }
    }
    let p = |at: usize| {
        (1..=order.min(at + 1)).fold(1.0 / f64::from(u32::from(char::MAX)), |shorter, length| {
            let count = counts.get(&text[at + 1 - length..=at]).copied().unwrap_or(0.0);
            match after.get(&text[at + 1 - length..at]) {
                Some((all, different)) => (count + different * shorter) / (all + different),
                None => shorter,
            }
        })
    };
    (1..text.len()).map(|at| p(at).ln()).sum()
}

fn symbols(text: &str) -> Vec<char> {
    let mut symbols = Vec::new();
    symbols::of(text, Folding::Letters, &mut symbols);
    symbols
}

fn shipped(settings: &Settings) -> Box<dyn Classifier> {
    make(settings, None).unwrap()
}

proptest! {
    #[test]
    fn ratios_are_those_of_two_models(
        mut good in prop::collection::vec("[abc]{1,4}", 0..4),
        mut bad in prop::collection::vec("[abc]{1,4}", 0..4),
        text in "[abcd]{1,6}",
    ) {
        // A symbol that only one model has met is worth more than a weight can say.
        for texts in [&mut good, &mut bad] {
            texts.push("abc".to_owned());
        }
        let of = |texts: &[String]| {
            let texts: Vec<_> = texts.iter().map(|text| symbols(text)).collect();
            direct(3, &texts, &symbols(&text))
        };
        fn strs(texts: &[String]) -> Vec<&str> {
            texts.iter().map(String::as_str).collect()
        }
        let ratios = learned(3, &strs(&good), &strs(&bad));
        let found = ratios.read_all([text.as_str()].into_iter())[0];
        // Each symbol adds up to four weights, each off by half a step.
        let most = 0.5 * 4.0 * found.symbols as f64;
        let wanted = (of(&good) - of(&bad)) * Weights::SCALE;
        prop_assert!((found.steps as f64 - wanted).abs() <= most, "{} {}", found.steps, wanted);
    }

    #[test]
    fn any_page_has_labels(html in r"(<p>|<b>|</p>|\PC|[a-z漢字。 |0-9]){0,80}") {
        let page = tree::read(&html, false);
        let labels = shipped(&Settings::default()).label(&page, &Context::default());
        prop_assert_eq!(labels.blocks.len(), page.blocks.len());
        prop_assert!(labels.blocks.iter().all(|label| (0.0..=1.0).contains(&label.score.unwrap())));
    }
}

const ARTICLE: &str = "The committee said on Tuesday that it would not change the plan, although many of its members \
    had asked for more time to read what the experts wrote about it.";

#[test]
fn text_is_good_and_menus_are_bad_in_any_language() {
    let russian = "Комитет заявил во вторник, что не будет менять план, хотя многие из его членов просили дать им \
        больше времени, чтобы прочитать то, что написали об этом эксперты.";
    let chinese = "委员会星期二表示，尽管许多成员要求有更多时间阅读专家的意见，但不会改变这项计划。他们说，这个决定是最后的决定。";
    let mut settings = Settings::default();
    settings.set(ALGORITHM.params, "stay", 0.5).unwrap();
    for text in [ARTICLE, russian, chinese] {
        let page =
            page(&["Home", "Login", "Home | Login | Help", text, text, "Copyright © 2024 | Privacy | Terms"]);
        let good = |settings: &Settings| -> Vec<bool> {
            let labels = shipped(settings).label(&page, &Context::default());
            labels.blocks.iter().map(|label| label.good).collect()
        };
        assert_eq!(good(&settings), [false, false, false, true, true, false], "{text}");
        assert_eq!(good(&Settings::default())[..5], [false, false, false, true, true], "{text}");
    }
}

#[test]
fn a_short_line_is_what_its_neighbours_are() {
    let page = page(&[ARTICLE, "Login", ARTICLE]);
    let label = |stay: f64| {
        let mut settings = Settings::default();
        settings.set(ALGORITHM.params, "stay", stay).unwrap();
        shipped(&settings).label(&page, &Context::default()).blocks[1]
    };
    assert_eq!((label(0.5).good, label(0.5).context_free), (false, Some("bad")));
    assert_eq!((label(0.999).good, label(0.999).context_free), (true, Some("bad")));
    assert_eq!(label(0.999).reason, "neighbours");
}

fn trained(pages: &[(Page, Vec<Option<bool>>)]) -> Vec<u8> {
    let mut trainer = (ALGORITHM.train.unwrap())(&Settings::default()).unwrap();
    for (page, good) in pages {
        trainer.add(page, good);
    }
    trainer.finish().unwrap()
}

#[test]
fn the_order_of_pages_says_nothing() {
    let good = vec![Some(true), Some(false), None];
    let text = [["a b c", "d", "x"], ["a b", "d e", "y"], ["c b a", "d", "z"], ["b a", "e d", "z"]];
    let mut pages: Vec<_> = text.iter().map(|text| (page(text), good.clone())).collect();
    let model = trained(&pages);
    pages.reverse();
    assert_eq!(trained(&pages), model);
    pages.iter_mut().for_each(|page| page.1[2] = Some(true));
    assert_ne!(trained(&pages), model);
}

#[test]
fn damaged_models_are_refused() {
    let good = vec![Some(true), Some(false)];
    let model = trained(&vec![(page(&["some text", "more"]), good); 4]);
    assert!(make(&Settings::default(), Some(&model)).is_ok());
    for at in 0..model.len() {
        let mut bad = model.clone();
        bad[at] ^= 4;
        assert!(make(&Settings::default(), Some(&bad)).is_err(), "byte {at}");
        assert!(make(&Settings::default(), Some(&model[..at])).is_err(), "cut at {at}");
    }
    // What has a right sum and wrong contents.
    let payload = store::open_kind(&model, KIND).unwrap();
    let of_another_version = [&[FEATURES as u8 + 1], &payload[1..]].concat();
    for bad in [
        &[][..],
        &[0; 6],
        &[9; 40],
        &of_another_version,
        &payload[..payload.len() - 1],
        &[payload, &[0]].concat(),
    ] {
        assert!(make(&Settings::default(), Some(&store::seal(KIND, bad))).is_err());
    }
    assert!(make(&Settings::default(), Some(&store::seal("mss", payload))).is_err());
}

#[test]
fn an_empty_model_knows_nothing() {
    let model = trained(&[]);
    let labels = make(&Settings::default(), Some(&model)).unwrap().label(&page(&["a"]), &Context::default());
    assert!(!labels.blocks[0].good);
}

#[test]
fn one_of_the_models_must_count() {
    let mut settings = Settings::default();
    settings.set(ALGORITHM.params, "lexical", 0.0).unwrap();
    assert!(make(&settings, None).is_ok());
    settings.set(ALGORITHM.params, "non-lexical", 0.0).unwrap();
    assert!(make(&settings, None).is_err());
}
