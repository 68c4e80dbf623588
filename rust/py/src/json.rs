//! Values of Python as JSON, and strings of JSON as text: what filters write into records, small and often.
//!
//! A JSON library for Python is faster for large values, and takes as long to import as a filter takes to start.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use streamclean_core::json::string;

/// Values are of the filters' own making: none is nearly as deep.
const DEEPEST: usize = 100;

/// A value as JSON bytes: `None`, booleans, numbers, strings, lists, tuples, and dicts with strings as keys. What JSON
/// has no number for is null.
#[pyfunction]
pub(crate) fn to_json<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let mut out = Vec::new();
    write(value, DEEPEST, &mut out)?;
    Ok(PyBytes::new(value.py(), &out))
}

fn write(value: &Bound<'_, PyAny>, depth: usize, out: &mut Vec<u8>) -> PyResult<()> {
    if depth == 0 {
        return Err(PyValueError::new_err("nested too deeply for JSON"));
    }
    if let Ok(text) = value.cast::<PyString>() {
        string::quote(text.to_str()?, out);
    } else if value.is_none() {
        out.extend_from_slice(b"null");
    } else if let Ok(truth) = value.cast::<PyBool>() {
        out.extend_from_slice(if truth.is_true() { b"true" } else { b"false" });
    } else if value.is_instance_of::<PyInt>() {
        out.extend_from_slice(value.str()?.to_str()?.as_bytes());
    } else if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        let text = if number.is_finite() { format!("{number:?}") } else { "null".to_owned() };
        out.extend_from_slice(text.as_bytes());
    } else if let Ok(list) = value.cast::<PyList>() {
        write_all(list.iter(), depth, out)?;
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        write_all(tuple.iter(), depth, out)?;
    } else if let Ok(dict) = value.cast::<PyDict>() {
        out.push(b'{');
        for (i, (key, value)) in dict.iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            string::quote(key.cast::<PyString>()?.to_str()?, out);
            out.push(b':');
            write(&value, depth - 1, out)?;
        }
        out.push(b'}');
    } else {
        return Err(PyTypeError::new_err(format!("JSON has no {}", value.get_type().name()?)));
    }
    Ok(())
}

fn write_all<'py>(
    values: impl Iterator<Item = Bound<'py, PyAny>>,
    depth: usize,
    out: &mut Vec<u8>,
) -> PyResult<()> {
    out.push(b'[');
    for (i, value) in values.enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write(&value, depth - 1, out)?;
    }
    out.push(b']');
    Ok(())
}

/// The text of a JSON string with its quotes, out of a line that was checked. Half a pair of surrogates is U+FFFD.
#[pyfunction]
pub(crate) fn json_text(raw: &[u8]) -> PyResult<String> {
    let inner = raw.strip_prefix(b"\"").and_then(|raw| raw.strip_suffix(b"\""));
    let inner = inner.ok_or_else(|| PyValueError::new_err("not a JSON string"))?;
    Ok(string::unescape(inner).into_owned())
}
