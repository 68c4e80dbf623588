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
mod picked;
mod repeats;
pub mod rows;
mod talk;
#[cfg(test)]
pub(super) mod tests;
mod texts;
mod votes;
mod whole;
pub(super) mod zones;

use super::super::Context;
use super::batch::{Batch, ROWS, TILE};
use super::kind::Kind;
use crate::html::page::{Block, Page};
use crate::html::tags::Tag;
use columns::{Columns, Names};
use layout::Layout;
pub(super) use layout::is_long;
use picked::Picked;
pub(super) use picked::Plan;
use texts::{Text, Title};

/// A row for each block of a page.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub columns: usize,
    /// Row by row.
    pub values: Vec<f32>,
}

/// What is known of the elements of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings {
    layout: Layout,
    zones: zones::Zones,
}

impl Surroundings {
    /// Whether a block is in a zone of the page.
    pub(super) fn is_in(&self, block: usize, zone: zones::Zone) -> bool {
        self.zones.has(self.layout.places[block], zone)
    }

    /// What the page says that it is.
    pub(super) fn kind(&self) -> Kind {
        self.zones.kind
    }

    /// The node of the page's tree that a block is in.
    pub(super) fn node(&self, block: usize) -> u32 {
        self.layout.places[block]
    }

    /// The node that each node is in; that of the root is itself.
    pub(super) fn parents(&self) -> &[u32] {
        &self.layout.parents
    }

    /// A number for all tags and hints around a block.
    pub(super) fn path(&self, block: usize) -> u64 {
        self.layout.path(block)
    }
}

impl Table {
    pub fn row(&self, block: usize) -> &[f32] {
        &self.values[block * self.columns..(block + 1) * self.columns]
    }
}

/// The names of all columns.
pub fn names() -> Vec<String> {
    named().names
}

fn named() -> Names {
    // A row of any page has them all.
    let page = Page { blocks: vec![Block::default()], ..Page::default() };
    let mut names = Names::default();
    Reader::new(&page, &Context::default(), &Plan::default()).row(0, &mut names);
    names
}

/// Makes a page what it could have been before HTML5: with `div` for the elements of sections.
pub fn old_markup(page: &mut Page) {
    let sections = [Tag::Main, Tag::Article, Tag::Section, Tag::Header, Tag::Footer, Tag::Nav, Tag::Aside];
    for element in page.elements.iter_mut().filter(|element| sections.contains(&element.tag)) {
        element.tag = Tag::Div;
    }
}

#[cfg(test)]
pub(super) fn around(page: &Page) -> Surroundings {
    Reader::new(page, &Context::default(), &Plan::default()).surroundings()
}

/// All columns of all blocks.
pub fn table(page: &Page, context: &Context<'_>) -> Table {
    if page.blocks.is_empty() {
        return Table::default();
    }
    let mut values = Vec::new();
    let reader = Reader::new(page, context, &Plan::default());
    reader.row(0, &mut values);
    let columns = values.len();
    values.reserve_exact(columns * (page.blocks.len() - 1));
    for block in 1..page.blocks.len() {
        reader.row(block, &mut values);
    }
    Table { columns, values }
}

/// Gives the rows one after another: what is used at once need not be kept.
pub fn each_row(page: &Page, context: &Context<'_>, mut each: impl FnMut(usize, &[f32])) {
    let reader = Reader::new(page, context, &Plan::default());
    let mut row = Vec::new();
    for block in 0..page.blocks.len() {
        row.clear();
        reader.row(block, &mut row);
        each(block, &row);
    }
}

/// The columns that a model asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chosen(Plan);

impl Chosen {
    /// Columns by their number among [`names`], in order; each goes to the place that it has among them.
    pub(super) fn of(wanted: &[u16]) -> Self {
        let is_wanted = |column: usize| wanted.iter().any(|&known| usize::from(known) == column);
        Self(Plan::of(&named(), is_wanted))
    }

    /// Writes the columns into the batches, which have rows for all blocks.
    pub(super) fn write(&self, page: &Page, context: &Context<'_>, batches: &mut [Batch]) -> Surroundings {
        let plan = &self.0;
        let reader = Reader::new(page, context, plan);
        let width = plan.width.max(1);
        let mut rows = vec![0.0; width * TILE];
        for start in (0..page.blocks.len()).step_by(TILE) {
            let end = page.blocks.len().min(start + TILE);
            for (block, row) in (start..end).zip(rows.chunks_exact_mut(width)) {
                reader.row(block, &mut Picked::new(plan, row));
            }
            batches[start / ROWS].take(start, &rows, width, &plan.places);
        }
        reader.surroundings()
    }
}

/// What was read of a page before its rows are written.
struct Reader<'a> {
    page: &'a Page,
    layout: Layout,
    texts: Vec<Text>,
    arounds: around::Arounds,
    zones: zones::Zones,
    cards: Option<cards::Cards>,
    containers: Option<containers::Containers>,
    core: core::Cores,
    groups: Option<groups::Groups>,
    whole: Option<whole::Whole>,
    repeats: Option<repeats::Repeats>,
    votes: Option<votes::Votes>,
    talk: Option<talk::Talk>,
}

impl<'a> Reader<'a> {
    fn new(page: &'a Page, context: &Context<'_>, plan: &Plan) -> Self {
        let layout = Layout::of(page);
        let title = Title::of(page);
        let texts: Vec<Text> =
            page.blocks.iter().map(|block| Text::of(page, block, context, &title)).collect();
        let arounds = around::Arounds::of(page, &layout);
        Self {
            core: core::Cores::of(page, &layout, &arounds, plan),
            groups: plan.prepare("groups", || groups::Groups::of(page, &layout)),
            containers: plan.prepare("containers", || containers::Containers::of(&layout)),
            whole: plan.prepare("whole", || whole::Whole::of(page, &layout, &arounds, &texts)),
            zones: zones::Zones::of(page, &layout),
            cards: plan.prepare("cards", || cards::Cards::of(&layout, &texts)),
            arounds,
            repeats: plan.prepare("repeats", || repeats::Repeats::of(page)),
            votes: plan.prepare("votes", || votes::Votes::of(page, &texts)),
            talk: plan.prepare("talk", || talk::Talk::of(page, &texts)),
            page,
            layout,
            texts,
        }
    }

    fn surroundings(self) -> Surroundings {
        Surroundings { layout: self.layout, zones: self.zones }
    }

    fn row(&self, block: usize, columns: &mut impl Columns) {
        let (page, layout, texts) = (self.page, &self.layout, &self.texts);
        own::write(page, block, &texts[block], columns);
        self.arounds.write(block, layout, columns);
        near::write(page, block, layout, texts, columns);
        columns
            .room("containers", self.containers.as_ref(), |room, columns| room.write(block, layout, columns));
        self.core.write(block, layout, columns);
        columns.room("groups", self.groups.as_ref(), |room, columns| room.write(block, layout, columns));
        columns.room("whole", self.whole.as_ref(), |room, columns| room.write(page, block, columns));
        let titled = texts[block].titled;
        columns.room("repeats", self.repeats.as_ref(), |room, columns| room.write(block, titled, columns));
        columns.room("votes", self.votes.as_ref(), |room, columns| room.write(block, columns));
        self.zones.write(block, layout, columns);
        columns.room("cards", self.cards.as_ref(), |room, columns| room.write(block, layout, columns));
        columns.room("talk", self.talk.as_ref(), |room, columns| room.write(block, columns));
    }
}
