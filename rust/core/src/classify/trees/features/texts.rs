//! What each block's text looks like: all that has to be read for it, read once.

use super::super::super::Context;
use super::super::super::learning::shape::{Shape, ratio};
use super::super::super::victor::signs::{self, Sign};
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
    /// How many of its words are different ones, by share; 1 for short texts.
    pub(super) distinct: f32,
    /// The share of words in which letters stand beside digits or underscores, as in identifiers.
    pub(super) identifiers: f32,
}

impl Text {
    pub(super) fn of(page: &Page, block: &Block, context: &Context<'_>, title: &Title) -> Self {
        let text = page.text_of(block);
        let shape = Shape::of(text);
        let titled = !title.words.is_empty() && shape.words <= TITLE_WORDS;
        let (mut stop, mut in_title, mut identifiers) = (0, 0, 0);
        let mut kinds = (shape.words >= MANY_WORDS).then(Distinct::default);
        for word in words::words(text) {
            stop += u32::from(context.stop_words.is_some_and(|list| list.contains_any_case(word)));
            in_title += u32::from(titled && title.has(word));
            identifiers += u32::from(is_identifier(word.as_bytes()));
            kinds.iter_mut().for_each(|kinds| kinds.add(number(word)));
        }
        Self {
            signs: signs::of_text(text, &shape),
            stop: context.stop_words.map_or(-1.0, |list| ratio(stop, shape.words) * list.scale()),
            line_ends: memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32,
            money: shape.digits > 0 && text.contains(['$', '€', '£', '¥', '₹', '₽']),
            cookies: shape.words > 2 && memchr::memmem::find(text.as_bytes(), b"ookie").is_some(),
            question: text.ends_with(['?', '？', '؟']),
            titled: ratio(in_title, shape.words),
            distinct: kinds.map_or(1.0, |kinds| kinds.share(shape.words)),
            identifiers: ratio(identifiers, shape.words),
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

/// Shorter texts have no word so often that it says much.
const MANY_WORDS: u32 = 30;

/// How many different words a text has, nearly: bits of a table by the words' numbers. A table that is full says the
/// same of all longer texts.
#[derive(Debug)]
struct Distinct([u64; 16]);

impl Default for Distinct {
    fn default() -> Self {
        Self([0; 16])
    }
}

impl Distinct {
    fn add(&mut self, number: u64) {
        let place = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
        self.0[(place >> 6) as usize] |= 1 << (place & 63);
    }

    fn share(&self, words: u32) -> f32 {
        let set: u32 = self.0.iter().map(|bits| bits.count_ones()).sum();
        ratio(set, words.min(u64::BITS * self.0.len() as u32))
    }
}

fn is_identifier(word: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    has(|byte| *byte == b'_') || (has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic))
}

/// The words of a title, whatever their case, as numbers in order.
#[derive(Debug, Default)]
pub(super) struct Title {
    words: Vec<u64>,
}

impl Title {
    pub(super) fn of(page: &Page) -> Self {
        let mut words: Vec<u64> = words::words(&page.title).map(number).collect();
        words.sort_unstable();
        Self { words }
    }

    fn has(&self, word: &str) -> bool {
        self.words.binary_search(&number(word)).is_ok()
    }
}

/// A number of a word in any case of ASCII: its length and its first letters.
fn number(word: &str) -> u64 {
    let bytes = word.as_bytes();
    let first = bytes.iter().take(7).fold(0, |number, byte| number << 8 | u64::from(byte | 0x20));
    first << 8 | (bytes.len() as u64 & 0xff)
}
