//! Isotonic regression on a tree: the values closest to the given ones of which none is below its parent's.
//!
//! Close is meant as the sum of squared differences, each times its weight. Where a child is below its parent, the two
//! get the mean of both: it is the solution if, from the leaves upwards, a node joins the lowest of the groups below it
//! for as long as that is lower (Pardalos & Xue 1999). Each group keeps those below it in a heap, and the smaller of two
//! heaps moves into the larger: O(n log² n).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node's value before smoothing, and how much it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) value: f64,
    /// More than 0.
    pub(super) weight: f64,
}

/// Nodes that share a value: their mean, and the one of them that is above the others.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    mean: f64,
    top: usize,
}

impl Eq for Group {}

impl PartialOrd for Group {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Group {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.mean.total_cmp(&other.mean).then(self.top.cmp(&other.top))
    }
}

/// The smoothed values. Roots have no parent, and parents come before their children.
pub(super) fn smooth(parents: &[Option<u32>], given: &[Given]) -> Vec<f64> {
    let mut groups = given.to_vec();
    let mut joined: Vec<Option<usize>> = vec![None; given.len()];
    let mut below: Vec<BinaryHeap<Reverse<Group>>> = vec![BinaryHeap::new(); given.len()];
    for at in (0..given.len()).rev() {
        let mut heap = std::mem::take(&mut below[at]);
        let mut group = groups[at];
        while let Some(&Reverse(lowest)) = heap.peek()
            && lowest.mean < group.value
        {
            heap.pop();
            let other = groups[lowest.top];
            let weight = group.weight + other.weight;
            group.value += (other.value - group.value) * other.weight / weight;
            group.weight = weight;
            joined[lowest.top] = Some(at);
            heap.append(&mut below[lowest.top]);
        }
        groups[at] = group;
        below[at] = heap;
        if let Some(parent) = parents[at] {
            below[parent as usize].push(Reverse(Group { mean: group.value, top: at }));
        }
    }
    let mut values: Vec<f64> = groups.iter().map(|group| group.value).collect();
    for at in 0..values.len() {
        if let Some(top) = joined[at] {
            values[at] = values[top];
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use proptest::prelude::*;

    use super::*;

    fn given(values: &[(f64, f64)]) -> Vec<Given> {
        values.iter().map(|&(value, weight)| Given { value, weight }).collect()
    }

    /// Section 2.6.5: "the score of each node is at least the score of its parent".
    #[test]
    fn a_parent_above_its_children_meets_them() {
        // The root is above the first child only: both get (0.5 + 0.1) / 2. The other child may stay.
        let smoothed = smooth(&[None, Some(0), Some(0)], &given(&[(0.5, 1.0), (0.1, 1.0), (0.9, 1.0)]));
        assert_eq!(smoothed, [0.3, 0.3, 0.9]);
        // With three times the weight, the child moves the root to (0.5 + 3 * 0.1) / 4.
        let smoothed = smooth(&[None, Some(0), Some(0)], &given(&[(0.5, 1.0), (0.1, 3.0), (0.9, 1.0)]));
        assert!((smoothed[0] - 0.2).abs() < 1e-12 && (smoothed[1] - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_group_goes_on_to_what_is_below_its_members() {
        // 0.9 joins 0.3: their mean 0.6 is above the grandchild's 0.45, so all three get (0.9 + 0.3 + 0.45) / 3.
        let smoothed = smooth(&[None, Some(0), Some(1)], &given(&[(0.9, 1.0), (0.3, 1.0), (0.45, 1.0)]));
        assert!(smoothed.iter().all(|value| (value - 0.55).abs() < 1e-12), "{smoothed:?}");
    }

    #[test]
    fn what_is_in_order_stays() {
        let values = [(0.1, 1.0), (0.2, 2.0), (0.1, 3.0), (0.7, 1.0)];
        assert_eq!(smooth(&[None, Some(0), Some(0), None], &given(&values)), [0.1, 0.2, 0.1, 0.7]);
        assert!(smooth(&[], &[]).is_empty());
    }

    /// The min-max formula, which holds for any order (Barlow et al. 1972): the most over all sets with a node that hold
    /// what is below their members, of the least over all sets with it that hold what is above theirs, of the mean of
    /// what is in both.
    fn by_trying_all(parents: &[Option<u32>], given: &[Given]) -> Vec<f64> {
        let len = parents.len();
        let is_in = |set: u32, at: usize| set >> at & 1 == 1;
        let edges: Vec<(usize, usize)> =
            (0..len).filter_map(|at| parents[at].map(|parent| (parent as usize, at))).collect();
        let sets = 0..1_u32 << len;
        let lower: Vec<u32> = sets
            .clone()
            .filter(|&set| edges.iter().all(|&(up, down)| !is_in(set, up) || is_in(set, down)))
            .collect();
        let upper: Vec<u32> =
            sets.filter(|&set| edges.iter().all(|&(up, down)| !is_in(set, down) || is_in(set, up))).collect();
        let mean = |set: u32| {
            let members = (0..len).filter(|&at| is_in(set, at));
            let (sum, weight) = members.fold((0.0, 0.0), |(sum, weight), at| {
                (sum + given[at].value * given[at].weight, weight + given[at].weight)
            });
            sum / weight
        };
        let value = |at: usize| {
            let least = |below: u32| {
                let sets = upper.iter().filter(|&&above| is_in(above, at));
                sets.map(|&above| mean(above & below)).fold(f64::INFINITY, f64::min)
            };
            lower
                .iter()
                .filter(|&&below| is_in(below, at))
                .map(|&below| least(below))
                .fold(f64::MIN, f64::max)
        };
        (0..len).map(value).collect()
    }

    prop_compose! {
        fn trees(most: usize)(seeds in prop::collection::vec((any::<u32>(), 0..8_u32, 1..4_u32), 1..most))
            -> (Vec<Option<u32>>, Vec<Given>) {
            let parents = seeds.iter().enumerate().map(|(at, seed)| {
                let place = seed.0 % (at as u32 + 1);
                (place > 0).then(|| place - 1)
            });
            let given = seeds.iter().map(|seed| Given { value: f64::from(seed.1) / 8.0, weight: f64::from(seed.2) });
            (parents.collect(), given.collect())
        }
    }

    proptest! {
        #[test]
        fn it_is_the_closest((parents, given) in trees(8)) {
            let expected = by_trying_all(&parents, &given);
            for (value, expected) in smooth(&parents, &given).iter().zip(&expected) {
                prop_assert!((value - expected).abs() < 1e-9, "{} {}", value, expected);
            }
        }

        #[test]
        fn no_value_is_below_its_parents((parents, given) in trees(200)) {
            let smoothed = smooth(&parents, &given);
            for (at, parent) in parents.iter().enumerate() {
                prop_assert!(parent.is_none_or(|parent| smoothed[parent as usize] <= smoothed[at]));
            }
        }
    }

    /// Values that fall from the root on: a chain is one group in the end, and a wide tree has heaps to join.
    #[test]
    fn long_chains_and_wide_trees_take_near_linear_time() {
        let len = 200_000_u32;
        let falling: Vec<Given> =
            (0..len).map(|at| Given { value: 1.0 - f64::from(at) / f64::from(len), weight: 1.0 }).collect();
        let chain: Vec<Option<u32>> = (0..len).map(|at| at.checked_sub(1)).collect();
        let wide: Vec<Option<u32>> = (0..len).map(|at| (at > 0).then_some(at / 450)).collect();
        let start = Instant::now();
        assert!(smooth(&chain, &falling).iter().all(|value| (value - 0.5).abs() < 1e-5));
        assert_eq!(smooth(&wide, &falling).len(), len as usize);
        assert!(start.elapsed().as_secs() < 5);
    }
}
