//! From bytes to characters.

pub mod dos;
pub mod encoding;
