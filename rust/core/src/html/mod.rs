//! From the bytes of a web page to its blocks.

pub mod encoding;
pub mod prescan;
pub mod source_map;
