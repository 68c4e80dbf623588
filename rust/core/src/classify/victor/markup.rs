//! The elements around a text node, as bits.

use super::super::learning::kinds;
use crate::html::page::Page;
use crate::html::tags::Tag;

/// Bits for the innermost block-level element, and as many for all elements around.
pub(in crate::classify) const FLAGS: usize = 2 * kinds::COUNT;

/// What is known of an element for all text in it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::classify) struct Around {
    pub(in crate::classify) flags: u128,
    pub(in crate::classify) depth: u32,
}

/// The flags of inline elements.
pub(in crate::classify) fn of_inline(tags: impl Iterator<Item = Tag>) -> u128 {
    tags.fold(0, |flags, tag| flags | u128::from(kinds::bit(tag))) << kinds::COUNT
}

/// One for each of [`Page::elements`].
pub(in crate::classify) fn of_elements(page: &Page) -> Vec<Around> {
    let outer = (1_u128 << kinds::COUNT) - 1;
    let mut all: Vec<Around> = Vec::with_capacity(page.elements.len());
    for element in &page.elements {
        let parent = element.parent.map_or(Around::default(), |parent| all[parent as usize]);
        let bit = u128::from(kinds::bit(element.tag));
        all.push(Around {
            flags: parent.flags & !outer | bit | bit << kinds::COUNT,
            depth: parent.depth + 1,
        });
    }
    all
}

/// How many elements end and how many begin between two elements.
pub(in crate::classify) fn distance(
    page: &Page,
    around: &[Around],
    from: Option<u32>,
    to: Option<u32>,
) -> (u32, u32) {
    let depth = |element: Option<u32>| element.map_or(0, |at| around[at as usize].depth);
    let parent = |element: Option<u32>| element.and_then(|at| page.elements[at as usize].parent);
    let (mut a, mut b, mut closed, mut opened) = (from, to, 0, 0);
    while a != b {
        let (above, below) = (depth(a), depth(b));
        if above >= below {
            a = parent(a);
            closed += 1;
        }
        if below >= above {
            b = parent(b);
            opened += 1;
        }
    }
    (closed, opened)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    fn kind(tag: Tag) -> u128 {
        u128::from(kinds::bit(tag))
    }

    #[test]
    fn flags_are_of_the_innermost_and_of_all() {
        let page = tree::read("<body><ul><li>a <b>c</b><p>d", false);
        let around = of_elements(&page);
        let li = around[page.blocks[0].element.unwrap() as usize];
        assert_eq!(li.flags, kind(Tag::Li) | (kind(Tag::Li) | kind(Tag::Ul)) << kinds::COUNT);
        assert_eq!(li.depth, 3);
        let p = around[page.blocks[1].element.unwrap() as usize];
        assert_eq!(p.flags & kind(Tag::P), kind(Tag::P));
        assert_eq!(of_inline([Tag::B, Tag::A].into_iter()), (kind(Tag::B) | kind(Tag::A)) << kinds::COUNT);
    }

    #[test]
    fn distances_go_through_what_both_are_in() {
        let page = tree::read("<div><p>a</p><ul><li>b</ul></div><p>c", false);
        let around = of_elements(&page);
        let between = |from: usize, to: usize| {
            distance(&page, &around, page.blocks[from].element, page.blocks[to].element)
        };
        assert_eq!((between(0, 0), between(0, 1), between(1, 2)), ((0, 0), (1, 2), (3, 1)));
        assert_eq!(distance(&page, &around, None, page.blocks[0].element), (0, 3));
    }
}
