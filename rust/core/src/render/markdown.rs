//! Markdown: headings, items of lists, quotes, `pre` and tables keep their form; links have no targets, and are text.

use super::markdown_escape::{Place, line};
use super::markdown_table::{Reader, Table};
use super::select::{Kept, around};
use super::text::{self, Form};
use crate::html::page::{Block, Element, Page};
use crate::html::tags::Tag;

/// What is kept of a page, with a line end at the end; nothing if nothing is kept.
pub fn markdown<'a>(page: &Page, kept: impl Fn(usize) -> Kept<'a>) -> String {
    let mut writer = Writer {
        page,
        numbers: numbers(&page.elements),
        out: String::with_capacity(page.text.len() * 9 / 8 + page.blocks.len() * 2),
        open: Vec::new(),
    };
    let mut tables = Reader::new(page, &kept);
    let mut text = String::new();
    let mut at = 0;
    while let Some(block) = page.blocks.get(at) {
        if let Some(table) = tables.read(at) {
            writer.table(block, &table);
            at = table.end;
            continue;
        }
        text.clear();
        text::push_block(&mut text, page, block, &kept(at), Form { breaks: true });
        if !text.trim().is_empty() {
            writer.block(block, &text);
        }
        at += 1;
    }
    writer.out
}

/// The number of each item that is in an `ol`, whether it goes out or not; 0 for all other elements.
fn numbers(elements: &[Element]) -> Vec<u32> {
    let mut counts = vec![0; elements.len()];
    let mut numbers = vec![0; elements.len()];
    for (at, element) in elements.iter().enumerate() {
        if element.tag == Tag::Li
            && let Some(list) = element.parent.map(|parent| parent as usize)
            && elements[list].tag == Tag::Ol
        {
            counts[list] += 1;
            numbers[at] = counts[list];
        }
    }
    numbers
}

/// A quote or an item around the last block.
#[derive(Clone, Copy, Debug)]
struct Open {
    element: u32,
    kind: Kind,
    /// The other mark of its kind: of two lists that follow each other, the second one has it.
    other: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Quote,
    Item { list: Option<u32>, number: u32 },
}

struct Writer<'a> {
    page: &'a Page,
    numbers: Vec<u32>,
    out: String,
    open: Vec<Open>,
}

impl Writer<'_> {
    fn block(&mut self, block: &Block, text: &str) {
        let (mut first, rest) = self.enter(block);
        if text::keeps_lines(self.page, block) {
            let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(longest.max(2) + 1);
            for line in [fence.as_str()].into_iter().chain(text.split('\n')).chain([fence.as_str()]) {
                self.out.push_str(&first);
                self.out.push_str(line);
                self.end_line();
                first.clone_from(&rest);
            }
            return;
        }
        self.out.push_str(&first);
        if block.heading > 0 {
            self.out.extend(std::iter::repeat_n('#', usize::from(block.heading.min(6))));
            self.out.push(' ');
            line(
                &text.split('\n').map(str::trim).collect::<Vec<_>>().join(" "),
                Place::Heading,
                &mut self.out,
            );
            self.end_line();
            return;
        }
        for (i, part) in text.split('\n').filter(|part| !part.trim().is_empty()).enumerate() {
            if i > 0 {
                self.out.push_str("\\\n");
                self.out.push_str(&rest);
            }
            line(part, Place::Paragraph, &mut self.out);
        }
        self.end_line();
    }

    fn table(&mut self, block: &Block, table: &Table) {
        let (mut prefix, rest) = self.enter(block);
        for line in table.lines() {
            self.out.push_str(&prefix);
            self.out.push_str(&line);
            self.end_line();
            prefix.clone_from(&rest);
        }
    }

    fn end_line(&mut self) {
        let kept = self.out.trim_end_matches([' ', '\t']).len();
        self.out.truncate(kept);
        self.out.push('\n');
    }

    /// Ends what a block is not in, and what is between; returns what goes before its first line and before the others.
    fn enter(&mut self, block: &Block) -> (String, String) {
        let path = self.path(block);
        let shared = path.iter().zip(&self.open).take_while(|(new, old)| new.element == old.element).count();
        let before = self.open.get(shared).copied();
        self.open.truncate(shared);
        let mut rest = String::new();
        for open in &self.open {
            open.continue_line(&mut rest);
        }
        if !self.out.is_empty() && !path.get(shared).is_some_and(|new| self.is_tight(new, before)) {
            self.out.push_str(&rest);
            self.end_line();
        }
        let mut first = rest.clone();
        for (i, mut new) in path.into_iter().enumerate().skip(shared) {
            if i == shared {
                new.other = before.is_some_and(|before| new.has_other_mark(before));
            }
            new.start_line(&mut first);
            new.continue_line(&mut rest);
            self.open.push(new);
        }
        (first, rest)
    }

    /// Whether an item follows what is before it without a blank line: the item before it, or the text of the item that
    /// it is in. There, a number other than 1 would be read as text.
    fn is_tight(&self, new: &Open, before: Option<Open>) -> bool {
        let Kind::Item { list, number } = new.kind else { return false };
        match before {
            Some(before) => matches!(before.kind, Kind::Item { list: same, .. } if same == list),
            None => number < 2 && matches!(self.open.last(), Some(Open { kind: Kind::Item { .. }, .. })),
        }
    }

    /// The quotes and items around a block, outermost first.
    fn path(&self, block: &Block) -> Vec<Open> {
        let kinds = around(self.page, block).filter_map(|(at, element)| {
            let kind = match element.tag {
                Tag::Blockquote => Kind::Quote,
                Tag::Li => Kind::Item { list: element.parent, number: self.numbers[at as usize] },
                _ => return None,
            };
            Some(Open { element: at, kind, other: false })
        });
        let mut path: Vec<Open> = kinds.collect();
        path.reverse();
        path
    }
}

impl Open {
    fn has_other_mark(&self, before: Self) -> bool {
        match (self.kind, before.kind) {
            (Kind::Item { list, number }, Kind::Item { list: last, number: counted }) => {
                let same_kind = (number > 0) == (counted > 0);
                if list == last { before.other } else { same_kind && !before.other }
            }
            _ => false,
        }
    }

    fn start_line(&self, out: &mut String) {
        match self.kind {
            Kind::Quote => out.push_str("> "),
            Kind::Item { number: 0, .. } => out.push_str(if self.other { "* " } else { "- " }),
            Kind::Item { number, .. } => {
                out.push_str(&number.to_string());
                out.push_str(if self.other { ") " } else { ". " });
            }
        }
    }

    fn continue_line(&self, out: &mut String) {
        if self.kind == Kind::Quote {
            out.push_str("> ");
            return;
        }
        let mut mark = String::new();
        self.start_line(&mut mark);
        out.extend(std::iter::repeat_n(' ', mark.len()));
    }
}

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod tests;
