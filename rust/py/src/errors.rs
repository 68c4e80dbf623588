//! One match from the core's errors to Python's exceptions.

use std::io::{self, ErrorKind};
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use streamclean_core::{Error, store};

/// The core's error as an exception; a system's error keeps its number, so that it becomes the right subclass.
pub(crate) fn to_py(error: Error) -> PyErr {
    match error {
        Error::Io { doing, source } => match errno(&source) {
            Some(code) => PyOSError::new_err((code, format!("{doing}: {}", words(&source)))),
            None => PyOSError::new_err(format!("{doing}: {source}")),
        },
        Error::NotOurs
        | Error::Version { .. }
        | Error::Kind { .. }
        | Error::Checksum
        | Error::Truncated
        | Error::Malformed { .. }
        | Error::Incompatible { .. }
        | Error::Differs { .. }
        | Error::Parameter { .. } => PyValueError::new_err(error.to_string()),
    }
}

/// What the system says, without the number.
fn words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// Runs work of the core without the GIL and maps its error.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> streamclean_core::Result<T> + Send,
) -> PyResult<T> {
    py.detach(work).map_err(to_py)
}

/// The number Python makes `FileNotFoundError` and its like of. Errors of temporary files have only a kind.
fn errno(error: &io::Error) -> Option<i32> {
    error.raw_os_error().or(match error.kind() {
        ErrorKind::NotFound => Some(2),
        ErrorKind::PermissionDenied => Some(13),
        ErrorKind::NotADirectory => Some(20),
        ErrorKind::StorageFull => Some(28),
        ErrorKind::ReadOnlyFilesystem => Some(30),
        _ => None,
    })
}

/// An error of writing to a path, unless the trouble is with another file, which its message names.
pub(crate) fn os_error_at(py: Python<'_>, error: Error, path: &Path) -> PyErr {
    match error {
        Error::Io { doing, source } if doing == store::WRITING => os_error(py, source, path),
        other => to_py(other),
    }
}

/// With errno, message and file name, which makes it `FileNotFoundError`, `PermissionError` and so on.
pub(crate) fn os_error(py: Python<'_>, error: io::Error, path: &Path) -> PyErr {
    let Some(errno) = errno(&error) else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let message = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (errno,)))
        .and_then(|text| text.extract::<String>())
        .unwrap_or_else(|_| error.to_string());
    PyOSError::new_err((errno, message, path.as_os_str().to_owned()))
}
