//! Which words of two texts are the same, in order: anchors at the ends and at pairs of words that both have once, as
//! patience diff has lines, and between those the longest common subsequence, where that is not too much.

use std::collections::HashMap;
use std::ops::Range;

/// Cells of a table between two anchors; what is larger counts as different.
const CELLS: usize = 1 << 14;

/// A part in which the texts differ: words of the first, and those of the second that stand in their place.
pub type Gap = (Range<usize>, Range<usize>);

/// The parts in which two sequences of words differ, in order.
pub fn gaps(first: &[u64], second: &[u64]) -> Vec<Gap> {
    let mut gaps: Vec<Gap> = Vec::new();
    // The ends are places where both are the same, too.
    let mut anchors = anchors(first, second);
    anchors.push((first.len(), second.len()));
    let (mut a, mut b) = (0, 0);
    for (next_a, next_b) in anchors {
        between(first, second, a..next_a, b..next_b, &mut gaps);
        (a, b) = (next_a, next_b);
    }
    gaps
}

/// Pairs of words that each text has once, where they are in the same order. Single words would meet by chance.
fn anchors(first: &[u64], second: &[u64]) -> Vec<(usize, usize)> {
    const MANY: usize = usize::MAX;
    let mut places: HashMap<u64, (usize, usize)> = HashMap::with_capacity(first.len());
    let pair = |words: &[u64]| words[0].rotate_left(23) ^ words[1].wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for (at, word) in first.windows(2).map(pair).enumerate() {
        places.entry(word).and_modify(|place| place.0 = MANY).or_insert((at, MANY - 1));
    }
    for (at, word) in second.windows(2).map(pair).enumerate() {
        if let Some(place) = places.get_mut(&word) {
            place.1 = if place.1 == MANY - 1 { at } else { MANY };
        }
    }
    let mut pairs: Vec<(usize, usize)> =
        places.into_values().filter(|&(a, b)| a != MANY && b < MANY - 1).collect();
    pairs.sort_unstable();
    forward(&pairs)
}

/// The longest run of pairs that goes forward in both, by patience sorting; the pairs ascend by the first.
pub(super) fn forward(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut piles: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (at, pair) in pairs.iter().enumerate() {
        let pile = piles.partition_point(|&top| pairs[top].1 < pair.1);
        before[at] = pile.checked_sub(1).map(|pile| piles[pile]);
        if pile == piles.len() {
            piles.push(at);
        } else {
            piles[pile] = at;
        }
    }
    let mut chain = Vec::new();
    let mut at = piles.last().copied();
    while let Some(pair) = at {
        chain.push(pairs[pair]);
        at = before[pair];
    }
    chain.reverse();
    chain
}

/// The gaps of a part between anchors.
fn between(first: &[u64], second: &[u64], mut a: Range<usize>, mut b: Range<usize>, gaps: &mut Vec<Gap>) {
    while !a.is_empty() && !b.is_empty() && first[a.start] == second[b.start] {
        (a.start, b.start) = (a.start + 1, b.start + 1);
    }
    while !a.is_empty() && !b.is_empty() && first[a.end - 1] == second[b.end - 1] {
        (a.end, b.end) = (a.end - 1, b.end - 1);
    }
    if a.is_empty() && b.is_empty() {
        return;
    }
    if a.len() * b.len() > CELLS || a.is_empty() || b.is_empty() {
        gaps.push((a, b));
        return;
    }
    let (rows, columns) = (a.len(), b.len());
    // The longest common subsequence of what follows, by row and column.
    let mut common = vec![0u16; (rows + 1) * (columns + 1)];
    let cell = |row: usize, column: usize| row * (columns + 1) + column;
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            common[cell(row, column)] = if first[a.start + row] == second[b.start + column] {
                common[cell(row + 1, column + 1)] + 1
            } else {
                common[cell(row + 1, column)].max(common[cell(row, column + 1)])
            };
        }
    }
    let (mut row, mut column, mut start) = (0, 0, (0, 0));
    while row < rows && column < columns {
        if first[a.start + row] == second[b.start + column] {
            if start != (row, column) {
                gaps.push((a.start + start.0..a.start + row, b.start + start.1..b.start + column));
            }
            (row, column) = (row + 1, column + 1);
            start = (row, column);
        } else if common[cell(row + 1, column)] >= common[cell(row, column + 1)] {
            row += 1;
        } else {
            column += 1;
        }
    }
    if start != (rows, columns) {
        gaps.push((a.start + start.0..a.end, b.start + start.1..b.end));
    }
}

/// How many characters must be changed, added or taken away to make one text of another: Levenshtein's distance, or
/// `limit` if it is not less.
pub fn distance(first: &[char], second: &[char], limit: usize) -> usize {
    if first.len().abs_diff(second.len()) >= limit {
        return limit;
    }
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (at, &a) in first.iter().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (column, &b) in second.iter().enumerate() {
            let changed = corner + usize::from(a != b);
            corner = row[column + 1];
            row[column + 1] = changed.min(corner + 1).min(row[column] + 1);
        }
    }
    row[second.len()].min(limit)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<u64> {
        text.bytes().map(u64::from).collect()
    }

    #[test]
    fn differences_of_two_lines() {
        assert_eq!(gaps(&words("abcde"), &words("abcde")), []);
        assert_eq!(gaps(&words("abcde"), &words("abXde")), [(2..3, 2..3)]);
        assert_eq!(gaps(&words("abcde"), &words("abde")), [(2..3, 2..2)]);
        assert_eq!(gaps(&words("abab"), &words("abXab")), [(2..2, 2..3)]);
        assert_eq!(gaps(&words(""), &words("ab")), [(0..0, 0..2)]);
        assert_eq!(gaps(&words("aXbYa"), &words("aZbWa")), [(1..2, 1..2), (3..4, 3..4)]);
    }

    #[test]
    fn distances() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(distance(&chars("kitten"), &chars("sitting"), 9), 3);
        assert_eq!(distance(&chars("kitten"), &chars("sitting"), 2), 2);
        assert_eq!(distance(&[], &chars("ab"), 9), 2);
    }

    proptest! {
        /// By the length of the longest run up to each pair.
        #[test]
        fn no_run_is_longer(seconds in proptest::collection::vec((0usize..30, 0usize..12), 0..30)) {
            let pairs: BTreeMap<usize, usize> = seconds.into_iter().collect();
            let pairs: Vec<(usize, usize)> = pairs.into_iter().collect();
            let chain = forward(&pairs);
            prop_assert!(chain.iter().all(|pair| pairs.contains(pair)));
            prop_assert!(chain.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
            let mut longest: Vec<usize> = Vec::new();
            for (at, pair) in pairs.iter().enumerate() {
                let before = (0..at).filter(|&before| pairs[before].1 < pair.1).map(|before| longest[before]);
                longest.push(1 + before.max().unwrap_or(0));
            }
            prop_assert_eq!(chain.len(), longest.into_iter().max().unwrap_or(0));
        }

        #[test]
        fn what_is_between_gaps_is_the_same(a in "[a-d]{0,40}", b in "[a-d]{0,40}") {
            let (a, b) = (words(&a), words(&b));
            let (mut i, mut j) = (0, 0);
            for (x, y) in gaps(&a, &b).into_iter().chain([(a.len()..a.len(), b.len()..b.len())]) {
                prop_assert!(x.start >= i && y.start >= j);
                prop_assert_eq!(&a[i..x.start], &b[j..y.start]);
                (i, j) = (x.end, y.end);
            }
        }
    }
}
