//! Near-duplicates: pairs of documents that are alike, and what is kept of each group of them. Section 3.2 of the
//! thesis, with its objection in 3.5 to groups by transitivity.

pub mod candidates;
pub mod clusters;
pub mod curve;
pub mod hamming;
pub mod join;
pub mod measure;
pub mod sets;
pub mod sorter;
