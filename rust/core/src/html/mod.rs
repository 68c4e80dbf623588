//! From bytes to blocks: tags and text become blocks in [`builder`].

pub mod builder;
pub mod hints;
pub mod page;
pub mod tags;
mod whitespace;
