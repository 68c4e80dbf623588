//! Text that the page has more than once, and text that is in its title.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::super::headline::starts;
use super::columns::{Columns, columns, flag};
use super::mixed::{self, Mixed};
use crate::html::page::Page;

#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    copies: u32,
    /// Which of the copies it is, from 0.
    number: u32,
    is_title: bool,
    starts_title: bool,
    is_headline: bool,
}

#[derive(Debug)]
pub(super) struct Repeats(Vec<Repeat>);

impl Repeats {
    pub(super) fn of(page: &Page) -> Self {
        let seed = mixed::seed();
        let mut seen: Mixed<(u32, u32)> = mixed::with_capacity(page.blocks.len());
        let keys: Vec<u64> =
            page.blocks.iter().map(|block| xxh3_64_with_seed(page.text_of(block).as_bytes(), seed)).collect();
        for key in &keys {
            seen.entry(*key).or_default().0 += 1;
        }
        let title = page.title.trim();
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
                is_title: !text.is_empty() && text.eq_ignore_ascii_case(title),
                starts_title: starts(title, text),
                is_headline: headline == Some(*key),
            }
        });
        Self(repeats.collect())
    }

    pub(super) fn write(&self, block: usize, titled: f32, columns: &mut impl Columns) {
        let repeat = &self.0[block];
        columns!(columns, "repeat",
            "copies" => repeat.copies as f32,
            "number" => repeat.number as f32,
            "in_title" => titled,
            "is_title" => flag(repeat.is_title),
            "starts_title" => flag(repeat.starts_title),
            "is_h1" => flag(repeat.is_headline),
        );
    }
}
