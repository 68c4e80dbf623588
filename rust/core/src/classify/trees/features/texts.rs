//! What each block's text looks like: all that has to be read for it, read once.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::super::super::Context;
use super::super::super::learning::shape::{Seen, Shape, ratio};
use super::super::super::victor::signs::{self, Sign};
use super::talk;
use crate::html::page::{Block, Page};
use crate::text::words;

/// Longer blocks are not looked up in the title.
const TITLE_WORDS: u32 = 30;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Text {
    pub(super) shape: Shape,
    /// Bits of [`Sign`].
    pub(super) signs: u64,
    /// The share of stop words, as in a language whose list has the usual part of all words; -1 without a list.
    pub(super) stop: f32,
    pub(super) line_ends: u32,
    /// The share of its words that are in the page's title.
    pub(super) titled: f32,
    /// It has a sign of a currency.
    pub(super) money: bool,
    /// It speaks of cookies, which have the same name in most languages.
    pub(super) cookies: bool,
    /// It ends as a question.
    pub(super) question: bool,
    /// It is short, and one of its words is one for comments.
    pub(super) talk: bool,
}

impl Text {
    pub(super) fn of(page: &Page, block: &Block, context: &Context<'_>, title: &Title) -> Self {
        let text = page.text_of(block);
        let mut shape = Shape::without_words(text);
        let (mut stop, mut in_title) = (0, 0);
        let mut talk = false;
        let is_short = block.words <= talk::MOST_WORDS;
        if context.stop_words.is_none() && title.words.is_empty() && !is_short {
            shape.words = words::count(text) as u32;
        } else {
            for word in words::spans(text) {
                talk = talk || (is_short && talk::begins(&text.as_bytes()[word.start..]));
                shape.words += 1;
                if let Some(list) = context.stop_words {
                    let place = block.text.start + word.start..block.text.start + word.end;
                    stop += u32::from(list.contains_at(&page.text, &place));
                }
                in_title += u32::from(shape.words <= TITLE_WORDS && title.has(&text[word]));
            }
        }
        let titled = if shape.words <= TITLE_WORDS { ratio(in_title, shape.words) } else { 0.0 };
        Self {
            signs: signs::of_text(text, &shape),
            stop: context.stop_words.map_or(-1.0, |list| ratio(stop, shape.words) * list.scale()),
            line_ends: if shape.has(Seen::LineEnd) { line_ends(text) } else { 0 },
            money: shape.digits > 0 && (shape.has(Seen::Dollar) || shape.has(Seen::Currency)),
            cookies: shape.words > 2 && COOKIES.find(text.as_bytes()).is_some(),
            question: text.ends_with(['?', '？', '؟']),
            talk,
            titled,
            shape,
        }
    }

    pub(super) fn has(&self, sign: Sign) -> bool {
        self.signs & sign.when(true) != 0
    }

    pub(super) fn stop_share(&self) -> Option<f32> {
        (self.stop >= 0.0).then_some(self.stop)
    }
}

static COOKIES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("ookie"));

fn line_ends(text: &str) -> u32 {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32
}

/// The words of a title, whatever their case, as numbers in order.
#[derive(Debug, Default)]
pub(super) struct Title {
    words: Vec<u64>,
    /// The bits of all of them, see [`bit`]: most words are not in the title, and have another.
    bits: u64,
}

impl Title {
    pub(super) fn of(page: &Page) -> Self {
        let mut words: Vec<u64> = words::words(&page.title).map(number).collect();
        words.sort_unstable();
        let bits = words::words(&page.title).fold(0, |bits, word| bits | bit(word));
        Self { words, bits }
    }

    fn has(&self, word: &str) -> bool {
        self.bits & bit(word) != 0 && self.words.binary_search(&number(word)).is_ok()
    }
}

/// One of 64 bits by a word's length and first letter, in any case of ASCII.
fn bit(word: &str) -> u64 {
    let first = word.as_bytes().first().map_or(0, |byte| byte | 0x20);
    1 << ((usize::from(first) + word.len() * 11) % 64)
}

/// A number of a word in any case of ASCII: its length and its first letters.
fn number(word: &str) -> u64 {
    let bytes = word.as_bytes();
    let first = bytes.iter().take(7).fold(0, |number, byte| number << 8 | u64::from(byte | 0x20));
    first << 8 | (bytes.len() as u64 & 0xff)
}
