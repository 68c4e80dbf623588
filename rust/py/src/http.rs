//! What web servers do to pages.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use streamclean_core::brotli;

/// No more than `most` bytes of what brotli packed; of what is damaged or cut, the bytes before that.
#[pyfunction]
pub(crate) fn unbrotli<'py>(py: Python<'py>, data: &[u8], most: usize) -> Bound<'py, PyBytes> {
    let content = py.detach(|| brotli::unpack(data, most));
    PyBytes::new(py, &content)
}
