//! The length of the longest common subsequence of two word sequences, 64 cells of the table at a time.
//!
//! Bits stand for the words of one text: a zero bit at `i` says that a row of the table grows there (Crochemore et al.
//! 2001; Hyyrö 2004). A row costs additions only where the word occurs, and where a carry runs on.

use std::ops::Range;

use super::anchors;

/// Additions that one exact comparison may take: seconds, enough for two texts of half a million words each. What would
/// take more is compared in pieces, which may miss some common words.
const MOST_WORK: u64 = 1 << 32;

/// The same for a piece.
const PIECE_WORK: u64 = 1 << 24;

/// How many words of `a` and `b` stand in the same order in both. `words` bounds their numbers.
pub fn length(a: &[u32], b: &[u32], words: usize) -> usize {
    length_within(a, b, words, MOST_WORK)
}

fn length_within(a: &[u32], b: &[u32], words: usize, most_work: u64) -> usize {
    let (common, a, b) = trimmed(a, b);
    // Bits for the longer text: fewer rows.
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let positions = Positions::of(a, words);
    if positions.work(b, a.len().div_ceil(64)) <= most_work {
        let mut row = Row::new(a.len());
        b.iter().for_each(|&word| row.add(positions.masks(word)));
        return common + row.zeros();
    }
    drop(positions);
    let pieces = anchors::find(a, b);
    let mut total = common + pieces.iter().map(|run| run.length).sum::<usize>();
    for (i, j) in anchors::between(&pieces, a.len(), b.len()) {
        total += in_halves(&a[i], &b[j], words, most_work);
    }
    total
}

/// A lower bound, in time bounded by the lengths: both texts are halved until exact comparison is cheap.
fn in_halves(a: &[u32], b: &[u32], words: usize, most_work: u64) -> usize {
    let mut todo: Vec<(Range<usize>, Range<usize>)> = vec![(0..a.len(), 0..b.len())];
    let mut total = 0;
    while let Some((i, j)) = todo.pop() {
        let cells = (i.len() as u64 / 64 + 1) * j.len() as u64;
        if cells <= most_work.min(PIECE_WORK) {
            // What is left of one text is small, but its words may have any number.
            let (x, y, few) = renumbered(&a[i], &b[j], words);
            total += length_within(&x, &y, few, u64::MAX);
        } else {
            let (im, jm) = ((i.start + i.end) / 2, (j.start + j.end) / 2);
            todo.extend([(i.start..im, j.start..jm), (im..i.end, jm..j.end)]);
        }
    }
    total
}

/// The same two texts with numbers below the sum of their lengths.
fn renumbered(a: &[u32], b: &[u32], words: usize) -> (Vec<u32>, Vec<u32>, usize) {
    if words <= 2 * (a.len() + b.len()) {
        return (a.to_vec(), b.to_vec(), words);
    }
    let mut all: Vec<u32> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    let number = |word: &u32| u32::try_from(all.partition_point(|known| known < word)).unwrap_or(u32::MAX);
    (a.iter().map(number).collect(), b.iter().map(number).collect(), all.len())
}

/// For each `i`, how many words `a[..i]` has in common with `b`: a column of the table, for Hirschberg's division.
pub(super) fn prefix_lengths(a: &[u32], b: impl Iterator<Item = u32>, words: usize) -> Vec<u32> {
    let positions = Positions::of(a, words);
    let mut row = Row::new(a.len());
    b.for_each(|word| row.add(positions.masks(word)));
    let mut lengths = Vec::with_capacity(a.len() + 1);
    let mut length = 0;
    lengths.push(0);
    for i in 0..a.len() {
        length += u32::from(row.bits[i / 64] >> (i % 64) & 1 == 0);
        lengths.push(length);
    }
    lengths
}

/// The words that both texts begin and end with, and what lies between.
fn trimmed<'a>(mut a: &'a [u32], mut b: &'a [u32]) -> (usize, &'a [u32], &'a [u32]) {
    let before = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    (a, b) = (&a[before..], &b[before..]);
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    (before + after, &a[..a.len() - after], &b[..b.len() - after])
}

/// Where each word occurs: pairs of a place in the row and the bits there, sorted by word.
struct Positions {
    starts: Vec<u32>,
    masks: Vec<(u32, u64)>,
}

