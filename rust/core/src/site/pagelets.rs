//! Pagelets that pages which link to each other have in common: Bar-Yossef and Rajagopalan, as section 2.3 tells it.
//!
//! An element is a pagelet if none of its children has many links, and it is in no pagelet. Pagelets are alike if
//! their shingles have the same fingerprint. Of the pages that have one, those that links hold together share a
//! template; a text that pages quote which have nothing to do with each other is none. (In the paper two pages are
//! enough; with a threshold of 0 they are here, too.)
//!
//! Where the pages' HTML is not at hand, their links are not known: then all pages of a site are neighbours.

use std::collections::{HashMap, HashSet};

use xxhash_rust::xxh3::xxh3_64;

use super::counted::Counted;
use super::links::{page_hash, targets};
use super::outline::{Child, Outline};
use super::{Kind, Method, Notes, SitePage, Template, folded};
use crate::error::{Error, Result};
use crate::fingerprint::params::{Param, Settings};
use crate::fingerprint::shingles;
use crate::store::{Reader, put_varint};

static LINKS: Param = Param {
    name: "links",
    default: 3.0,
    least: 1.0,
    most: 10_000.0,
    whole: true,
    about: "an element of which a child has so many links is parted",
};

pub(super) static KIND: Kind = Kind {
    name: "pagelets",
    about: "Parts of pages, cut by how many links they have, that are nearly the same on pages which link to each \
        other. Links are read from the HTML, where records have it; else all pages of a site are neighbours.",
    reference: "Bar-Yossef and Rajagopalan 2002; Pomikálek, section 2.3",
    threshold: 0.1,
    reads_html: false,
    params: &[LINKS],
    make: |settings: &Settings| Box::new(Pagelets { links: settings.value(&LINKS) as usize }),
};

/// Words of a shingle.
const SHINGLE: usize = 3;
/// Least shingles that must be the same: pagelets that have nine of ten shingles in common are alike in four of five
/// cases.
const LEAST: u64 = 2;

#[derive(Clone, Copy, Debug)]
struct Pagelets {
    links: usize,
}

impl Pagelets {
    /// The pagelets of a page, each with its fingerprint and blocks.
    fn of(self, page: &SitePage<'_>) -> Vec<(u64, Vec<usize>)> {
        let outline = Outline::of(&page.page);
        let mut links = vec![0; outline.len()];
        // A node comes before those that are in it.
        for node in (0..outline.len()).rev() {
            links[node] = outline.children(node).iter().map(|&child| self.count(page, child, &links)).sum();
        }
        let mut found = Vec::new();
        let mut open = vec![Child::Node(0)];
        while let Some(child) = open.pop() {
            let mut blocks = Vec::new();
            match child {
                Child::Node(node)
                    if outline
                        .children(node)
                        .iter()
                        .any(|&child| self.count(page, child, &links) >= self.links) =>
                {
                    open.extend(outline.children(node));
                }
                Child::Node(_) => {
                    let mut inside = vec![child];
                    while let Some(child) = inside.pop() {
                        match child {
                            Child::Node(node) => inside.extend(outline.children(node).iter().rev()),
                            Child::Block(block) => blocks.push(block),
                        }
                    }
                }
                Child::Block(block) => blocks.push(block),
            }
            if !blocks.is_empty() {
                found.push((fingerprint(page, &blocks), blocks));
            }
        }
        found
    }

    fn count(self, page: &SitePage<'_>, child: Child, links: &[usize]) -> usize {
        match child {
            Child::Node(node) => links[node],
            Child::Block(block) => {
                let nodes = page.page.blocks[block].nodes.clone();
                page.page.nodes[nodes].iter().filter(|node| node.link).count()
            }
        }
    }
}

fn fingerprint(page: &SitePage<'_>, blocks: &[usize]) -> u64 {
    let mut text = String::new();
    for &block in blocks {
        folded::each(page.page.text_of(&page.page.blocks[block]), |c| text.push(c));
        text.push(' ');
    }
    let words: Vec<u64> = text.split_ascii_whitespace().map(|word| xxh3_64(word.as_bytes())).collect();
    if words.is_empty() {
        return folded::hash(page.page.text_of(&page.page.blocks[blocks[0]]));
    }
    let mut least = Vec::with_capacity(16);
    for seed in 0..LEAST {
        let mut smallest = u64::MAX;
        shingles::each(&words, SHINGLE.min(words.len()), seed, |shingle| smallest = smallest.min(shingle));
        least.extend_from_slice(&smallest.to_le_bytes());
    }
    xxh3_64(&least)
}

