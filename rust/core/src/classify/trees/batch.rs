//! Rows of a page side by side, column by column: what a forest is asked about many rows at once.

use std::cell::RefCell;

/// Rows of a batch: as many as the registers of any processor hold a number of each.
pub(super) const ROWS: usize = 32;
/// Rows that are taken at once, so that those which are written stay at hand until then.
pub(super) const TILE: usize = 16;
/// Batches that a thread keeps: as many as most pages need.
const MOST_KEPT: usize = 32;

thread_local! {
    static KEPT: RefCell<Vec<Batch>> = const { RefCell::new(Vec::new()) };
}

/// Up to [`ROWS`] rows, one after another.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    columns: Vec<[f32; ROWS]>,
}

impl Batch {
    pub(super) fn new(columns: usize) -> Self {
        Self { columns: vec![[0.0; ROWS]; columns] }
    }

    /// A batch for each so many rows of a page, with any values.
    pub(super) fn all(columns: usize, rows: usize) -> Vec<Self> {
        let mut batches = KEPT.take();
        batches.truncate(rows.div_ceil(ROWS));
        batches.iter_mut().for_each(|batch| batch.columns.resize(columns, [0.0; ROWS]));
        batches.resize_with(rows.div_ceil(ROWS), || Self::new(columns));
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

    #[cfg(test)]
    pub(super) fn row(&self, row: usize) -> Vec<f32> {
        self.columns.iter().map(|column| column[row % ROWS]).collect()
    }

    /// The values of a column; those of rows that are not there may be anything.
    #[inline(always)]
    pub(super) fn column(&self, column: u16) -> &[f32; ROWS] {
        &self.columns[usize::from(column)]
    }
}
