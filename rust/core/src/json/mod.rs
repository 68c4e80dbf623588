//! JSON lines without parsing what nobody asked for: where the fields of a record are, and text inside its escapes.

pub mod list;
pub mod splice;
pub mod split;
pub mod string;
