//! What n-grams of a set look like and where they stand, by reading the text again: a set has their hashes only.
//!
//! Of the set as much is in memory as there is room for, and the text is read once for each part. Two n-grams of the
//! same hash are one, and look like the first of them.

mod hosts;
mod listing;
mod search;
mod slices;

#[cfg(test)]
mod tests;

pub use hosts::{HostCounts, Hosts};
pub use listing::{Format, Listed, Listing};
pub use search::Looked;
