//! A page as the tags and words that Naive Bayes reads.
//!
//! A page has no tags any more, but its blocks know the elements around them and its text nodes those within the block:
//! from one to the next, the elements that are left are closed and those that are entered are opened. What had no
//! text, such as images and rules, is not there; and an element that was entered once more is one.

use xxhash_rust::xxh3::xxh3_64;

use crate::classify::weights::mix;
use crate::html::hints::Hints;
use crate::html::page::{Block, Mark, Page};
use crate::html::tags::Tag;
use crate::text::words;

#[derive(Clone, Copy, Debug)]
struct Token {
    /// What it is: a hash.
    id: u64,
    /// The innermost element that is open here.
    tag: Tag,
    node: u32,
    /// The block-level element that it is in.
    element: Option<u32>,
}

#[derive(Debug, Default)]
pub(super) struct Tokens {
    tokens: Vec<Token>,
    /// The hint words of each element of the page and of all around it.
    hints: Vec<Hints>,
    /// The block-level elements that are open, and the inline ones.
    open: Vec<u32>,
    inline: Vec<Tag>,
    word: String,
}

/// The part of a hash that says of which kind a token is.
const CLOSE: u64 = 1;
const OPEN: u64 = 2;

impl Tokens {
    /// The tokens of a page without the blocks that have certain marks.
    pub(super) fn of(page: &Page, without: &[Mark]) -> Self {
        let mut all = Self::default();
        for element in &page.elements {
            let around = element.parent.map_or(0, |parent| all.hints[parent as usize].0);
            all.hints.push(Hints(around | element.hints.0));
        }
        let mut last = None;
        for block in page.blocks.iter().filter(|block| !without.contains(&block.mark)) {
            all.enter(page, block, last);
            last = Some(block);
            let own = page.tag_of(block);
            for (node, (known, text)) in block.nodes.clone().zip(page.nodes_of(block)) {
                let inline: Vec<Tag> = known.inline.iter().collect();
                let same = all.inline.iter().zip(&inline).take_while(|(a, b)| a == b).count();
                all.leave_inline(same, own, node.saturating_sub(1), block);
                for &tag in &inline[same..] {
                    all.push(mix(OPEN, tag as u64), tag, node, block.element);
                    all.inline.push(tag);
                }
                let tag = all.inline.last().copied().unwrap_or(own);
                for word in words::words(&page.text[text]) {
                    all.word(word, tag, node, block.element);
                }
            }
            all.leave_inline(0, own, block.nodes.end.saturating_sub(1), block);
        }
        all
    }

    /// From the last block's elements to those of the next.
    fn enter(&mut self, page: &Page, block: &Block, last: Option<&Block>) {
        let mut path: Vec<u32> = page.ancestors(block.element).map(|(at, _)| at).collect();
        path.reverse();
        let same = self.open.iter().zip(&path).take_while(|(a, b)| a == b).count();
        let tag = |at: u32| page.elements[at as usize].tag;
        if let Some(last) = last {
            for at in self.open.split_off(same).into_iter().rev() {
                self.push(mix(CLOSE, tag(at) as u64), tag(at), last.nodes.end.saturating_sub(1), Some(at));
            }
        }
        for &at in &path[same..] {
            self.push(mix(OPEN, tag(at) as u64), tag(at), block.nodes.start, Some(at));
        }
        self.open = path;
    }

    fn leave_inline(&mut self, keep: usize, own: Tag, node: usize, block: &Block) {
        while self.inline.len() > keep {
            let Some(tag) = self.inline.pop() else { return };
            let around = self.inline.last().copied().unwrap_or(own);
            self.push(mix(CLOSE, tag as u64), around, node, block.element);
        }
    }

    /// A word in lower case with zeros for its digits; punctuation before and after it are tokens of their own.
    fn word(&mut self, word: &str, tag: Tag, node: usize, element: Option<u32>) {
        let core = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let before = &word[..word.len() - core.len()];
        let trimmed = core.trim_end_matches(|c: char| !c.is_alphanumeric());
        for part in [before, trimmed, &core[trimmed.len()..]] {
            if part.is_empty() {
                continue;
            }
            self.word.clear();
            for c in part.chars() {
                match c {
                    _ if c.is_ascii_digit() => self.word.push('0'),
                    _ if c.is_ascii() => self.word.push(c.to_ascii_lowercase()),
                    _ if c.is_numeric() => self.word.push('0'),
                    _ => self.word.extend(c.to_lowercase()),
                }
            }
            self.push(xxh3_64(self.word.as_bytes()), tag, node, element);
        }
    }

    fn push(&mut self, id: u64, tag: Tag, node: usize, element: Option<u32>) {
        self.tokens.push(Token { id, tag, node: node as u32, element });
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The text node of each token.
    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> {
        self.tokens.iter().map(|token| token.node as usize)
    }

    /// What a token is; 0 after the last.
    pub(super) fn id(&self, at: usize) -> u64 {
        self.tokens.get(at).map_or(0, |token| token.id)
    }

    pub(super) fn tag(&self, at: usize) -> Tag {
        self.tokens[at].tag
    }

    /// The hint words of all elements around a token.
    pub(super) fn hints(&self, at: usize) -> Hints {
        self.tokens[at].element.map_or_else(Hints::default, |element| self.hints[element as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    /// The tokens of a page as they would be written.
    fn read(html: &str) -> Vec<String> {
        let page = tree::read(html, true);
        let tokens = Tokens::of(&page, &[Mark::Hidden]);
        let mut names: Vec<(u64, String)> = Vec::new();
        for &tag in Tag::KNOWN {
            names.push((mix(OPEN, tag as u64), format!("<{}>", tag.name())));
            names.push((mix(CLOSE, tag as u64), format!("</{}>", tag.name())));
        }
        for word in ["one", "two", "three", "00", "(", ".", "four", "“", "!”"] {
            names.push((xxh3_64(word.as_bytes()), word.to_owned()));
        }
        let name = |id| names.iter().find(|name| name.0 == id).map_or("?".into(), |name| name.1.clone());
        (0..tokens.len())
            .map(|at| format!("{} {} {}", tokens.tokens[at].node, tokens.tag(at).name(), name(tokens.id(at))))
            .collect()
    }

    #[test]
    fn elements_are_opened_and_closed() {
        let html = "<body><div>One (<b><i>Two</i> 12</b>.</div><p hidden>x<ul><li>three<li>“Four!”</ul>";
        let expected = [
            "0 body <body>",
            "0 div <div>",
            "0 div one",
            "0 div (",
            "1 b <b>",
            "1 i <i>",
            "1 i two",
            "1 b </i>",
            "2 b 00",
            "2 div </b>",
            "3 div .",
            "3 div </div>",
            "5 ul <ul>",
            "5 li <li>",
            "5 li three",
            "5 li </li>",
            "6 li <li>",
            "6 li “",
            "6 li four",
            "6 li !”",
        ];
        assert_eq!(read(html), expected);
    }

    #[test]
    fn hints_are_those_of_all_elements_around() {
        let page = tree::read("<body class=page><div id=main>a</div><p class=nav>b", true);
        let tokens = Tokens::of(&page, &[]);
        let hints: Vec<Vec<_>> = (0..tokens.len()).map(|at| tokens.hints(at).words().collect()).collect();
        let main = ["main", "page"];
        assert_eq!(hints, [&["page"][..], &main, &main, &main, &["nav", "page"], &["nav", "page"]]);
    }
}
