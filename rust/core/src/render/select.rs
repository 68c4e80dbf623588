//! What of a block goes out: all of it, nothing, or parts.

use std::borrow::Cow;
use std::ops::Range;

use crate::classify::Labels;
use crate::html::labels::Label;
use crate::html::page::{Block, Element, Page};

/// What of a block goes out. Parts are bytes of [`Page::text`], in order and apart from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept<'a> {
    Nothing,
    All,
    Parts(Cow<'a, [Range<usize>]>),
}

/// What a classifier calls good, of the block at a place of the page.
pub fn good<'a>(page: &Page, labels: &Labels, at: usize) -> Kept<'a> {
    let Some(label) = labels.blocks.get(at) else { return Kept::Nothing };
    // Parts are there only where a block is not all of one class.
    if !labels.nodes.is_empty() {
        let parts = labels.parts(page, &page.blocks[at]);
        if !parts.is_empty() {
            return Kept::Parts(parts.into());
        }
    }
    if label.good { Kept::All } else { Kept::Nothing }
}

/// The classes whose blocks are kept.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    names: Vec<String>,
    all: bool,
}

impl Classes {
    /// Blocks of any class, and those that have none.
    pub const ALL: &'static str = "all";

    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        Self { all: names.iter().any(|name| name == Self::ALL), names }
    }

    pub fn keep(&self, class: Option<&str>) -> bool {
        self.all || class.is_some_and(|class| self.names.iter().any(|name| name == class))
    }

    /// Whether blocks of more than one class may go out.
    pub fn are_many(&self) -> bool {
        self.all || self.names.len() > 1
    }

    /// What of a block is kept.
    pub fn kept<'a>(&self, page: &Page, block: &Block, label: &'a Label<'_>) -> Kept<'a> {
        if !has_parts(label) {
            return if self.keep(label.class.as_deref()) { Kept::All } else { Kept::Nothing };
        }
        match (self.keep(Some("good")), self.keep(Some("bad"))) {
            (true, true) => Kept::All,
            (true, false) => Kept::Parts(Cow::Borrowed(&label.parts)),
            (false, true) => match others(page, block, &label.parts) {
                none if none.is_empty() => Kept::Nothing,
                others => Kept::Parts(others.into()),
            },
            (false, false) => Kept::Nothing,
        }
    }
}

/// Whether a block is partly good and partly bad. What another filter says of a whole block holds for all its parts.
pub(super) fn has_parts(label: &Label<'_>) -> bool {
    !label.parts.is_empty() && matches!(label.class.as_deref(), Some("good" | "bad"))
}

/// What lies between the parts of a block, without the white space around it.
fn others(page: &Page, block: &Block, parts: &[Range<usize>]) -> Vec<Range<usize>> {
    let starts = parts.iter().map(|part| part.end);
    let ends = parts.iter().map(|part| part.start).chain([block.text.end]);
    let gaps = [block.text.start].into_iter().chain(starts).zip(ends);
    gaps.map(|(start, end)| trimmed(&page.text, start..end)).filter(|gap| !gap.is_empty()).collect()
}

/// Our own pages are less deep; those of others may be as deep as they are long.
const MOST_AROUND: usize = 256;

/// The elements around a block, innermost first, without the outermost ones of absurd depths.
pub(super) fn around<'a>(page: &'a Page, block: &Block) -> impl Iterator<Item = (u32, &'a Element)> {
    page.ancestors(block.element).take(MOST_AROUND)
}

/// A range without the white space at its ends.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + inner.len() - inner.trim_start().len();
    start..start + inner.trim().len()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::html::{labels, record, tree};

    pub(in crate::render) fn page_of(html: &str) -> Page {
        tree::read(html, true)
    }

    fn kept_texts(json: &str, names: &[&str]) -> Vec<String> {
        let parsed = record::parse(json.as_bytes()).unwrap();
        let labels = labels::read(json.as_bytes(), &parsed).unwrap();
        let classes = Classes::new(names.iter().map(ToString::to_string));
        let page = &parsed.page;
        let texts =
            page.blocks.iter().zip(&labels).map(|(block, label)| match classes.kept(page, block, label) {
                Kept::Nothing => String::new(),
                Kept::All => page.text_of(block).to_owned(),
                Kept::Parts(parts) => {
                    parts.iter().map(|part| page.text[part.clone()].to_owned()).collect::<Vec<_>>().join("|")
                }
            });
        texts.collect()
    }

    #[test]
    fn classes_and_parts() {
        let json = r#"[{"text":"a","class":"good"},{"text":"b","class":"bad"},{"text":"c"},{"text":"d","class":"dup"},
            {"text":"one two three four","class":"bad","parts":[[0,3],[8,13]]},
            {"text":"five six","class":"dup","parts":[[0,4]]}]"#;
        assert_eq!(kept_texts(json, &["good"]), ["a", "", "", "", "one|three", ""]);
        assert_eq!(kept_texts(json, &["bad"]), ["", "b", "", "", "two|four", ""]);
        assert_eq!(kept_texts(json, &["good", "bad"]), ["a", "b", "", "", "one two three four", ""]);
        assert_eq!(kept_texts(json, &["dup"]), ["", "", "", "d", "", "five six"]);
        assert_eq!(kept_texts(json, &["all"]), ["a", "b", "c", "d", "one two three four", "five six"]);
    }

    #[test]
    fn good_parts_of_a_classifier() {
        let page = page_of("<p>a <b>b</b> c<p>d<p>e");
        let labels = Labels::of_nodes(&page, &[true, false, true, false, true].map(|good| (good, "")));
        let kept: Vec<_> = (0..4).map(|at| good(&page, &labels, at)).collect();
        let parts = Kept::Parts(Cow::Borrowed(&[0..1, 4..5]));
        assert_eq!(kept, [parts, Kept::Nothing, Kept::All, Kept::Nothing]);
    }
}
