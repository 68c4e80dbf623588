//! What simpler algorithms say, of whole blocks and of what is known of them already.

use super::super::super::victor::signs::Sign;
use super::super::super::{boilerpipe, justext, subarray};
use super::columns::{Columns, columns, flag};
use super::texts::Text;
use crate::html::page::Page;

#[derive(Clone, Copy, Debug, Default)]
struct Vote {
    context_free: u8,
    justext: bool,
    boilerpipe: bool,
    bte: bool,
}

#[derive(Debug)]
pub(super) struct Votes(Vec<Vote>);

impl Votes {
    pub(super) fn of(page: &Page, texts: &[Text]) -> Self {
        let justext = justext::published(page, |at, _| justext::Measured {
            chars: texts[at].shape.chars,
            copyright: texts[at].has(Sign::Copyright),
            stop_density: texts[at].stop_share(),
        });
        // Body text is the stretch with most words and fewest tags.
        let scores = page.blocks.iter().flat_map(|block| [-i64::from(block.tags), i64::from(block.words)]);
        let stretch = subarray::maximum(scores);
        let counts = |at: Option<usize>| {
            at.and_then(|at| page.blocks.get(at)).map_or((0, 0), |block| (block.words, block.links))
        };
        let votes = justext.iter().enumerate().map(|(at, &(context_free, justext))| Vote {
            context_free,
            justext,
            boilerpipe: boilerpipe::by_counts([
                counts(at.checked_sub(1)),
                counts(Some(at)),
                counts(Some(at + 1)),
            ]),
            bte: stretch.contains(&(2 * at + 1)),
        });
        Self(votes.collect())
    }

    pub(super) fn write(&self, block: usize, columns: &mut impl Columns) {
        let vote = &self.0[block];
        columns!(columns, "vote",
            "context_free" => f32::from(vote.context_free),
            "justext" => flag(vote.justext),
            "boilerpipe" => flag(vote.boilerpipe),
            "bte" => flag(vote.bte),
        );
    }
}
