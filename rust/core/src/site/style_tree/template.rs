//! The importances of a site's style tree, and a page laid over it.

use std::collections::HashMap;

use super::super::outline::{Child, Outline};
use super::super::{SitePage, Template};
use super::{ELEMENT, TEXT, child_name, style};
use crate::error::{Error, Result};
use crate::html::builder::MAX_DEPTH;
use crate::store::Reader;

#[derive(Debug)]
pub(super) struct Importances {
    elements: Vec<Element>,
}

#[derive(Debug)]
struct Element {
    /// By the hash of their children, and the one that most pages have.
    styles: HashMap<u64, Vec<(u32, Part)>>,
    commonest: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Element(usize),
    Text(f32),
}

const DAMAGED: Error = Error::Malformed { what: "a style tree that no page can have" };

impl Importances {
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut tree = Self { elements: Vec::new() };
        let mut reader = Reader::new(bytes);
        tree.read(&mut reader, 0)?;
        reader.finish()?;
        Ok(tree)
    }

    fn read(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<usize> {
        if depth > MAX_DEPTH {
            return Err(DAMAGED);
        }
        let at = self.elements.len();
        self.elements.push(Element { styles: HashMap::new(), commonest: None });
        for _ in 0..reader.varint()? {
            let children = u64::from_le_bytes(reader.array()?);
            let count = reader.varint()?;
            if count > reader.remaining() as u64 {
                return Err(Error::Truncated);
            }
            let mut parts = Vec::with_capacity(count as usize);
            for _ in 0..count {
                let [kind] = reader.array()?;
                let name = u32::from_le_bytes(reader.array()?);
                let part = match kind {
                    ELEMENT => Part::Element(self.read(reader, depth + 1)?),
                    TEXT => Part::Text(importance(reader)?),
                    _ => return Err(DAMAGED),
                };
                parts.push((name, part));
            }
            let element = &mut self.elements[at];
            element.styles.insert(children, parts);
            element.commonest = element.commonest.or(Some(children));
        }
        Ok(at)
    }

    fn lay(&self, page: &SitePage<'_>, outline: &Outline, node: usize, at: usize, shares: &mut [f32]) {
        let children = outline.children(node);
        let element = &self.elements[at];
        let parts = self.counterparts(page, children, element);
        for (&child, part) in children.iter().zip(parts) {
            match (child, part) {
                (Child::Node(node), Some(Part::Element(at))) => self.lay(page, outline, node, at, shares),
                (Child::Block(block), Some(Part::Text(importance))) => shares[block] = 1.0 - importance,
                _ => {}
            }
        }
    }

    /// What of the tree each child stands for.
    fn counterparts(&self, page: &SitePage<'_>, children: &[Child], element: &Element) -> Vec<Option<Part>> {
        if let Some(parts) = element.styles.get(&style(page, children))
            && parts.len() == children.len()
        {
            return parts.iter().map(|(_, part)| Some(*part)).collect();
        }
        let commonest = element.commonest.and_then(|children| element.styles.get(&children));
        let Some(parts) = commonest else { return vec![None; children.len()] };
        let names: Vec<u32> = children.iter().map(|&child| child_name(page, child)).collect();
        let known: Vec<u32> = parts.iter().map(|(name, _)| *name).collect();
        align(&names, &known).into_iter().map(|at| at.map(|at| parts[at].1)).collect()
    }
}

/// Sequences that are longer are aligned as far as they begin and end alike.
const MOST_ALIGNED: usize = 500;

/// Which of the known names each name stands for: those of a longest common subsequence.
fn align(names: &[u32], known: &[u32]) -> Vec<Option<usize>> {
    let head = names.iter().zip(known).take_while(|(name, known)| name == known).count();
    let ends = names[head..].iter().rev().zip(known[head..].iter().rev());
    let tail = ends.take_while(|(name, known)| name == known).count();
    let mut found: Vec<Option<usize>> = (0..names.len()).map(|at| (at < head).then_some(at)).collect();
    for back in 1..=tail {
        found[names.len() - back] = Some(known.len() - back);
    }
    let (names, known) = (&names[head..names.len() - tail], &known[head..known.len() - tail]);
    if names.len() > MOST_ALIGNED || known.len() > MOST_ALIGNED {
        return found;
    }
    // The length of what the rest of both has in common, from each pair of places on.
    let width = known.len() + 1;
    let mut common = vec![0_u16; (names.len() + 1) * width];
    for (i, name) in names.iter().enumerate().rev() {
        for (j, other) in known.iter().enumerate().rev() {
            common[i * width + j] = if name == other {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < names.len() && j < known.len() {
        if names[i] == known[j] {
            found[head + i] = Some(head + j);
            (i, j) = (i + 1, j + 1);
        } else if common[(i + 1) * width + j] >= common[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

fn importance(reader: &mut Reader<'_>) -> Result<f32> {
    let [byte] = reader.array()?;
    Ok(f32::from(byte) / 255.0)
}

impl Template for Importances {
    fn shares(&self, page: &SitePage<'_>) -> Vec<f32> {
        let mut shares = vec![0.0; page.page.blocks.len()];
        self.lay(page, &Outline::of(&page.page), 0, 0, &mut shares);
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_aligned() {
        let aligned = |names: &str, known: &str| {
            let numbers = |text: &str| text.bytes().map(u32::from).collect::<Vec<_>>();
            let found = align(&numbers(names), &numbers(known));
            found.into_iter().map(|at| at.map_or('-', |at| known.as_bytes()[at].into())).collect::<String>()
        };
        assert_eq!(aligned("abcd", "abcd"), "abcd");
        assert_eq!(aligned("abxcd", "abcd"), "ab-cd");
        assert_eq!(aligned("acd", "abcd"), "acd");
        assert_eq!(aligned("xaybz", "pabq"), "-a-b-");
        assert_eq!(aligned("aaa", "a"), "a--");
        assert_eq!(aligned("", "abc"), "");
        let long = "ab".repeat(MOST_ALIGNED);
        assert_eq!(
            aligned(&format!("h{long}t"), &format!("h{}t", "ba".repeat(MOST_ALIGNED))).replace('-', ""),
            "ht"
        );
    }
}
