//! The editions of a library, and one text out of the copies of each.

use std::collections::BTreeMap;
use std::ops::Range;

use super::clusters;
use super::library::Library;
use super::matches::{Index, Match};
use super::merge::{self, Vocabulary};
use super::missing::Missing;
use super::pages;
use super::record::{put_key, put_number, put_text};
use crate::error::Result;
use crate::json::string;

/// A text as it grows out of copies.
#[derive(Debug, Default)]
struct Edition {
    vocabulary: Vocabulary,
    pages: Vec<String>,
    words: u64,
    changed: u64,
    added: u64,
}

impl Edition {
    /// A page, by what the base and the copies have.
    fn put(&mut self, base: &str, copies: &[&str]) {
        let copies: Vec<&str> = copies.iter().copied().filter(|text| !text.is_empty()).collect();
        let page = merge::merge(base, &copies, &self.vocabulary);
        self.words += page.words;
        self.changed += page.changed;
        self.pages.push(page.text);
    }

    /// Pages that the base has not, of copies that each have as many.
    fn put_missing(&mut self, copies: &[&[String]]) {
        let Some((first, others)) = copies.split_first() else { return };
        for (at, page) in first.iter().enumerate() {
            let others: Vec<&str> = others.iter().map(|pages| &pages[at][..]).collect();
            self.added += u64::from(has_words(page));
            self.put(page, &others);
        }
    }
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

impl Library {
    /// The record of an edition: its best copy with the words that most copies have, and with the pages that it lacks.
    pub fn merge(&self, edition: &[u32]) -> Result<Vec<u8>> {
        let best = clusters::best_copy(&self.shelf.books, edition);
        let base = self.original(best);
        // A copy that is the same as another has no vote of its own: its errors are the other's.
        let mut others: Vec<usize> =
            edition.iter().map(|&book| self.original(book)).filter(|&book| book != base).collect();
        others.sort_unstable();
        others.dedup();
        // The best ones first: a page that the base has not begins as theirs.
        others.sort_by(|&a, &b| self.shelf.books[a].odd.total_cmp(&self.shelf.books[b].odd));
        others.truncate(self.options.window);

        let own = self.shelf.texts(base)?;
        let own_words: Vec<bool> = own.iter().map(|text| has_words(text)).collect();
        let first = self.shelf.pages(base)?;
        let index = Index::new(&first);
        let mut made = Edition::default();
        own.iter().for_each(|text| made.vocabulary.add(text));
        let mut missing = Missing::default();
        let mut texts: Vec<Vec<String>> = Vec::with_capacity(others.len());
        // Of each page of the base, the copies that have it, and where.
        let mut copies: Vec<Vec<(usize, usize)>> = vec![Vec::new(); own.len()];
        for (copy, &other) in others.iter().enumerate() {
            let theirs = self.shelf.texts(other)?;
            theirs.iter().for_each(|text| made.vocabulary.add(text));
            let second = self.shelf.pages(other)?;
            let mut best: BTreeMap<u32, Match> = BTreeMap::new();
            for found in &index.matches(&second) {
                let place = best.entry(found.first).or_insert(*found);
                if found.collisions > place.collisions {
                    *place = *found;
                }
            }
            let number = |found: &Match| {
                let numbers = [first.numbers[found.first as usize], second.numbers[found.second as usize]];
                (numbers[0] as usize, numbers[1] as usize)
            };
            let same: Vec<(usize, usize)> = best.values().map(number).collect();
            same.iter().for_each(|&(page, other)| copies[page].push((copy, other)));
            let their_words: Vec<bool> = theirs.iter().map(|text| has_words(text)).collect();
            missing.add(copy, &same, &own_words, &their_words);
            texts.push(theirs);
        }
        let put = |made: &mut Edition, pages: Range<usize>| {
            for page in pages {
                let copies: Vec<&str> =
                    copies[page].iter().map(|&(copy, other)| &texts[copy][other][..]).collect();
                made.put(&own[page], &copies);
            }
        };
        let mut done = 0;
        for found in missing.found() {
            put(&mut made, done..found.base.start);
            let pages: Vec<&[String]> =
                found.copies.iter().map(|(copy, pages)| &texts[*copy][pages.clone()]).collect();
            made.put_missing(&pages);
            // Of more blanks than pages the last ones stay.
            done = found.base.end.min(found.base.start + found.copies[0].1.len());
        }
        put(&mut made, done..own.len());

        let mut out = vec![b'{'];
        put_text(&mut out, "id", &self.shelf.books[best as usize].name);
        put_key(&mut out, "pages");
        out.extend_from_slice(&pages::to_json(&made.pages));
        put_key(&mut out, "bookrel");
        out.extend_from_slice(b"{\"copies\":[");
        for (at, &book) in edition.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            string::quote(&self.shelf.books[book as usize].name, &mut out);
        }
        out.push(b']');
        put_number(&mut out, "words", made.words);
        put_number(&mut out, "changed", made.changed);
        put_number(&mut out, "added", made.added);
        out.extend_from_slice(b"}}\n");
        Ok(out)
    }
}
