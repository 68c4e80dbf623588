//! Near-duplicates: pairs of documents that are alike, and groups of them of which one stays. Section 3.2 of the thesis,
//! with its objection in 3.5 to groups by transitivity.
//!
//! Records are read by a [`prepare::Preparer`] on any core, added to a [`finder::Finder`] in order, and what it finds is
//! written as pairs or becomes [`labels::Labels`] of the records. What pairs are made by is a [`plan::Plan`]:
//!
//! | texts, or a scheme that | [`plan::Plan`] |
//! |---|---|
//! | chooses from a set | [`join`]: all pairs of sets, and no others |
//! | has values in places | bands of [`curve::Bands`], whose [`candidates`] are compared |
//! | has hashes of groups | [`candidates`] with so many values in common |
//! | has bits | [`hamming`]: all pairs that differ in so many bits, and no others |

pub mod candidates;
pub mod clusters;
pub mod curve;
pub mod documents;
pub mod finder;
pub mod found;
pub mod hamming;
pub mod join;
pub mod labels;
pub mod measure;
pub mod plan;
pub mod prepare;
pub mod sets;
pub mod sorter;

#[cfg(test)]
mod tests;
