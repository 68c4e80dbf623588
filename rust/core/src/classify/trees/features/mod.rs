//! What the trees are told of a block, as columns of numbers: one definition for learning and for labelling.
//!
//! Blocks that readers may not see have their rows too: to be hidden is evidence, and says nothing by itself. Columns
//! are of the kinds that the literature found to help: shallow text features (Kohlschütter et al. 2010), the markup
//! and the place of Victor (Spousta et al. 2008), sums over the elements around (Chakrabarti et al. 2007), and
//! the verdicts of the rules that cost little.

mod around;
mod cards;
mod columns;
mod containers;
mod core;
mod groups;
mod layout;
pub(super) mod mixed;
mod near;
mod own;
mod repeats;
pub mod rows;
mod second;
#[cfg(test)]
mod tests;
mod texts;
mod votes;
mod whole;
pub(super) mod zones;

use super::super::Context;
use crate::html::page::{Block, Page};
use columns::{Columns, Names};
use layout::Layout;
use texts::{Text, Title};

/// A row for each block of a page.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub columns: usize,
    /// Row by row.
    pub values: Vec<f32>,
    layout: Layout,
    zones: zones::Zones,
}

impl Table {
    pub fn row(&self, block: usize) -> &[f32] {
        &self.values[block * self.columns..(block + 1) * self.columns]
    }

    /// Whether a block is in a zone of the page.
    pub(super) fn is_in(&self, block: usize, zone: zones::Zone) -> bool {
        self.zones.has(self.layout.places[block], zone)
    }
}

/// The names of all columns, those of the second stage last.
pub fn names() -> Vec<String> {
    let mut names = first_names();
    names.extend(second::names());
    names
}

/// Those of the first stage.
pub fn first_names() -> Vec<String> {
    // A row of any page has them all.
    let page = Page { blocks: vec![Block::default()], ..Page::default() };
    let mut names = Names::default();
    Reader::new(&page, &Context::default()).row(0, &mut names);
    names.0
}

/// The columns of the first stage.
pub fn first(page: &Page, context: &Context<'_>) -> Table {
    if page.blocks.is_empty() {
        return Table::default();
    }
    let mut values = Vec::new();
    let reader = Reader::new(page, context);
    reader.row(0, &mut values);
    let columns = values.len();
    values.reserve_exact(columns * (page.blocks.len() - 1));
    for block in 1..page.blocks.len() {
        reader.row(block, &mut values);
    }
    Table { columns, values, layout: reader.layout, zones: reader.zones }
}

/// Gives the rows of the first stage one after another: what is scored at once need not be kept. The table that it
/// returns has no rows; the second stage needs no more of it.
pub fn each_first(page: &Page, context: &Context<'_>, mut each: impl FnMut(usize, &[f32])) -> Table {
    let reader = Reader::new(page, context);
    let mut row = Vec::new();
    for block in 0..page.blocks.len() {
        row.clear();
        reader.row(block, &mut row);
        each(block, &row);
    }
    Table { columns: row.len(), values: Vec::new(), layout: reader.layout, zones: reader.zones }
}

/// The columns of the second stage: what the first stage, with a score for each block, says of a block's surroundings.
pub fn second(page: &Page, scores: &[f32], table: &Table) -> Table {
    second::table(page, scores, &table.layout)
}

/// What was read of a page before its rows are written.
struct Reader<'a> {
    page: &'a Page,
    layout: Layout,
    texts: Vec<Text>,
    arounds: around::Arounds,
    zones: zones::Zones,
    cards: cards::Cards,
    containers: containers::Containers,
    core: core::Cores,
    groups: groups::Groups,
    whole: whole::Whole,
    repeats: repeats::Repeats,
    votes: votes::Votes,
}

impl<'a> Reader<'a> {
    fn new(page: &'a Page, context: &Context<'_>) -> Self {
        let layout = Layout::of(page);
        let title = Title::of(page);
        let texts: Vec<Text> =
            page.blocks.iter().map(|block| Text::of(page, block, context, &title)).collect();
        let arounds = around::Arounds::of(page, &layout);
        Self {
            core: core::Cores::of(page, &layout, &arounds),
            groups: groups::Groups::of(page, &layout),
            containers: containers::Containers::of(&layout),
            whole: whole::Whole::of(page, &layout, &arounds, &texts),
            zones: zones::Zones::of(page, &layout),
            cards: cards::Cards::of(&layout, &texts),
            arounds,
            repeats: repeats::Repeats::of(page),
            votes: votes::Votes::of(page, &texts),
            page,
            layout,
            texts,
        }
    }

    fn row(&self, block: usize, columns: &mut impl Columns) {
        own::write(self.page, block, &self.texts[block], columns);
        self.arounds.write(block, &self.layout, columns);
        near::write(self.page, block, &self.layout, &self.texts, columns);
        self.containers.write(block, &self.layout, columns);
        self.core.write(block, &self.layout, columns);
        self.groups.write(block, &self.layout, columns);
        self.whole.write(self.page, block, columns);
        self.repeats.write(block, self.texts[block].titled, columns);
        self.votes.write(block, columns);
        self.zones.write(block, &self.layout, columns);
        self.cards.write(block, &self.layout, columns);
    }
}
