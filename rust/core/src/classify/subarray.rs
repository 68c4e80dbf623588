//! The contiguous run of the greatest sum: what BTE (2.6.1), MSS (2.6.5) and HtmlCleaner look for.

use std::ops::{Add, Range};

/// The run of scores with the greatest sum, in one pass. Of several such runs it is the one that ends first, and of
/// those the shortest. Empty (`0..0`) where no score is positive.
pub fn maximum<T>(scores: impl IntoIterator<Item = T>) -> Range<usize>
where
    T: Copy + PartialOrd + Default + Add<Output = T>,
{
    let zero = T::default();
    let (mut best, mut best_sum) = (0..0, zero);
    let (mut start, mut sum) = (0, zero);
    for (at, score) in scores.into_iter().enumerate() {
        // What came before helps only if its sum is positive. A NaN is never taken along.
        if sum > zero {
            sum = sum + score;
        } else {
            (start, sum) = (at, score);
        }
        if sum > best_sum {
            (best, best_sum) = (start..at + 1, sum);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By hand: 4 - 1 + 2 + 1 = 6, the example of Bentley's column with its answer.
    #[test]
    fn by_hand() {
        assert_eq!(maximum([-2, 1, -3, 4, -1, 2, 1, -5, 4]), 3..7);
        assert_eq!(maximum([0.5, -0.25, 0.5, -1.0, 0.5]), 0..3);
        assert_eq!(maximum([1, -1, 1]), 0..1);
        assert_eq!(maximum([0, 0, 2, 0]), 2..3);
        assert_eq!(maximum([-1, 0, -2]), 0..0);
        assert_eq!(maximum([0.0; 0]), 0..0);
        assert_eq!(maximum([f64::NAN, 1.0, f64::NAN]), 1..2);
    }

    proptest! {
        #[test]
        fn as_brute_force(scores in prop::collection::vec(-9i64..9, 0..24)) {
            let mut best = (0, 0..0);
            for end in 1..=scores.len() {
                for start in (0..end).rev() {
                    let sum: i64 = scores[start..end].iter().sum();
                    if sum > best.0 {
                        best = (sum, start..end);
                    }
                }
            }
            prop_assert_eq!(maximum(scores), best.1);
        }
    }
}
