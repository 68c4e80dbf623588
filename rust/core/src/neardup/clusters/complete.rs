//! Complete link: all of a group are alike to each other. Section 3.5 objects to groups by transitivity that A and C of
//! A~B and B~C may be completely different; here they are in different groups.
//!
//! The two groups whose least similar members are the most similar become one, again and again, as long as all pairs of
//! their members are alike.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

/// Two that are alike; each pair once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub first: u32,
    pub second: u32,
    pub similarity: f64,
}

/// The most similar first; of those the ones that came first.
#[derive(Debug)]
struct Link(Edge);

impl Ord for Link {
    fn cmp(&self, other: &Self) -> Ordering {
        let places = |link: &Self| (link.0.first, link.0.second);
        self.0.similarity.total_cmp(&other.0.similarity).then_with(|| places(other).cmp(&places(self)))
    }
}

impl PartialOrd for Link {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Link {}

/// Calls `put` with each that is not the first of its group, and with that first one.
pub fn complete_link(edges: &[Edge], mut put: impl FnMut(u32, u32)) {
    // Of each group, known by its first member, the groups all of whose members are alike to all of its own, and the least
    // similarity of two of those.
    let mut near: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
    let mut heap = BinaryHeap::new();
    for &Edge { first, second, similarity } in edges {
        let (first, second) = (first.min(second), first.max(second));
        near.entry(first).or_default().insert(second, similarity);
        near.entry(second).or_default().insert(first, similarity);
        heap.push(Link(Edge { first, second, similarity }));
    }
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    while let Some(Link(Edge { first, second, similarity })) = heap.pop() {
        // Links of groups that have changed since are no more.
        if near.get(&first).and_then(|near| near.get(&second)) != Some(&similarity) {
            continue;
        }
        let (Some(mine), Some(others)) = (near.remove(&first), near.remove(&second)) else { continue };
        for group in mine.keys().chain(others.keys()) {
            if let Some(near) = near.get_mut(group) {
                near.remove(&first);
                near.remove(&second);
            }
        }
        let mut both = BTreeMap::new();
        for (&group, &similarity) in &mine {
            let Some(&other) = others.get(&group) else { continue };
            let least = similarity.min(other);
            both.insert(group, least);
            near.entry(group).or_default().insert(first, least);
            let edge = Edge { first: first.min(group), second: first.max(group), similarity: least };
            heap.push(Link(edge));
        }
        near.insert(first, both);
        let moved = members.remove(&second).unwrap_or_default();
        members.entry(first).or_default().extend(moved.into_iter().chain([second]));
    }
    for (first, others) in members {
        others.into_iter().for_each(|other| put(other, first));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn groups(count: u32, edges: &[(u32, u32, f64)]) -> Vec<u32> {
        let edges: Vec<Edge> =
            edges.iter().map(|&(first, second, similarity)| Edge { first, second, similarity }).collect();
        let mut firsts: Vec<u32> = (0..count).collect();
        complete_link(&edges, |at, first| firsts[at as usize] = first);
        firsts
    }

    #[test]
    fn a_and_c_of_section_3_5() {
        assert_eq!(groups(3, &[(0, 1, 0.5), (1, 2, 0.5)]), [0, 0, 2]);
        // The more similar two go together.
        assert_eq!(groups(3, &[(0, 1, 0.5), (1, 2, 0.6)]), [0, 1, 1]);
        assert_eq!(groups(3, &[(0, 1, 0.5), (1, 2, 0.6), (0, 2, 0.5)]), [0, 0, 0]);
        // Two groups of two, of whose four pairs one is missing.
        let edges = [(0, 1, 0.9), (2, 3, 0.9), (0, 2, 0.8), (0, 3, 0.8), (1, 2, 0.8)];
        assert_eq!(groups(4, &edges), [0, 0, 2, 2]);
        assert_eq!(groups(4, &[&edges[..], &[(3, 1, 0.8)]].concat()), [0; 4]);
    }

    proptest! {
        /// By definition: of all pairs of groups look for the best, until there is none.
        #[test]
        fn as_by_definition(
            edges in proptest::collection::btree_map((0u32..12, 0u32..12), 1u32..5, 0..50),
        ) {
            let edges: BTreeMap<(u32, u32), f64> =
                edges.into_iter().filter(|((a, b), _)| a < b).map(|(pair, tenths)| (pair, f64::from(tenths) / 10.0)).collect();
            let mut all: Vec<Vec<u32>> = (0..12).map(|at| vec![at]).collect();
            loop {
                let mut best: Option<(f64, usize, usize)> = None;
                for first in 0..all.len() {
                    for second in first + 1..all.len() {
                        let pairs = all[first].iter().flat_map(|&a| all[second].iter().map(move |&b| (a.min(b), a.max(b))));
                        let least = pairs.map(|pair| edges.get(&pair).copied().unwrap_or(0.0)).fold(1.0, f64::min);
                        if least > best.map_or(0.0, |best| best.0) {
                            best = Some((least, first, second));
                        }
                    }
                }
                let Some((_, first, second)) = best else { break };
                let moved = all.remove(second);
                all[first].extend(moved);
            }
            let mut expected = vec![0; 12];
            for group in &all {
                group.iter().for_each(|&at| expected[at as usize] = *group.iter().min().unwrap());
            }
            let list: Vec<(u32, u32, f64)> = edges.iter().map(|(&(a, b), &similarity)| (a, b, similarity)).collect();
            prop_assert_eq!(groups(12, &list), expected);
        }
    }
}
