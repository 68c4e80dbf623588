//! The probability that a pair is accepted, section 3.2: equation 3.1 and figures 3.1 to 3.3; and the bands that follow
//! from it.

use crate::error::{Error, Result};

/// Equation 3.1: the probability that of k super-shingles of s permutations each, two documents of resemblance `rho`
/// have r or more in common.
pub fn supershingles(k: u32, s: u32, r: u32, rho: f64) -> f64 {
    at_least(k, r, rho.powf(f64::from(s)))
}

/// The probability of r or more successes in k trials, each of which succeeds with probability `p`.
pub fn at_least(k: u32, r: u32, p: f64) -> f64 {
    if r == 0 || p >= 1.0 {
        return f64::from(u8::from(r <= k));
    }
    if p <= 0.0 || r > k {
        return 0.0;
    }
    // Each term from the one before, in logarithms, for the first may be too small for a number.
    let (log, odds) = (p.ln(), p.ln() - (-p).ln_1p());
    let none = f64::from(k) * (-p).ln_1p();
    debug_assert!(log <= 0.0);
    let mut term = none;
    let mut sum = 0.0;
    for i in 1..=k {
        term += f64::from(k - i + 1).ln() - f64::from(i).ln() + odds;
        if i >= r {
            sum += term.exp();
        }
    }
    sum.min(1.0)
}

/// Figure 3.1: more than half of t values in common.
pub fn more_than_half(t: u32, rho: f64) -> f64 {
    at_least(t, t / 2 + 1, rho)
}

/// Figure 3.3: at least one of n lists is the same, if each word is on it with probability p, in documents that differ
/// in k words.
pub fn lists(n: u32, p: f64, k: u32) -> f64 {
    1.0 - (1.0 - (1.0 - p).powf(f64::from(k))).powf(f64::from(n))
}

/// A sketch in groups: a pair is a candidate if all values of a group are the same. Equation 3.1 for r = 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands {
    /// How many groups there are.
    pub bands: u32,
    /// How many values each has.
    pub rows: u32,
}

impl Bands {
    /// The probability that a pair becomes a candidate.
    pub fn probability(self, rho: f64) -> f64 {
        supershingles(self.bands, self.rows, 1, rho)
    }

    /// The largest groups, and so the fewest candidates, with which a pair of just the wanted resemblance is found with
    /// the wanted probability.
    pub fn solve(values: u32, threshold: f64, recall: f64) -> Result<Self> {
        let all = (1..=values).rev().map(|rows| Self { bands: values / rows, rows });
        let found = all.into_iter().find(|bands| bands.probability(threshold) >= recall);
        found.ok_or_else(|| {
            let most = Self { bands: values, rows: 1 }.probability(threshold);
            let expected = format!(
                "{most:.4} or less: with fingerprints of {values} values, pairs at the threshold are not found more often"
            );
            Error::Parameter { name: "--recall", expected }
        })
    }
}

/// How many of a sketch's values two documents have in common, with the wanted probability, if their resemblance is just
/// the wanted one: as figure 3.1, where half of the values are asked for and found in half of such pairs.
pub fn least_equal(values: u32, threshold: f64, recall: f64) -> u32 {
    // The probability falls from one to the next.
    let (mut least, mut most) = (1, values + 1);
    while least + 1 < most {
        let middle = (least + most) / 2;
        if at_least(values, middle, threshold) >= recall { least = middle } else { most = middle }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    #[test]
    fn equation_3_1_by_hand() {
        // k = 2, s = 2, rho = 1/2: a group is the same with 1/4; one at least: 7/16; both: 1/16.
        near(supershingles(2, 2, 1, 0.5), 7.0 / 16.0);
        near(supershingles(2, 2, 2, 0.5), 1.0 / 16.0);
        near(supershingles(2, 2, 0, 0.5), 1.0);
        near(supershingles(2, 2, 3, 1.0), 0.0);
        near(supershingles(6, 14, 2, 1.0), 1.0);
        near(supershingles(6, 14, 2, 0.0), 0.0);
        // Of three coins more than half: two or three.
        near(more_than_half(3, 0.5), 0.5);
        // Of two, both: a quarter.
        near(more_than_half(2, 0.5), 0.25);
        near(lists(1, 0.25, 2), 0.5625);
        near(lists(2, 0.5, 1), 0.75);
        near(lists(10, 0.5, 0), 1.0);
    }

    #[test]
    fn as_the_figures_show() {
        // Section 3.2.1: for t = 100 there is very little chance of misclassifying below 0.4 and above 0.6; for
        // t = 10 a fairly high risk.
        assert!(more_than_half(100, 0.39) < 0.02 && more_than_half(100, 0.61) > 0.98);
        assert!(more_than_half(10, 0.4) > 0.15 && more_than_half(10, 0.6) < 0.85);
        assert!(more_than_half(1000, 0.45) < 0.001 && more_than_half(1000, 0.55) > 0.999);
    }

    #[test]
    fn many_terms_are_a_probability() {
        for k in [1, 100, 5000] {
            for p in [1e-300, 1e-9, 0.1, 0.5, 0.999_999, 1.0 - 1e-16] {
                let mut before = 1.0;
                for r in [0, 1, (k / 2).max(1), k] {
                    let found = at_least(k, r, p);
                    assert!((0.0..=1.0).contains(&found) && found <= before + 1e-9, "{k} {p} {r}: {found}");
                    before = found;
                }
            }
        }
        near(at_least(5000, 1, 0.5), 1.0);
        near(at_least(4, 1, 0.5), 0.9375);
    }

    #[test]
    fn so_many_values_are_equal_so_often() {
        // Of four coins, three or more with 5/16, two or more with 11/16, one or more with 15/16.
        assert_eq!([0.3, 0.5, 0.9, 0.99].map(|recall| least_equal(4, 0.5, recall)), [3, 2, 1, 1]);
        assert_eq!(least_equal(9, 1.0, 0.999), 9);
        for (values, threshold, recall) in [(128, 0.8, 0.995), (128, 0.5, 0.9), (1000, 0.3, 0.99)] {
            let least = least_equal(values, threshold, recall);
            assert!(at_least(values, least, threshold) >= recall);
            assert!(at_least(values, least + 1, threshold) < recall);
        }
    }

    #[test]
    fn bands_find_what_they_promise() {
        for values in [1, 16, 100, 128, 256] {
            for threshold in [0.3, 0.5, 0.8, 0.95] {
                for recall in [0.2, 0.5, 0.9, 0.99] {
                    let Ok(Bands { bands, rows }) = Bands::solve(values, threshold, recall) else {
                        near(
                            1.0,
                            if 1.0 - (1.0 - threshold).powf(values.into()) < recall { 1.0 } else { 0.0 },
                        );
                        continue;
                    };
                    assert!(bands * rows <= values);
                    assert!(1.0 - (1.0 - threshold.powf(rows.into())).powf(bands.into()) >= recall - 1e-12);
                    // One row more would not do.
                    let more = values / (rows + 1);
                    assert!(1.0 - (1.0 - threshold.powf(f64::from(rows + 1))).powf(more.into()) < recall);
                }
            }
        }
        assert_eq!(Bands::solve(128, 0.5, 0.95).unwrap(), Bands { bands: 42, rows: 3 });
        let error = Bands::solve(1, 0.5, 0.9).unwrap_err().to_string();
        assert!(error.starts_with("--recall must be 0.5000 or less"), "{error}");
    }
}
