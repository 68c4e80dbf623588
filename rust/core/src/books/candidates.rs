//! Which books are similar: Algorithm 1, stages 2 and 3.
//!
//! Books with the same min-hash in the same place collide. The places are sorted one after another, and what is kept are
//! the groups of books that share a min-hash; then each book in turn counts how often it meets each of those after it. So
//! no map of pairs is ever held, and memory is that of the groups.
//!
//! Algorithm 1 looks at all pairs of a group, which is the square of its size. Here a book meets the next ones of its
//! group up to a limit, so that a page that a million books share costs no more than as many times that limit.

/// Groups of books with a min-hash in common.
#[derive(Debug, Default)]
pub struct Candidates {
    /// The members of all groups, one group after another, in the order of books.
    members: Vec<u32>,
    /// The end of the group of each of them.
    ends: Vec<u32>,
    /// Where each book stands in `members`: from `starts[book]` on.
    places: Vec<u32>,
    starts: Vec<u32>,
    window: usize,
    /// Groups that are larger than the limit.
    pub capped: u64,
}

/// Counters for one book after another.
#[derive(Debug, Default)]
pub struct Counter {
    counts: Vec<u16>,
    met: Vec<u32>,
}

impl Candidates {
    /// `hashes` has `width` min-hashes of each book; those of which `skip` says so take no part. In a group of more than
    /// `window` books each meets as many after it.
    pub fn new(hashes: &[u32], width: usize, skip: impl Fn(usize) -> bool, window: usize) -> Self {
        let books = hashes.len().checked_div(width).unwrap_or(0);
        let mut found = Self { window, ..Self::default() };
        let mut column: Vec<(u32, u32)> = Vec::new();
        for place in 0..width {
            column.clear();
            let own = (0..books).filter(|&book| !skip(book));
            column.extend(own.map(|book| (hashes[book * width + place], book as u32)));
            column.sort_unstable();
            for group in column.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
                found.capped += u64::from(group.len() > window.saturating_add(1));
                found.members.extend(group.iter().map(|&(_, book)| book));
                found.ends.resize(found.members.len(), found.members.len() as u32);
            }
        }
        found.starts = vec![0; books + 1];
        for &book in &found.members {
            found.starts[book as usize + 1] += 1;
        }
        for book in 0..books {
            found.starts[book + 1] += found.starts[book];
        }
        let mut next = found.starts.clone();
        found.places = vec![0; found.members.len()];
        for (place, &book) in (0..).zip(&found.members) {
            let at = &mut next[book as usize];
            found.places[*at as usize] = place;
            *at += 1;
        }
        found
    }

    /// The books after this one that collide with it at least so many times, in order, and how often they do.
    pub fn of(&self, book: usize, least: u16, counter: &mut Counter) -> Vec<(u32, u16)> {
        let Counter { counts, met } = counter;
        counts.resize(self.starts.len(), 0);
        let Some(&[from, to]) = self.starts.get(book..book + 2) else { return Vec::new() };
        for &place in &self.places[from as usize..to as usize] {
            let place = place as usize;
            let end = (self.ends[place] as usize).min((place + 1).saturating_add(self.window));
            for &other in &self.members[place + 1..end] {
                let count = &mut counts[other as usize];
                if *count == 0 {
                    met.push(other);
                }
                *count += 1;
            }
        }
        let mut similar: Vec<(u32, u16)> =
            met.drain(..).map(|other| (other, std::mem::take(&mut counts[other as usize]))).collect();
        similar.retain(|&(_, count)| count >= least);
        similar.sort_unstable();
        similar
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(found: &Candidates, books: usize, least: u16) -> Vec<(usize, u32, u16)> {
        let mut counter = Counter::default();
        let of = |book| {
            found.of(book, least, &mut counter).into_iter().map(move |(other, count)| (book, other, count))
        };
        (0..books).flat_map(of).collect()
    }

    #[test]
    fn collisions_are_counted() {
        // Three min-hashes; the same number in another place is no collision.
        let hashes = [1, 2, 3, 1, 9, 3, 3, 2, 1];
        let found = Candidates::new(&hashes, 3, |_| false, 10);
        assert_eq!(pairs(&found, 3, 1), [(0, 1, 2), (0, 2, 1)]);
        assert_eq!(pairs(&found, 3, 2), [(0, 1, 2)]);
        assert_eq!(pairs(&Candidates::new(&hashes, 3, |book| book == 1, 10), 3, 1), [(0, 2, 1)]);
        let unbounded = Candidates::new(&hashes, 3, |_| false, usize::MAX);
        assert_eq!((pairs(&unbounded, 3, 1), unbounded.capped), (vec![(0, 1, 2), (0, 2, 1)], 0));
        assert_eq!(pairs(&Candidates::new(&[], 3, |_| false, 10), 0, 1), []);
    }

    #[test]
    fn a_large_group_costs_no_square() {
        let hashes = vec![7; 100_000];
        let found = Candidates::new(&hashes, 1, |_| false, 3);
        let pairs = pairs(&found, 100_000, 1);
        assert_eq!((pairs.len(), found.capped), (3 * 100_000 - 6, 1));
        assert_eq!(pairs[..4], [(0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 2, 1)]);
    }

    proptest! {
        /// Algorithm 1 as it stands.
        #[test]
        fn as_by_all_pairs(width in 1usize..5, values in proptest::collection::vec(0u32..6, 0..60), least in 1u16..4) {
            let books = values.len() / width;
            let hashes = &values[..books * width];
            let found = Candidates::new(hashes, width, |_| false, books);
            let mut expected = Vec::new();
            for a in 0..books {
                for b in a + 1..books {
                    let count = (0..width).filter(|at| hashes[a * width + at] == hashes[b * width + at]).count() as u16;
                    if count >= least {
                        expected.push((a, b as u32, count));
                    }
                }
            }
            prop_assert_eq!(pairs(&found, books, least), expected);
            prop_assert_eq!(found.capped, 0);
        }
    }
}
