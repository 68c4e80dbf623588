//! How many n-grams occur how often, and where the a per cent most frequent of them end.

/// Counts from here on are rare enough to be kept one by one.
const LARGE: usize = 1 << 12;

#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// The number of n-grams of each count below [`LARGE`].
    small: Vec<u32>,
    large: Vec<u32>,
    /// How many n-grams there are.
    total: usize,
}

/// Which n-grams are frequent: those that occur more often than `least` times, and the first `ties` in the order of
/// text of those that occur just as often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threshold {
    pub(super) least: usize,
    pub(super) ties: usize,
}

impl Counts {
    pub(super) fn new() -> Self {
        Self { small: vec![0; LARGE], large: Vec::new(), total: 0 }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, count: usize) {
        self.total += 1;
        match self.small.get_mut(count) {
            Some(number) => *number += 1,
            None => self.large.push(count as u32),
        }
    }

    /// Adds so many n-grams that occur once.
    #[inline(always)]
    pub(super) fn add_once(&mut self, number: u32) {
        self.total += number as usize;
        self.small[1] += number;
    }

    /// All are added.
    pub(super) fn finish(&mut self) {
        self.large.sort_unstable_by(|a, b| b.cmp(a));
    }

    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// The first ⌊a·m/100⌋ of the m n-grams, by count and then by text.
    pub(super) fn threshold(&self, per_cent: usize) -> Threshold {
        let mut left = (self.total as u128 * per_cent as u128 / 100).min(self.total as u128) as usize;
        if left == 0 {
            return Threshold { least: usize::MAX, ties: 0 };
        }
        if left <= self.large.len() {
            let least = self.large[left - 1];
            let above = self.large.partition_point(|&count| count > least);
            return Threshold { least: least as usize, ties: left - above };
        }
        left -= self.large.len();
        for (count, &number) in self.small.iter().enumerate().rev() {
            if left <= number as usize {
                return Threshold { least: count, ties: left };
            }
            left -= number as usize;
        }
        Threshold { least: 0, ties: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_a_sorted_list(counts in prop::collection::vec(prop_oneof![1..5usize, LARGE - 2..LARGE + 5], 0..60), a in 0..120usize) {
            let mut histogram = Counts::new();
            counts.iter().for_each(|&count| histogram.add(count));
            histogram.finish();
            let Threshold { least, mut ties } = histogram.threshold(a);
            let taken = counts.iter().filter(|&&count| count > least || (count == least && ties > 0 && { ties -= 1; true }));
            let mut taken: Vec<usize> = taken.copied().collect();
            taken.sort_unstable();
            let mut sorted = counts.clone();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            sorted.truncate((counts.len() * a / 100).min(counts.len()));
            sorted.reverse();
            prop_assert_eq!(taken, sorted);
            prop_assert_eq!(ties, 0);
        }
    }
}
