//! Frequent lines (Kaser & Lemire): normalising (3.1), counting (3.3), where boilerplate ends (Algorithm 1, 3.4).

pub mod boundaries;
pub mod counters;
pub mod document;
mod extend;
pub mod header;
pub mod model;
pub mod normalise;
mod rules;
pub mod safety;
#[cfg(test)]
mod tests;
