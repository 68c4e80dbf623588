//! Numbers for tokens, in order of first sight.
//!
//! A hash table with open addressing: a token costs no allocation. Frequent tokens come early, so that what is asked
//! for most lies side by side.

use prefetch_index::prefetch_index;

use super::memory::Array;

/// Slots that a table begins with.
const SLOTS: usize = 1 << 10;

#[derive(Debug)]
pub(super) struct Numbers {
    /// Zero, or half of the key's mixed bits above a number plus one.
    slots: Array<u64>,
    keys: Vec<u64>,
}

impl Numbers {
    pub(super) fn new() -> Self {
        Self { slots: Array::new(SLOTS), keys: Vec::new() }
    }

    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub(super) fn into_keys(self) -> Vec<u64> {
        self.keys
    }

    /// The number of a key: if it has none, the next.
    #[inline]
    pub(super) fn number(&mut self, key: u64) -> u32 {
        let mixed = mix(key);
        let mut at = self.home(mixed);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return self.add(at, mixed, key);
            }
            if slot >> 32 == mixed & TAG && self.keys[number_in(slot)] == key {
                return number_in(slot) as u32;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// The number of a key that has one.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let mixed = mix(key);
        let mut at = self.home(mixed);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot >> 32 == mixed & TAG && self.keys[number_in(slot)] == key {
                return Some(number_in(slot) as u32);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Numbers a key, and says whether it had none.
    pub(super) fn is_new(&mut self, key: u64) -> bool {
        let before = self.keys.len();
        self.number(key);
        self.keys.len() > before
    }

    /// Has the slot fetched that this key will be looked for in.
    #[inline(always)]
    pub(super) fn fetch(&self, key: u64) {
        prefetch_index(&*self.slots, self.home(mix(key)));
    }

    #[inline(always)]
    fn home(&self, mixed: u64) -> usize {
        // The upper bits choose the slot, the lower ones are kept in it.
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    fn add(&mut self, at: usize, mixed: u64, key: u64) -> u32 {
        let number = self.keys.len();
        self.slots[at] = (mixed & TAG) << 32 | (number as u64 + 1);
        self.keys.push(key);
        if self.keys.len() * 2 > self.slots.len() {
            self.grow();
        }
        number as u32
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots = Array::new(0);
        self.slots = Array::new(size);
        for number in 0..self.keys.len() {
            let mixed = mix(self.keys[number]);
            let mut at = self.home(mixed);
            while self.slots[at] != 0 {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = (mixed & TAG) << 32 | (number as u64 + 1);
        }
    }
}

const TAG: u64 = u32::MAX as u64;

#[inline(always)]
fn number_in(slot: u64) -> usize {
    (slot & TAG) as usize - 1
}

/// Keys may be small numbers: the mixer of SplitMix64.
#[inline(always)]
fn mix(key: u64) -> u64 {
    let mut x = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_those_of_first_sight(keys in proptest::collection::vec(prop_oneof![0u64..50, any::<u64>()], 0..3000)) {
            let mut numbers = Numbers::new();
            let mut seen: Vec<u64> = Vec::new();
            for key in keys {
                let known = seen.iter().position(|&other| other == key);
                let expected = known.unwrap_or_else(|| { seen.push(key); seen.len() - 1 });
                prop_assert_eq!(numbers.number(key) as usize, expected);
            }
            prop_assert_eq!(numbers.keys(), &seen);
        }
    }
}
