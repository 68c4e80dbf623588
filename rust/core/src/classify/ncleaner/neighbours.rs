//! What a block's neighbours say of it.
//!
//! Good blocks stand beside good ones (thesis 2.9.4), which NCLEANER makes no use of. Here the classes of the blocks of
//! a page are a hidden Markov chain whose two states are left with the same probability, and a block's odds are those
//! that the forward-backward algorithm gives it.

/// The odds of each block, as logarithms, with what the others say; `stay` is the probability that two neighbours are
/// of one class.
pub(super) fn weigh(odds: &[f64], stay: f64) -> Vec<f64> {
    let mut all = odds.to_vec();
    let mut said = 0.0;
    for (all, own) in all.iter_mut().zip(odds) {
        *all += said;
        said = pass(said + own, stay);
    }
    said = 0.0;
    for (all, own) in all.iter_mut().zip(odds).rev() {
        *all += said;
        said = pass(said + own, stay);
    }
    all
}

/// What the odds of a block say of its neighbour.
fn pass(odds: f64, stay: f64) -> f64 {
    // Beyond this the result is the same in all its digits.
    let ratio = odds.clamp(-60.0, 60.0).exp();
    ((stay * ratio + (1.0 - stay)) / ((1.0 - stay) * ratio + stay)).ln()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn logistic(x: f64) -> f64 {
        1.0 / (1.0 + (-x).exp())
    }

    /// Two blocks, odds 3 to 1 and 1 to 1, stay 0.75. Good together: 3/4 · 1/2 · 3/4 = 9/32; first good: 3/32; first bad:
    /// 1/32 (second good), 3/32. The second is good with (9 + 1) / 16.
    #[test]
    fn by_hand() {
        let all = weigh(&[3f64.ln(), 0.0], 0.75);
        assert!((logistic(all[0]) - 12.0 / 16.0).abs() < 1e-12);
        assert!((logistic(all[1]) - 10.0 / 16.0).abs() < 1e-12);
    }

    #[test]
    fn at_one_half_each_is_for_itself() {
        let odds = [1.5, -2.0, 1e6, -1e6, 0.0];
        assert_eq!(weigh(&odds, 0.5), odds);
    }

    proptest! {
        /// Against the sum over all ways to label the blocks.
        #[test]
        fn as_brute_force(odds in prop::collection::vec(-4.0..4.0, 0..8), stay in 0.5..0.99) {
            let odds: Vec<f64> = odds;
            let mut sums = vec![[0.0; 2]; odds.len()];
            for classes in 0..1u32 << odds.len() {
                let good = |at: usize| classes >> at & 1 == 1;
                let mut p = 1.0;
                #[allow(clippy::needless_range_loop)]
                for at in 0..odds.len() {
                    p *= logistic(if good(at) { odds[at] } else { -odds[at] });
                    if at > 0 {
                        p *= if good(at) == good(at - 1) { stay } else { 1.0 - stay };
                    }
                }
                #[allow(clippy::needless_range_loop)]
                for at in 0..odds.len() {
                    sums[at][usize::from(good(at))] += p;
                }
            }
            for (found, [bad, good]) in weigh(&odds, stay).into_iter().zip(sums) {
                prop_assert!((found - (good / bad).ln()).abs() < 1e-9);
            }
        }
    }
}
