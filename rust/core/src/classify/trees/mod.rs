//! Trees: gradient-boosted decision trees (Friedman 2001) over shallow features of a block, of those around it, of the
//! elements that it is in and of its page.
//!
//! boilerpipe's C4.8 trees over 67 features (Kohlschütter et al. 2010) and Victor's sequence (Spousta et al. 2008) with
//! what is known today. LightGBM learns the forests (`classify --train`); they run here.

mod alike;
mod apart;
mod batch;
mod between;
mod choice;
pub mod features;
mod forest;
mod headline;
mod inside;
mod kind;
mod lightgbm;
mod model;
mod rules;

use super::settings::{Param, Settings};
use super::{Algorithm, Classifier, Context, Label, Labels};
use crate::error::Result;
use crate::html::page::Page;
use choice::Choice;
use model::{Model, logistic};
use rules::Comments;

static PARAMS: [Param; 3] = [
    Param {
        name: "threshold",
        default: 0.5,
        least: 0.001,
        most: 0.999,
        about: "how sure a block must be; more keeps less (--precision: 0.7, --recall: 0.3)",
    },
    Param {
        name: "comments",
        default: 2.0,
        least: 0.0,
        most: 2.0,
        about: "comments of readers: 0 are bad, 1 are judged as all else, 2 are so in forums only",
    },
    Param {
        name: "headline",
        default: 1.0,
        least: 0.0,
        most: 1.0,
        about: "the headline before the text: 0 is judged as all else, 1 is good",
    },
];

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "trees",
    about: "boosted decision trees over features of the block, its neighbours, its elements and its page; learned",
    reference: "Kohlschütter et al. 2010 and Spousta et al. 2008, with gradient boosting (Friedman 2001)",
    params: &PARAMS,
    presets: &[],
    uses_stop_words: true,
    uses_hints: true,
    skips: &[],
    make,
    train: None,
};

static SHIPPED: &[u8] = include_bytes!("../models/trees.model");

#[derive(Debug)]
struct Trees {
    model: Model,
    /// Taken off the odds of each block.
    shift: f32,
    comments: Comments,
    /// Whether the headline is good.
    headline: bool,
}

fn make(settings: &Settings, model: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    let model = Model::open(model.unwrap_or(SHIPPED))?;
    let threshold = settings.value(&PARAMS[0]);
    let comments = match settings.value(&PARAMS[1]) {
        value if value < 0.5 => Comments::Drop,
        value if value < 1.5 => Comments::Keep,
        _ => Comments::ByPage,
    };
    let headline = settings.value(&PARAMS[2]) >= 0.5;
    Ok(Box::new(Trees { model, shift: (threshold / (1.0 - threshold)).ln() as f32, comments, headline }))
}

impl Classifier for Trees {
    fn label(&self, page: &Page, context: &Context<'_>) -> Labels {
        let (mut odds, around) = self.model.odds(page, context);
        alike::together(&mut odds, &around);
        let mut shifted: Vec<f32> = odds.iter().map(|odds| logistic(odds - self.shift)).collect();
        let barred = rules::barred(page, &around, &shifted, self.comments);
        let never = shifted.iter_mut().zip(&barred).filter(|(_, barred)| barred.is_some());
        never.for_each(|(score, _)| *score = 0.0);
        let words: Vec<u32> = page.blocks.iter().map(|block| block.words).collect();
        let mut good = self.model.choice.of(&shifted, &words);
        let apart = apart::apart(page, around.kind(), &good, &shifted);
        good.iter_mut().zip(&apart).for_each(|(good, apart)| *good &= !apart);
        let is_nothing = rules::is_nothing(page, &good, &shifted);
        let between = between::between(page, &good, &shifted);
        good.iter_mut().zip(&between).for_each(|(good, between)| *good |= between);
        let inside = inside::inside(page, &around, &good, &shifted);
        good.iter_mut().zip(&inside).for_each(|(good, inside)| *good |= inside);
        let headline = headline::headline(page, &good, &shifted).filter(|&at| self.headline && !good[at]);
        headline.into_iter().for_each(|at| good[at] = true);
        let copies = rules::copies(page, &good);
        let labels = odds.iter().enumerate().map(|(at, &odds)| {
            let (good, reason) = match barred[at] {
                Some(reason) => (false, reason),
                None if !good[at] && apart[at] => (false, "apart from the text"),
                None if !good[at] => (false, "not likely enough"),
                None if copies[at] => (false, "copy"),
                None if is_nothing => (false, "too little"),
                None if between[at] => (true, "between good blocks"),
                None if inside[at] => (true, "among good blocks"),
                None if headline == Some(at) => (true, "headline"),
                None => (true, "likely enough"),
            };
            let mut label = Label::new(good, reason);
            label.score = Some(logistic(odds));
            label
        });
        Labels { blocks: labels.collect(), nodes: Vec::new() }
    }
}

