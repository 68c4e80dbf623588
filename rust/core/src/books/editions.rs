//! The editions of a library, and one text out of the copies of each.

use std::collections::HashMap;

use super::clusters;
use super::library::Library;
use super::matches::{Index, Match};
use super::merge::{self, Vocabulary};
use super::pages;
use super::record::{put_key, put_number, put_text};
use crate::error::Result;
use crate::json::string;

impl Library {
    /// The record of an edition: its best copy, with the words that most copies have.
    pub fn merge(&self, edition: &[u32]) -> Result<Vec<u8>> {
        let best = clusters::best_copy(&self.shelf.books, edition);
        let base = self.original(best);
        // A copy that is the same as another has no vote of its own: its errors are the other's.
        let mut others: Vec<usize> =
            edition.iter().map(|&book| self.original(book)).filter(|&book| book != base).collect();
        others.sort_unstable();
        others.dedup();
        others.truncate(self.options.window);

        let own = self.shelf.texts(base)?;
        let first = self.shelf.pages(base)?;
        let index = Index::new(&first);
        let mut vocabulary = Vocabulary::default();
        own.iter().for_each(|text| vocabulary.add(text));
        let mut copies: Vec<Vec<String>> = vec![Vec::new(); own.len()];
        for &other in &others {
            let mut texts = self.shelf.texts(other)?;
            texts.iter().for_each(|text| vocabulary.add(text));
            let second = self.shelf.pages(other)?;
            let matches = index.matches(&second);
            let mut best: HashMap<u32, Match> = HashMap::new();
            for found in &matches {
                let place = best.entry(found.first).or_insert(*found);
                if found.collisions > place.collisions {
                    *place = *found;
                }
            }
            for (page, found) in best {
                let text = std::mem::take(&mut texts[second.numbers[found.second as usize] as usize]);
                copies[first.numbers[page as usize] as usize].push(text);
            }
        }
        let (mut words, mut changed) = (0, 0);
        let merge = |(base, copies): (&String, &Vec<String>)| {
            let copies: Vec<&str> =
                copies.iter().map(|text| &text[..]).filter(|text| !text.is_empty()).collect();
            let page = merge::merge(base, &copies, &vocabulary);
            words += page.words;
            changed += page.changed;
            page.text
        };
        let merged: Vec<String> = own.iter().zip(&copies).map(merge).collect();

        let mut out = vec![b'{'];
        put_text(&mut out, "id", &self.shelf.books[best as usize].name);
        put_key(&mut out, "pages");
        out.extend_from_slice(&pages::to_json(&merged));
        put_key(&mut out, "bookrel");
        out.extend_from_slice(b"{\"copies\":[");
        for (at, &book) in edition.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            string::quote(&self.shelf.books[book as usize].name, &mut out);
        }
        out.push(b']');
        put_number(&mut out, "words", words);
        put_number(&mut out, "changed", changed);
        out.extend_from_slice(b"}}\n");
        Ok(out)
    }
}
