//! Yi, Liu and Li's style tree, as section 2.3 tells it, with the importance of its nodes.
//!
//! The trees of a site's pages are laid over each other. Below an element there are style nodes: sequences of children,
//! each with the number of pages that have it. A text on m pages has as its importance 1 less the mean of its words'
//! entropies to the base m: a word that is on all pages alike has 1, one that is on a single page 0. A text whose
//! importance is low is the site's.
//!
//! Yi's importance of elements, which comes from how many styles they have and from what is in them, is not needed here:
//! an element is noise only if all that is in it is, and then its texts are by themselves.
//!
//! Where a page has a sequence of children that the tree has not, or has from one page only, it is aligned with the one
//! that most pages have: else a single banner more than usual would make a whole page unlike all others. What has no
//! counterpart is the page's own.

mod grow;
mod template;

use self::grow::Tree;
use self::template::Importances;
use super::outline::{Child, Outline, name};
use super::{Kind, Method, Notes, SitePage, Template};
use crate::error::Result;
use crate::store::put_varint;

use xxhash_rust::xxh3::Xxh3;

use super::folded;

pub(super) static KIND: Kind = Kind {
    name: "tree",
    about: "Texts at the same place of the pages' trees, laid over each other, that hardly differ from page to page.",
    reference: "Yi, Liu and Li 2003; Pomikálek, section 2.3",
    threshold: 0.5,
    reads_html: false,
    params: &[],
    make: |_| Box::new(StyleTree),
};

#[derive(Debug)]
struct StyleTree;

/// What a note says of a child.
const ELEMENT: u8 = 0;
const TEXT: u8 = 1;

impl Method for StyleTree {
    /// The tree in preorder: of each element the hash of its style, its children and what they are; of each text the
    /// hashes of its words.
    fn note(&self, page: &SitePage<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        note(page, &Outline::of(&page.page), 0, &mut out);
        out
    }

    fn learn(&self, notes: &mut Notes<'_>) -> Result<Vec<u8>> {
        let mut tree = Tree::default();
        for note in notes {
            tree.add(&note?)?;
        }
        Ok(tree.template())
    }

    fn template(&self, bytes: &[u8]) -> Result<Box<dyn Template>> {
        Importances::from_bytes(bytes).map(|tree| Box::new(tree) as Box<dyn Template>)
    }
}

fn note(page: &SitePage<'_>, outline: &Outline, node: usize, out: &mut Vec<u8>) {
    let children = outline.children(node);
    out.extend_from_slice(&style(page, children).to_le_bytes());
    put_varint(out, children.len() as u64);
    for child in children {
        match *child {
            Child::Node(node) => {
                out.push(ELEMENT);
                out.extend_from_slice(&child_name(page, *child).to_le_bytes());
                note(page, outline, node, out);
            }
            Child::Block(block) => {
                out.push(TEXT);
                out.extend_from_slice(&child_name(page, *child).to_le_bytes());
                let words = words(page.page.text_of(&page.page.blocks[block]));
                put_varint(out, words.len() as u64);
                words.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
            }
        }
    }
}

/// A sequence of children, as a hash.
fn style(page: &SitePage<'_>, children: &[Child]) -> u64 {
    let mut hash = Xxh3::new();
    for child in children {
        hash.update(&child_name(page, *child).to_le_bytes());
    }
    hash.digest()
}

/// What a child is called; all texts have one name.
fn child_name(page: &SitePage<'_>, child: Child) -> u32 {
    match child {
        Child::Node(node) => name(&page.page, node) as u32,
        Child::Block(_) => u32::MAX,
    }
}

/// The words of a text, or, if it has none, the text.
fn words(text: &str) -> Vec<u32> {
    let mut words = Vec::new();
    let mut word = String::new();
    let hash = |word: &str| xxhash_rust::xxh3::xxh3_64(word.as_bytes()) as u32;
    folded::each(text, |c| {
        if c != ' ' {
            word.push(c);
        } else if !word.is_empty() {
            words.push(hash(&word));
            word.clear();
        }
    });
    if !word.is_empty() || words.is_empty() {
        words.push(if word.is_empty() { hash(text) } else { hash(&word) });
    }
    words
}