impl Method for Pagelets {
    fn note(&self, page: &SitePage<'_>) -> Vec<u8> {
        let links = page.html.as_deref().map(|html| targets(html, page.url));
        let mut pagelets: Vec<u64> = self.of(page).into_iter().map(|(fingerprint, _)| fingerprint).collect();
        pagelets.sort_unstable();
        pagelets.dedup();
        let mut out = vec![u8::from(links.is_some())];
        out.extend_from_slice(&page_hash(page.url).to_le_bytes());
        let links = links.unwrap_or_default();
        put_varint(&mut out, links.len() as u64);
        links.iter().chain(&pagelets).for_each(|hash| out.extend_from_slice(&hash.to_le_bytes()));
        out
    }

    fn learn(&self, notes: &mut Notes<'_>) -> Result<Vec<u8>> {
        let pages: Vec<Noted> = notes.map(|note| Noted::read(&note?)).collect::<Result<_>>()?;
        Ok(Counted::new(pages.len() as u64, shared(&pages)).to_bytes())
    }

    fn template(&self, bytes: &[u8]) -> Result<Box<dyn Template>> {
        Ok(Box::new(Shared { pagelets: *self, counted: Counted::from_bytes(bytes)? }))
    }
}

/// A page as it was noted.
#[derive(Debug)]
struct Noted {
    page: u64,
    /// `None` where they are not known.
    links: Option<Vec<u64>>,
    pagelets: Vec<u64>,
}

impl Noted {
    fn read(note: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(note);
        let [known] = reader.array()?;
        let page = u64::from_le_bytes(reader.array()?);
        let count = reader.varint()? as usize;
        let mut hashes = Vec::with_capacity(reader.remaining() / 8);
        while !reader.is_empty() {
            hashes.push(u64::from_le_bytes(reader.array()?));
        }
        if count > hashes.len() {
            return Err(Error::Truncated);
        }
        let pagelets = hashes.split_off(count);
        Ok(Self { page, links: (known == 1).then_some(hashes), pagelets })
    }
}

/// Pagelets of which several pages have one that links hold together, and how many pages these are.
fn shared(pages: &[Noted]) -> Vec<(u64, u64)> {
    let places: HashMap<u64, usize> = pages.iter().enumerate().map(|(at, page)| (page.page, at)).collect();
    let links: Vec<Vec<usize>> = pages
        .iter()
        .enumerate()
        .map(|(at, page)| {
            let targets = page.links.iter().flatten().filter_map(|target| places.get(target).copied());
            targets.filter(|target| *target != at).collect()
        })
        .collect();
    let known = pages.iter().any(|page| page.links.is_some());
    let mut groups: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, page) in pages.iter().enumerate() {
        for &pagelet in &page.pagelets {
            groups.entry(pagelet).or_default().push(at);
        }
    }
    let held = |group: &[usize]| if known { linked(group, &links) } else { group.len() };
    let counts =
        groups.iter().filter(|(_, group)| group.len() > 1).map(|(&pagelet, group)| (pagelet, held(group)));
    counts.filter(|(_, count)| *count > 1).map(|(pagelet, count)| (pagelet, count as u64)).collect()
}

/// How many pages of a group have a link to or from another one of it: those in components of more than one.
fn linked(group: &[usize], links: &[Vec<usize>]) -> usize {
    let members: HashSet<usize> = group.iter().copied().collect();
    let mut held = HashSet::new();
    for &page in group {
        for target in links[page].iter().filter(|target| members.contains(target)) {
            held.extend([page, *target]);
        }
    }
    held.len()
}

#[derive(Debug)]
struct Shared {
    pagelets: Pagelets,
    counted: Counted,
}

impl Template for Shared {
    fn shares(&self, page: &SitePage<'_>) -> Vec<f32> {
        let mut shares = vec![0.0; page.page.blocks.len()];
        for (fingerprint, blocks) in self.pagelets.of(page) {
            let share = self.counted.share(fingerprint);
            blocks.into_iter().for_each(|block| shares[block] = share);
        }
        shares
    }
}
