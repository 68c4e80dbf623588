//! Counts by fingerprint: 16 bytes a slot, in buckets of a cache line: four fingerprints and their four counts.
//!
//! A bucket fills from its first slot on; what finds it full goes to the next. A slot whose count is zero is empty.

use super::memory::Zeroed;

type Bucket = [[[u8; 8]; WAYS]; 2];

const WAYS: usize = 4;
const BUCKET: usize = size_of::<Bucket>();
const FIRST_BITS: u32 = 4;

/// 2^64 divided by the golden ratio, odd: multiples of it are spread evenly.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Debug)]
pub(super) struct FingerprintTable {
    memory: Zeroed,
    /// 2^bits buckets.
    bits: u32,
    len: usize,
}

/// The bucket, and the slot in it, of a fingerprint, or where it would be.
struct Place {
    bucket: usize,
    slot: usize,
    is_empty: bool,
}

impl FingerprintTable {
    pub(super) fn new() -> Self {
        Self::with_bits(FIRST_BITS)
    }

    fn with_bits(bits: u32) -> Self {
        Self { memory: Zeroed::new(BUCKET << bits), bits, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn memory(&self) -> usize {
        self.memory.len()
    }

    pub(super) fn get(&self, fingerprint: u64) -> u64 {
        let Place { bucket, slot, .. } = find(self.buckets(), self.home(fingerprint), fingerprint);
        u64::from_le_bytes(self.buckets()[bucket][1][slot % WAYS])
    }

    pub(super) fn add(&mut self, fingerprint: u64, count: u64) {
        if count > 0 {
            self.reserve(1);
            self.add_reserved(fingerprint, count);
        }
    }

    /// Has fetched what [`add_all`](Self::add_all) will need.
    pub(super) fn fetch(&self, fingerprints: &[u64]) {
        for &fingerprint in fingerprints {
            let home = self.home(fingerprint) * BUCKET;
            self.memory.fetch(home);
            self.memory.fetch(home + BUCKET);
        }
    }

    pub(super) fn add_all(&mut self, fingerprints: &[u64]) {
        self.reserve(fingerprints.len());
        fingerprints.iter().for_each(|&fingerprint| self.add_reserved(fingerprint, 1));
    }

    fn add_reserved(&mut self, fingerprint: u64, count: u64) {
        let home = self.home(fingerprint);
        let buckets = buckets_mut(&mut self.memory);
        let Place { bucket, slot, is_empty } = find(buckets, home, fingerprint);
        let [fingerprints, counts] = &mut buckets[bucket];
        let cell = &mut counts[slot % WAYS];
        *cell = u64::from_le_bytes(*cell).saturating_add(count).to_le_bytes();
        // Without a branch: whether a line is new nobody can foretell.
        fingerprints[slot % WAYS] = fingerprint.to_le_bytes();
        self.len += usize::from(is_empty);
    }

    /// Every fingerprint and count, in no order that means anything.
    ///
    /// Not in that of the slots, which is the order of hashes: put into a smaller table, all would belong at its
    /// beginning, and each be placed behind all before it. Steps of an odd length reach every bucket once.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        let buckets = self.buckets();
        let mask = buckets.len() - 1;
        (0..buckets.len()).flat_map(move |i| slots(&buckets[i.wrapping_mul(SPREAD as usize) & mask]))
    }

    fn buckets(&self) -> &[Bucket] {
        self.memory.bytes().as_chunks::<8>().0.as_chunks::<WAYS>().0.as_chunks::<2>().0
    }

    /// A CRC is linear in the line's bits; a multiplication spreads it over the buckets, its high bits the best.
    fn home(&self, fingerprint: u64) -> usize {
        (fingerprint.wrapping_mul(SPREAD) >> (64 - self.bits)) as usize
    }

    fn reserve(&mut self, more: usize) {
        while self.len + more > (WAYS << self.bits) / 4 * 3 {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let mut larger = Self::with_bits(self.bits + 1);
        let homes = 64 - larger.bits;
        let places = buckets_mut(&mut larger.memory);
        // How full each is: cheaper than to look, since here it is certain that none is there yet.
        let mut filled = vec![0u8; places.len()];
        // And here the order of slots is the best: both tables are gone through from end to end.
        for [fingerprints, counts] in self.buckets() {
            for (fingerprint, count) in fingerprints.iter().zip(counts).filter(|&(_, &count)| count != [0; 8])
            {
                let mut at = (u64::from_le_bytes(*fingerprint).wrapping_mul(SPREAD) >> homes) as usize;
                while usize::from(filled[at]) == WAYS {
                    at = (at + 1) & (filled.len() - 1);
                }
                let slot = usize::from(filled[at]) % WAYS;
                filled[at] += 1;
                places[at][0][slot] = *fingerprint;
                places[at][1][slot] = *count;
            }
        }
        larger.len = self.len;
        *self = larger;
    }
}

fn buckets_mut(memory: &mut Zeroed) -> &mut [Bucket] {
    memory.bytes_mut().as_chunks_mut::<8>().0.as_chunks_mut::<WAYS>().0.as_chunks_mut::<2>().0
}

fn find(buckets: &[Bucket], home: usize, fingerprint: u64) -> Place {
    let mask = buckets.len() - 1;
    let mut at = home & mask;
    loop {
        let [fingerprints, counts] = &buckets[at];
        let (mut equal, mut empty) = (0u32, 0u32);
        // Without branches: which of the four it is nobody can foretell.
        for slot in 0..WAYS {
            equal |= u32::from(fingerprints[slot] == fingerprint.to_le_bytes()) << slot;
            empty |= u32::from(counts[slot] == [0; 8]) << slot;
        }
        let found = equal & !empty;
        let here = if found != 0 { found } else { empty };
        if here != 0 {
            return Place { bucket: at, slot: here.trailing_zeros() as usize, is_empty: found == 0 };
        }
        at = (at + 1) & mask;
    }
}

fn slots([fingerprints, counts]: &Bucket) -> impl Iterator<Item = (u64, u64)> {
    let pairs = fingerprints.iter().zip(counts);
    pairs.map(|(&f, &c)| (u64::from_le_bytes(f), u64::from_le_bytes(c))).filter(|&(_, count)| count > 0)
}
