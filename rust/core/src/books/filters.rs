//! The filters φ of equation 4, which say how well a signal suits a relation: functions from a signal to 0 to 1.
//!
//! The shapes are those of IV.C: above, below or inside of limits a filter is 1, and from there it falls as a parabola to
//! zero, as that of the paper for page similarity does from 1 to 0.6. Where the limits are was chosen on generated pairs of
//! books (`bench/bookrel.py`), half of them for this, the others to report.

use super::relations::Relation;
use super::signals::Signals;

/// Where a filter lets pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// What is at least `full`; nothing from `width` below.
    High { full: f64, width: f64 },
    /// What is at most `full`; nothing from `width` above.
    Low { full: f64, width: f64 },
}

impl Shape {
    pub fn pass(self, signal: f64) -> f64 {
        let (beyond, width) = match self {
            Self::High { full, width } => (full - signal, width),
            Self::Low { full, width } => (signal - full, width),
        };
        if beyond <= 0.0 { 1.0 } else { (1.0 - (beyond / width).powi(2)).max(0.0) }
    }
}

/// One φ of a relation.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    pub relation: Relation,
    pub signal: &'static str,
    pub of: fn(&Signals) -> f64,
    pub shape: Shape,
}

const fn high(full: f64, width: f64) -> Shape {
    Shape::High { full, width }
}

const fn low(full: f64, width: f64) -> Shape {
    Shape::Low { full, width }
}

const fn filter(relation: Relation, signal: &'static str, of: fn(&Signals) -> f64, shape: Shape) -> Filter {
    Filter { relation, signal, of, shape }
}

use Relation::{ContiguousSubset, DifferentPagination, OverlappingText, SamePagination};

/// All filters.
pub static FILTERS: &[Filter] = &[
    filter(SamePagination, "stretch", Signals::stretch, low(1.01, 0.03)),
    filter(SamePagination, "straddle", |s| s.straddle, low(0.04, 0.05)),
    filter(SamePagination, "less covered", Signals::less_covered, high(0.95, 0.06)),
    filter(SamePagination, "monotone", |s| s.monotone, high(0.9, 0.4)),
    filter(SamePagination, "changed", |s| s.changed, low(0.005, 0.008)),
    filter(DifferentPagination, "straddle", |s| s.straddle, high(0.09, 0.07)),
    filter(DifferentPagination, "less covered", Signals::less_covered, high(0.88, 0.13)),
    filter(DifferentPagination, "monotone", |s| s.monotone, high(0.9, 0.4)),
    filter(DifferentPagination, "changed", |s| s.changed, low(0.01, 0.04)),
    filter(ContiguousSubset, "stretch", Signals::stretch, low(1.01, 0.03)),
    filter(ContiguousSubset, "straddle", |s| s.straddle, low(0.04, 0.05)),
    filter(ContiguousSubset, "more covered", Signals::more_covered, high(0.96, 0.1)),
    filter(ContiguousSubset, "less covered", Signals::less_covered, low(0.89, 0.05)),
    filter(ContiguousSubset, "contiguity", |s| s.contiguity, high(0.96, 0.1)),
    filter(ContiguousSubset, "monotone", |s| s.monotone, high(0.9, 0.4)),
    filter(ContiguousSubset, "changed", |s| s.changed, low(0.005, 0.015)),
    filter(OverlappingText, "extent", extent, high(1.0, 0.5)),
];

/// How much there is of what is similar: three pages, or three tenths of one of the books.
fn extent(signals: &Signals) -> f64 {
    (f64::from(signals.pages) / 3.0).max(signals.more_covered() / 0.3)
}

/// Equation 4: the product of the filters of a relation.
pub fn confidence(relation: Relation, signals: &Signals) -> f64 {
    let own = FILTERS.iter().filter(|filter| filter.relation == relation);
    own.map(|filter| filter.shape.pass((filter.of)(signals))).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_of_the_paper() {
        // IV.C: max(0, 1 - ((1 - s) / 0.4)^2).
        let shape = high(1.0, 0.4);
        let expected = [(1.0, 1.0), (0.8, 0.75), (0.7, 0.4375), (0.6, 0.0), (0.2, 0.0)];
        assert!(expected.iter().all(|&(signal, wanted)| (shape.pass(signal) - wanted).abs() < 1e-12));
        assert_eq!((low(0.1, 0.2).pass(0.1), low(0.1, 0.2).pass(0.31)), (1.0, 0.0));
    }
}
