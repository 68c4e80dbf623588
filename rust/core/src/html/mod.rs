//! From bytes to blocks: [`encoding`] makes characters of them (and [`source_map`] finds the way back); [`tokens`], with
//! their character references ([`entities`]), drive [`builder`] by way of [`tree`]; the blocks are a [`page`], which
//! goes to other programs as a [`record`].

pub mod builder;
pub mod encoding;
pub mod entities;
pub mod hidden;
pub mod hints;
pub mod json_ld;
pub mod kinds;
pub mod labels;
pub mod page;
pub mod prescan;
pub mod record;
pub mod source_map;
pub mod tags;
pub mod tokens;
pub mod tree;
mod whitespace;

#[cfg(test)]
mod tests;
