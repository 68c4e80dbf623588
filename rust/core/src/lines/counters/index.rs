//! A hash index from 32-bit tags to 32-bit references, eight bytes a slot.
//!
//! What a reference means, and whether it is the one sought, the caller decides. Slots stand in buckets of a cache
//! line, eight tags and their eight references, so that to find or file one costs one wait for memory, and all eight
//! tags are compared at once. A bucket fills from its first slot on; what finds it full goes to the next. A tag's
//! high bits are its home bucket, so that growth hashes nothing again, and goes through both tables in order.

use wide::u32x8;

use super::memory::Zeroed;

/// Tags, then references plus one; a reference of zero is an empty slot.
type Bucket = [[[u8; 4]; WAYS]; 2];

const WAYS: usize = 8;
const BUCKET: usize = size_of::<Bucket>();
const FIRST_BITS: u32 = 3;
const MOST_BITS: u32 = 29;

#[derive(Debug)]
pub(super) struct Index {
    memory: Zeroed,
    /// 2^bits buckets.
    bits: u32,
    len: usize,
}

/// An empty slot, where a tag that was not found belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vacancy {
    bucket: usize,
    slot: usize,
}

fn tags(bucket: &Bucket) -> u32x8 {
    u32x8::from(bucket[0].map(u32::from_le_bytes))
}

fn references(bucket: &Bucket) -> u32x8 {
    u32x8::from(bucket[1].map(u32::from_le_bytes))
}

fn buckets(memory: &Zeroed) -> &[Bucket] {
    memory.bytes().as_chunks::<4>().0.as_chunks::<WAYS>().0.as_chunks::<2>().0
}

fn buckets_mut(memory: &mut Zeroed) -> &mut [Bucket] {
    memory.bytes_mut().as_chunks_mut::<4>().0.as_chunks_mut::<WAYS>().0.as_chunks_mut::<2>().0
}

impl Index {
    pub(super) const MAX_REFERENCE: u32 = u32::MAX - 1;

    pub(super) fn new() -> Self {
        Self { memory: Zeroed::new(BUCKET << FIRST_BITS), bits: FIRST_BITS, len: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.memory.bytes_mut().fill(0);
        self.len = 0;
    }

    /// The part of a 64-bit hash that the index works with.
    pub(super) fn tag(hash: u64) -> u32 {
        (hash >> 32) as u32
    }

    pub(super) fn memory(&self) -> usize {
        self.memory.len()
    }

    /// Whether [`reserve`](Self::reserve) of so many would double the memory.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.len + more > (WAYS << self.bits) / 4 * 3 && self.bits < MOST_BITS
    }

    fn home(&self, tag: u32) -> usize {
        (tag >> (32 - self.bits)) as usize
    }

    /// Has a tag's home bucket fetched.
    pub(super) fn fetch(&self, tag: u32) {
        let home = self.home(tag) * BUCKET;
        self.memory.fetch(home);
        self.memory.fetch(home + BUCKET);
    }

    /// A reference that may well be the tag's, or any other.
    pub(super) fn glance(&self, tag: u32) -> Option<u32> {
        let bucket = &buckets(&self.memory)[self.home(tag)];
        let equal = tags(bucket).simd_eq(u32x8::splat(tag)).to_bitmask();
        u32::from_le_bytes(bucket[1][equal.trailing_zeros() as usize % WAYS])
            .checked_sub(1)
            .filter(|_| equal != 0)
    }

    /// The first reference filed under `tag` for which `is_it` holds, or where to file it.
    #[inline(always)]
    pub(super) fn find(&self, tag: u32, mut is_it: impl FnMut(u32) -> bool) -> Result<u32, Vacancy> {
        let buckets = buckets(&self.memory);
        let mut at = self.home(tag);
        loop {
            let bucket = &buckets[at];
            let mut equal = tags(bucket).simd_eq(u32x8::splat(tag)).to_bitmask();
            while equal != 0 {
                let reference = u32::from_le_bytes(bucket[1][equal.trailing_zeros() as usize % WAYS]);
                if let Some(reference) = reference.checked_sub(1).filter(|&reference| is_it(reference)) {
                    return Ok(reference);
                }
                equal &= equal - 1;
            }
            if let Some(slot) = vacant(bucket) {
                return Err(Vacancy { bucket: at, slot });
            }
            at = (at + 1) & (buckets.len() - 1);
        }
    }

    /// Makes room for so many more; what [`find`](Self::find) gave before does not hold any longer.
    pub(super) fn reserve(&mut self, more: usize) {
        while self.is_full(more) {
            self.grow();
        }
    }

    /// Files a reference, at most [`MAX_REFERENCE`](Self::MAX_REFERENCE), where there was room for it.
    pub(super) fn fill(&mut self, vacancy: Vacancy, tag: u32, reference: u32) {
        debug_assert!(reference <= Self::MAX_REFERENCE);
        let [tags, references] = &mut buckets_mut(&mut self.memory)[vacancy.bucket];
        tags[vacancy.slot % WAYS] = tag.to_le_bytes();
        references[vacancy.slot % WAYS] = (reference + 1).to_le_bytes();
        self.len += 1;
    }

    /// Files a reference that is not there yet.
    pub(super) fn insert(&mut self, tag: u32, reference: u32) {
        self.reserve(1);
        if let Err(vacancy) = self.find(tag, |_| false) {
            self.fill(vacancy, tag, reference);
        }
    }

    fn grow(&mut self) {
        let mut larger =
            Self { memory: Zeroed::new(self.memory.len() * 2), bits: self.bits + 1, len: self.len };
        let bits = larger.bits;
        let places = buckets_mut(&mut larger.memory);
        // How full each is: read back from the bucket, it would have to wait for what was just written there.
        let mut filled = vec![0u8; places.len()];
        for [tags, references] in buckets(&self.memory) {
            for (tag, reference) in tags.iter().zip(references).filter(|&(_, &reference)| reference != [0; 4])
            {
                let mut at = (u32::from_le_bytes(*tag) >> (32 - bits)) as usize;
                while usize::from(filled[at]) == WAYS {
                    at = (at + 1) & (filled.len() - 1);
                }
                let slot = usize::from(filled[at]) % WAYS;
                filled[at] += 1;
                places[at][0][slot] = *tag;
                places[at][1][slot] = *reference;
            }
        }
        *self = larger;
    }
}

fn vacant(bucket: &Bucket) -> Option<usize> {
    let empty = references(bucket).simd_eq(u32x8::ZERO).to_bitmask();
    (empty != 0).then(|| empty.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        // Few distinct tags at both ends of the range: long runs of full buckets, some of them around the end.
        #[test]
        fn it_is_a_map(steps in proptest::collection::vec(0u32..200, 0..400), clear_at in 0usize..400) {
            let tag = |reference: u32| if reference.is_multiple_of(3) { u32::MAX } else { (reference % 7) << 28 };
            let mut index = Index::new();
            let mut expected = BTreeSet::new();
            for (step, reference) in steps.into_iter().enumerate() {
                if step == clear_at {
                    index.clear();
                    expected.clear();
                }
                index.reserve(1);
                let found = index.find(tag(reference), |r| r == reference);
                prop_assert_eq!(found.is_ok(), expected.contains(&reference));
                if let Err(vacancy) = found {
                    index.fill(vacancy, tag(reference), reference);
                    expected.insert(reference);
                }
                for probe in 0..200 {
                    let found = index.find(tag(probe), |r| r == probe);
                    prop_assert_eq!(found.is_ok(), expected.contains(&probe));
                }
            }
        }
    }
}
