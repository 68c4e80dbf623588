//! Sets of n-grams as files (`.ng`): hashes, ascending, and how often each occurs, if wanted.
//!
//! A file is written in one pass and in constant memory. It is looked up as it lies: blocks have a fixed size, and hashes
//! are spread evenly, so that a hash tells in which block it is, give or take a few. 100 million hashes take 4.5
//! bytes each.
//!
//! | bytes | what |
//! |---|---|
//! | | a sealed file ([`crate::store`]) of kind `ngrams`: the [`Header`] |
//! | 4096 each | blocks ([`block`]) |
//! | 100 | a sealed file of kind `ngrams-end`: seven numbers of 64 bits, little-endian |
//!
//! The payload of the header, in varints: the format's version, 1; n; min_count; the level (0 documents, 1 blocks); 1 if
//! there are counts, plus 2 if no n-gram is missing; then the [key of the token options](super::tokens::TokenKey::write).
//! The seven numbers of the end: hashes; documents, tokens and n-grams that the set was made of; occurrences of the
//! n-grams in the set; the last hash; the XXH3-64 of the header and of the checksums of all blocks.
//!
//! The header and the end have checksums, and each block has its own, so that opening reads no more than a few hundred
//! bytes, and [`Set::check`] all. A block is checked when it is first looked at.
//!
//! **Merging** adds counts up. A set with `min_count` 2 does not know what occurred once, so an n-gram that occurs once in
//! each of two texts is in neither set, nor in what they are merged to; and one that occurs twice here and once there
//! counts two. Sets with `min_count` 1 have all n-grams: merged, with any `min_count`, they give what one run over all of
//! the text gives. What is merged of other sets says that n-grams may be missing.
//!
//! **No memory map** is made here: that a file does not change under a map is a promise nobody can keep, and for a set that
//! is looked up all over, memory in large pages is faster than pages of a file. [`Set`] takes any bytes, a map's
//! too, and reading a file into memory costs a second a gigabyte.

mod block;
mod header;
mod merge;
mod reader;
mod table;
mod writer;

pub use header::{Header, Level, Totals};
pub use merge::merge;
pub use reader::{SetReader, totals};
pub use table::Set;
pub use writer::SetWriter;

#[cfg(test)]
mod tests;
