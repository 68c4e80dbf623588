//! How alike two sets are, and what follows for their sizes from how alike they have to be.

/// What a threshold is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Broder's resemblance, section 3.2.1: what is in both by what is in either.
    #[default]
    Resemblance,
    /// What is in both by what is in the smaller one: 1 if that lies inside the other.
    Containment,
}

impl Measure {
    pub const ALL: [(&'static str, Self); 2] =
        [("resemblance", Self::Resemblance), ("containment", Self::Containment)];

    /// Of two sets of these sizes that have so many numbers in common.
    pub fn of(self, common: usize, first: usize, second: usize) -> f64 {
        let by = match self {
            Self::Resemblance => first + second - common,
            Self::Containment => first.min(second),
        };
        if by == 0 { 0.0 } else { common as f64 / by as f64 }
    }

    /// How many numbers a set has in common with any that it is alike to.
    pub(super) fn least_common(threshold: f64, size: usize) -> usize {
        at_least(threshold * size as f64)
    }

    /// How many numbers two sets have in common if their resemblance is the threshold.
    pub(super) fn common_of_both(threshold: f64, first: usize, second: usize) -> usize {
        at_least(threshold / (1.0 + threshold) * (first + second) as f64)
    }
}

/// A number rounded up; a little less, for what was computed may be a little more than it should.
fn at_least(number: f64) -> usize {
    (number * (1.0 - 1e-12) - 1e-12).ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(Measure::Resemblance.of(2, 3, 5), 2.0 / 6.0);
        assert_eq!(Measure::Containment.of(2, 3, 5), 2.0 / 3.0);
        assert_eq!(Measure::Resemblance.of(0, 0, 0), 0.0);
    }

    #[test]
    fn bounds_lose_nothing() {
        for percent in 1..=100 {
            let threshold = f64::from(percent) / 100.0;
            for first in 1..60 {
                for second in 1..60 {
                    for common in 0..=first.min(second) {
                        if Measure::Resemblance.of(common, first, second) >= threshold {
                            assert!(common >= Measure::least_common(threshold, first));
                            assert!(common >= Measure::common_of_both(threshold, first, second));
                        }
                        if first <= second && Measure::Containment.of(common, first, second) >= threshold {
                            assert!(common >= Measure::least_common(threshold, first));
                        }
                    }
                }
            }
        }
        // And give nothing away where numbers are round.
        assert_eq!(Measure::least_common(0.7, 10), 7);
        assert_eq!(Measure::least_common(0.1, 30), 3);
        assert_eq!(Measure::common_of_both(0.5, 6, 6), 4);
    }
}
