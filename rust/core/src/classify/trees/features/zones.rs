//! Parts of a page that say by their names what they hold, and how that goes with what the page is.
//!
//! A name counts where its element holds a part of the page only: `body.has-modal.no-comments` says nothing of what is
//! in it.

use std::sync::LazyLock;

use super::super::kind::Kind;
use super::columns::{Columns, columns, flag};
use super::layout::Layout;
use crate::html::hints::Hints;
use crate::html::page::Page;
use crate::html::tags::Tag;

/// The zones: their names, their hint words, their tags.
const ZONES: [(&str, &[&str], &[Tag]); COUNT] = [
    ("review", &["rating", "review"], &[]),
    ("comment", &["comment"], &[]),
    ("faq", &["accordion", "faq"], &[]),
    ("related", &["carousel", "recommended", "related", "teaser"], &[]),
    ("foot", &["contentinfo", "footer"], &[Tag::Footer]),
    ("legal", &["disclaimer", "footnote", "legal"], &[]),
    ("popup", &["dialog", "modal", "overlay", "popup"], &[Tag::Dialog]),
    ("consent", &["consent", "cookie"], &[]),
    ("nav", &["menu", "nav", "navbar", "navigation"], &[Tag::Nav]),
    ("side", &["complementary", "sidebar"], &[Tag::Aside]),
    ("description", &["description", "detail", "feature", "spec"], &[]),
];

const COUNT: usize = 11;

const NAMES: [&str; COUNT] = {
    let mut names = [""; COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = ZONES[at].0;
        at += 1;
    }
    names
};

/// A zone of a page: a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(in super::super) enum Zone {
    Review = 1,
    Comment = 1 << 1,
    Related = 1 << 3,
    Consent = 1 << 7,
    Description = 1 << 10,
}

/// The percentage of the page's words that an element holds at most to be a zone.
const MOST: u64 = 80;

static WORDS: LazyLock<[u128; COUNT]> = LazyLock::new(|| {
    ZONES.map(|(_, words, _)| words.iter().fold(0, |hints, word| hints | Hints::of_word(word.as_bytes()).0))
});

/// In which zones each node of the layout is.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Zones {
    nodes: Vec<u16>,
    pub(super) kind: Kind,
}

impl Zones {
    pub(super) fn of(page: &Page, layout: &Layout) -> Self {
        let all = u64::from(layout.sums[0].words);
        let mut nodes = Vec::with_capacity(layout.parents.len());
        nodes.push(0);
        for (at, element) in layout.elements(page).enumerate() {
            let node = at + 1;
            let is_part = u64::from(layout.sums[node].words) * 100 <= all * MOST;
            let own = if is_part { zones_of(element.hints.0, element.tag) } else { 0 };
            nodes.push(nodes[layout.parents[node] as usize] | own);
        }
        Self { nodes, kind: Kind::of(page) }
    }

    /// Whether a node of the layout is in a zone.
    pub(super) fn has(&self, node: u32, zone: Zone) -> bool {
        self.nodes[node as usize] & zone as u16 != 0
    }

    pub(super) fn write(&self, block: usize, layout: &Layout, columns: &mut impl Columns) {
        let node = layout.places[block];
        let zones = self.nodes[node as usize];
        columns.put("zone", NAMES, || std::array::from_fn(|at| f32::from(zones >> at & 1)));
        let on_product = |zone: Zone| flag(self.kind.is_product && self.has(node, zone));
        columns!(columns, "kind",
            "product" => flag(self.kind.is_product),
            "products" => f32::from(self.kind.products),
            "forum" => flag(self.kind.is_forum),
            "article" => flag(self.kind.is_article),
            "product_review" => on_product(Zone::Review),
            "product_related" => on_product(Zone::Related),
            "product_description" => on_product(Zone::Description),
            "forum_comment" => flag(self.kind.is_forum && self.has(node, Zone::Comment)),
        );
    }
}

fn zones_of(hints: u128, tag: Tag) -> u16 {
    let zones = ZONES.iter().zip(&*WORDS).enumerate();
    zones.fold(0, |bits, (at, ((_, _, tags), words))| {
        bits | u16::from(hints & words != 0 || tags.contains(&tag)) << at
    })
}
