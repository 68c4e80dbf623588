//! Hashing to millions of counters (3.3.4): 2^bits cells of 8 bits, a line's hash its cell.
//!
//! Lines that share a cell are counted together, so a count is never too small below 255, where cells stop. With n
//! distinct lines in c cells a line is taken for frequent by mistake with a chance of at most 1 - e^(-(n-1)/c).
//!
//! Payload: the total, then the cells.

use std::any::Any;

use super::batches::{Steps, count_each, count_lines};
use super::cells::Cells;
use super::top::Top;
use super::{Item, Kind, LineCounter, Shape, same_kind};
use crate::error::Result;
use crate::store::{Reader, put_varint};

pub const KIND: Kind = Kind {
    name: "hashed",
    saved_as: "hashed",
    about: "2^bits cells of 8 bits, shared by lines of one hash; counts to 255 (3.3.4)",
    make: |shape| Ok(Box::new(HashedCounters::new(shape)?)),
    load: |payload| Ok(Box::new(HashedCounters::from_payload(payload)?)),
};

#[derive(Debug)]
pub struct HashedCounters {
    cells: Cells,
    total: u64,
}

impl HashedCounters {
    pub fn new(shape: &Shape) -> Result<Self> {
        Ok(Self { cells: Cells::new(shape.bits)?, total: 0 })
    }

    fn from_payload(payload: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(payload);
        let total = reader.varint()?;
        let cells = Cells::read(&mut reader)?;
        reader.finish()?;
        Ok(Self { cells, total })
    }
}

fn increment(cell: &mut u8) {
    *cell = cell.saturating_add(1);
}

impl Steps<usize> for HashedCounters {
    fn fetch(&mut self, lines: &[&[u8]], cells: &mut [usize]) {
        self.cells.fetch(lines, cells);
    }

    fn count_batch(&mut self, lines: &[&[u8]], cells: &[usize]) -> Result<()> {
        self.total = self.total.saturating_add(lines.len() as u64);
        self.cells.update_all(cells, increment);
        Ok(())
    }
}

impl LineCounter for HashedCounters {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        self.cells.update(line, increment);
        self.total = self.total.saturating_add(1);
        Ok(())
    }

    fn add_lines(&mut self, buffer: &[u8]) -> Result<()> {
        count_lines(buffer, self)
    }

    fn add_each(&mut self, lines: &[&[u8]]) -> Result<()> {
        count_each(lines, self)
    }

    fn count(&self, line: &[u8]) -> Result<u64> {
        Ok(u64::from(self.cells.get(line)))
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn merge(&mut self, other: &dyn LineCounter) -> Result<()> {
        let other = same_kind(self, other)?;
        self.cells.check_mergeable(&other.cells)?;
        for (ours, theirs) in self.cells.as_mut_slice().iter_mut().zip(other.cells.as_slice()) {
            *ours = ours.saturating_add(*theirs);
        }
        self.total = self.total.saturating_add(other.total);
        Ok(())
    }

    fn top(&self, k: usize) -> Result<Vec<(Item, u64)>> {
        let mut top = Top::new(k);
        for (cell, &count) in (0u64..).zip(self.cells.as_slice()) {
            top.offer(Item::Cell(cell), u64::from(count));
        }
        Ok(top.into_vec())
    }

    fn prune(&mut self, min_count: u64) {
        for cell in self.cells.as_mut_slice() {
            if u64::from(*cell) < min_count {
                *cell = 0;
            }
        }
    }

    fn memory(&self) -> usize {
        self.cells.as_slice().len()
    }

    fn payload(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        put_varint(&mut out, self.total);
        self.cells.write(&mut out);
        Ok(out)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
