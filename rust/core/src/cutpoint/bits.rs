//! A set of places, a bit each.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// None of `length` places.
    pub(super) fn new(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(64)] }
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.words.copy_from_slice(&other.words);
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 != 0
    }

    /// Turns a place to the other side.
    #[inline(always)]
    pub(super) fn flip(&mut self, at: usize) {
        self.words[at / 64] ^= 1 << (at % 64);
    }

    /// Turns all places from `start` up to `end`.
    #[inline]
    pub(super) fn flip_range(&mut self, start: usize, end: usize) {
        let (mut at, mut left) = (start, end - start);
        while left > 0 {
            let here = left.min(64 - at % 64);
            self.words[at / 64] ^= (u64::MAX >> (64 - here)) << (at % 64);
            at += here;
            left -= here;
        }
    }

    /// The first place from `from` on that is in the set, or `end`.
    #[inline]
    pub(super) fn next(&self, from: usize, end: usize) -> usize {
        self.search(from, end, 0)
    }

    /// The first place from `from` on that is not in the set, or `end`.
    #[inline]
    pub(super) fn next_out(&self, from: usize, end: usize) -> usize {
        self.search(from, end, u64::MAX)
    }

    #[inline(always)]
    fn search(&self, from: usize, end: usize, turn: u64) -> usize {
        if from >= end {
            return end;
        }
        let mut index = from / 64;
        let mut word = (self.words[index] ^ turn) & u64::MAX << (from % 64);
        while word == 0 {
            index += 1;
            if index * 64 >= end {
                return end;
            }
            word = self.words[index] ^ turn;
        }
        end.min(index * 64 + word.trailing_zeros() as usize)
    }

    /// Takes in the places of the values that pass a test, which looks at `N` of them at a time.
    #[inline(always)]
    pub(super) fn set_where<T: Copy + Default, const N: usize>(
        &mut self,
        values: &[T],
        test: impl Fn([T; N]) -> u64,
    ) {
        for (word, values) in self.words.iter_mut().zip(values.chunks(64)) {
            let (whole, rest) = values.as_chunks::<N>();
            let mut bits = 0;
            for (i, values) in whole.iter().enumerate() {
                bits |= test(*values) << (i * N);
            }
            if !rest.is_empty() {
                let mut last = [T::default(); N];
                last[..rest.len()].copy_from_slice(rest);
                bits |= (test(last) & ((1 << rest.len()) - 1)) << (whole.len() * N);
            }
            *word = bits;
        }
        self.words[values.len().div_ceil(64)..].fill(0);
    }

    /// Those places of a word after which the next is in the set too.
    #[inline(always)]
    pub(super) fn alone(&self, word: usize) -> u64 {
        self.words[word] & self.one_before(word)
    }

    #[inline(always)]
    fn one_before(&self, word: usize) -> u64 {
        self.words[word] >> 1 | self.words.get(word + 1).map_or(0, |next| next << 63)
    }

    /// The stretches of more than one place, from one that is in the set up to the next; `end` is the last.
    #[inline(always)]
    pub(super) fn stretches(&self, end: usize, mut each: impl FnMut(usize, usize)) {
        for word in 0..end.div_ceil(64) {
            let mut firsts = self.words[word] & !self.one_before(word);
            while firsts != 0 {
                let start = word * 64 + firsts.trailing_zeros() as usize;
                firsts &= firsts - 1;
                if start < end {
                    each(start, self.next(start + 1, end));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_a_list_of_truths(length in 1..300usize, ranges: Vec<(usize, usize)>) {
            let mut bits = Bits::new(length);
            let mut list = vec![false; length];
            for (a, b) in ranges {
                let (a, b) = (a % (length + 1), b % (length + 1));
                let (start, end) = (a.min(b), a.max(b));
                bits.flip_range(start, end);
                list[start..end].iter_mut().for_each(|bit| *bit = !*bit);
                if start < length {
                    bits.flip(start);
                    list[start] = !list[start];
                }
            }
            for from in 0..length {
                prop_assert_eq!(bits.get(from), list[from]);
                let find = |wanted| (from..length).find(|&at| list[at] == wanted).unwrap_or(length);
                prop_assert_eq!(bits.next(from, length), find(true));
                prop_assert_eq!(bits.next_out(from, length), find(false));
            }
            let mut set = Bits::new(length + 70);
            set.words.fill(u64::MAX);
            set.set_where(&list, |bits: [bool; 8]| (0..8).map(|i| u64::from(bits[i]) << i).sum());
            prop_assert_eq!(&set.words[..bits.words.len()], &bits.words[..]);
            prop_assert!(set.words[bits.words.len()..].iter().all(|&word| word == 0));
            list.push(true);
            set.flip(length);
            let places: Vec<usize> = (0..=length).filter(|&at| list[at]).collect();
            let (alone, longer): (Vec<_>, Vec<_>) = places.windows(2).map(|pair| (pair[0], pair[1])).partition(|(a, b)| b - a == 1);
            let mut found = Vec::new();
            set.stretches(length, |start, end| found.push((start, end)));
            prop_assert_eq!(found, longer);
            for (place, _) in alone {
                prop_assert!(set.alone(place / 64) >> (place % 64) & 1 != 0);
            }
            let number: u32 = (0..set.words.len()).map(|word| set.alone(word).count_ones()).sum();
            prop_assert_eq!(number as usize, places.windows(2).filter(|pair| pair[1] - pair[0] == 1).count());
        }
    }
}
