//! The style tree, as it grows from page to page.

use std::collections::HashMap;

use super::{ELEMENT, TEXT};
use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

#[derive(Debug)]
pub(super) struct Tree {
    elements: Vec<Element>,
    styles: Vec<Style>,
    texts: Vec<Text>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { elements: vec![Element::default()], styles: Vec::new(), texts: Vec::new() }
    }
}

#[derive(Debug, Default)]
struct Element {
    /// In the order in which they came, and by the hash of their children.
    styles: Vec<usize>,
    known: HashMap<u64, usize>,
}

#[derive(Debug)]
struct Style {
    children: u64,
    pages: u32,
    parts: Vec<(u32, Part)>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Element(usize),
    Text(usize),
}

/// The texts at one place of all pages that have it.
#[derive(Debug, Default)]
struct Text {
    words: HashMap<u32, Word>,
}

/// How often a word is in these texts, and the sum of c ln c over its counts c on each page.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    count: f64,
    spread: f64,
}

const DAMAGED: Error = Error::Malformed { what: "what was noted of a page" };

impl Tree {
    pub(super) fn add(&mut self, note: &[u8]) -> Result<()> {
        let mut reader = Reader::new(note);
        self.element(0, &mut reader)?;
        reader.finish()
    }

    /// Notes are ours, and no deeper than an outline is.
    fn element(&mut self, at: usize, reader: &mut Reader<'_>) -> Result<()> {
        let children = u64::from_le_bytes(reader.array()?);
        let count = reader.varint()? as usize;
        let known = self.elements[at].known.get(&children).copied();
        let style = known.unwrap_or_else(|| {
            self.styles.push(Style { children, pages: 0, parts: Vec::new() });
            self.styles.len() - 1
        });
        if known.is_none() {
            self.elements[at].known.insert(children, style);
            self.elements[at].styles.push(style);
        }
        self.styles[style].pages += 1;
        for number in 0..count {
            let [kind] = reader.array()?;
            let name = u32::from_le_bytes(reader.array()?);
            if self.styles[style].parts.len() == number {
                let part = match kind {
                    ELEMENT => {
                        self.elements.push(Element::default());
                        Part::Element(self.elements.len() - 1)
                    }
                    TEXT => {
                        self.texts.push(Text::default());
                        Part::Text(self.texts.len() - 1)
                    }
                    _ => return Err(DAMAGED),
                };
                self.styles[style].parts.push((name, part));
            }
            match (self.styles[style].parts.get(number), kind) {
                (Some(&(_, Part::Element(element))), ELEMENT) => self.element(element, reader)?,
                (Some(&(_, Part::Text(text))), TEXT) => self.texts[text].add(reader)?,
                _ => return Err(DAMAGED),
            }
        }
        Ok(())
    }

    /// What is on more than one page: of each element its styles, and in each the children, with the importances of texts.
    pub(super) fn template(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(0, &mut out);
        out
    }

    fn write(&self, at: usize, out: &mut Vec<u8>) {
        let styles = self.elements[at].styles.iter().map(|&style| &self.styles[style]);
        let mut shared: Vec<&Style> = styles.filter(|style| style.pages > 1).collect();
        // The first is the one that most pages have.
        shared.sort_by_key(|style| std::cmp::Reverse(style.pages));
        put_varint(out, shared.len() as u64);
        for style in shared {
            out.extend_from_slice(&style.children.to_le_bytes());
            put_varint(out, style.parts.len() as u64);
            for (name, part) in &style.parts {
                out.push(if matches!(part, Part::Element(_)) { ELEMENT } else { TEXT });
                out.extend_from_slice(&name.to_le_bytes());
                match *part {
                    Part::Element(element) => {
                        self.write(element, out);
                    }
                    Part::Text(text) => {
                        out.push(byte(self.texts[text].importance(style.pages)));
                    }
                }
            }
        }
    }
}

impl Text {
    fn add(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let count = reader.varint()?;
        let mut counts: HashMap<u32, u32> = HashMap::new();
        for _ in 0..count {
            *counts.entry(u32::from_le_bytes(reader.array()?)).or_default() += 1;
        }
        for (word, count) in counts {
            let known = self.words.entry(word).or_default();
            let count = f64::from(count);
            known.count += count;
            known.spread += count * count.ln();
        }
        Ok(())
    }

    /// 1 less the mean entropy of the words over `pages` pages, to the base of these.
    fn importance(&self, pages: u32) -> f64 {
        if pages <= 1 || self.words.is_empty() {
            return 1.0;
        }
        let entropy = |word: &Word| (word.count.ln() - word.spread / word.count) / f64::from(pages).ln();
        // In an order that does not change from run to run: sums of floats depend on it.
        let mut entropies: Vec<f64> = self.words.values().map(entropy).collect();
        entropies.sort_unstable_by(f64::total_cmp);
        1.0 - entropies.iter().sum::<f64>() / entropies.len() as f64
    }
}

/// An importance in 255 steps.
fn byte(importance: f64) -> u8 {
    (importance.clamp(0.0, 1.0) * 255.0).round() as u8
}
