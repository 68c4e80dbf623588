//! The record layer: where the fields of a JSON line are.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use streamclean_core::json::split;

/// Bytes of a line from which other threads may go on while it is searched.
const LONG: usize = 1 << 14;

/// Where the named fields of a JSON object stand in its line: for each name the last member called so, as
/// `(start, end)` of its value, or `None`; then the place after the last member, where another can be added, and
/// whether there is a member. Raises `ValueError(what, offset)` where the line is not a JSON object.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn find_fields(
    py: Python<'_>,
    line: &[u8],
    names: Vec<String>,
) -> PyResult<(Vec<Option<(usize, usize)>>, usize, bool)> {
    // Short lines take less time than to give the lock away and to get it back.
    let found = if line.len() < LONG { split::fields(line) } else { py.detach(|| split::fields(line)) };
    let fields = found.map_err(|e| PyValueError::new_err((e.what, e.offset)))?;
    let spans = names
        .iter()
        .map(|name| {
            let found = fields.iter().rev().find(|field| field.is_called(line, name));
            found.map(|field| (field.value.start, field.value.end))
        })
        .collect();
    let start = line.iter().position(|&b| b == b'{').map_or(0, |at| at + 1);
    let end = fields.last().map_or(start, |field| field.value.end);
    Ok((spans, end, !fields.is_empty()))
}
