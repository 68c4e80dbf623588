//! Groups of documents that are alike.

pub mod complete;
