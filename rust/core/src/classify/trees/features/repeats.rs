//! Text that the page has more than once, and text that is in its title.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::super::super::learning::shape::ratio;
use super::columns::{Columns, columns, flag};
use crate::html::page::Page;
use crate::text::words;

/// Longer blocks are not looked up in the title.
const TITLE_WORDS: u32 = 40;

#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    copies: u32,
    /// Which of the copies it is, from 0.
    number: u32,
    /// The share of its words that are in the title.
    titled: f32,
    is_title: bool,
    starts_title: bool,
    is_headline: bool,
}

#[derive(Debug)]
pub(super) struct Repeats(Vec<Repeat>);

impl Repeats {
    pub(super) fn of(page: &Page) -> Self {
        // Nobody can make texts that have the same number.
        let seed = RandomState::new().hash_one(0);
        let mut seen: HashMap<u64, (u32, u32)> = HashMap::with_capacity(page.blocks.len());
        let keys: Vec<u64> =
            page.blocks.iter().map(|block| xxh3_64_with_seed(page.text_of(block).as_bytes(), seed)).collect();
        for key in &keys {
            seen.entry(*key).or_default().0 += 1;
        }
        let title = Title::of(page.title.trim());
        let headline = page.blocks.iter().position(|block| block.heading == 1);
        let headline = headline.map(|at| keys[at]);
        let repeats = page.blocks.iter().zip(&keys).map(|(block, key)| {
            let (copies, number) = seen.get_mut(key).map_or((1, 0), |(copies, seen)| {
                *seen += 1;
                (*copies, *seen - 1)
            });
            let text = page.text_of(block);
            Repeat {
                copies,
                number,
                titled: if block.words <= TITLE_WORDS { title.share(text) } else { 0.0 },
                is_title: !text.is_empty() && text.eq_ignore_ascii_case(title.text),
                starts_title: !text.is_empty() && title.text.as_bytes().starts_with(text.as_bytes()),
                is_headline: headline == Some(*key),
            }
        });
        Self(repeats.collect())
    }

    pub(super) fn write(&self, block: usize, columns: &mut impl Columns) {
        let repeat = &self.0[block];
        columns!(columns, "repeat",
            "copies" => repeat.copies as f32,
            "number" => repeat.number as f32,
            "in_title" => repeat.titled,
            "is_title" => flag(repeat.is_title),
            "starts_title" => flag(repeat.starts_title),
            "is_h1" => flag(repeat.is_headline),
        );
    }
}

/// The words of a title, whatever their case, as numbers in order.
struct Title<'a> {
    text: &'a str,
    words: Vec<u64>,
}

impl<'a> Title<'a> {
    fn of(text: &'a str) -> Self {
        let mut words: Vec<u64> = words::words(text).map(number).collect();
        words.sort_unstable();
        Self { text, words }
    }

    fn share(&self, text: &str) -> f32 {
        if self.words.is_empty() {
            return 0.0;
        }
        let (mut all, mut found) = (0, 0);
        for word in words::words(text) {
            all += 1;
            found += u32::from(self.words.binary_search(&number(word)).is_ok());
        }
        ratio(found, all)
    }
}

/// A number of a word in any case (of ASCII).
fn number(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
