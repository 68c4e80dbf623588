//! What the pages of a site share: the site-level methods of section 2.3, and alternation counts on the HTML.
//!
//! Each method is a file behind one trait. Of every page it notes what may be shared; from the notes of one site's pages
//! it learns the site's template; and a template says of each block of a page how much of it is the site's. To add one:
//! write its file with a [`Kind`] in it, and add that to [`METHODS`].

mod blocks;
mod combine;
mod counted;
mod cut;
mod dom;
mod folded;
mod key;
mod label;
mod learner;
mod links;
mod outline;
mod pagelets;
mod style_tree;
mod templates;
mod window;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Debug;

use crate::error::{Error, Result};
use crate::fingerprint::params::{Param, Settings};
use crate::html::page::Page;
pub use key::site_of;
pub use label::{Labelled, Rules, Trouble, note};
pub use learner::Learner;
pub use templates::Templates;

/// All methods, in the order in which they are listed.
pub static METHODS: &[&Kind] =
    &[&blocks::KIND, &pagelets::KIND, &dom::KIND, &window::KIND, &style_tree::KIND, &cut::KIND];

/// The method of a name.
pub fn find(name: &str) -> Result<&'static Kind> {
    METHODS.iter().copied().find(|kind| kind.name == name).ok_or_else(|| Error::Parameter {
        name: "method",
        expected: format!("one of {}", METHODS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")),
    })
}

/// A method: what it is, and how to make one.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    /// For help texts.
    pub about: &'static str,
    pub reference: &'static str,
    /// From this share on a block is the site's.
    pub threshold: f64,
    /// Whether it reads the HTML of pages, and cannot do without.
    pub reads_html: bool,
    pub params: &'static [Param],
    pub make: fn(&Settings) -> Box<dyn Method>,
}

/// A page as methods see it.
#[derive(Debug)]
pub struct SitePage<'a> {
    pub page: Page,
    pub html: Option<Cow<'a, str>>,
    /// Its address; may be empty.
    pub url: &'a str,
}

/// The notes of a site's pages, in turn.
pub type Notes<'a> = dyn Iterator<Item = Result<Vec<u8>>> + 'a;

pub trait Method: Debug + Send + Sync {
    /// What is to be known of a page to learn from it.
    fn note(&self, page: &SitePage<'_>) -> Vec<u8>;

    /// The template of a site, from the notes of its pages.
    fn learn(&self, notes: &mut Notes<'_>) -> Result<Vec<u8>>;

    /// Reads a template.
    fn template(&self, bytes: &[u8]) -> Result<Box<dyn Template>>;
}

pub trait Template: Debug + Send + Sync {
    /// How much each block of a page is the site's, from 0 to 1. Another number of shares than the page has blocks says
    /// that these are not those of its HTML.
    fn shares(&self, page: &SitePage<'_>) -> Vec<f32>;
}
