//! n-grams that occur again, section 3.4: text as tokens, n-grams as hashes, the ways to count them, and their sets.
//!
//! A token is known by its 64-bit hash, an n-gram by a hash of 60 bits, as in the thesis (3.5.1). All [methods](method)
//! give the same n-grams with the same counts.

pub mod again;
mod counter;
pub mod counting;
pub mod deal;
pub mod hash;
pub mod hashed;
pub mod method;
pub mod set;
pub mod spex;
pub mod tokens;

pub use method::{Method, Options, Stats};
pub use tokens::{TokenOptions, Tokeniser};

#[cfg(test)]
mod tests;
