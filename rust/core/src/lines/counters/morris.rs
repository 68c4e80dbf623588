//! Approximate counting (Morris 1978) in hashed cells (3.3.4): counts to 2^28 in 8 bits, at the price of accuracy.
//!
//! A cell of value v stands for (b^v - 1) / (b - 1) and grows with probability b^-v, which keeps the estimate
//! unbiased; its standard deviation is about sqrt((b - 1) / 2), 18 % of the count.
//!
//! Payload: the total, the state of the random numbers (8 bytes), then the cells.

use std::any::Any;

use super::batches::{Steps, count_each, count_lines};
use super::cells::Cells;
use super::top::Top;
use super::{Item, Kind, LineCounter, Shape, same_kind};
use crate::error::Result;
use crate::store::{Reader, put_varint};

pub const KIND: Kind = Kind {
    name: "morris",
    saved_as: "morris",
    about: "2^bits cells of 8 bits that count roughly, to 2^28 (3.3.4, [Mor78])",
    make: |shape| Ok(Box::new(MorrisCounters::new(shape)?)),
    load: |payload| Ok(Box::new(MorrisCounters::from_payload(payload)?)),
};

/// b, such that cell 255 stands for 2^28: (b^255 - 1) / (b - 1) = 2^28.
const BASE: f64 = 1.067_750_064_504_587_4;

const SEED: u64 = 0x5eed_0f00_1978;

#[derive(Debug)]
pub struct MorrisCounters {
    cells: Cells,
    total: u64,
    random: SplitMix64,
    scale: Scale,
}

/// What a cell's value stands for, and how it grows.
#[derive(Debug)]
struct Scale {
    estimates: [f64; 256],
    /// A cell grows when 64 random bits are at most this.
    thresholds: [u64; 256],
}

impl Scale {
    fn new() -> Self {
        // Multiplied out, since `powi` may differ in the last bit from one machine to another.
        let mut next = 1.0;
        let powers: [f64; 256] = std::array::from_fn(|_| {
            let power = next;
            next *= BASE;
            power
        });
        let estimates = powers.map(|power| (power - 1.0) / (BASE - 1.0));
        let mut thresholds = powers.map(|power| (2f64.powi(64) / power) as u64);
        // Probability one, whatever the draw.
        thresholds[0] = u64::MAX;
        Self { estimates, thresholds }
    }

    fn increment(&self, cell: &mut u8, draw: u64) {
        if draw <= self.thresholds[usize::from(*cell)] {
            *cell = cell.saturating_add(1);
        }
    }

    /// The value whose estimate is `count` on average: one of the two around it, by a draw.
    fn value(&self, count: f64, draw: u64) -> u8 {
        let above = self.estimates.partition_point(|&estimate| estimate <= count).clamp(1, 255);
        let (low, high) = (self.estimates[above - 1], self.estimates[above]);
        let share = (count - low) / (high - low);
        if (draw as f64) < share * 2f64.powi(64) { above as u8 } else { (above - 1) as u8 }
    }

    fn estimate(&self, cell: u8) -> u64 {
        self.estimates[usize::from(cell)].round() as u64
    }
}

/// Steele, Lea & Flood's generator: 64 bits of state, so a file can carry on where it stopped.
#[derive(Debug)]
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl MorrisCounters {
    pub fn new(shape: &Shape) -> Result<Self> {
        let cells = Cells::new(shape.bits)?;
        Ok(Self { cells, total: 0, random: SplitMix64(SEED), scale: Scale::new() })
    }

    fn from_payload(payload: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(payload);
        let total = reader.varint()?;
        let random = SplitMix64(u64::from_le_bytes(reader.array()?));
        let cells = Cells::read(&mut reader)?;
        reader.finish()?;
        Ok(Self { cells, total, random, scale: Scale::new() })
    }
}

impl Steps<usize> for MorrisCounters {
    fn fetch(&mut self, lines: &[&[u8]], cells: &mut [usize]) {
        self.cells.fetch(lines, cells);
    }

    fn count_batch(&mut self, lines: &[&[u8]], cells: &[usize]) -> Result<()> {
        self.total = self.total.saturating_add(lines.len() as u64);
        self.cells.update_all(cells, |cell| self.scale.increment(cell, self.random.next()));
        Ok(())
    }
}

impl LineCounter for MorrisCounters {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        let draw = self.random.next();
        self.cells.update(line, |cell| self.scale.increment(cell, draw));
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
        Ok(self.scale.estimate(self.cells.get(line)))
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn merge(&mut self, other: &dyn LineCounter) -> Result<()> {
        let other = same_kind(self, other)?;
        self.cells.check_mergeable(&other.cells)?;
        for (ours, theirs) in self.cells.as_mut_slice().iter_mut().zip(other.cells.as_slice()) {
            if *theirs > 0 {
                let [a, b] = [*ours, *theirs].map(|cell| self.scale.estimates[usize::from(cell)]);
                *ours = self.scale.value(a + b, self.random.next());
            }
        }
        self.total = self.total.saturating_add(other.total);
        Ok(())
    }

    fn top(&self, k: usize) -> Result<Vec<(Item, u64)>> {
        let mut top = Top::new(k);
        for (cell, &value) in (0u64..).zip(self.cells.as_slice()) {
            top.offer(Item::Cell(cell), self.scale.estimate(value));
        }
        Ok(top.into_vec())
    }

    fn prune(&mut self, min_count: u64) {
        for cell in self.cells.as_mut_slice() {
            if self.scale.estimate(*cell) < min_count {
                *cell = 0;
            }
        }
    }

    fn memory(&self) -> usize {
        self.cells.as_slice().len() + size_of::<Scale>()
    }

    fn payload(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        put_varint(&mut out, self.total);
        out.extend_from_slice(&self.random.0.to_le_bytes());
        self.cells.write(&mut out);
        Ok(out)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
