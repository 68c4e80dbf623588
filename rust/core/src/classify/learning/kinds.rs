//! Elements that say the same of what is in them.

use crate::html::tags::Tag;

/// Models depend on their order.
const KINDS: [&[Tag]; 38] = [
    &[Tag::P],
    &[Tag::Div],
    &[Tag::Li],
    &[Tag::Ul, Tag::Menu, Tag::Dir],
    &[Tag::Ol],
    &[Tag::Td],
    &[Tag::Th],
    &[Tag::Table],
    &[Tag::H1],
    &[Tag::H2],
    &[Tag::H3],
    &[Tag::H4, Tag::H5, Tag::H6],
    &[Tag::Article],
    &[Tag::Main],
    &[Tag::Section],
    &[Tag::Header],
    &[Tag::Footer],
    &[Tag::Nav],
    &[Tag::Aside],
    &[Tag::Form, Tag::Fieldset, Tag::Legend],
    &[Tag::Blockquote],
    &[Tag::Pre, Tag::Code, Tag::Tt],
    &[Tag::Dl, Tag::Dt, Tag::Dd],
    &[Tag::Figure, Tag::Figcaption, Tag::Caption],
    &[Tag::Address],
    &[Tag::Center],
    &[Tag::Details, Tag::Summary, Tag::Dialog],
    &[Tag::Option, Tag::Select, Tag::Optgroup, Tag::Datalist, Tag::Textarea],
    &[Tag::Other],
    &[Tag::A],
    &[Tag::B, Tag::Strong],
    &[Tag::I, Tag::Em, Tag::Cite],
    &[Tag::U],
    &[Tag::Span],
    &[Tag::Font],
    &[Tag::Button, Tag::Label],
    &[Tag::Small, Tag::Sub, Tag::Sup],
    &[Tag::Time],
];

/// What each kind is called, in their order.
pub(in crate::classify) const NAMES: [&str; COUNT] = [
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "td",
    "th",
    "table",
    "h1",
    "h2",
    "h3",
    "h4",
    "article",
    "main",
    "section",
    "header",
    "footer",
    "nav",
    "aside",
    "form",
    "blockquote",
    "pre",
    "dl",
    "figure",
    "address",
    "center",
    "details",
    "option",
    "other",
    "a",
    "b",
    "i",
    "u",
    "span",
    "font",
    "button",
    "small",
    "time",
];

/// The kinds from here on are of elements within blocks.
pub(in crate::classify) const INLINE: usize = 29;

/// How many kinds there are.
pub(in crate::classify) const COUNT: usize = KINDS.len();

/// The bit of each tag, 0 for those that say nothing.
static BITS: [u64; Tag::COUNT] = {
    let mut bits = [0; Tag::COUNT];
    let mut kind = 0;
    while kind < KINDS.len() {
        let mut tag = 0;
        while tag < KINDS[kind].len() {
            bits[KINDS[kind][tag] as usize] = 1 << kind;
            tag += 1;
        }
        kind += 1;
    }
    bits
};

/// The kind of a tag as a bit, 0 for tags that say nothing.
pub(in crate::classify) fn bit(tag: Tag) -> u64 {
    BITS[tag as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tag_has_one_kind() {
        let all: Vec<Tag> = KINDS.iter().flat_map(|tags| tags.iter().copied()).collect();
        for (at, tag) in all.iter().enumerate() {
            assert!(!all[..at].contains(tag), "{tag:?}");
            assert_eq!(bit(*tag).count_ones(), 1);
        }
        assert_eq!(bit(Tag::Body), 0);
        for (name, tags) in NAMES.iter().zip(KINDS) {
            assert!(*name == "other" || tags[0].name() == *name, "{name}");
        }
        assert_eq!(bit(Tag::A), 1 << INLINE);
    }
}
