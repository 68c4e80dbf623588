//! Pairs that were found: as lines, and as groups.

use std::io::Write;

use super::candidates::leaders;
use super::clusters::complete::{Edge, complete_link};
use super::documents::Documents;
use super::finder::{Limits, Report};
use super::labels::{Keep, Labels};
use super::measure::Measure;
use super::sorter::{Sorted, Sorter};
use crate::components::Components;
use crate::error::{Error, Result};

/// What a number of a pair says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// Values that two sets have in common.
    Common,
    /// Places with the same value.
    Places { of: u32 },
    /// Values in common, of fingerprints where not all of them need be compared.
    Values,
    /// Bits that are not the same.
    Bits { of: u32 },
}

/// Stands for a pair of the same kind.
const SAME: u64 = u64::MAX;

/// How groups come together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// By one pair.
    #[default]
    Single,
    /// By all pairs.
    Complete,
}

impl Link {
    pub const ALL: [(&'static str, Self); 2] = [("single", Self::Single), ("complete", Self::Complete)];
}

/// See the [module](self).
#[derive(Debug)]
pub struct Found {
    documents: Documents,
    score: Score,
    pairs: Sorter,
    limits: Limits,
    report: Report,
}

impl Found {
    pub(super) fn new(
        documents: Documents,
        score: Score,
        pairs: Sorter,
        report: Report,
        limits: Limits,
    ) -> Self {
        Self { documents, score, pairs, limits, report }
    }

    /// How many different ones there are.
    pub fn kinds(&self) -> usize {
        self.documents.firsts.len()
    }

    /// Writes a line for each pair of documents, in their order; how many, and what the search has become.
    pub fn write_pairs(self, out: &mut impl Write) -> Result<(u64, Report)> {
        let Self { documents, score, pairs, limits, mut report } = self;
        let mut sorted = pairs.finish()?;
        report.disk += sorted.disk();
        let mut expanded = Sorter::new(limits.memory / 2, &limits.tmpdir);
        let (starts, members) = documents.by_kind();
        let of = |kind: u32| &members[starts[kind as usize]..starts[kind as usize + 1]];
        let mut put = |first: u32, second: u32, score: u64| {
            expanded.push(u64::from(first.min(second)) << 32 | u64::from(first.max(second)), score)
        };
        for kind in 0..documents.firsts.len() as u32 {
            let same = of(kind);
            let leaders = leaders(same.len(), limits.most);
            for (at, &second) in same.iter().enumerate() {
                report.capped += u64::from(at > leaders);
                same[..at.min(leaders)].iter().try_for_each(|&first| put(first, second, SAME))?;
            }
        }
        while let Some((pair, score)) = sorted.next_pair()? {
            let (first, second) = (of((pair >> 32) as u32), of(pair as u32));
            let [some, others] = [first, second].map(|same| leaders(same.len(), limits.most));
            for (at, &one) in first.iter().enumerate() {
                // Of many that are the same not all are paired with all of many others.
                let most = if at < some { second.len() } else { others };
                report.capped += u64::from(most < second.len());
                second.iter().take(most).try_for_each(|&other| put(one, other, score))?;
            }
        }
        let mut expanded = expanded.finish()?;
        let mut written = 0;
        let mut line = Vec::new();
        while let Some((pair, value)) = expanded.next_pair()? {
            let (first, second) = ((pair >> 32) as u32, pair as u32);
            line.clear();
            line.extend_from_slice(b"{\"a\":");
            line.extend_from_slice(documents.id(first));
            line.extend_from_slice(b",\"b\":");
            line.extend_from_slice(documents.id(second));
            let kinds = [first, second].map(|line| documents.kinds[line as usize]);
            let alike = similarity(score, value, &documents, kinds);
            line.extend_from_slice(format!(",\"similarity\":{alike:.4}").as_bytes());
            if let Some([a, b]) = containment(score, value, &documents, kinds) {
                line.extend_from_slice(format!(",\"a_in_b\":{a:.4},\"b_in_a\":{b:.4}").as_bytes());
            }
            line.extend_from_slice(b"}\n");
            out.write_all(&line).map_err(Error::io("writing"))?;
            written += 1;
        }
        report.disk += expanded.disk();
        Ok((written, report))
    }

    /// Groups of documents, and what the search has become.
    pub fn labels(self, link: Link, keep: Keep) -> Result<(Labels, Report)> {
        let Self { documents, score, pairs, limits, mut report } = self;
        let mut sorted = pairs.finish()?;
        report.disk += sorted.disk();
        let kinds = documents.firsts.len();
        let mut components = Components::new(kinds);
        // The similarity of each kind to the one it is most alike to.
        let mut best = vec![0f32; kinds];
        let mut again = Sorter::new(limits.memory / 4, &limits.tmpdir);
        while let Some((pair, value)) = sorted.next_pair()? {
            let both = [(pair >> 32) as u32, pair as u32];
            let alike = similarity(score, value, &documents, both);
            for kind in both {
                best[kind as usize] = best[kind as usize].max(alike as f32);
            }
            components.join(both[0], both[1]);
            if link == Link::Complete {
                again.push(pair, alike.to_bits())?;
            }
        }
        let mut roots = components.into_roots();
        if link == Link::Complete {
            roots = complete(&roots, again.finish()?, &limits)?;
        }
        Ok((Labels::new(documents, roots, best, keep), report))
    }
}

/// Complete link within each component: from the least of each component to the least of each group.
fn complete(components: &[u32], mut pairs: Sorted, limits: &Limits) -> Result<Vec<u32>> {
    // Numbers in which the kinds of a component follow each other.
    let mut order: Vec<u32> = (0..components.len() as u32).collect();
    order.sort_unstable_by_key(|&kind| (components[kind as usize], kind));
    let mut numbers = vec![0u32; order.len()];
    for (number, &kind) in order.iter().enumerate() {
        numbers[kind as usize] = number as u32;
    }
    let mut by_component = Sorter::new(limits.memory / 4, &limits.tmpdir);
    while let Some((pair, alike)) = pairs.next_pair()? {
        let [first, second] =
            [(pair >> 32) as usize, pair as u32 as usize].map(|kind| u64::from(numbers[kind]));
        by_component.push(first << 32 | second, alike)?;
    }
    let mut sorted = by_component.finish()?;
    let mut roots: Vec<u32> = (0..components.len() as u32).collect();
    let mut edges: Vec<Edge> = Vec::new();
    let component = |number: u32| components[order[number as usize] as usize];
    loop {
        let next = sorted.next_pair()?;
        let edge = next.map(|(pair, alike)| Edge {
            first: (pair >> 32) as u32,
            second: pair as u32,
            similarity: f64::from_bits(alike),
        });
        let goes_on = edge.is_some_and(|edge| {
            edges.last().is_none_or(|last| component(last.first) == component(edge.first))
        });
        if !goes_on {
            complete_link(&edges, |at, first| {
                roots[order[at as usize] as usize] = order[first as usize];
            });
            edges.clear();
        }
        match edge {
            Some(edge) => edges.push(edge),
            None => return Ok(roots),
        }
    }
}

fn similarity(score: Score, value: u64, documents: &Documents, [a, b]: [u32; 2]) -> f64 {
    if value == SAME {
        return 1.0;
    }
    let [first, second] = [a, b].map(|kind| documents.sizes[kind as usize] as usize);
    let share = |of: usize| value as f64 / of.max(1) as f64;
    match score {
        Score::Common => Measure::Resemblance.of(value as usize, first, second),
        Score::Places { of } => share(of as usize),
        Score::Values => share(first.max(second)),
        // The angle is that part of π; what is beyond a right angle is not alike.
        Score::Bits { of } => (std::f64::consts::PI * share(of as usize)).cos().max(0.0),
    }
}

/// How much of each document is in the other one, where that is known.
fn containment(score: Score, value: u64, documents: &Documents, kinds: [u32; 2]) -> Option<[f64; 2]> {
    let common = match score {
        Score::Values | Score::Bits { .. } => return None,
        Score::Common if value == SAME => return Some([1.0; 2]),
        Score::Common => value as f64,
        Score::Places { .. } => {
            // |A ∩ B| = ρ (|A| + |B|) / (1 + ρ).
            let alike = similarity(score, value, documents, kinds);
            let both: f64 = kinds.map(|kind| f64::from(documents.shingles[kind as usize])).iter().sum();
            alike * both / (1.0 + alike)
        }
    };
    let sizes = if score == Score::Common { &documents.sizes } else { &documents.shingles };
    Some(kinds.map(|kind| (common / f64::from(sizes[kind as usize].max(1))).min(1.0)))
}
