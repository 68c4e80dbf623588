//! Where two word sequences certainly belong together: runs of words that occur once in each.

use std::ops::Range;

/// Words of a run that must be unique. Shorter ones are found between anchors, where there is less to confuse.
const GRAM: usize = 6;

/// Words `a..a + length` of one text are words `b..b + length` of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) length: usize,
}

/// Runs in order in both texts, none overlapping, each as long as it can be.
pub(super) fn find(a: &[u32], b: &[u32]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (i, j) in longest_chain(&unique_in_both(a, b)) {
        let (a_end, b_end) = runs.last().map_or((0, 0), |run| (run.a + run.length, run.b + run.length));
        let overlap = a_end.saturating_sub(i).max(b_end.saturating_sub(j));
        if overlap >= GRAM {
            continue;
        }
        let (i, j) = (i + overlap, j + overlap);
        let before =
            a[a_end..i].iter().rev().zip(b[b_end..j].iter().rev()).take_while(|(x, y)| x == y).count();
        let after = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
        runs.push(Run { a: i - before, b: j - before, length: before + after });
    }
    runs
}

/// What lies between the runs, before the first and after the last.
pub(super) fn between(
    runs: &[Run],
    a_length: usize,
    b_length: usize,
) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let ends = std::iter::once((0, 0)).chain(runs.iter().map(|run| (run.a + run.length, run.b + run.length)));
    let starts = runs.iter().map(|run| (run.a, run.b)).chain(std::iter::once((a_length, b_length)));
    ends.zip(starts).map(|(end, start)| (end.0..start.0, end.1..start.1))
}

/// Places of the word n-grams that occur once in `a` and once in `b`, by their place in `a`.
fn unique_in_both(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    let (of_a, of_b) = (once(a), once(b));
    let mut pairs = Vec::new();
    let mut at = 0;
    for &(hash, i) in &of_a {
        while at < of_b.len() && of_b[at].0 < hash {
            at += 1;
        }
        if at < of_b.len() && of_b[at].0 == hash {
            let (i, j) = (i as usize, of_b[at].1 as usize);
            if a[i..i + GRAM] == b[j..j + GRAM] {
                pairs.push((i, j));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The n-grams that occur once, as hash and place, by hash.
fn once(text: &[u32]) -> Vec<(u64, u32)> {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let leaving = BASE.wrapping_pow(GRAM as u32);
    let number = |word: u32| (u64::from(word) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut hash = 0u64;
    let mut grams: Vec<(u64, u32)> = Vec::with_capacity(text.len());
    for (i, &word) in text.iter().enumerate() {
        hash = hash.wrapping_mul(BASE).wrapping_add(number(word));
        if i >= GRAM {
            hash = hash.wrapping_sub(number(text[i - GRAM]).wrapping_mul(leaving));
        }
        if i + 1 >= GRAM {
            grams.push((hash, (i + 1 - GRAM) as u32));
        }
    }
    grams.sort_unstable();
    let different = |i: usize, other: usize| grams.get(other).is_none_or(|gram| gram.0 != grams[i].0);
    (0..grams.len())
        .filter(|&i| different(i, i + 1) && different(i, i.wrapping_sub(1)))
        .map(|i| grams[i])
        .collect()
}

/// The longest part of the pairs, which are in order of their first place, that is in order of the second too.
fn longest_chain(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // ends[n] is the pair that ends a chain of n + 1 pairs and stands first in b.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<usize> = Vec::with_capacity(pairs.len());
    for (at, &(_, j)) in pairs.iter().enumerate() {
        let n = ends.partition_point(|&end| pairs[end].1 < j);
        before.push(if n > 0 { ends[n - 1] } else { usize::MAX });
        if n < ends.len() { ends[n] = at } else { ends.push(at) }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied().unwrap_or(usize::MAX);
    while let Some(&pair) = pairs.get(at) {
        chain.push(pair);
        at = before[at];
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn run(a: usize, b: usize, length: usize) -> Run {
        Run { a, b, length }
    }

    #[test]
    fn runs_are_as_long_as_they_can_be() {
        let a = [9, 9, 1, 2, 3, 4, 5, 6, 7, 9];
        let b = [8, 1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(find(&a, &b), [run(2, 1, 7)]);
        assert_eq!(between(&[run(2, 1, 7)], 10, 9).collect::<Vec<_>>(), [(0..2, 0..1), (9..10, 8..9)]);
        assert_eq!(find(&a[..7], &b), [], "five words are no anchor");
        assert_eq!(between(&[], 3, 0).collect::<Vec<_>>(), [(0..3, 0..0)]);
    }

    #[test]
    fn what_occurs_twice_is_no_anchor() {
        let text = [1, 2, 3, 4, 5, 6];
        assert_eq!(find(&[text, text].concat(), &text), []);
    }

    #[test]
    fn of_two_orders_the_longer_chain_is_kept() {
        let (x, y): (Vec<u32>, Vec<u32>) = ((0..8).collect(), (10..40).collect());
        let moved = find(&[x.clone(), y.clone()].concat(), &[y.clone(), x.clone()].concat());
        assert_eq!(moved, [run(8, 0, 30)]);
    }

    proptest! {
        #[test]
        fn runs_match_and_do_not_overlap(
            parts in prop::collection::vec((0u32..4, 0usize..12), 0..30),
            other in prop::collection::vec((0u32..4, 0usize..12), 0..30),
        ) {
            let text = |parts: &[(u32, usize)]| -> Vec<u32> {
                parts.iter().flat_map(|&(start, length)| (0..length as u32).map(move |i| start * 5 + i)).collect()
            };
            let (a, b) = (text(&parts), text(&other));
            let mut end = (0, 0);
            for run in find(&a, &b) {
                prop_assert!(run.a >= end.0 && run.b >= end.1 && run.length > 0);
                prop_assert_eq!(&a[run.a..run.a + run.length], &b[run.b..run.b + run.length]);
                end = (run.a + run.length, run.b + run.length);
            }
        }
    }
}
