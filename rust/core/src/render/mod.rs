//! Blocks for those who read them: plain [`text`], [`markdown`], the [`vertical`] of corpus managers, and a page to look
//! at ([`view`]). What goes out of each block is a [`select::Kept`]; [`attributes`] says it beside the whole text.

pub mod attributes;
pub mod markdown;
mod markdown_escape;
mod markdown_table;
pub mod select;
pub mod text;
pub mod tokens;
pub mod vertical;
//pub mod view;
pub mod xml;
