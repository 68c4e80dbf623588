//! The elements around a block: their tags, and what their class, id and role say.

use std::sync::LazyLock;

use super::columns::{Columns, columns};
use super::layout::Layout;
use crate::html::hints::Hints;
use crate::html::page::Page;
use crate::html::tags::Tag;

const TAGS: [(&str, &[Tag]); 16] = [
    ("article", &[Tag::Article]),
    ("main", &[Tag::Main]),
    ("section", &[Tag::Section]),
    ("aside", &[Tag::Aside]),
    ("header", &[Tag::Header]),
    ("footer", &[Tag::Footer]),
    ("nav", &[Tag::Nav]),
    ("form", &[Tag::Form]),
    ("table", &[Tag::Table]),
    ("list", &[Tag::Ul, Tag::Ol, Tag::Menu, Tag::Dir]),
    ("dl", &[Tag::Dl]),
    ("blockquote", &[Tag::Blockquote]),
    ("figure", &[Tag::Figure]),
    ("details", &[Tag::Details, Tag::Dialog]),
    ("button", &[Tag::Button, Tag::Label]),
    ("other", &[Tag::Other]),
];

/// Hint words that mean much the same.
const GROUPS: [(&str, &[&str]); 16] = [
    (
        "content_words",
        &["article", "body", "content", "entry", "main", "markdown", "post", "rte", "story", "text"],
    ),
    ("comment_words", &["answer", "comment", "forum", "message", "reply", "thread"]),
    (
        "nav_words",
        &["breadcrumb", "menu", "nav", "navbar", "navigation", "pager", "pagination", "tab", "toc"],
    ),
    ("foot_words", &["bottom", "contentinfo", "copyright", "disclaimer", "foot", "footer", "legal"]),
    ("head_words", &["banner", "head", "header", "hero"]),
    ("side_words", &["complementary", "side", "sidebar", "widget"]),
    ("related_words", &["featured", "more", "news", "popular", "recent", "recommended", "related", "teaser"]),
    ("share_words", &["facebook", "share", "social"]),
    ("ad_words", &["ad", "advert", "advertisement", "cta", "newsletter", "promo", "sponsor", "subscribe"]),
    ("product_words", &["feature", "price", "product", "spec"]),
    ("review_words", &["rating", "review"]),
    ("author_words", &["about", "author", "avatar", "byline"]),
    ("date_words", &["date", "meta"]),
    ("popup_words", &["consent", "cookie", "dialog", "dropdown", "login", "modal", "overlay", "popup"]),
    ("items_words", &["card", "carousel", "feed", "gallery", "grid", "item", "list", "listing", "slider"]),
    ("title_words", &["caption", "headline", "title"]),
];

/// How many kinds there are of what may be around.
pub(super) const COUNT: usize = TAGS.len() + GROUPS.len();

/// What they are called; the hints after the tags.
pub(super) const NAMES: [&str; COUNT] = {
    let mut names = [""; COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = if at < TAGS.len() { TAGS[at].0 } else { GROUPS[at - TAGS.len()].0 };
        at += 1;
    }
    names
};

/// The places of those kinds that are hardly ever content.
const FRAME: [usize; 8] = [
    place("aside"),
    place("footer"),
    place("nav"),
    place("nav_words"),
    place("foot_words"),
    place("side_words"),
    place("popup_words"),
    place("ad_words"),
];

const fn place(name: &str) -> usize {
    let mut at = 0;
    while at < COUNT {
        if same(NAMES[at].as_bytes(), name.as_bytes()) {
            return at;
        }
        at += 1;
    }
    // Not to be compiled: no array has this place.
    COUNT
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The bits of each tag among [`TAGS`].
static TAG_BITS: [u32; Tag::COUNT] = {
    let mut bits = [0; Tag::COUNT];
    let mut group = 0;
    while group < TAGS.len() {
        let mut tag = 0;
        while tag < TAGS[group].1.len() {
            bits[TAGS[group].1[tag] as usize] |= 1 << group;
            tag += 1;
        }
        group += 1;
    }
    bits
};

static GROUP_HINTS: LazyLock<[u128; GROUPS.len()]> = LazyLock::new(|| {
    let set = |words: &[&str]| words.iter().fold(0, |hints, word| hints | Hints::of_word(word.as_bytes()).0);
    GROUPS.map(|(_, words)| set(words))
});

/// What is around a node of the layout.
#[derive(Clone, Copy, Debug)]
struct Around {
    /// How many elements up the nearest of each kind is, itself being 0.
    steps: [u8; COUNT],
    /// The hints of the element itself, of the one around it, of the nearest three, and of all.
    own: u128,
    outer: u128,
    close: u128,
    any: u128,
}

const FAR: u8 = u8::MAX;

/// For each node of the layout what is around it.
#[derive(Debug)]
pub(super) struct Arounds(Vec<Around>);

impl Arounds {
    pub(super) fn of(page: &Page, layout: &Layout) -> Self {
        let mut all = Vec::with_capacity(layout.parents.len());
        all.push(Around { steps: [FAR; COUNT], own: 0, outer: 0, close: 0, any: 0 });
        for (element, &parent) in layout.elements(page).zip(&layout.parents[1..]) {
            let outer: Around = all[parent as usize];
            let own = element.hints.0;
            let mut steps = outer.steps.map(|steps| steps.saturating_add(1));
            let mut bits = TAG_BITS[element.tag as usize];
            if own != 0 {
                for (at, group) in GROUP_HINTS.iter().enumerate() {
                    bits |= u32::from(own & group != 0) << (TAGS.len() + at);
                }
            }
            while bits != 0 {
                steps[bits.trailing_zeros() as usize] = 0;
                bits &= bits - 1;
            }
            all.push(Around {
                steps,
                own,
                outer: outer.own,
                close: own | outer.own | outer.outer,
                any: outer.any | own,
            });
        }
        Self(all)
    }

    /// Whether a node of the layout is in something that says by its name that it is no content.
    pub(super) fn is_frame(&self, node: u32) -> bool {
        let steps = &self.0[node as usize].steps;
        FRAME.iter().any(|&at| steps[at] != FAR)
    }

    /// How many of the page's words are in each kind.
    pub(super) fn counts(&self, page: &Page, layout: &Layout) -> [u32; COUNT] {
        let mut counts = [0_u32; COUNT];
        for (block, &place) in page.blocks.iter().zip(&layout.places) {
            let steps = &self.0[place as usize].steps;
            for (count, &steps) in counts.iter_mut().zip(steps) {
                *count = count.saturating_add(if steps == FAR { 0 } else { block.words });
            }
        }
        counts
    }

    pub(super) fn write(&self, block: usize, layout: &Layout, columns: &mut impl Columns) {
        let node = layout.places[block];
        let around = &self.0[node as usize];
        columns!(columns, "",
            "depth" => layout.depths[node as usize] as f32,
            "hints" => around.own.count_ones() as f32,
            "hints_around" => around.any.count_ones() as f32,
        );
        columns.put("in", NAMES, || around.steps.map(nearness));
        let values = || ones(around.any).map(|at| (at, if around.close >> at & 1 == 1 { 2.0 } else { 1.0 }));
        columns.put_sparse("hint", Hints::vocabulary(), values);
    }
}

/// The places of the bits that are set.
fn ones(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (at < u128::BITS).then_some(at as usize)
    })
}

/// 1 for the element itself, 1/2 for the one around it, and so on; 0 for none.
fn nearness(steps: u8) -> f32 {
    if steps == FAR { 0.0 } else { 1.0 / (1.0 + f32::from(steps)) }
}
