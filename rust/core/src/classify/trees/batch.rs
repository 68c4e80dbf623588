//! Rows of a page side by side, column by column: what a forest is asked about many rows at once.

use std::cell::RefCell;
use std::ops::Range;

use wide::f32x4;

/// Rows of a batch: as many as a mask has bits.
pub(super) const ROWS: usize = 64;
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

    #[inline]
    pub(super) fn set(&mut self, column: u16, row: usize, value: f32) {
        self.columns[usize::from(column)][row % ROWS] = value;
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

    /// Those of some rows that have a larger value in the column.
    #[inline]
    pub(super) fn above(&self, column: u16, threshold: f32, rows: u64) -> u64 {
        let (low, high) = self.ranges[usize::from(column)];
        // What stands near by is much alike. One jump, as none of these can be foretold.
        if (rows == 0) | (high <= threshold) | (low > threshold) {
            return if low > threshold { rows } else { 0 };
        }
        let values = &self.columns[usize::from(column)];
        // Deep in a tree few rows are left: two are seen to faster one by one.
        let rest = rows & (rows - 1);
        if rest & rest.wrapping_sub(1) == 0 {
            let is_above = |rows: u64| {
                let row = rows.trailing_zeros() as usize % ROWS;
                u64::from(values[row] > threshold) << row
            };
            return (is_above(rows) | is_above(rest)) & rows;
        }
        let threshold = f32x4::splat(threshold);
        let mut above = 0;
        for (at, values) in values.as_chunks::<LANES>().0.iter().enumerate() {
            above |= u64::from(f32x4::from(*values).simd_gt(threshold).to_bitmask()) << (at * LANES);
        }
        above & rows
    }
}
