//! How good a cleaned text is, measured against gold (Pomikálek 2.9): words aligned, words and shingles in common,
//! text nodes, fragments; and labels for blocks, found by aligning a page with its gold.

pub mod align;
mod anchors;
pub mod bag;
pub mod blocks;
pub mod figures;
mod gaps;
pub mod gold;
pub mod label;
pub mod lcs;
pub mod nodes;
pub mod page;
pub mod snippets;
pub mod totals;
pub mod words;

pub use figures::{Counts, Figures};
pub use gold::Gold;
pub use page::{Scores, score};
pub use totals::Totals;
