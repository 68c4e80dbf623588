//! Suffix arrays, and the n-grams that occur again, found with them (3.4.2).
//!
//! The sorter is [`suffix_array`] and [`lcp_array`], over bytes or tokens, of one sequence or of many documents. The
//! method sorts the suffixes of what fits memory and writes its n-grams to disk as a sorted run; the runs are merged.

mod array;
mod blocks;
mod chunk;
mod codes;
mod counts;
mod documents;
mod lcp;
mod levels;
pub(crate) mod memory;
mod merge;
mod method;
mod numbers;
mod position;
mod runs;
mod side_by_side;

#[cfg(test)]
mod tests;

pub use array::{Positions, suffix_array, suffix_array_into};
pub use documents::{Sequence, Text};
pub use lcp::{lcp_array, lcp_array_into};
pub use method::Suffixes;
pub use position::Position;
