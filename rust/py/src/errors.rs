//! One match from the core's errors to Python's exceptions.

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use streamclean_core::Error;

/// The core's error as an exception; a system's error keeps its number, so that it becomes the right subclass.
pub(crate) fn to_py(error: Error) -> PyErr {
    match error {
        Error::Io { doing, source } => match source.raw_os_error() {
            Some(code) => PyOSError::new_err((code, format!("{doing}: {source}"))),
            None => PyOSError::new_err(format!("{doing}: {source}")),
        },
        Error::NotOurs
        | Error::Version { .. }
        | Error::Kind { .. }
        | Error::Checksum
        | Error::Truncated
        | Error::Malformed { .. }
        | Error::Incompatible { .. }
        | Error::Parameter { .. } => PyValueError::new_err(error.to_string()),
    }
}

/// Runs work of the core without the GIL and maps its error.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> streamclean_core::Result<T> + Send,
) -> PyResult<T> {
    py.detach(work).map_err(to_py)
}
