//! Tables of data in Markdown. What is laid out by tables (and old pages are) are paragraphs: a row is one of data if
//! it has several cells with no more than a line in each.

use super::markdown_escape::{Place, line};
use super::select::{Kept, around};
use super::text::{self, Form};
use crate::html::page::{Block, Page};
use crate::html::tags::Tag;

/// Rows of one table that follow each other.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    /// Whether the first row is one of `th`.
    header: bool,
    /// The block after it.
    pub(super) end: usize,
}

impl Table {
    /// A table as GitHub has it where all rows are of the same length. Empty cells are no blocks, so that in any other
    /// table nobody knows which columns are missing: its rows are lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let columns = self.rows.first().map_or(0, Vec::len);
        if self.rows.len() < 2 || self.rows.iter().any(|row| row.len() != columns) {
            let last = self.rows.len().saturating_sub(1);
            let end = |at: usize| if at < last { "\\" } else { "" };
            return self.rows.iter().enumerate().map(|(at, row)| row.join(" | ") + end(at)).collect();
        }
        let of = |row: &[String]| format!("| {} |", row.join(" | "));
        let rule = format!("|{}", " --- |".repeat(columns));
        let (head, rows) = match self.rows.split_first() {
            Some((head, rows)) if self.header => (of(head), rows),
            _ => (format!("|{}", "  |".repeat(columns)), &self.rows[..]),
        };
        [head, rule].into_iter().chain(rows.iter().map(|row| of(row))).collect()
    }
}

/// Where a block stands in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    table: Option<u32>,
    row: u32,
    cell: u32,
    is_header: bool,
    /// It may be a whole cell of data.
    simple: bool,
}

/// Finds tables, looking at each row once.
pub(super) struct Reader<'a, K> {
    page: &'a Page,
    kept: &'a K,
    /// Blocks before this one are in no row of data.
    looked: usize,
}

impl<'a, 'k, K: Fn(usize) -> Kept<'k>> Reader<'a, K> {
    pub(super) fn new(page: &'a Page, kept: &'a K) -> Self {
        Self { page, kept, looked: 0 }
    }

    /// The table that starts with a block, if it stands in a row of data.
    pub(super) fn read(&mut self, start: usize) -> Option<Table> {
        if start < self.looked {
            return None;
        }
        let mut table = Table { end: start, ..Table::default() };
        let mut of = None;
        while let Some(first) = self.cell(table.end).filter(|cell| of.is_none_or(|of| of == cell.table)) {
            of = Some(first.table);
            let (cells, is_header, end) = self.row(table.end, first);
            match cells {
                Some(cells) if cells.len() > 1 => {
                    table.header |= table.rows.is_empty() && is_header;
                    table.rows.push(cells);
                }
                // A row of which nothing is kept.
                Some(cells) if cells.is_empty() && !table.rows.is_empty() => {}
                _ => {
                    self.looked = end;
                    break;
                }
            }
            table.end = end;
        }
        (!table.rows.is_empty()).then_some(table)
    }

    /// The cells of a row, unless one is more than a line; whether all are `th`; and the block after it.
    fn row(&self, start: usize, first: Cell) -> (Option<Vec<String>>, bool, usize) {
        let (mut cells, mut simple, mut header) = (Vec::new(), true, true);
        let mut last = None;
        let mut end = start;
        while let Some(cell) = self.cell(end).filter(|cell| cell.row == first.row) {
            let mut text = String::new();
            let block = &self.page.blocks[end];
            text::push_block(&mut text, self.page, block, &(self.kept)(end), Form::default());
            if !text.trim().is_empty() {
                simple &= cell.simple && last != Some(cell.cell);
                header &= cell.is_header;
                last = Some(cell.cell);
                let mut escaped = String::new();
                line(&text, Place::Cell, &mut escaped);
                cells.push(escaped);
            }
            end += 1;
        }
        (simple.then_some(cells), header, end)
    }

    fn cell(&self, at: usize) -> Option<Cell> {
        let block: &Block = self.page.blocks.get(at)?;
        let mut simple = block.heading == 0;
        let mut ancestors = around(self.page, block);
        let (cell, is_header) = ancestors.by_ref().find_map(|(at, element)| {
            let tag = element.tag;
            simple &= !(tag.keeps_lines() || matches!(tag, Tag::Li | Tag::Blockquote | Tag::Table));
            matches!(tag, Tag::Td | Tag::Th).then_some((at, tag == Tag::Th))
        })?;
        let (row, _) = ancestors.by_ref().find(|(_, element)| element.tag == Tag::Tr)?;
        let table = ancestors.find(|(_, element)| element.tag == Tag::Table).map(|(at, _)| at);
        Some(Cell { table, row, cell, is_header, simple })
    }
}
