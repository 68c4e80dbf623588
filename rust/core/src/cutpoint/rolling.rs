//! Karp and Rabin's hash of the n-gram that ends at each symbol, in a constant number of steps a symbol: the symbols
//! are the digits of a number, of which the remainder by a prime is kept.

/// 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;
/// Part of the format of models: any number of about this size would do.
const BASE: u64 = 0x0b4d_5e1c_93a6_7f25;

#[derive(Clone, Debug)]
pub(crate) struct Rolling {
    /// BASE to the power of n: the worth of a symbol that is about to leave.
    leaving: u64,
    hash: u64,
}

impl Rolling {
    pub(crate) fn new(n: usize) -> Self {
        let (mut leaving, mut square, mut left) = (1, BASE, n);
        while left > 0 {
            if left % 2 == 1 {
                leaving = times(leaving, square);
            }
            square = times(square, square);
            left /= 2;
        }
        Self { leaving, hash: 0 }
    }

    /// Adds a symbol, and takes away the one n symbols before it, where there is one.
    #[inline(always)]
    pub(crate) fn push(&mut self, symbol: u32, gone: Option<u32>) -> u64 {
        self.hash = reduced(times(self.hash, BASE) + digit(symbol));
        if let Some(gone) = gone {
            self.hash = reduced(self.hash + PRIME - times(digit(gone), self.leaving));
        }
        self.hash
    }
}

/// No digit is zero, or n-grams that begin with it would be one with shorter ones.
fn digit(symbol: u32) -> u64 {
    u64::from(symbol) + 1
}

#[inline(always)]
fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    reduced((product as u64 & PRIME) + (product >> 61) as u64)
}

#[inline(always)]
fn reduced(value: u64) -> u64 {
    if value >= PRIME { value - PRIME } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_hash_is_that_of_the_last_symbols(symbols in prop::collection::vec(0..u32::MAX, 1..60), n in 1..20usize) {
            let mut rolling = Rolling::new(n);
            for (at, &symbol) in symbols.iter().enumerate() {
                let hash = rolling.push(symbol, at.checked_sub(n).map(|gone| symbols[gone]));
                let value = symbols[(at + 1).saturating_sub(n)..=at].iter().fold(0u128, |value, &symbol| {
                    (value * u128::from(BASE) + u128::from(symbol) + 1) % u128::from(PRIME)
                });
                prop_assert_eq!(u128::from(hash), value);
            }
        }
    }
}
