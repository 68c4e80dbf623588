//! Large zeroed memory.
//!
//! Tables of counters are read and written all over. In pages of 4 KiB each of them costs a fault when it is first
//! touched, and every access looks up its page anew; pages of 2 MiB, where the system has them, cost 1/512 of that.
//! Small memory comes from the heap as ever, so that a small counter stays small.

use std::fmt;

use memmap2::MmapMut;
use prefetch_index::prefetch_index;

/// From this size on: that of a huge page.
pub(super) const HUGE: usize = 2 << 20;

pub(super) enum Zeroed {
    Heap(Vec<u8>),
    Mapped(MmapMut),
}

impl Zeroed {
    pub(super) fn new(len: usize) -> Self {
        if len < HUGE {
            return Self::Heap(vec![0; len]);
        }
        match MmapMut::map_anon(len) {
            Ok(map) => {
                // Where it is refused, pages are small, and all is as without.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Self::Mapped(map)
            }
            Err(_) => Self::Heap(vec![0; len]),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes().len()
    }

    /// Has the cache line of that byte fetched, without waiting for it. Beyond the end it does nothing.
    pub(super) fn fetch(&self, at: usize) {
        prefetch_index(self.bytes(), at);
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

impl fmt::Debug for Zeroed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_or_large_it_is_zero_and_can_be_written() {
        for len in [0, 1, HUGE - 1, HUGE, 2 * HUGE + 5] {
            let mut memory = Zeroed::new(len);
            assert_eq!(memory.len(), len);
            assert!(memory.bytes().iter().all(|&byte| byte == 0));
            memory.bytes_mut().fill(7);
            assert!(memory.bytes().iter().all(|&byte| byte == 7));
        }
    }
}
