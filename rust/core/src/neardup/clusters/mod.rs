//! Groups of documents that are alike.

pub mod complete;
pub mod components;

pub use components::Components;
