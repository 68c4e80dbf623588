//! How books relate, after Spasojević and Poncin, "Large Scale Page-Based Book Similarity Clustering".
//!
//! Figure 2, a file a step: [`pages`] of a record become a [`sketch`] (III.A and B), books wait on a [`shelf`];
//! [`candidates`] are books with min-hashes in common (III.D, Algorithm 1), [`matches`] their similar pages, and out of
//! both come [`signals`] (IV.B), with a line through the pages ([`fit`]) and a look at the words ([`changes`]); [`filters`]
//! and [`relations`] classify (IV.C); [`clusters`] (V.C) have a best copy, and [`merge`] makes one out of all.

pub mod align;
pub mod candidates;
pub mod changes;
pub mod clusters;
mod compare;
mod editions;
pub mod filters;
pub mod fit;
pub mod library;
pub mod matches;
pub mod merge;
pub mod missing;
pub mod pages;
pub mod record;
pub mod relations;
pub mod shelf;
pub mod signals;
pub mod sketch;

#[cfg(test)]
mod tests;

pub use library::Library;
pub use sketch::{Sketch, SketchOptions, Sketcher};
