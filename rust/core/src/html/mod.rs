//! HTML: from characters to tokens.

pub mod entities;
pub mod tokens;
