//! Chunks are sorted and written on other cores while the next is filled.

use std::collections::VecDeque;
use std::thread::{self, JoinHandle};

use super::runs::Run;
use crate::error::{Error, Result};

type Runs = Result<Vec<Run>>;

#[derive(Debug)]
pub(super) struct Sorting {
    cores: usize,
    /// The first of them was begun first.
    threads: VecDeque<JoinHandle<Runs>>,
}

impl Sorting {
    /// With so many cores besides the one that calls; with none, that does all.
    pub(super) fn new(cores: usize) -> Self {
        Self { cores, threads: VecDeque::new() }
    }

    /// Has the runs of a chunk written, and gives those of the one before, if no core was idle.
    pub(super) fn add(&mut self, write: impl FnOnce() -> Runs + Send + 'static) -> Runs {
        if self.cores == 0 {
            return write();
        }
        let done = if self.threads.len() == self.cores { self.next()? } else { None };
        match thread::Builder::new().spawn(write) {
            Ok(thread) => self.threads.push_back(thread),
            Err(source) => return Err(Error::Io { doing: "starting a thread".to_owned(), source }),
        }
        Ok(done.unwrap_or_default())
    }

    /// The runs of the next chunk, when it is written.
    pub(super) fn next(&mut self) -> Result<Option<Vec<Run>>> {
        let Some(thread) = self.threads.pop_front() else { return Ok(None) };
        let runs = thread.join().unwrap_or(Err(Error::Malformed { what: "sorting was given up" }));
        runs.map(Some)
    }
}
