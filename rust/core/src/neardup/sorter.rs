//! Pairs of numbers in order, in bounded memory: runs are sorted in memory, kept on disk, and merged.
//!
//! The files have no name, so that nothing is left behind however the program ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Entries read from a run at a time.
const BLOCK: usize = 1 << 12;
/// Runs that are merged at a time: each has a block in memory.
const WAYS: usize = 256;
const ENTRY: usize = size_of::<u128>();
/// Fewer entries are not worth a run.
const LEAST: usize = 1 << 12;

pub(super) fn writing_to(tmpdir: &Path) -> String {
    format!("writing to {} (--tmpdir names a folder with more room)", tmpdir.display())
}

pub(super) const READING: &str = "reading back from the temporary folder";

fn pack(key: u64, value: u64) -> u128 {
    u128::from(key) << 64 | u128::from(value)
}

fn unpack(entry: u128) -> (u64, u64) {
    ((entry >> 64) as u64, entry as u64)
}

/// Takes pairs in any order.
#[derive(Debug)]
pub struct Sorter {
    tmpdir: PathBuf,
    most: usize,
    entries: Vec<u128>,
    file: Option<File>,
    written: u64,
    runs: Vec<(u64, u64)>,
}

impl Sorter {
    /// In so many bytes of memory.
    pub fn new(memory: usize, tmpdir: &Path) -> Self {
        Self {
            tmpdir: tmpdir.to_owned(),
            most: (memory / ENTRY).max(LEAST),
            entries: Vec::new(),
            file: None,
            written: 0,
            runs: Vec::new(),
        }
    }

    #[inline]
    pub fn push(&mut self, key: u64, value: u64) -> Result<()> {
        if self.entries.len() == self.entries.capacity() {
            self.grow()?;
        }
        self.entries.push(pack(key, value));
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<()> {
        if self.entries.len() >= self.most {
            return self.spill();
        }
        let wanted = (2 * self.entries.len()).clamp(LEAST, self.most);
        self.entries.reserve_exact(wanted - self.entries.len());
        Ok(())
    }

    fn spill(&mut self) -> Result<()> {
        let Self { tmpdir, entries, file, written, runs, .. } = self;
        let failed = || Error::io(writing_to(tmpdir));
        let file = match file {
            Some(file) => file,
            None => file.insert(tempfile::tempfile_in(&*tmpdir).map_err(failed())?),
        };
        entries.sort_unstable();
        file.write_all(bytemuck::cast_slice(entries)).map_err(failed())?;
        let start = *written;
        *written += (entries.len() * ENTRY) as u64;
        runs.push((start, *written));
        entries.clear();
        Ok(())
    }

    pub fn finish(mut self) -> Result<Sorted> {
        if self.runs.is_empty() {
            self.entries.sort_unstable();
            return Ok(Sorted::Memory(self.entries.into_iter()));
        }
        if !self.entries.is_empty() {
            self.spill()?;
        }
        let Self { tmpdir, mut entries, file, mut written, mut runs, .. } = self;
        let Some(mut file) = file else { return Ok(Sorted::Memory(Vec::new().into_iter())) };
        while runs.len() > WAYS {
            // The first runs become one behind all others.
            let rest = runs.split_off(WAYS);
            let start = written;
            let mut merge = Merge::new(&file, &runs)?;
            loop {
                entries.clear();
                while entries.len() < entries.capacity().max(LEAST) {
                    let Some(entry) = merge.next(&file)? else { break };
                    entries.push(entry);
                }
                if entries.is_empty() {
                    break;
                }
                let bytes: &[u8] = bytemuck::cast_slice(&entries);
                file.write_all(bytes).map_err(Error::io(writing_to(&tmpdir)))?;
                written += bytes.len() as u64;
            }
            runs = rest;
            runs.push((start, written));
        }
        drop(entries);
        let merge = Merge::new(&file, &runs)?;
        Ok(Sorted::Disk { file, merge, size: written })
    }
}

/// The pairs in ascending order.
#[derive(Debug)]
pub enum Sorted {
    Memory(std::vec::IntoIter<u128>),
    Disk { file: File, merge: Merge, size: u64 },
}

impl Sorted {
    /// Bytes on disk.
    pub fn disk(&self) -> u64 {
        match self {
            Self::Memory(_) => 0,
            Self::Disk { size, .. } => *size,
        }
    }

