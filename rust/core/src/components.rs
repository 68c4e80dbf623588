//! Connected components: what is alike to one of a group is of the group.

use std::collections::BTreeMap;

/// A forest of numbers; each tree is a group, and its root is the least of it.
#[derive(Clone, Debug, Default)]
pub struct Components {
    parents: Vec<u32>,
}

impl Components {
    /// So many numbers, each for itself.
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// The least number of the group.
    pub fn root(&mut self, mut at: u32) -> u32 {
        while self.parents[at as usize] != at {
            // Half the way on each walk: in the end all of it is short.
            let parent = self.parents[at as usize];
            self.parents[at as usize] = self.parents[parent as usize];
            at = self.parents[at as usize];
        }
        at
    }

    pub fn join(&mut self, first: u32, second: u32) {
        let (first, second) = (self.root(first), self.root(second));
        self.parents[first.max(second) as usize] = first.min(second);
    }

    /// The groups of several numbers, each in order, in the order of their first.
    pub fn groups(&mut self) -> Vec<Vec<u32>> {
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for at in 0..self.parents.len() as u32 {
            let root = self.root(at);
            if root != at {
                groups.entry(root).or_insert_with(|| vec![root]).push(at);
            }
        }
        groups.into_values().collect()
    }

    /// The root of each number.
    pub fn into_roots(mut self) -> Vec<u32> {
        for at in 0..self.parents.len() {
            // Parents are less than their children: those before are roots already.
            self.parents[at] = self.parents[self.parents[at] as usize];
        }
        self.parents
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_least_that_can_be_reached(pairs in proptest::collection::vec((0u32..30, 0u32..30), 0..40)) {
            let mut components = Components::new(30);
            let mut least: Vec<u32> = (0..30).collect();
            for &(a, b) in &pairs {
                components.join(a, b);
            }
            for _ in 0..30 {
                for &(a, b) in &pairs {
                    let both = least[a as usize].min(least[b as usize]);
                    (least[a as usize], least[b as usize]) = (both, both);
                }
            }
            for at in 0..30 {
                prop_assert_eq!(components.root(at), least[at as usize]);
            }
            let of = |root| (0..30).filter(|&at| least[at as usize] == root).collect::<Vec<u32>>();
            let groups: Vec<Vec<u32>> = (0..30).map(of).filter(|group| group.len() > 1).collect();
            prop_assert_eq!(components.groups(), groups);
            prop_assert_eq!(components.into_roots(), least);
        }
    }
}
