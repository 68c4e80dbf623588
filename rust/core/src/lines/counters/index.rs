//! A hash index from 32-bit tags to 32-bit references: open addressing, linear probing, eight bytes a slot.
//!
//! What a reference means, and whether it is the one sought, the caller decides. A tag's high bits are its
//! home slot, so the index grows, and closes the gap of a removal, without hashing anything again.

/// A slot is `tag << 32 | reference + 1`; zero is empty.
#[derive(Debug)]
pub(super) struct Index {
    slots: Vec<u64>,
    bits: u32,
    len: usize,
    /// How full it may become.
    max_eighths: usize,
}

const FIRST_BITS: u32 = 6;

impl Index {
    pub(super) const MAX_REFERENCE: u32 = u32::MAX - 1;

    pub(super) fn new() -> Self {
        Self { slots: vec![0; 1 << FIRST_BITS], bits: FIRST_BITS, len: 0, max_eighths: 6 }
    }

    /// One that takes twice the memory, for when references are often taken out and others put in.
    pub(super) fn sparse() -> Self {
        Self { max_eighths: 3, ..Self::new() }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
        self.len = 0;
    }

    /// The part of a 64-bit hash that the index works with.
    pub(super) fn tag(hash: u64) -> u32 {
        (hash >> 32) as u32
    }

    pub(super) fn memory(&self) -> usize {
        self.slots.len() * 8
    }

    /// Whether the next [`insert`](Self::insert) doubles the slots.
    pub(super) fn is_full(&self) -> bool {
        self.len >= self.slots.len() / 8 * self.max_eighths
    }

    fn home(&self, tag: u32) -> usize {
        (tag >> (32 - self.bits)) as usize
    }

    /// The reference in a tag's home slot, whoever's it is: what a batch touches before it looks closer.
    pub(super) fn glance(&self, tag: u32) -> Option<u32> {
        (self.slots[self.home(tag)] as u32).checked_sub(1)
    }

    /// The first reference filed under `tag` for which `is_it` holds.
    pub(super) fn find(&self, tag: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = self.home(tag);
        loop {
            let slot = self.slots[at];
            let reference = (slot as u32).checked_sub(1)?;
            if (slot >> 32) as u32 == tag && is_it(reference) {
                return Some(reference);
            }
            at = (at + 1) & mask;
        }
    }

    /// Files a reference, at most [`MAX_REFERENCE`](Self::MAX_REFERENCE), that is not there yet.
    pub(super) fn insert(&mut self, tag: u32, reference: u32) {
        debug_assert!(reference <= Self::MAX_REFERENCE);
        if self.is_full() && self.bits < 32 {
            self.grow();
        }
        self.place(u64::from(tag) << 32 | (u64::from(reference) + 1));
        self.len += 1;
    }

    fn place(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = self.home((slot >> 32) as u32);
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.bits += 1;
        self.slots = vec![0; 1 << self.bits];
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            self.place(slot);
        }
    }

    /// Takes a reference out, if it is there, and moves later ones up so that no probe meets a gap.
    pub(super) fn remove(&mut self, tag: u32, reference: u32) {
        let mask = self.slots.len() - 1;
        let wanted = u64::from(tag) << 32 | (u64::from(reference) + 1);
        let mut gap = self.home(tag);
        while self.slots[gap] != wanted {
            if self.slots[gap] == 0 {
                return;
            }
            gap = (gap + 1) & mask;
        }
        self.len -= 1;
        let mut at = gap;
        loop {
            at = (at + 1) & mask;
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            // It may move up only if its home is not after the gap, counting around the end.
            let home = self.home((slot >> 32) as u32);
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(gap) & mask {
                self.slots[gap] = slot;
                gap = at;
            }
        }
        self.slots[gap] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        // Few distinct tags at both ends of the range: long runs of slots, some of them around the end.
        #[test]
        fn it_is_a_map(steps in proptest::collection::vec((any::<bool>(), 0u32..200), 0..400)) {
            let tag = |reference: u32| if reference.is_multiple_of(3) { u32::MAX } else { (reference % 7) << 28 };
            let mut index = Index::new();
            let mut expected = BTreeMap::new();
            for (insert, reference) in steps {
                if insert && !expected.contains_key(&reference) {
                    index.insert(tag(reference), reference);
                    expected.insert(reference, ());
                } else if !insert {
                    index.remove(tag(reference), reference);
                    expected.remove(&reference);
                }
                for probe in 0..200 {
                    let found = index.find(tag(probe), |r| r == probe);
                    prop_assert_eq!(found.is_some(), expected.contains_key(&probe));
                }
            }
        }
    }
}