    #[inline]
    pub fn next_pair(&mut self) -> Result<Option<(u64, u64)>> {
        Ok(match self {
            Self::Memory(entries) => entries.next(),
            Self::Disk { file, merge, .. } => merge.next(file)?,
        }
        .map(unpack))
    }
}

/// Runs, and the least entry of each.
#[derive(Debug)]
pub struct Merge {
    runs: Vec<Run>,
    least: BinaryHeap<Reverse<(u128, usize)>>,
}

#[derive(Debug)]
struct Run {
    at: u64,
    end: u64,
    block: Vec<u128>,
    place: usize,
}

impl Merge {
    fn new(file: &File, runs: &[(u64, u64)]) -> Result<Self> {
        let mut runs: Vec<Run> =
            runs.iter().map(|&(at, end)| Run { at, end, block: Vec::new(), place: 0 }).collect();
        let mut least = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            least.extend(run.next(file)?.map(|entry| Reverse((entry, number))));
        }
        Ok(Self { runs, least })
    }

    fn next(&mut self, file: &File) -> Result<Option<u128>> {
        let Some(mut top) = self.least.peek_mut() else { return Ok(None) };
        let Reverse((entry, number)) = *top;
        match self.runs[number].next(file)? {
            Some(next) => top.0.0 = next,
            None => {
                PeekMut::pop(top);
            }
        }
        Ok(Some(entry))
    }
}

impl Run {
    fn next(&mut self, file: &File) -> Result<Option<u128>> {
        if self.place == self.block.len() {
            let bytes = (self.end - self.at).min((BLOCK * ENTRY) as u64);
            if bytes == 0 {
                return Ok(None);
            }
            self.block.resize(bytes as usize / ENTRY, 0);
            file.read_exact_at(bytemuck::cast_slice_mut(&mut self.block), self.at)
                .map_err(Error::io(READING))?;
            self.at += bytes;
            self.place = 0;
        }
        self.place += 1;
        Ok(Some(self.block[self.place - 1]))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sorted(pairs: &[(u64, u64)], memory: usize) -> (Vec<(u64, u64)>, u64) {
        let mut sorter = Sorter::new(memory, &std::env::temp_dir());
        for &(key, value) in pairs {
            sorter.push(key, value).unwrap();
        }
        let mut sorted = sorter.finish().unwrap();
        let mut found = Vec::new();
        while let Some(pair) = sorted.next_pair().unwrap() {
            found.push(pair);
        }
        (found, sorted.disk())
    }

    proptest! {
        #[test]
        fn in_order(pairs in proptest::collection::vec((0u64..50, any::<u64>()), 0..300)) {
            let mut expected = pairs.clone();
            expected.sort_unstable();
            prop_assert_eq!(sorted(&pairs, 0).0, expected);
        }
    }

    #[test]
    fn on_disk_as_in_memory() {
        // More runs than are merged at a time.
        let mut state = 1u64;
        let pairs: Vec<(u64, u64)> = (0..(WAYS + 40) * LEAST + 5)
            .map(|at| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                (state >> 40, at as u64)
            })
            .collect();
        let (in_memory, none) = sorted(&pairs, 1 << 30);
        let (on_disk, some) = sorted(&pairs, 0);
        assert!(in_memory == on_disk && in_memory.is_sorted());
        assert!(none == 0 && some as usize > pairs.len() * ENTRY);
    }

    #[test]
    fn a_full_disk_is_told() {
        let mut sorter = Sorter::new(0, Path::new("/nowhere"));
        let error = (0..1 << 20).find_map(|at| sorter.push(at, at).err()).unwrap();
        assert!(error.to_string().contains("writing to /nowhere (--tmpdir"), "{error}");
    }
}
