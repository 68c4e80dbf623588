//! Large arrays of numbers.
//!
//! They are mapped, not taken from the heap, so that what is given back is free at once and memory stays what was
//! promised; in huge pages where the system has them, for they are read all over. Pages that nothing was written to
//! take no memory, and are not set aside: a bound may be larger than the memory there is.

use std::fmt;
use std::io::ErrorKind;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::{MmapMut, MmapOptions};

use crate::error::{Error, Result};

/// Smaller ones come from the heap.
const MAPPED: usize = 1 << 20;

/// From this size on in huge pages, of which one more or less is little then.
const HUGE: usize = 16 << 20;

pub(crate) enum Array<T> {
    Heap(Vec<T>),
    Mapped(MmapMut),
}

impl<T: Pod> Array<T> {
    /// Zeros, as many as there is data for.
    pub(crate) fn new(len: usize) -> Self {
        Self::try_new(len).unwrap_or_else(|_| Self::Heap(vec![T::zeroed(); len]))
    }

    /// Zeros, as many as a user or a file asks for.
    pub(crate) fn try_new(len: usize) -> Result<Self> {
        let bytes = len.saturating_mul(size_of::<T>());
        if bytes < MAPPED {
            return Ok(Self::Heap(vec![T::zeroed(); len]));
        }
        let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon().map_err(|_| refused(bytes))?;
        // Where it is refused, pages are small, and all is as without.
        #[cfg(target_os = "linux")]
        if bytes >= HUGE {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self::Mapped(map))
    }
}

fn refused(bytes: usize) -> Error {
    let doing = format!("taking {bytes} bytes of memory (--memory says how many may be taken)");
    Error::Io { doing, source: ErrorKind::OutOfMemory.into() }
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

    #[test]
    fn what_is_not_used_is_not_taken() {
        // More than any machine has.
        let mut numbers = Array::<u64>::try_new(1 << 40).unwrap();
        numbers[1 << 39] = 7;
        assert_eq!((numbers[1 << 39], numbers[1 << 38]), (7, 0));
    }

    #[test]
    fn what_cannot_be_had_is_an_error() {
        for len in [1 << 50, usize::MAX / 8, usize::MAX] {
            let error = Array::<u64>::try_new(len).unwrap_err();
            assert!(matches!(&error, Error::Io { source, .. } if source.kind() == ErrorKind::OutOfMemory));
            assert!(error.to_string().contains("--memory"), "{error}");
        }
    }
}
