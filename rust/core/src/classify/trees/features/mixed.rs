//! Maps from numbers that look random already, and need no more hashing.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

pub(in super::super) type Mixed<V> = HashMap<u64, V, BuildHasherDefault<AsIs>>;

#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

pub(in super::super) fn with_capacity<V>(capacity: usize) -> Mixed<V> {
    HashMap::with_capacity_and_hasher(capacity, BuildHasherDefault::default())
}

/// What the numbers are mixed with, another each time: nobody can make a page whose numbers are the same.
pub(in super::super) fn seed() -> u64 {
    RandomState::new().hash_one(0)
}
