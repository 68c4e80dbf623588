//! Blocks whose text stands on many pages of the site.

use super::counted::{self, Counted};
use super::{Kind, Method, Notes, SitePage, Template, folded};
use crate::error::Result;

pub(super) static KIND: Kind = Kind {
    name: "blocks",
    about: "Blocks whose text, apart from case, numbers and punctuation, is on many pages of the site.",
    reference: "the simplest of what Pomikálek describes in section 2.3",
    threshold: 0.1,
    reads_html: false,
    params: &[],
    make: |_| Box::new(Blocks),
};

#[derive(Debug)]
struct Blocks;

impl Method for Blocks {
    fn note(&self, page: &SitePage<'_>) -> Vec<u8> {
        counted::note(parts(page).collect())
    }

    fn learn(&self, notes: &mut Notes<'_>) -> Result<Vec<u8>> {
        counted::learn(notes)
    }

    fn template(&self, bytes: &[u8]) -> Result<Box<dyn Template>> {
        Ok(Box::new(Shared(Counted::from_bytes(bytes)?)))
    }
}

#[derive(Debug)]
struct Shared(Counted);

impl Template for Shared {
    fn shares(&self, page: &SitePage<'_>) -> Vec<f32> {
        parts(page).map(|part| self.0.share(part)).collect()
    }
}

fn parts<'a>(page: &'a SitePage<'_>) -> impl Iterator<Item = u64> + 'a {
    page.page.blocks.iter().map(|block| folded::hash(page.page.text_of(block)))
}
