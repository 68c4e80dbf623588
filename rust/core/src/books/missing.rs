//! Pages that the best copy of an edition lacks, or has as blanks, and other copies have (V.C: pages are mixed and matched
//! across copies): where they go, and which copies say that there is such a page.

use std::collections::BTreeMap;
use std::ops::Range;

use super::align::forward;

/// A place in the base, as the pages without words that stand there, if any.
type Place = (usize, usize);

/// What the copies have at places where the base has nothing.
#[derive(Debug, Default)]
pub struct Missing {
    places: BTreeMap<Place, Votes>,
}

#[derive(Debug, Default)]
struct Votes {
    /// Copies with pages there, and which pages.
    with: Vec<(usize, Range<usize>)>,
    without: usize,
}

/// Pages to be taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What they stand in for.
    pub base: Range<usize>,
    /// Copies, and their pages, of as many each; the first ones are those of the copy that was added first.
    pub copies: Vec<(usize, Range<usize>)>,
}

impl Missing {
    /// Adds a copy: which of its pages are pages of the base, and of each page of both whether it has words.
    pub fn add(&mut self, copy: usize, same: &[(usize, usize)], base: &[bool], others: &[bool]) {
        let chain = forward(same);
        let starts = [(0, 0)].into_iter().chain(chain.iter().map(|&(own, other)| (own + 1, other + 1)));
        let ends = chain.iter().copied().chain([(base.len(), others.len())]);
        for (start, end) in starts.zip(ends) {
            // What the base has there may be the same page, too badly read to be known again.
            if base[start.0..end.0].contains(&true) {
                continue;
            }
            let votes = self.places.entry((start.0, end.0)).or_default();
            if others[start.1..end.1].contains(&true) {
                votes.with.push((copy, start.1..end.1));
            } else {
                votes.without += 1;
            }
        }
    }

    /// The places where the copies with pages are as many as those without, the base among these, or more.
    pub fn found(self) -> Vec<Found> {
        let mut found = Vec::new();
        let mut done = 0;
        for ((start, end), votes) in self.places {
            if start < done || votes.with.len() < votes.without + 1 {
                continue;
            }
            let mut copies = votes.with;
            let pages = copies[0].1.len();
            copies.retain(|(_, own)| own.len() == pages);
            done = end;
            found.push(Found { base: start..end, copies });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pages_by_hand() {
        let mut missing = Missing::default();
        // The base has five pages, the fourth a blank. One copy has a page more after the second, and words on the fourth.
        let base = [true, true, true, false, true];
        missing.add(1, &[(0, 0), (1, 1), (2, 3), (4, 5)], &base, &[true; 6]);
        let expected =
            [Found { base: 2..2, copies: vec![(1, 2..3)] }, Found { base: 3..4, copies: vec![(1, 4..5)] }];
        assert_eq!(missing.found(), expected);
    }

    #[test]
    fn most_copies_decide() {
        let base = [true; 4];
        let mut missing = Missing::default();
        // An owner's slip in one copy of three, which has a page too many at the end as well; that is in another one too.
        missing.add(1, &[(0, 0), (1, 1), (2, 3), (3, 4)], &base, &[true; 6]);
        missing.add(2, &[(0, 0), (1, 1), (2, 2), (3, 3)], &base, &[true, true, true, true, true]);
        let expected = [Found { base: 4..4, copies: vec![(1, 5..6), (2, 4..5)] }];
        assert_eq!(missing.found(), expected);
    }

    #[test]
    fn what_may_be_there_already_is_not_taken() {
        let mut missing = Missing::default();
        // A page that is in both but not alike; blanks; a page that is there again at another place.
        missing.add(1, &[(0, 0), (2, 2)], &[true; 3], &[true; 3]);
        missing.add(2, &[(0, 0), (1, 1), (2, 3)], &[true; 3], &[true, true, false, true]);
        missing.add(3, &[(0, 2), (1, 0), (2, 1)], &[true; 3], &[true; 3]);
        let found = missing.found();
        assert!(found.iter().all(|found| found.base == (0..0) || found.base == (3..3)), "{found:?}");
    }

    proptest! {
        #[test]
        fn any_pages(
            same in proptest::collection::btree_map(0usize..12, 0usize..15, 0..12),
            base in proptest::collection::vec(any::<bool>(), 12),
            others in proptest::collection::vec(any::<bool>(), 15),
        ) {
            let mut missing = Missing::default();
            let same: Vec<(usize, usize)> = same.into_iter().collect();
            missing.add(1, &same, &base, &others);
            let mut done = 0;
            for found in missing.found() {
                prop_assert!(found.base.start >= done && found.base.end <= base.len());
                prop_assert!(!base[found.base.clone()].contains(&true));
                prop_assert!(others[found.copies[0].1.clone()].contains(&true));
                done = found.base.end;
            }
        }
    }
}
