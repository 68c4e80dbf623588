//! Blocks that are comments of readers, by what their elements are called.

use crate::html::page::Page;

/// Whether each block is inside of an element with the word.
pub(super) fn of(page: &Page) -> Vec<bool> {
    let mut inside: Vec<bool> = Vec::with_capacity(page.elements.len());
    for element in &page.elements {
        let above = element.parent.and_then(|parent| inside.get(parent as usize).copied());
        inside.push(above.unwrap_or(false) || element.hints.contains("comment"));
    }
    let is_inside = |element: u32| inside.get(element as usize).copied().unwrap_or(false);
    page.blocks.iter().map(|block| block.element.is_some_and(is_inside)).collect()
}
