//! Large arrays of numbers.
//!
//! They are mapped, not taken from the heap, so that what is given back is free at once and memory stays what was
//! promised; in huge pages where the system has them, for they are read all over. Pages that nothing was written to
//! take no memory.

use std::fmt;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;

/// Smaller ones come from the heap.
const MAPPED: usize = 1 << 20;

/// From this size on in huge pages, of which one more or less is little then.
const HUGE: usize = 16 << 20;

pub(crate) enum Array<T> {
    Heap(Vec<T>),
    Mapped(MmapMut),
}

impl<T: Pod> Array<T> {
    /// Zeros.
    pub(crate) fn new(len: usize) -> Self {
        let bytes = len.saturating_mul(size_of::<T>());
        if bytes >= MAPPED
            && let Ok(map) = MmapMut::map_anon(bytes)
        {
            // Where it is refused, pages are small, and all is as without.
            #[cfg(target_os = "linux")]
            if bytes >= HUGE {
                let _ = map.advise(memmap2::Advice::HugePage);
            }
            return Self::Mapped(map);
        }
        Self::Heap(vec![T::zeroed(); len])
    }
}

impl<T: Pod> Deref for Array<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Heap(numbers) => numbers,
            Self::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: Pod> DerefMut for Array<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::Heap(numbers) => numbers,
            Self::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

impl<T: Pod> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_or_large_it_is_zero_and_can_be_written() {
        for len in [0, 1, MAPPED / 8 - 1, MAPPED / 8, MAPPED / 8 + 3, HUGE / 8] {
            let mut numbers = Array::<u64>::new(len);
            assert_eq!(numbers.len(), len);
            assert!(numbers.iter().all(|&number| number == 0));
            numbers.fill(u64::MAX);
            assert!(numbers.iter().all(|&number| number == u64::MAX));
        }
    }
}
