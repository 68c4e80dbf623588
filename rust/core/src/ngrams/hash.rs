//! The hash of an n-gram, in constant time a token for any n.
//!
//! A polynomial whose coefficients are the hashes of the tokens, modulo the prime 2^61 - 1, after Karp and Rabin. In a
//! field two different n-grams collide for at most n - 1 of 2^61 bases, whatever order or repetition they are made of;
//! modulo 2^64, or with rotations instead of products, exchanged and repeated tokens meet by structure. The value is
//! mixed at the end, so that any of its bits may choose a table or a partition.

/// How many bits a hash has; the thesis stores as many (3.5.1).
pub const BITS: u32 = 60;

const PRIME: u64 = (1 << 61) - 1;
/// The fractional part of the golden ratio, in 61 bits.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15 >> 3;

/// Any number to one that is the same modulo 2^61 - 1, and at most a little greater.
#[inline(always)]
const fn fold(x: u64) -> u64 {
    (x & PRIME) + (x >> 61)
}

/// A product as a number of less than 63 bits.
#[inline(always)]
const fn product(a: u64, b: u64) -> u64 {
    let both = a as u128 * b as u128;
    (both as u64 & PRIME) + (both >> 61) as u64
}

/// From the value of a polynomial to the hash: the mixer of MurmurHash3, of whose 64 bits the upper ones are kept.
#[inline(always)]
const fn mix(value: u64) -> u64 {
    let mut x = if value >= PRIME { value - PRIME } else { value };
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^= x >> 33;
    x >> (64 - BITS)
}

/// What a step needs to know of n.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// What the token that leaves is multiplied by, to be added: minus the base to the power of n.
    leaving: u64,
}

impl Step {
    fn new(n: usize) -> Self {
        let (mut power, mut square, mut left) = (1, BASE, n);
        while left > 0 {
            if left & 1 == 1 {
                power = fold(product(power, square));
            }
            square = fold(product(square, square));
            left >>= 1;
        }
        Self { leaving: PRIME - power % PRIME }
    }

    #[inline(always)]
    fn roll(self, value: u64, entering: u64, leaving: u64) -> u64 {
        // What does not wait for the value before is computed apart from it.
        let others = fold(product(fold(leaving), self.leaving)) + fold(entering);
        fold(product(value, BASE) + others)
    }
}

/// Calls `f` with the hash of each n-gram of a document, in order. `n` is 1 or more.
#[inline]
pub fn each(tokens: &[u64], n: usize, mut f: impl FnMut(u64)) {
    let Some((first, _)) = tokens.split_at_checked(n).filter(|_| n > 0) else { return };
    let step = Step::new(n);
    let mut value = first.iter().fold(0, |value, &token| step.roll(value, token, 0));
    f(mix(value));
    for (&leaving, &entering) in tokens.iter().zip(&tokens[n..]) {
        value = step.roll(value, entering, leaving);
        f(mix(value));
    }
}

/// The same for tokens that come one by one.
#[derive(Clone, Debug)]
pub struct Rolling {
    step: Step,
    value: u64,
    /// The last n tokens, in a ring.
    window: Box<[u64]>,
    at: usize,
    seen: usize,
}

impl Rolling {
    /// For n-grams of `n` tokens, which is 1 or more.
    pub fn new(n: usize) -> Self {
        Self { step: Step::new(n), value: 0, window: vec![0; n.max(1)].into_boxed_slice(), at: 0, seen: 0 }
    }

    /// A new document begins.
    pub fn reset(&mut self) {
        (self.value, self.at, self.seen) = (0, 0, 0);
    }

