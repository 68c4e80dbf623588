//! Subtrees of the page that stand on many pages of the site: Gibson, Punera and Tomkins, as section 2.3 tells it.
//!
//! Of the tree those elements count that hold text. A subtree that occurs often enough is the site's, with all that is
//! in it; one that occurs too often is a small thing such as a line between links, which says nothing. What is too often
//! is counted for a page here, not for the site: that bound need not grow with the pages.

use std::collections::HashMap;

use xxhash_rust::xxh3::Xxh3;

use super::counted::{self, Counted};
use super::outline::{Child, Outline, name};
use super::{Kind, Method, Notes, SitePage, Template, folded};
use crate::error::Result;
use crate::fingerprint::params::{Param, Settings};

static MOST: Param = Param {
    name: "most",
    default: 4.0,
    least: 1.0,
    most: 10_000.0,
    whole: true,
    about: "a subtree that is on one page more often than this says nothing: the upper threshold",
};

pub(super) static KIND: Kind = Kind {
    name: "dom",
    about: "Subtrees, with all their text, that are on many pages of the site, but not many times on one.",
    reference: "Gibson, Punera and Tomkins 2005; Pomikálek, section 2.3",
    threshold: 0.1,
    reads_html: false,
    params: &[MOST],
    make: |settings: &Settings| Box::new(Dom { most: settings.value(&MOST) as u32 }),
};

#[derive(Clone, Copy, Debug)]
struct Dom {
    most: u32,
}

/// The subtrees of a page: of its nodes and of its blocks. `None` for those that say nothing.
struct Subtrees {
    nodes: Vec<Option<u64>>,
    blocks: Vec<Option<u64>>,
}

impl Dom {
    fn subtrees(self, page: &SitePage<'_>, outline: &Outline) -> Subtrees {
        let page = &page.page;
        let texts = page.blocks.iter().map(|block| folded::hash(page.text_of(block)));
        let mut blocks: Vec<Option<u64>> = texts.map(Some).collect();
        let mut nodes = vec![None; outline.len()];
        // A node comes before those that are in it.
        for node in (0..outline.len()).rev() {
            let children = outline.children(node);
            if children.is_empty() {
                continue;
            }
            let mut hash = Xxh3::new();
            hash.update(&name(page, node).to_le_bytes());
            for child in children {
                let (kind, part) = match *child {
                    Child::Node(node) => (1, nodes[node]),
                    Child::Block(block) => (2, blocks[block]),
                };
                hash.update(&[kind]);
                hash.update(&part.unwrap_or_default().to_le_bytes());
            }
            nodes[node] = Some(hash.digest());
        }
        let mut times: HashMap<u64, u32> = HashMap::new();
        for part in nodes.iter().chain(&blocks).flatten() {
            *times.entry(*part).or_default() += 1;
        }
        for part in nodes.iter_mut().chain(&mut blocks) {
            *part = part.filter(|part| times[part] <= self.most);
        }
        Subtrees { nodes, blocks }
    }
}

impl Method for Dom {
    fn note(&self, page: &SitePage<'_>) -> Vec<u8> {
        let Subtrees { nodes, blocks } = self.subtrees(page, &Outline::of(&page.page));
        counted::note(nodes.into_iter().chain(blocks).flatten().collect())
    }

    fn learn(&self, notes: &mut Notes<'_>) -> Result<Vec<u8>> {
        counted::learn(notes)
    }

    fn template(&self, bytes: &[u8]) -> Result<Box<dyn Template>> {
        Ok(Box::new(Shared { dom: *self, counted: Counted::from_bytes(bytes)? }))
    }
}

#[derive(Debug)]
struct Shared {
    dom: Dom,
    counted: Counted,
}

impl Template for Shared {
    /// What holds for a subtree holds for all that is in it.
    fn shares(&self, page: &SitePage<'_>) -> Vec<f32> {
        let outline = Outline::of(&page.page);
        let Subtrees { nodes, blocks } = self.dom.subtrees(page, &outline);
        let share = |part: Option<u64>| part.map_or(0.0, |part| self.counted.share(part));
        let mut around = vec![0.0_f32; outline.len()];
        let mut shares = vec![0.0; blocks.len()];
        for node in 0..outline.len() {
            around[node] = around[node].max(share(nodes[node]));
            for child in outline.children(node) {
                match *child {
                    Child::Node(inner) => around[inner] = around[node],
                    Child::Block(block) => shares[block] = around[node].max(share(blocks[block])),
                }
            }
        }
        shares
    }
}
