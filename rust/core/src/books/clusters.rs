//! Clusters of books that are the same text, V.C: connected by relations of same or different pagination. Within one,
//! books with the same pagination are an edition.

use std::collections::BTreeMap;

use super::record::{put_key, put_number, put_text};
use super::shelf::Book;
use crate::components::Components;
use crate::json::string;

/// What the books of a cluster share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    SamePagination,
    DifferentPagination,
    /// Some have the same pagination, others have not.
    Mixed,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::SamePagination => "SAME_PAGINATION",
            Self::DifferentPagination => "DIFFERENT_PAGINATION",
            Self::Mixed => "MIXED",
        }
    }
}

/// The books of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    pub books: Vec<u32>,
    /// The number of the edition of each.
    pub editions: Vec<u32>,
    pub best: u32,
}

impl Cluster {
    pub fn kind(&self) -> Kind {
        match self.editions.iter().max() {
            None | Some(0) => Kind::SamePagination,
            Some(&last) if last as usize + 1 == self.books.len() => Kind::DifferentPagination,
            Some(_) => Kind::Mixed,
        }
    }
}

/// The best copy of some books of the same text: of those that have nearly as many words as the longest, that with the
/// fewest words that are there once only, for those are errors more often than not.
pub fn best_copy(all: &[Book], books: &[u32]) -> u32 {
    let words = |book: u32| all[book as usize].words;
    let most = books.iter().map(|&book| words(book)).max().unwrap_or(0);
    let whole = books.iter().copied().filter(|&book| words(book) * 100 >= most * 97);
    let first = books.first().copied().unwrap_or(0);
    whole
        .min_by(|&a, &b| all[a as usize].odd.total_cmp(&all[b as usize].odd).then(a.cmp(&b)))
        .unwrap_or(first)
}

/// The clusters, in the order of their first books.
pub fn clusters(texts: &mut Components, editions: &mut Components, all: &[Book]) -> Vec<Cluster> {
    let cluster = |books: Vec<u32>| {
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        let mut own = Vec::with_capacity(books.len());
        for &book in &books {
            let next = numbers.len() as u32;
            own.push(*numbers.entry(editions.root(book)).or_insert(next));
        }
        Cluster { best: best_copy(all, &books), books, editions: own }
    };
    texts.groups().into_iter().map(cluster).collect()
}

/// Adds the line of a cluster.
pub fn put(out: &mut Vec<u8>, number: usize, cluster: &Cluster, all: &[Book]) {
    out.push(b'{');
    put_number(out, "cluster", number as u64);
    put_text(out, "kind", cluster.kind().name());
    put_number(out, "size", cluster.books.len() as u64);
    put_text(out, "best", &all[cluster.best as usize].name);
    put_key(out, "books");
    out.push(b'[');
    for (at, (&book, &edition)) in cluster.books.iter().zip(&cluster.editions).enumerate() {
        if at > 0 {
            out.push(b',');
        }
        let about = &all[book as usize];
        out.extend_from_slice(b"{\"id\":");
        string::quote(&about.name, out);
        put_number(out, "edition", u64::from(edition));
        put_number(out, "pages", u64::from(about.pages));
        put_number(out, "words", about.words);
        put_key(out, "odd_words");
        super::record::put_float(out, f64::from(about.odd));
        out.push(b'}');
    }
    out.extend_from_slice(b"]}\n");
}

/// Figure 5: how many clusters of each size there are, of each kind, and of editions.
pub fn sizes(clusters: &[Cluster], editions: &mut Components) -> Vec<(&'static str, usize, usize)> {
    let mut counts: BTreeMap<(&'static str, usize), usize> = BTreeMap::new();
    for cluster in clusters {
        *counts.entry((cluster.kind().name(), cluster.books.len())).or_default() += 1;
    }
    for edition in editions.groups() {
        *counts.entry(("EDITION", edition.len())).or_default() += 1;
    }
    counts.into_iter().map(|((kind, size), count)| (kind, size, count)).collect()
}
