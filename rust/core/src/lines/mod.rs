//! Frequent lines (Kaser & Lemire): normalising (3.1), counting (3.3), where boilerplate ends (Algorithm 1, 3.4).

pub mod counters;
pub mod normalise;
