//! The algorithms of streamclean, one room a paper's subject: pure Rust, no Python, no printing.

pub mod books;
pub mod brotli;
pub mod classify;
pub mod components;
pub mod cutpoint;
pub mod dedup;
pub mod error;
pub mod fingerprint;
pub mod html;
pub mod json;
pub mod lang;
pub mod lines;
pub mod neardup;
pub mod ngrams;
mod record_sorter;
pub mod render;
pub mod score;
pub mod site;
pub mod store;
pub mod suffix;
pub mod text;
pub mod units;

pub use error::{Error, Result};
