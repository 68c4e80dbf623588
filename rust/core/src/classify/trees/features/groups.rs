//! Blocks that belong together without standing in one element: those with the same elements around, those below the
//! same heading, and those near by.

use super::super::super::learning::shape::ratio;
use super::columns::{Columns, columns};
use super::layout::{Layout, Sum};
use super::mixed::{self, Mixed};
use crate::html::page::Page;

#[derive(Debug)]
pub(super) struct Groups {
    /// Of blocks that share all tags and hints around.
    paths: Vec<Sum>,
    path_of: Vec<u32>,
    /// The sums of the squares of their blocks' words.
    squares: Vec<f32>,
    /// Which of its path each block is.
    numbers: Vec<u32>,
    /// From each heading up to the next.
    sections: Vec<Sum>,
    section_of: Vec<u32>,
    levels: Vec<u8>,
    /// Words, words in links, and words of running text before each block, and of all.
    before: Vec<[u32; 3]>,
}

impl Groups {
    pub(super) fn of(page: &Page, layout: &Layout) -> Self {
        let blocks = page.blocks.len();
        let mut groups = Self {
            paths: Vec::new(),
            path_of: Vec::with_capacity(blocks),
            squares: Vec::new(),
            numbers: Vec::with_capacity(blocks),
            sections: vec![Sum::default()],
            section_of: Vec::with_capacity(blocks),
            levels: vec![0],
            before: Vec::with_capacity(blocks + 1),
        };
        let mut known: Mixed<u32> = mixed::with_capacity(blocks / 2);
        let mut before = [0; 3];
        for (at, block) in page.blocks.iter().enumerate() {
            let sum = Sum::of(at as u32, block);
            let new = groups.paths.len() as u32;
            let path = *known.entry(layout.path(at)).or_insert(new);
            if path == new {
                groups.paths.push(Sum::default());
                groups.squares.push(0.0);
            }
            groups.squares[path as usize] += (block.words as f32).powi(2);
            let group = &mut groups.paths[path as usize];
            groups.numbers.push(group.blocks);
            group.add(&sum);
            groups.path_of.push(path);
            if block.heading > 0 {
                groups.sections.push(Sum::default());
                groups.levels.push(block.heading);
            }
            let section = groups.sections.len() - 1;
            groups.sections[section].add(&sum);
            groups.section_of.push(section as u32);
            groups.before.push(before);
            before =
                [0, 1, 2].map(|what| before[what].saturating_add([sum.words, sum.links, sum.long][what]));
        }
        groups.before.push(before);
        groups
    }

    pub(super) fn write(&self, block: usize, layout: &Layout, columns: &mut impl Columns) {
        let words = layout.sums[0].words;
        let number = self.path_of[block] as usize;
        let path = &self.paths[number];
        let length = ratio(path.words, path.blocks);
        let spread = (self.squares[number] / path.blocks.max(1) as f32 - length * length).max(0.0).sqrt();
        columns!(columns, "path",
            "words" => path.words as f32,
            "link_share" => ratio(path.links, path.words),
            "blocks" => path.blocks as f32,
            "block_length" => length,
            "spread" => spread,
            "first" => ratio(path.first, layout.sums[0].blocks),
            "last" => ratio(path.last, layout.sums[0].blocks),
            "long_share" => ratio(path.long, path.words),
            "page_share" => ratio(path.words, words),
            "number" => self.numbers[block] as f32,
        );
        let number = self.section_of[block] as usize;
        let section = &self.sections[number];
        let last = section.blocks.saturating_sub(1).max(1);
        columns!(columns, "below",
            "words" => section.words as f32,
            "link_share" => ratio(section.links, section.words),
            "blocks" => section.blocks as f32,
            "block_length" => ratio(section.words, section.blocks),
            "long_share" => ratio(section.long, section.words),
            "page_share" => ratio(section.words, words),
            "place" => ratio((block as u32).saturating_sub(section.first), last),
            "number" => number as f32,
            "level" => f32::from(self.levels[number]),
        );
        self.window("within5", block, 5, columns);
        self.window("within15", block, 15, columns);
    }

    /// The text of so many blocks before and after.
    fn window(&self, group: &str, block: usize, size: usize, columns: &mut impl Columns) {
        let last = self.before.len() - 1;
        let (start, end) = (block.saturating_sub(size), (block + 1 + size).min(last));
        let between = |from: usize, to: usize, what: usize| self.before[to][what] - self.before[from][what];
        let words = between(start, end, 0);
        columns!(columns, group,
            "words" => words as f32,
            "words_before" => between(start, block, 0) as f32,
            "words_after" => between(block + 1, end, 0) as f32,
            "link_share" => ratio(between(start, end, 1), words),
            "long_share" => ratio(between(start, end, 2), words),
        );
    }
}
