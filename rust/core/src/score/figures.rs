//! Precision, recall and their means (2.9.1).

/// What two texts have in common, in words or characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// In the gold and in the cleaned text.
    pub common: u64,
    /// In the cleaned text.
    pub found: u64,
    /// In the gold.
    pub wanted: u64,
}

impl Counts {
    pub fn add(&mut self, other: &Self) {
        self.common += other.common;
        self.found += other.found;
        self.wanted += other.wanted;
    }

    pub fn figures(&self) -> Figures {
        Figures::of(share(self.common, self.found, self.wanted), share(self.common, self.wanted, self.found))
    }
}

/// A part of a whole. Of nothing it is all where the other side has nothing either, and else none: a page without
/// content from which something is kept has a precision of 0, and so has one with content from which nothing is.
fn share(common: u64, whole: u64, other: u64) -> f64 {
    match (whole, other) {
        (0, 0) => 1.0,
        (0, _) => 0.0,
        _ => common as f64 / whole as f64,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
    /// F with precision weighted twice as much as recall.
    pub f05: f64,
}

impl Figures {
    pub fn of(precision: f64, recall: f64) -> Self {
        let f = |square: f64| {
            let whole = square * precision + recall;
            if whole > 0.0 { (1.0 + square) * precision * recall / whole } else { 0.0 }
        };
        Self { precision, recall, f1: f(1.0), f05: f(0.25) }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.precision += other.precision;
        self.recall += other.recall;
        self.f1 += other.f1;
        self.f05 += other.f05;
    }

    pub(super) fn divided(&self, by: usize) -> Self {
        let by = by.max(1) as f64;
        Self {
            precision: self.precision / by,
            recall: self.recall / by,
            f1: self.f1 / by,
            f05: self.f05 / by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_2_9_1_the_two_means() {
        // Table 2.5, the row of jusText with AR = 100: 99.41, 96.99, 98.18, 98.91.
        let row = Figures::of(0.9941, 0.9699);
        assert!((row.f1 - 0.9818).abs() < 1e-4 && (row.f05 - 0.9891).abs() < 1e-4, "{row:?}");
        // 30 of 40 characters found are good, of 50 good ones: 0.75, 0.6, 2 * 0.45 / 1.35, 1.25 * 0.45 / 0.7875.
        let figures = Counts { common: 30, found: 40, wanted: 50 }.figures();
        assert!((figures.f1 - 2.0 / 3.0).abs() < 1e-12 && (figures.f05 - 0.5625 / 0.7875).abs() < 1e-12);
    }

    #[test]
    fn section_2_5_a_page_without_content() {
        let figures = |common, found, wanted| Counts { common, found, wanted }.figures();
        assert_eq!(figures(0, 0, 0), Figures { precision: 1.0, recall: 1.0, f1: 1.0, f05: 1.0 });
        assert_eq!(figures(0, 5, 0), Figures::default());
        assert_eq!(figures(0, 0, 5), Figures::default());
    }
}
