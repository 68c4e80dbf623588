//! What documents of one kind share, found without knowing anything of them: Ikeda, Yamada and Hirokawa, *Eliminating
//! Useless Parts in Semi-structured Documents Using Alternation Counts* (2001).
//!
//! A character is useless where an n-gram covers it that is among the a per cent most frequent of its length. The pair
//! (n, a) is a cut point; [`Search::find`] walks from (2, 1) to one whose neighbours tear the documents into more pieces.
//!
//! The paper counts the n-grams of every length anew (section 3.1). Here one suffix array holds the n-grams of all
//! lengths; from one cut point to the next only those change their side that are frequent at one and not at the
//! other, and few are.

mod bits;
mod corpus;
mod counts;
mod fold;
mod frequent;
mod model;
mod records;
pub(crate) mod rolling;
mod sample;
mod suffixes;
pub mod view;
mod walk;

#[cfg(test)]
mod tests;

pub use corpus::{Corpus, Documents, Unit};
pub use fold::{Folded, fold};
pub use model::{Model, Useful};
pub use records::Delimiters;
pub use sample::Sample;
pub use walk::{CutPoint, START, Search, Step};