impl Positions {
    fn of(text: &[u32], words: usize) -> Self {
        let mut starts = vec![0u32; words + 1];
        let mut last = vec![u32::MAX; words];
        let places = || text.iter().enumerate().map(|(i, &word)| (i, word as usize));
        for (i, word) in places() {
            let place = (i / 64) as u32;
            if last[word] != place {
                last[word] = place;
                starts[word + 1] += 1;
            }
        }
        for word in 0..words {
            starts[word + 1] += starts[word];
        }
        let mut masks = vec![(u32::MAX, 0u64); starts[words] as usize];
        let mut next = starts.clone();
        for (i, word) in places() {
            let (place, bit) = ((i / 64) as u32, 1u64 << (i % 64));
            let at = next[word] as usize;
            if at > starts[word] as usize && masks[at - 1].0 == place {
                masks[at - 1].1 |= bit;
            } else {
                masks[at] = (place, bit);
                next[word] += 1;
            }
        }
        Self { starts, masks }
    }

    fn masks(&self, word: u32) -> &[(u32, u64)] {
        let word = word as usize;
        &self.masks[self.starts[word] as usize..self.starts[word + 1] as usize]
    }

    /// How many additions comparing with `text` takes at most, where the row has so many places.
    fn work(&self, text: &[u32], places: usize) -> u64 {
        let rows = text.iter().filter(|&&word| !self.masks(word).is_empty()).count();
        rows as u64 * places as u64
    }
}

struct Row {
    bits: Vec<u64>,
}

impl Row {
    fn new(length: usize) -> Self {
        Self { bits: vec![!0; length.div_ceil(64)] }
    }

    /// V = (V + (V & M)) | (V & !M), over all places, of which only those with a bit in M or a carry change.
    fn add(&mut self, masks: &[(u32, u64)]) {
        let mut carry = false;
        let mut place = 0;
        for &(next, mask) in masks {
            let next = next as usize;
            if carry {
                carry = self.carry_on(place, next);
            }
            let v = self.bits[next];
            let (sum, over) = v.overflowing_add(v & mask);
            let (sum, over_carry) = sum.overflowing_add(u64::from(carry));
            carry = over | over_carry;
            self.bits[next] = sum | (v & !mask);
            place = next + 1;
        }
        if carry {
            self.carry_on(place, self.bits.len());
        }
    }

    /// Carries from `place` on, until it is taken up or `end` is reached; true if it is not taken up.
    fn carry_on(&mut self, place: usize, end: usize) -> bool {
        for bits in &mut self.bits[place..end] {
            let (sum, over) = bits.overflowing_add(1);
            *bits |= sum;
            if !over {
                return false;
            }
        }
        true
    }

    fn zeros(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_zeros() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The table as every textbook has it.
    fn table(a: &[u32], b: &[u32]) -> Vec<usize> {
        let mut row = vec![0; a.len() + 1];
        for y in b {
            let mut diagonal = 0;
            for (i, x) in a.iter().enumerate() {
                let above = row[i + 1];
                row[i + 1] = if x == y { diagonal + 1 } else { above.max(row[i]) };
                diagonal = above;
            }
        }
        row
    }

    fn numbers(text: &str) -> Vec<u32> {
        text.bytes().map(u32::from).collect()
    }

    #[test]
    fn by_hand() {
        for (a, b, common) in [
            ("", "", 0),
            ("abc", "", 0),
            ("abc", "abc", 3),
            ("abcbdab", "bdcaba", 4),
            ("xabc", "abcx", 3),
            ("aaa", "aa", 2),
            ("abc", "def", 0),
        ] {
            assert_eq!(length(&numbers(a), &numbers(b), 256), common, "{a} {b}");
        }
    }

    #[test]
    fn carries_run_over_many_places() {
        // No word of the middle occurs in b: its places stay all ones, and carries pass through them.
        let a: Vec<u32> = [vec![1, 2], vec![0; 640], vec![1, 2, 1]].concat();
        let b = [2, 1, 1, 2, 1, 1];
        assert_eq!(length(&a, &b, 3), *table(&a, &b).last().unwrap());
    }

    proptest! {
        #[test]
        fn agrees_with_the_table(
            a in prop::collection::vec(0u32..7, 0..300),
            b in prop::collection::vec(0u32..7, 0..300),
        ) {
            let row = table(&a, &b);
            prop_assert_eq!(length(&a, &b, 7), row[a.len()]);
            let lengths: Vec<usize> =
                prefix_lengths(&a, b.iter().copied(), 7).into_iter().map(|n| n as usize).collect();
            prop_assert_eq!(lengths, row);
        }

        #[test]
        fn pieces_are_a_lower_bound(
            a in prop::collection::vec(0u32..90, 0..300),
            b in prop::collection::vec(0u32..90, 0..300),
        ) {
            let exact = length(&a, &b, 90);
            prop_assert!(length_within(&a, &b, 90, 10) <= exact);
            prop_assert_eq!(length_within(&a, &a, 90, 10), a.len());
        }
    }
}
