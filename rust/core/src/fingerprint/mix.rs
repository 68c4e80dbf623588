//! Functions on 64-bit numbers that are as good as random.

/// The finaliser of SplitMix64: a bijection in which each bit of the number changes half of the bits.
#[inline(always)]
pub(super) const fn mix(number: u64) -> u64 {
    let mut x = number;
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A number of a sequence of random numbers.
#[inline(always)]
pub(super) const fn random(seed: u64, at: u64) -> u64 {
    mix(seed.wrapping_add(at.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// From the hash of a sequence to that of the sequence with one more item.
#[inline(always)]
pub(super) const fn chain(sequence: u64, item: u64) -> u64 {
    mix(sequence.wrapping_mul(0xd605_1c5f_9b8f_a3d3).wrapping_add(item))
}

/// From a random number to one below `limit`, each as likely.
#[inline(always)]
pub(super) const fn below(random: u64, limit: u64) -> u64 {
    ((random as u128 * limit as u128) >> 64) as u64
}
