//! What can go wrong in the core, as types a caller can act on; each message is one line.

use std::io;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("not a streamclean file (wrong magic number)")]
    NotOurs,
    #[error(
        "format version {found}, but this program reads version {expected}; make the file again with this program"
    )]
    Version { found: u32, expected: u32 },
    #[error("holds {found}, not {expected}")]
    Kind { found: String, expected: String },
    #[error("damaged: the checksum does not match its bytes")]
    Checksum,
    #[error("damaged: ends too early")]
    Truncated,
    #[error("damaged: {what}")]
    Malformed { what: &'static str },
    #[error("cannot merge: {why}")]
    Incompatible { why: String },
    #[error("{what}: {found}, not {expected}")]
    Differs { what: &'static str, found: String, expected: String },
    #[error("{name} must be {expected}")]
    Parameter { name: &'static str, expected: String },
    #[error("{doing}")]
    Io { doing: String, source: io::Error },
}

impl Error {
    pub fn io(doing: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Io { doing, source }
    }
}
