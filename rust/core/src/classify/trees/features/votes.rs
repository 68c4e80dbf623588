//! What simpler algorithms say.

use super::super::super::settings::Settings;
use super::super::super::{Algorithm, Context, Labels, boilerpipe, justext, subarray};
use super::columns::{Columns, columns, flag};
use crate::html::page::Page;

#[derive(Clone, Copy, Debug, Default)]
struct Vote {
    context_free: f32,
    justext: bool,
    boilerpipe: bool,
    bte: bool,
}

#[derive(Debug)]
pub(super) struct Votes(Vec<Vote>);

impl Votes {
    pub(super) fn of(page: &Page, context: &Context<'_>) -> Self {
        let justext = labels(&justext::ALGORITHM, page, context);
        let boilerpipe = labels(&boilerpipe::DEFAULT, page, context);
        // Of blocks in place of text nodes: their words are known.
        let scores = page.blocks.iter().flat_map(|block| [-i64::from(block.tags), i64::from(block.words)]);
        let stretch = subarray::maximum(scores);
        let votes = (0..page.blocks.len()).map(|at| {
            let free = justext.blocks.get(at).and_then(|label| label.context_free);
            Vote {
                context_free: match free {
                    Some("good") => 3.0,
                    Some("near-good") => 2.0,
                    Some("short") => 1.0,
                    _ => 0.0,
                },
                justext: justext.blocks.get(at).is_some_and(|label| label.good),
                boilerpipe: boilerpipe.blocks.get(at).is_some_and(|label| label.good),
                bte: stretch.contains(&(2 * at + 1)),
            }
        });
        Self(votes.collect())
    }

    pub(super) fn write(&self, block: usize, columns: &mut impl Columns) {
        let vote = &self.0[block];
        columns!(columns, "vote",
            "context_free" => vote.context_free,
            "justext" => flag(vote.justext),
            "boilerpipe" => flag(vote.boilerpipe),
            "bte" => flag(vote.bte),
        );
    }
}

fn labels(algorithm: &Algorithm, page: &Page, context: &Context<'_>) -> Labels {
    let made = (algorithm.make)(&Settings::default(), None);
    made.map_or_else(|_| Labels::default(), |classifier| classifier.label(page, context))
}
