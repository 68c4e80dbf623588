//! The text that stands in the same `div`, cell or section: Victor's div and td groups.

use crate::html::page::{Block, Page};
use crate::html::tags::Tag;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) words: u32,
    pub(super) links: u32,
    pub(super) blocks: u32,
}

#[derive(Debug)]
pub(super) struct Groups {
    /// The group of each element; the first is of all that stand in none.
    of: Vec<usize>,
    groups: Vec<Group>,
    /// The words of the group that has most.
    pub(super) largest: u32,
}

impl Groups {
    pub(super) fn of(page: &Page) -> Self {
        let mut groups = vec![Group::default()];
        let mut of: Vec<usize> = Vec::with_capacity(page.elements.len());
        for element in &page.elements {
            if is_group(element.tag) {
                groups.push(Group::default());
                of.push(groups.len() - 1);
            } else {
                of.push(element.parent.map_or(0, |parent| of[parent as usize]));
            }
        }
        let mut all = Self { of, groups, largest: 0 };
        for block in &page.blocks {
            let place = all.place(block);
            let group = &mut all.groups[place];
            group.words += block.words;
            group.links += block.links;
            group.blocks += 1;
            all.largest = all.largest.max(group.words);
        }
        all
    }

    fn place(&self, block: &Block) -> usize {
        block.element.map_or(0, |at| self.of[at as usize])
    }

    /// The group that a block is in.
    pub(super) fn around(&self, block: &Block) -> Group {
        self.groups[self.place(block)]
    }
}

fn is_group(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Div
            | Tag::Td
            | Tag::Section
            | Tag::Article
            | Tag::Main
            | Tag::Nav
            | Tag::Aside
            | Tag::Header
            | Tag::Footer
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    #[test]
    fn groups_are_what_is_directly_in_a_div() {
        let page = tree::read("x<div><p>a b c</p><div><a href=y>d e</a></div><ul><li>f</ul></div>", false);
        let groups = Groups::of(&page);
        let around: Vec<Group> = page.blocks.iter().map(|block| groups.around(block)).collect();
        let outer = Group { words: 4, links: 0, blocks: 2 };
        let inner = Group { words: 2, links: 2, blocks: 1 };
        assert_eq!(around, [Group { words: 1, links: 0, blocks: 1 }, outer, inner, outer]);
        assert_eq!(groups.largest, 4);
    }
}
