//! Labels for a page's blocks by what its site shares.

use std::borrow::Cow;
use std::io::Write;

use super::combine::is_good;
use super::templates::Templates;
use super::{Method, SitePage};

use crate::html::labels::{self, Label};
use crate::html::record::{self, Parsed};
use crate::json::split::Invalid;
use crate::json::{splice, string};

/// The class of blocks that are a site's.
const CLASS: &str = "template";

/// How shares become labels.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// From this share on a block is the site's.
    pub threshold: f32,
    /// Sites with fewer pages say nothing.
    pub least: u64,
    /// Whether the site's evidence and that of the class that a block has are combined.
    pub with_class: bool,
    /// Whether blocks that are the site's are cut.
    pub drop: bool,
}

/// The labelled blocks of a page.
#[derive(Debug, Default)]
pub struct Labelled {
    /// The value of the `blocks` field; empty if no block is left.
    pub json: Vec<u8>,
    pub blocks: usize,
    /// How many of them are the site's.
    pub template: usize,
    pub pages: u64,
    /// Whether there were pages enough.
    pub by_site: bool,
    /// Whether all blocks had a class.
    pub classified: bool,
}

/// What is wrong with a page.
#[derive(Debug)]
pub enum Trouble {
    Blocks(Invalid),
    /// Its blocks are not those of its HTML.
    Other,
    /// Of the templates.
    Core(crate::Error),
}

impl From<Invalid> for Trouble {
    fn from(error: Invalid) -> Self {
        Self::Blocks(error)
    }
}

impl<'a> SitePage<'a> {
    /// The page of a record, with its blocks' objects. `html` is the inside of a JSON string.
    pub fn read(blocks: &[u8], html: Option<&'a [u8]>, url: &'a str) -> Result<(Self, Parsed), Invalid> {
        let mut parsed = record::parse(blocks)?;
        let page = std::mem::take(&mut parsed.page);
        Ok((Self { page, html: html.map(string::unescape), url }, parsed))
    }
}

/// What is to be known of the page of a record to learn from it.
pub fn note(method: &dyn Method, blocks: &[u8], html: Option<&[u8]>, url: &str) -> Result<Vec<u8>, Invalid> {
    Ok(method.note(&SitePage::read(blocks, html, url)?.0))
}

impl Templates {
    /// Labels the blocks of a page of a site.
    pub fn label(
        &self,
        site: &str,
        value: &[u8],
        html: Option<&[u8]>,
        url: &str,
        rules: &Rules,
    ) -> Result<Labelled, Trouble> {
        let (page, mut parsed) = SitePage::read(value, html, url)?;
        let (pages, shares) = self.shares(site, &page).map_err(Trouble::Core)?;
        let shares = shares.filter(|_| pages >= rules.least);
        if shares.as_ref().is_some_and(|shares| shares.len() != parsed.objects.len()) {
            return Err(Trouble::Other);
        }
        parsed.page = page.page;
        let found = labels::read(value, &parsed)?;
        let classified = !found.is_empty() && found.iter().all(|label| label.class.is_some());
        let mut done = Labelled {
            blocks: found.len(),
            pages,
            by_site: shares.is_some(),
            classified,
            ..Labelled::default()
        };
        let mut out = Splicer {
            value,
            parsed: &parsed,
            rules,
            out: Vec::with_capacity(value.len() + 24 * found.len()),
        };
        for (at, label) in found.iter().enumerate() {
            let share = shares.as_ref().map(|shares| shares[at]);
            let class = share.map(|share| class(label, share, rules));
            done.template += usize::from(class.as_deref() == Some(CLASS));
            out.put(at, class.as_deref(), share.unwrap_or(0.0));
        }
        done.json = out.finish();
        Ok(done)
    }
}

/// The class of a block of which that share is the site's.
fn class<'a>(label: &'a Label<'_>, share: f32, rules: &Rules) -> Cow<'a, str> {
    let before = label.class.as_deref().filter(|class| *class != CLASS);
    let is_template = share > 0.0 && share >= rules.threshold;
    if rules.with_class && matches!(before, Some("good" | "bad")) {
        // Only what is the site's counts: by some methods all texts have a little of each other.
        let share = if is_template { share } else { 0.0 };
        return match is_good(before == Some("good"), label.score, share) {
            true => "good",
            false if is_template => CLASS,
            false => "bad",
        }
        .into();
    }
    if is_template { CLASS.into() } else { before.unwrap_or("good").into() }
}

struct Splicer<'a> {
    value: &'a [u8],
    parsed: &'a Parsed,
    rules: &'a Rules,
    out: Vec<u8>,
}

impl Splicer<'_> {
    fn put(&mut self, at: usize, class: Option<&str>, share: f32) {
        let object = &self.parsed.objects[at];
        if self.rules.drop {
            if class == Some(CLASS) {
                return;
            }
            self.out.extend_from_slice(if self.out.is_empty() { b"[" } else { b"," });
        } else {
            let before = at.checked_sub(1).map_or(0, |last| self.parsed.objects[last].range.end);
            self.out.extend_from_slice(&self.value[before..object.range.start]);
        }
        let mut members = Vec::new();
        if let Some(class) = class {
            members.extend_from_slice(b"\"class\":");
            string::quote(class, &mut members);
            members.push(b',');
        }
        // Writing to memory cannot fail.
        let _ = write!(members, "\"template\":{:.3}", share.clamp(0.0, 1.0));
        let names: &[&str] = if class.is_some() { &["class", "template"] } else { &["template"] };
        splice::put(&self.value[object.range.clone()], &object.fields, names, &members, &mut self.out);
    }

    fn finish(mut self) -> Vec<u8> {
        if !self.rules.drop {
            let end = self.parsed.objects.last().map_or(0, |object| object.range.end);
            self.out.extend_from_slice(&self.value[end..]);
        } else if !self.out.is_empty() {
            self.out.push(b']');
        }
        self.out
    }
}
