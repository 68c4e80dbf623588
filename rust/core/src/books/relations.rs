//! The four relations of section IV.A, and the classification of IV.C.

use super::filters::confidence;
use super::signals::Signals;

/// How two books relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// Same text, same pagination.
    SamePagination,
    /// Same text, paginated differently.
    DifferentPagination,
    /// One book contains the other with the same pagination.
    ContiguousSubset,
    /// Much of the text is the same, but the books fit none of the others.
    OverlappingText,
}

impl Relation {
    pub const ALL: [Self; 4] =
        [Self::SamePagination, Self::DifferentPagination, Self::ContiguousSubset, Self::OverlappingText];

    pub const fn name(self) -> &'static str {
        match self {
            Self::SamePagination => "SAME_PAGINATION",
            Self::DifferentPagination => "DIFFERENT_PAGINATION",
            Self::ContiguousSubset => "CONTIGUOUS_SUBSET",
            Self::OverlappingText => "OVERLAPPING_TEXT",
        }
    }

    /// Whether it says that two books are the same text.
    pub const fn is_same_text(self) -> bool {
        matches!(self, Self::SamePagination | Self::DifferentPagination)
    }
}

/// What was decided about two books.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    pub relation: Relation,
    /// Of each relation, in the order of [`Relation::ALL`].
    pub confidences: [f64; 4],
}

impl Verdict {
    pub fn confidence(&self) -> f64 {
        self.confidences[self.relation as usize]
    }
}

/// The relation with the highest confidence, or overlapping text if that is below `least`; none where too little is
/// similar.
///
/// Subsets are detected early (V.A): of one the pages that are there are the same, as in a book of the same pagination, so
/// that where the one is likely the other is not asked for.
pub fn classify(signals: &Signals, least: f64) -> Option<Verdict> {
    let extent = confidence(Relation::OverlappingText, signals);
    if extent <= 0.0 {
        return None;
    }
    let mut confidences = [0.0; 4];
    let subset = confidence(Relation::ContiguousSubset, signals);
    confidences[Relation::ContiguousSubset as usize] = subset;
    if subset < least {
        for relation in [Relation::SamePagination, Relation::DifferentPagination] {
            confidences[relation as usize] = confidence(relation, signals);
        }
    }
    let ours = &Relation::ALL[..3];
    let best = ours.iter().copied().fold(Relation::ContiguousSubset, |best, relation| {
        if confidences[relation as usize] > confidences[best as usize] { relation } else { best }
    });
    let highest = confidences[best as usize];
    confidences[Relation::OverlappingText as usize] = extent * (1.0 - highest);
    let relation = if highest >= least { best } else { Relation::OverlappingText };
    Some(Verdict { relation, confidences })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two copies of an edition.
    const COPIES: Signals = Signals {
        book_similarity: 0.6,
        page_similarity: 0.6,
        slope: 1.0,
        offset: 0.0,
        page_count_deviation: 0.0,
        correlation: 0.0,
        straddle: 0.0,
        coverage_first: 1.0,
        coverage_second: 0.99,
        contiguity: 1.0,
        monotone: 1.0,
        changed: 0.0,
        error_rate: 0.01,
        pages: 300,
    };

    fn relation(signals: &Signals) -> Option<Relation> {
        classify(signals, 0.5).map(|verdict| verdict.relation)
    }

    #[test]
    fn the_relations_of_iv_a() {
        assert_eq!(relation(&COPIES), Some(Relation::SamePagination));
        let reflowed = Signals { slope: 1.4, straddle: 0.2, correlation: 0.5, ..COPIES };
        assert_eq!(relation(&reflowed), Some(Relation::DifferentPagination));
        // Volume 2 of 3.
        let volume = Signals { coverage_second: 0.34, offset: 210.0, page_count_deviation: 190.0, ..COPIES };
        assert_eq!(relation(&volume), Some(Relation::ContiguousSubset));
        let other_way = Signals { coverage_first: 0.34, coverage_second: 1.0, ..COPIES };
        assert_eq!(relation(&other_way), Some(Relation::ContiguousSubset));
        let story = Signals { coverage_first: 0.2, coverage_second: 0.3, ..COPIES };
        assert_eq!(relation(&story), Some(Relation::OverlappingText));
        let reflowed_volume = Signals { coverage_second: 0.34, ..reflowed };
        assert_eq!(relation(&reflowed_volume), Some(Relation::OverlappingText));
        let yearbook = Signals { changed: 0.05, ..COPIES };
        assert_eq!(relation(&yearbook), Some(Relation::OverlappingText));
        let page = Signals { coverage_first: 0.003, coverage_second: 0.003, pages: 1, ..COPIES };
        assert_eq!(relation(&page), None);
    }

    #[test]
    fn confidences_are_shares() {
        let verdict = classify(&COPIES, 0.5).unwrap();
        assert_eq!(verdict.confidences, [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(verdict.confidence(), 1.0);
        // Early detection: what is a subset is no copy.
        let volume = Signals { coverage_second: 0.91, ..COPIES };
        let verdict = classify(&volume, 0.5).unwrap();
        assert_eq!((verdict.relation, verdict.confidences[0]), (Relation::ContiguousSubset, 0.0));
    }
}
