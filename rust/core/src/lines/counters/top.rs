//! The items of the largest counts, without sorting all of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The `k` greatest by count, then by item, the smaller item first.
pub(super) struct Top<T> {
    k: usize,
    // The least of those kept is at the top.
    kept: BinaryHeap<(Reverse<u64>, T)>,
}

impl<T: Ord> Top<T> {
    pub(super) fn new(k: usize) -> Self {
        Self { k, kept: BinaryHeap::new() }
    }

    /// Whether an item of this count might be kept: lets the caller build only those that are.
    pub(super) fn might_keep(&self, count: u64) -> bool {
        count > 0
            && (self.kept.len() < self.k
                || self.kept.peek().is_some_and(|(Reverse(least), _)| count >= *least))
    }

    pub(super) fn offer(&mut self, item: T, count: u64) {
        if self.might_keep(count) {
            self.kept.push((Reverse(count), item));
            if self.kept.len() > self.k {
                self.kept.pop();
            }
        }
    }

    pub(super) fn into_vec(self) -> Vec<(T, u64)> {
        self.kept.into_sorted_vec().into_iter().map(|(Reverse(count), item)| (item, count)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_head_of_the_sorted_list(counts in proptest::collection::vec(0u64..6, 0..60), k in 0usize..70) {
            let mut top = Top::new(k);
            let mut expected: Vec<(usize, u64)> = counts.iter().copied().enumerate().collect();
            for &(item, count) in &expected {
                top.offer(item, count);
            }
            expected.retain(|&(_, count)| count > 0);
            expected.sort_by_key(|&(item, count)| (Reverse(count), item));
            expected.truncate(k);
            prop_assert_eq!(top.into_vec(), expected);
        }
    }
}
