//! Sets of numbers by their place: in memory while they fit, the others on disk.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::sorter::{READING, writing_to};
use crate::error::{Error, Result};

const NUMBER: usize = size_of::<u64>();
/// Numbers that are written at a time.
const BUFFER: usize = 1 << 16;

/// Takes sets one after another, gives any of them.
#[derive(Debug)]
pub struct Sets {
    tmpdir: PathBuf,
    /// Numbers that memory has room for.
    most: usize,
    ends: Vec<u64>,
    kept: Vec<u64>,
    file: Option<File>,
    written: u64,
    /// What is to be written next.
    buffer: Vec<u64>,
}

impl Sets {
    /// In so many bytes of memory, and eight a set.
    pub fn new(memory: usize, tmpdir: &Path) -> Self {
        Self {
            tmpdir: tmpdir.to_owned(),
            most: memory / NUMBER,
            ends: Vec::new(),
            kept: Vec::new(),
            file: None,
            written: 0,
            buffer: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Numbers in all.
    pub fn numbers(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Bytes on disk.
    pub fn disk(&self) -> u64 {
        (self.written as usize * NUMBER) as u64
    }

    pub fn push(&mut self, set: &[u64]) -> Result<()> {
        let end = self.numbers() + set.len() as u64;
        self.ends.push(end);
        if self.file.is_none() && self.kept.len() + set.len() <= self.most {
            let wanted = self.kept.len() + set.len();
            if wanted > self.kept.capacity() {
                let room = (2 * wanted).min(self.most);
                self.kept.reserve_exact(room - self.kept.len());
            }
            self.kept.extend_from_slice(set);
            return Ok(());
        }
        self.buffer.extend_from_slice(set);
        if self.file.is_none() || self.buffer.len() >= BUFFER {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<()> {
        let Self { tmpdir, file, buffer, .. } = self;
        let failed = || Error::io(writing_to(tmpdir));
        let file = match file {
            Some(file) => file,
            None => file.insert(tempfile::tempfile_in(&*tmpdir).map_err(failed())?),
        };
        file.write_all(bytemuck::cast_slice(buffer)).map_err(failed())?;
        self.written += buffer.len() as u64;
        buffer.clear();
        Ok(())
    }

    /// How many numbers a set has.
    pub fn size(&self, at: usize) -> usize {
        (self.ends[at] - self.start(at)) as usize
    }

    fn start(&self, at: usize) -> u64 {
        at.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// A set, if need be in `room`.
    pub fn get<'a>(&'a self, at: usize, room: &'a mut Vec<u64>) -> Result<&'a [u64]> {
        let (start, size) = (self.start(at) as usize, self.size(at));
        if start + size <= self.kept.len() {
            return Ok(&self.kept[start..start + size]);
        }
        let start = start - self.kept.len();
        if let Some(start) = start.checked_sub(self.written as usize) {
            return Ok(&self.buffer[start..start + size]);
        }
        room.resize(size, 0);
        if let Some(file) = &self.file {
            let bytes = bytemuck::cast_slice_mut(room.as_mut_slice());
            file.read_exact_at(bytes, (start * NUMBER) as u64).map_err(Error::io(READING))?;
        }
        Ok(room)
    }

    /// All sets in order; quicker than one by one if they are on disk.
    pub fn each(&self, mut put: impl FnMut(usize, &[u64]) -> Result<()>) -> Result<()> {
        // What of the file is in memory: from which number on.
        let (mut window, mut from, mut room) = (Vec::new(), 0, Vec::new());
        for at in 0..self.len() {
            let (start, size) = (self.start(at) as usize, self.size(at));
            let on_disk = start.checked_sub(self.kept.len()).filter(|&start| start < self.written as usize);
            let (Some(start), Some(file)) = (on_disk, &self.file) else {
                put(at, self.get(at, &mut room)?)?;
                continue;
            };
            if start + size > from + window.len() {
                let wanted = size.max(BUFFER).min(self.written as usize - start);
                window.resize(wanted, 0);
                let bytes = bytemuck::cast_slice_mut(window.as_mut_slice());
                file.read_exact_at(bytes, (start * NUMBER) as u64).map_err(Error::io(READING))?;
                from = start;
            }
            put(at, &window[start - from..start - from + size])?;
        }
        Ok(())
    }
}

/// How many numbers two ascending sets have in common.
pub fn common(first: &[u64], second: &[u64]) -> usize {
    let (mut at, mut other, mut found) = (0, 0, 0);
    while let (Some(a), Some(b)) = (first.get(at), second.get(other)) {
        found += usize::from(a == b);
        at += usize::from(a <= b);
        other += usize::from(b <= a);
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_come_back(sets in proptest::collection::vec(proptest::collection::vec(any::<u64>(), 0..9), 0..40), memory in 0usize..900) {
            let mut all = Sets::new(memory, &std::env::temp_dir());
            for set in &sets {
                all.push(set).unwrap();
            }
            prop_assert_eq!(all.numbers() as usize, sets.iter().map(Vec::len).sum::<usize>());
            for (at, set) in sets.iter().enumerate() {
                let mut room = Vec::new();
                prop_assert_eq!(all.get(at, &mut room).unwrap(), set.as_slice());
            }
            let mut found = Vec::new();
            all.each(|_, set| { found.push(set.to_vec()); Ok(()) }).unwrap();
            prop_assert_eq!(found, sets);
        }

        #[test]
        fn in_common(first in proptest::collection::btree_set(0u64..30, 0..20), second in proptest::collection::btree_set(0u64..30, 0..20)) {
            let both = first.intersection(&second).count();
            let lists: Vec<Vec<u64>> = [&first, &second].map(|set| set.iter().copied().collect()).into();
            prop_assert_eq!(common(&lists[0], &lists[1]), both);
        }
    }

    #[test]
    fn many_on_disk() {
        let mut all = Sets::new(1 << 16, &std::env::temp_dir());
        for at in 0..3000u64 {
            all.push(&vec![at; at as usize % 200]).unwrap();
        }
        assert!(all.disk() > 1 << 20);
        all.each(|at, set| {
            assert_eq!(set, vec![at as u64; at % 200]);
            let mut room = Vec::new();
            assert_eq!(all.get(at, &mut room)?, set);
            Ok(())
        })
        .unwrap();
    }
}
