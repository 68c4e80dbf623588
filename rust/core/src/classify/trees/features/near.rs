//! The blocks before and after.

use super::super::super::learning::shape::ratio;
use super::super::super::victor::signs::Sign;
use super::columns::{Columns, flag};
use super::layout::Layout;
use super::texts::Text;
use crate::html::page::Page;

const SIDES: [(&str, isize); 6] =
    [("before3", -3), ("before2", -2), ("before1", -1), ("after1", 1), ("after2", 2), ("after3", 3)];

pub(super) fn write(page: &Page, at: usize, layout: &Layout, texts: &[Text], columns: &mut impl Columns) {
    let own = &page.blocks[at];
    for (group, offset) in SIDES {
        let Some((other, block)) =
            at.checked_add_signed(offset).and_then(|other| Some((other, page.blocks.get(other)?)))
        else {
            put(columns, group, || [-1.0; 8]);
            continue;
        };
        put(columns, group, || {
            [
                block.words as f32,
                ratio(block.links, block.words),
                texts[other].stop,
                f32::from(block.heading),
                flag(texts[other].has(Sign::EndsSentence)),
                flag(page.tag_of(block) == page.tag_of(own)),
                flag(layout.path(other) == layout.path(at)),
                layout.distance(at.min(other), at.max(other)) as f32,
            ]
        });
    }
}

fn put(columns: &mut impl Columns, group: &str, values: impl FnOnce() -> [f32; 8]) {
    let names = [
        "words",
        "link_share",
        "stop_share",
        "heading",
        "ends_sentence",
        "same_tag",
        "same_path",
        "distance",
    ];
    columns.put(group, names, values);
}