/// A model file of the text models of LightGBM, the mean of which is taken; `shift` is what a sum of leaves must be over
/// to be as likely good as bad, `spread` and `floor` say how the cut of a page is found.
pub fn model_of(texts: &[&str], shift: f32, spread: f32, floor: f32) -> Result<Vec<u8>> {
    Ok(Model::of_texts(texts, shift, Choice { spread, floor })?.seal())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::learning::damage;
    use super::*;
    use crate::classify::label;
    use crate::html::tree;

    fn labels(html: &str, set: &[(&str, f64)]) -> Vec<Label> {
        let mut settings = Settings::default();
        set.iter().for_each(|(name, value)| settings.set(ALGORITHM.params, name, *value).unwrap());
        let trees = make(&settings, None).unwrap();
        let mut page = tree::read(html, true);
        label(&ALGORITHM, trees.as_ref(), &mut page, &Context::default()).blocks
    }

    fn good(labels: &[Label]) -> Vec<bool> {
        labels.iter().map(|label| label.good).collect()
    }

    const SENTENCE: &str = "The council said on Monday that it would not build the road, planned for years. ";

    /// A menu, an article of three paragraphs, a comment, a footer; `before` comes first.
    fn news(before: &str) -> String {
        let text: String = (1..4).map(|day| format!("<p>On day {day}: {0}{0}{0}", SENTENCE)).collect();
        format!(
            "{before}<nav><ul><li><a href=a>Home</a><li><a href=b>News</a></ul></nav>\
             <article><h1>No road after all</h1>{text}</article>\
             <div class=comments><p>{SENTENCE}{SENTENCE}I am glad.</div><footer><a href=c>Terms</a></footer>"
        )
    }

    const HEADLINE: usize = 2;
    const COMMENT: usize = 6;

    #[test]
    fn articles_are_good_and_menus_are_not() {
        let found = labels(&news(""), &[]);
        let good = good(&found);
        assert_eq!(good[..2], [false, false]);
        assert_eq!(good[3..6], [true, true, true]);
        assert_eq!(good.last(), Some(&false));
        assert!(found[3].score.unwrap() > 0.5 && found[0].score.unwrap() < 0.5);
    }

    #[test]
    fn what_is_set_is_heeded() {
        let html = news("");
        let count = |threshold| {
            let found = labels(&html, &[("threshold", threshold), ("comments", 1.0)]);
            found.iter().filter(|label| label.good).count()
        };
        assert!(count(0.98) < count(0.02), "{} {}", count(0.98), count(0.02));
        let headline = |headline| {
            let label = labels(&html, &[("headline", headline), ("threshold", 0.9)])[HEADLINE];
            (label.good, label.reason)
        };
        assert_eq!(headline(1.0), (true, "headline"));
        assert_eq!(headline(0.0), (false, "not likely enough"));
        let comment = |html: &str, comments| {
            let label = labels(html, &[("comments", comments), ("threshold", 0.02)])[COMMENT];
            (label.good, label.reason)
        };
        assert_eq!(comment(&html, 0.0), (false, "comment"));
        assert_eq!(comment(&html, 1.0), (true, "likely enough"));
        assert_eq!(comment(&html, 2.0), (false, "comment"));
        let forum = news("<script type=application/ld+json>{\"@type\":\"DiscussionForumPosting\"}</script>");
        assert_eq!(comment(&forum, 2.0), (true, "likely enough"));
        // Their scores are what they were: only the choice is another one.
        assert_eq!(labels(&html, &[("comments", 0.0)])[COMMENT].score, labels(&html, &[])[COMMENT].score);
    }

    #[test]
    fn text_that_comes_again_is_good_once() {
        let page = format!("<article>{0}<p>{SENTENCE}On.{0}</article>", format!("<p>{0}{0}", SENTENCE));
        let found = labels(&page, &[]);
        let reasons: Vec<&str> = found.iter().map(|label| label.reason).collect();
        assert_eq!(reasons, ["likely enough", "likely enough", "copy"]);
    }

    #[test]
    fn the_model_that_ships_is_whole() {
        assert_eq!(Model::open(SHIPPED).unwrap().seal(), SHIPPED);
        assert!(SHIPPED.len() < 2 << 20);
    }

    #[test]
    fn damaged_models_are_refused() {
        damage::is_found("trees", SHIPPED, make, 97);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_page_has_labels(html in r"(<(p|b|a href=x|li|td|h1|noscript|select|p hidden|div class=comment)>|</(p|b|a|li)>|[ a-zA-Z0-9.,:©é]){0,80}") {
            let page = tree::read(&html, true);
            let found = labels(&html, &[]);
            prop_assert_eq!(found.len(), page.blocks.len());
            prop_assert!(found.iter().all(|label| (0.0..=1.0).contains(&label.score.unwrap())));
        }
    }
}
