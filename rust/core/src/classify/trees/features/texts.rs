//! What each block's text looks like.

use super::super::super::Context;
use super::super::super::learning::shape::{Shape, ratio};
use super::super::super::victor::signs::{self, Sign};
use crate::html::page::{Block, Page};
use crate::lang::How;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Text {
    pub(super) shape: Shape,
    /// Bits of [`Sign`].
    pub(super) signs: u64,
    /// The share of stop words, as in a language whose list has the usual part of all words; -1 without a list.
    pub(super) stop: f32,
    pub(super) line_ends: u32,
}

impl Text {
    pub(super) fn of(page: &Page, block: &Block, context: &Context<'_>) -> Self {
        let text = page.text_of(block);
        let shape = Shape::of(text);
        let stop = context.stop_words.map_or(-1.0, |list| {
            ratio(list.count(text, How::Published).stop as u32, shape.words) * list.scale()
        });
        Self {
            signs: signs::of_text(text, &shape),
            stop,
            line_ends: memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32,
            shape,
        }
    }

    pub(super) fn ends_sentence(&self) -> bool {
        self.signs & Sign::EndsSentence.when(true) != 0
    }
}
