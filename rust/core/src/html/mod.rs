//! From characters to blocks: [`tokens`], with their character references ([`entities`]), drive [`builder`] by way of
//! [`tree`]; the blocks are a [`page`], which goes to other programs as a [`record`].

pub mod builder;
pub mod entities;
pub mod hidden;
pub mod hints;
pub mod labels;
pub mod page;
pub mod record;
pub mod tags;
pub mod tokens;
pub mod tree;
mod whitespace;
