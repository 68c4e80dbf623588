//! From bytes to characters.

pub mod dos;
pub mod encoding;
pub mod unspaced;
pub mod words;