    /// The hash of the n-gram that ends with this token, if there are as many.
    #[inline]
    pub fn push(&mut self, token: u64) -> Option<u64> {
        let full = self.seen == self.window.len();
        let before = std::mem::replace(&mut self.window[self.at], token);
        let leaving = if full { before } else { 0 };
        self.at += 1;
        if self.at == self.window.len() {
            self.at = 0;
        }
        self.value = self.step.roll(self.value, token, leaving);
        self.seen += usize::from(!full);
        (self.seen == self.window.len()).then(|| mix(self.value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;

    /// The same hash by its definition: the polynomial in 128 bits, each n-gram by itself.
    pub(crate) fn by_definition(ngram: &[u64]) -> u64 {
        let value = ngram
            .iter()
            .fold(0u128, |value, &token| (value * u128::from(BASE) + u128::from(token)) % u128::from(PRIME));
        mix(value as u64)
    }

    fn hashes(tokens: &[u64], n: usize) -> Vec<u64> {
        let mut found = Vec::new();
        each(tokens, n, |hash| found.push(hash));
        found
    }

    /// A spread hash for a small number.
    fn token(number: u64) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&number.to_le_bytes())
    }

    proptest! {
        #[test]
        fn each_is_the_definition(tokens in proptest::collection::vec(prop_oneof![any::<u64>(), 0u64..3, Just(PRIME), Just(u64::MAX)], 0..60), n in 1usize..20) {
            let expected: Vec<u64> = tokens.windows(n).map(by_definition).collect();
            prop_assert_eq!(&hashes(&tokens, n), &expected);
            let mut rolling = Rolling::new(n);
            for _ in 0..2 {
                let found: Vec<u64> = tokens.iter().filter_map(|&token| rolling.push(token)).collect();
                prop_assert_eq!(&found, &expected);
                rolling.reset();
            }
            prop_assert!(expected.iter().all(|hash| hash >> BITS == 0));
        }
    }

    #[test]
    fn as_many_hashes_as_ngrams() {
        // All 5-grams over eight words: every order, exchange and repetition there is. Two of the 32,768 hashes of 60
        // bits meet by chance once in two thousand million such tests.
        for n in 1..=5u32 {
            let mut found = HashSet::new();
            for number in 0..8u64.pow(n) {
                let ngram: Vec<u64> = (0..n).map(|at| token(number / 8u64.pow(at) % 8)).collect();
                found.insert(hashes(&ngram, n as usize)[0]);
            }
            assert_eq!(found.len(), 8usize.pow(n));
        }
    }

    #[test]
    fn as_many_hashes_as_ngrams_in_words_as_frequent_as_those_of_text() {
        // Ranks after Zipf's law, as in running text; repeated stretches come for free.
        let mut state = 1u64;
        let tokens: Vec<u64> = (0..400_000)
            .map(|_| {
                state = token(state);
                let uniform = (state >> 11) as f64 / (1u64 << 53) as f64;
                token(20_000f64.powf(uniform) as u64)
            })
            .collect();
        for n in [2, 3, 5, 10] {
            let mut ngrams: HashMap<u64, &[u64]> = HashMap::new();
            for (hash, ngram) in hashes(&tokens, n).into_iter().zip(tokens.windows(n)) {
                assert_eq!(*ngrams.entry(hash).or_insert(ngram), ngram);
            }
        }
    }

    #[test]
    fn sequences_that_meet_modulo_two_to_the_64_do_not_meet() {
        // The words of Thue and Morse and their complements, which collide in every polynomial modulo 2^64.
        for bits in [10, 11, 12] {
            let n = 1usize << bits;
            let word = |flip: u64| (0..n as u64).map(move |i| token((u64::from(i.count_ones()) & 1) ^ flip));
            let (a, b): (Vec<u64>, Vec<u64>) = (word(0).collect(), word(1).collect());
            assert_ne!(hashes(&a, n), hashes(&b, n));
        }
    }

    #[test]
    fn any_bits_may_choose_a_partition() {
        // Consecutive numbers as tokens, which are no hashes at all: each of 256 partitions gets about as many.
        let tokens: Vec<u64> = (0..1 << 18).collect();
        for shift in [0, 26, BITS - 8] {
            let mut sizes = [0u32; 256];
            each(&tokens, 3, |hash| sizes[(hash >> shift) as usize & 255] += 1);
            assert!(sizes.iter().all(|&size| (850..1200).contains(&size)), "{shift}: {sizes:?}");
        }
    }

    #[test]
    fn short_documents_have_none() {
        assert_eq!(hashes(&[1, 2], 3), []);
        assert_eq!(hashes(&[], 1), []);
        assert_eq!(hashes(&[7], 0), []);
    }
}
