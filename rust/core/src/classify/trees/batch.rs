//! Rows of a page side by side, column by column: what a forest is asked about many rows at once.

use std::cell::RefCell;
use std::ops::Range;

use wide::f32x4;

/// Rows of a batch: as many as a mask has bits.
pub(super) const ROWS: usize = 64;
/// Rows that are taken at once, so that those which are written stay at hand until then.
pub(super) const TILE: usize = 16;
/// Values that are compared at once.
const LANES: usize = 4;

/// Batches that a thread keeps: as many as most pages need.
const MOST_KEPT: usize = 16;

thread_local! {
    static KEPT: RefCell<Vec<Batch>> = const { RefCell::new(Vec::new()) };
}

/// Up to [`ROWS`] rows, one after another.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    columns: Vec<[f32; ROWS]>,
    /// The least and the greatest value of each column.
    ranges: Vec<(f32, f32)>,
    rows: usize,
}

impl Batch {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self { columns: vec![[0.0; ROWS]; columns], ranges: vec![(0.0, 0.0); columns], rows: rows.min(ROWS) }
    }

    /// A batch for each so many rows of a page, with any values.
    pub(super) fn all(columns: usize, rows: usize) -> Vec<Self> {
        let mut batches = KEPT.take();
        batches.truncate(rows.div_ceil(ROWS));
        for (at, start) in (0..rows).step_by(ROWS).enumerate() {
            match batches.get_mut(at) {
                Some(batch) => {
                    batch.columns.resize(columns, [0.0; ROWS]);
                    batch.ranges.resize(columns, (0.0, 0.0));
                    batch.rows = ROWS.min(rows - start);
                }
                None => batches.push(Self::new(columns, rows - start)),
            }
        }
        batches
    }

    /// Keeps the memory for the next page, as the system takes its time to give so much anew.
    pub(super) fn keep(mut batches: Vec<Self>) {
        batches.truncate(MOST_KEPT);
        KEPT.set(batches);
    }

    #[cfg(test)]
    pub(super) fn set(&mut self, column: u16, row: usize, value: f32) {
        self.columns[usize::from(column)][row % ROWS] = value;
    }

    /// Takes [`TILE`] rows of a page from `first` on, each so many values wide, of which the columns are at `places`.
    pub(super) fn take(&mut self, first: usize, rows: &[f32], width: usize, places: &[u16]) {
        let tile = first / TILE % (ROWS / TILE);
        for (column, &place) in self.columns.iter_mut().zip(places) {
            let values = &mut column.as_chunks_mut::<TILE>().0[tile];
            for (value, row) in values.iter_mut().zip(rows.chunks_exact(width)) {
                *value = row[usize::from(place)];
            }
        }
    }

    pub(super) fn columns(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// A bit for each row.
    pub(super) fn every(&self) -> u64 {
        if self.rows == 0 { 0 } else { u64::MAX >> (ROWS - self.rows) }
    }

    #[cfg(test)]
    pub(super) fn row(&self, row: usize) -> Vec<f32> {
        self.columns.iter().map(|column| column[row % ROWS]).collect()
    }

    /// To be called when the values of these columns are there, before rows are asked for.
    pub(super) fn measure(&mut self, columns: Range<usize>) {
        for (column, range) in self.columns[columns.clone()].iter_mut().zip(&mut self.ranges[columns]) {
            let first = column[0];
            column[self.rows..].fill(first);
            let (mut low, mut high) = (f32x4::splat(first), f32x4::splat(first));
            for values in column.as_chunks::<LANES>().0 {
                low = low.fast_min(f32x4::from(*values));
                high = high.fast_max(f32x4::from(*values));
            }
            let low = low.to_array().into_iter().fold(first, f32::min);
            *range = (low, high.to_array().into_iter().fold(first, f32::max));
        }
    }

    /// The least and the greatest value of a column.
    #[inline]
    pub(super) fn range(&self, column: u16) -> (f32, f32) {
        self.ranges[usize::from(column)]
    }

    /// The rows that have a larger value in the column.
    #[inline]
    pub(super) fn above(&self, column: u16, threshold: f32) -> u64 {
        let values = &self.columns[usize::from(column)];
        let threshold = f32x4::splat(threshold);
        let mut above = 0;
        for (at, values) in values.as_chunks::<LANES>().0.iter().enumerate() {
            above |= u64::from(f32x4::from(*values).simd_gt(threshold).to_bitmask()) << (at * LANES);
        }
        above
    }
}

/// A sum for each row of a batch.
#[derive(Debug)]
pub(super) struct Sums([f32x4; ROWS / LANES]);

impl Default for Sums {
    fn default() -> Self {
        Self([f32x4::ZERO; ROWS / LANES])
    }
}

/// For each set of lanes all bits of those that are in it.
static MASKS: [[u32; LANES]; 1 << LANES] = {
    let mut masks = [[0; LANES]; 1 << LANES];
    let mut at = 0;
    while at < LANES << LANES {
        let (set, lane) = (at / LANES, at % LANES);
        masks[set][lane] = if set >> lane & 1 == 1 { u32::MAX } else { 0 };
        at += 1;
    }
    masks
};

impl Sums {
    /// Adds a value to some of them.
    #[inline]
    pub(super) fn add(&mut self, value: f32, rows: u64) {
        let value = f32x4::splat(value);
        // No sum is -0, so that 0 may be added to the others.
        for (at, sums) in self.0.iter_mut().enumerate() {
            let mask = f32x4::from(MASKS[(rows >> (at * LANES)) as usize % MASKS.len()].map(f32::from_bits));
            *sums += value & mask;
        }
    }

    pub(super) fn rows(self) -> [f32; ROWS] {
        let mut rows = [0.0; ROWS];
        rows.as_chunks_mut::<LANES>()
            .0
            .iter_mut()
            .zip(self.0)
            .for_each(|(rows, sums)| *rows = sums.to_array());
        rows
    }
}
