//! jusText (Pomikálek 2011, 2.7): stop words, lengths and links say what some blocks are, and these what the others are.

mod context_free;
mod context_sensitive;
mod published;

use super::settings::{Param, Settings};
use super::{Algorithm, Classifier, Context, Label, Labels, UNSEEN};
use crate::error::{Error, Result};
use crate::html::page::{Block, Page};
pub(super) use context_free::Measured;
pub(crate) use context_sensitive::decide;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "justext",
    about: "stop words, length and link density, then the neighbours; good precision, keeps whole texts",
    reference: "Pomikálek 2011, 2.7, Algorithms 2.2 and 2.3; by default as the published program, jusText 3",
    params: PARAMS,
    presets: &["published", "A", "B", "C", "D"],
    uses_stop_words: true,
    uses_hints: false,
    skips: UNSEEN,
    make,
    train: None,
};

static PARAMS: &[Param] = &[
    Param {
        name: "max-link-density",
        default: 0.2,
        least: 0.0,
        most: 1.0,
        about: "a block with more of it in links is bad",
    },
    Param {
        name: "length-low",
        default: 70.0,
        least: 0.0,
        most: 1e9,
        about: "shorter blocks are short; in characters, or with presets A to D in words",
    },
    Param {
        name: "length-high",
        default: 200.0,
        least: 0.0,
        most: 1e9,
        about: "longer blocks with many stop words are good; in characters, or with presets A to D in words",
    },
    Param {
        name: "stopwords-low",
        default: 0.3,
        least: 0.0,
        most: 1.0,
        about: "a longer block with a smaller part of stop words is bad",
    },
    Param {
        name: "stopwords-high",
        default: 0.32,
        least: 0.0,
        most: 1.0,
        about: "a longer block with this part of stop words is good or near-good",
    },
    Param {
        name: "max-heading-distance",
        default: 200.0,
        least: 0.0,
        most: 1e9,
        about: "characters between a heading and the good block that it is kept for",
    },
    Param {
        name: "keep-headings",
        default: 1.0,
        least: 0.0,
        most: 1.0,
        about: "1: headings near good blocks are good; 0: they are as other blocks. 0 with presets A to D",
    },
];

/// Whose rules hold where the thesis and the program differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    /// The thesis: lengths are words, links are counted in words, stop words are runs of letters.
    Thesis,
    /// The published program: lengths and links are characters, stop words are items between spaces.
    Published,
}

#[derive(Clone, Debug)]
struct JusText {
    rules: Rules,
    max_link_density: f64,
    length_low: f64,
    length_high: f64,
    stopwords_low: f64,
    stopwords_high: f64,
    /// How far a heading may be from its text, if headings are kept at all.
    heading_distance: Option<usize>,
}

/// Table 2.7; and what the published program has.
fn preset(name: &str) -> Option<JusText> {
    let thesis = |length_low, stopwords_low, length_high, stopwords_high| JusText {
        rules: Rules::Thesis,
        max_link_density: 0.2,
        length_low,
        length_high,
        stopwords_low,
        stopwords_high,
        heading_distance: None,
    };
    Some(match name {
        "A" => thesis(10.0, 0.30, 30.0, 0.32),
        "B" => thesis(0.0, 0.30, 26.0, 0.32),
        "C" => thesis(10.0, 0.25, 25.0, 0.25),
        "D" => thesis(10.0, 0.20, 20.0, 0.25),
        "published" => JusText {
            rules: Rules::Published,
            max_link_density: 0.2,
            length_low: 70.0,
            length_high: 200.0,
            stopwords_low: 0.30,
            stopwords_high: 0.32,
            heading_distance: Some(200),
        },
        _ => return None,
    })
}

fn make(settings: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    let Some(start) = preset(settings.preset.as_deref().unwrap_or("published")) else {
        let expected = format!("one of {}", ALGORITHM.presets.join(", "));
        return Err(Error::Parameter { name: "preset", expected });
    };
    let keeps = settings.get("keep-headings", f64::from(u8::from(start.heading_distance.is_some()))) > 0.0;
    let distance = settings.get("max-heading-distance", 200.0) as usize;
    Ok(Box::new(JusText {
        max_link_density: settings.get("max-link-density", start.max_link_density),
        length_low: settings.get("length-low", start.length_low),
        length_high: settings.get("length-high", start.length_high),
        stopwords_low: settings.get("stopwords-low", start.stopwords_low),
        stopwords_high: settings.get("stopwords-high", start.stopwords_high),
        heading_distance: keeps.then_some(distance),
        rules: start.rules,
    }))
}

/// The classes of Algorithm 2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Bad,
    Good,
    Short,
    NearGood,
}

impl Class {
    pub(crate) const ALL: [Self; 4] = [Self::Bad, Self::Good, Self::Short, Self::NearGood];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bad => "bad",
            Self::Good => "good",
            Self::Short => "short",
            Self::NearGood => "near-good",
        }
    }
}

impl Classifier for JusText {
    fn label(&self, page: &Page, context: &Context<'_>) -> Labels {
        let free: Vec<(Class, &'static str)> =
            page.blocks.iter().map(|block| self.context_free(page, block, context)).collect();
        let classes: Vec<Class> = free.iter().map(|(class, _)| *class).collect();
        let decided = match self.rules {
            Rules::Thesis => self.thesis(page, &classes),
            Rules::Published => published::revise(page, &classes, self.heading_distance),
        };
        let blocks = free.iter().zip(decided).map(|(&(class, why), (good, reason))| Label {
            context_free: Some(class.name()),
            ..Label::new(good, if reason.is_empty() { why } else { reason })
        });
        Labels { blocks: blocks.collect(), nodes: Vec::new() }
    }
}

/// What the published program says of texts that were measured: the context-free class of each, from 0 (bad) over
/// short and near-good to 3 (good), and whether it is good in the end.
pub(super) fn published(page: &Page, measure: impl Fn(usize, &Block) -> Measured) -> Vec<(u8, bool)> {
    let Some(justext) = preset("published") else { return Vec::new() };
    let free = |(at, block)| justext.context_free_measured(page, block, &measure(at, block)).0;
    let classes: Vec<Class> = page.blocks.iter().enumerate().map(free).collect();
    let decided = published::revise(page, &classes, justext.heading_distance);
    let rank = |class| match class {
        Class::Bad => 0,
        Class::Short => 1,
        Class::NearGood => 2,
        Class::Good => 3,
    };
    classes.iter().zip(decided).map(|(&class, (good, _))| (rank(class), good)).collect()
}

impl JusText {
    /// Algorithm 2.3, with headings kept before and after it if that is wanted.
    fn thesis(&self, page: &Page, free: &[Class]) -> Vec<(bool, &'static str)> {
        let Some(distance) = self.heading_distance else { return context_sensitive::decide(free) };
        let mut classes = free.to_vec();
        published::near_good_headings(page, &mut classes, distance);
        let mut decided = context_sensitive::decide(&classes);
        published::rescue_headings(page, free, &mut decided, distance);
        decided
    }
}

#[cfg(test)]
mod tests;
