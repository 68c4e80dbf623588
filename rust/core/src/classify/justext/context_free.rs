//! Algorithm 2.2: the class of a block by itself.

use super::{Class, JusText, Rules};
use crate::classify::Context;
use crate::html::page::{Block, Mark, Page};
use crate::lang::{Counts, How};
use crate::text::unspaced;

/// How many characters of an alphabet one of a script without spaces stands for: three makes the published lengths,
/// 70 and 200, some 12 and 33 words of Chinese as they are of English.
const UNSPACED_WEIGHT: usize = 3;

/// A text that was measured before.
#[derive(Clone, Copy, Debug)]
pub(in crate::classify) struct Measured {
    pub(in crate::classify) chars: u32,
    pub(in crate::classify) copyright: bool,
    /// As in a language whose list has the usual share of all words; `None` without a list.
    pub(in crate::classify) stop_density: Option<f32>,
}

/// What the rule looks at: lengths of the text, of its links, and of what the links are a part of.
struct Seen<F> {
    length: f64,
    links: f64,
    of: f64,
    copyright: F,
}

impl JusText {
    pub(super) fn context_free(
        &self,
        page: &Page,
        block: &Block,
        context: &Context<'_>,
    ) -> (Class, &'static str) {
        let text = page.text_of(block);
        let (length, links, of) = match self.rules {
            Rules::Thesis => (f64::from(block.words), f64::from(block.links), f64::from(block.words)),
            Rules::Published => {
                let chars = text.chars().count();
                let links = link_chars(page, block);
                (
                    (chars + (UNSPACED_WEIGHT - 1) * unspaced_chars(text, chars)) as f64,
                    links as f64,
                    chars as f64,
                )
            }
        };
        let seen = Seen { length, links, of, copyright: || text.contains('©') };
        self.rule(block, seen, || self.stop_words(text, block, context))
    }

    /// As [`Self::context_free`] by the published rules, of a text that was measured.
    pub(super) fn context_free_measured(
        &self,
        page: &Page,
        block: &Block,
        measured: &Measured,
    ) -> (Class, &'static str) {
        let chars = measured.chars as usize;
        let weight = (UNSPACED_WEIGHT - 1) * unspaced_chars(page.text_of(block), chars);
        let seen = Seen {
            length: (chars + weight) as f64,
            links: link_chars(page, block) as f64,
            of: chars as f64,
            copyright: || measured.copyright,
        };
        let density = measured.stop_density.map(f64::from);
        self.rule(block, seen, || {
            density.map_or((true, true), |density| {
                (density >= self.stopwords_high, density >= self.stopwords_low)
            })
        })
    }

    /// Algorithm 2.2. `stop_words` says whether the density of stop words is high, and whether it is not low.
    fn rule(
        &self,
        block: &Block,
        seen: Seen<impl FnOnce() -> bool>,
        stop_words: impl FnOnce() -> (bool, bool),
    ) -> (Class, &'static str) {
        let length = seen.length;
        if seen.links > self.max_link_density * seen.of {
            return (Class::Bad, "link density");
        }
        if (seen.copyright)() {
            return (Class::Bad, "copyright sign");
        }
        if block.mark == Mark::Select {
            return (Class::Bad, "select");
        }
        if length < self.length_low {
            return if block.links > 0 {
                (Class::Bad, "short, with a link")
            } else {
                (Class::Short, "short")
            };
        }
        let (enough, some) = stop_words();
        match (enough, some) {
            (true, _) if length > self.length_high => (Class::Good, "long, many stop words"),
            (true, _) => (Class::NearGood, "not long, many stop words"),
            (false, true) => (Class::NearGood, "some stop words"),
            (false, false) => (Class::Bad, "few stop words"),
        }
    }

    /// Whether the density of stop words is high, and whether it is not low. Without a list it is never too low.
    fn stop_words(&self, text: &str, block: &Block, context: &Context<'_>) -> (bool, bool) {
        let Some(list) = context.stop_words else { return (true, true) };
        // The limits were found on English, whose list has more than half of all words: others have less.
        let scale = f64::from(list.scale());
        match self.rules {
            Rules::Thesis => {
                let Counts { stop, words } = list.count(text, How::Thesis);
                let above = |limit: f64| stop as f64 * scale > limit * words as f64;
                (above(self.stopwords_high), above(self.stopwords_low))
            }
            Rules::Published => {
                let stop = list.count(text, How::Published).stop as f64;
                let density = scale * stop / f64::from(block.words.max(1));
                (density >= self.stopwords_high, density >= self.stopwords_low)
            }
        }
    }
}

/// Characters of text nodes in links.
fn link_chars(page: &Page, block: &Block) -> usize {
    if block.links == 0 {
        return 0;
    }
    let in_links = page.nodes_of(block).filter(|(node, _)| node.link);
    in_links.map(|(_, range)| page.text[range].chars().count()).sum()
}

/// Characters of scripts without spaces; `chars` is how many there are in all.
fn unspaced_chars(text: &str, chars: usize) -> usize {
    // Each of them takes three bytes or more: most text has too few bytes for any to be there.
    if text.len() < chars + 2 {
        0
    } else {
        text.chars().filter(|&c| c > '\u{7ff}' && unspaced::script(c).is_some()).count()
    }
}
