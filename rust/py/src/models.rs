//! Pass 1 of `pgstrip`: models, and the lines of a document that count.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use streamclean_core::json::string;
use streamclean_core::lines::boundaries::Side;
use streamclean_core::lines::counters::Shape;
use streamclean_core::lines::model::Model as CoreModel;
use streamclean_core::lines::normalise;
use streamclean_core::text::encoding;

use crate::errors::{detached, to_py};
use crate::ngrams::written;

/// The counted lines of a corpus.
#[pyclass(name = "LineModel", module = "streamclean._core")]
pub(crate) struct Model(pub(crate) CoreModel);

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (kind="crc64", *, separate=false, bits=24, counters=100_000, keep_lines=false, memory=512<<20, tmpdir=None))]
    fn new(
        kind: &str,
        separate: bool,
        bits: u32,
        counters: usize,
        keep_lines: bool,
        memory: usize,
        tmpdir: Option<std::path::PathBuf>,
    ) -> PyResult<Self> {
        let shape = Shape { bits, counters, keep_lines, memory, tmpdir };
        CoreModel::new(kind, &shape, separate).map(Self).map_err(to_py)
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        detached(py, || CoreModel::from_bytes(data)).map(Self)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.to_bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Gives the same bytes to `put` in pieces, so that a model larger than memory can be written; it goes through
    /// temporary files in `tmpdir`.
    #[pyo3(signature = (put, tmpdir=None))]
    fn write(&self, py: Python<'_>, put: Py<PyAny>, tmpdir: Option<std::path::PathBuf>) -> PyResult<()> {
        let tmpdir = tmpdir.unwrap_or_else(std::env::temp_dir);
        written(py, put, |mut out| self.0.write_to(&mut out, &tmpdir))
    }

    /// Counts the lines that `prepare` made of a document.
    fn add(&mut self, py: Python<'_>, tops: &[u8], bottoms: &[u8]) -> PyResult<()> {
        detached(py, || self.0.add(tops, bottoms))
    }

    /// Counts documents whose lines are added one by one.
    fn add_documents(&mut self, documents: u64) {
        self.0.add_documents(documents);
    }

    /// Counts one line many times.
    fn add_counted(&mut self, py: Python<'_>, line: &[u8], epilogue: bool, count: u64) -> PyResult<()> {
        let side = if epilogue { Side::Epilogue } else { Side::Preamble };
        detached(py, || self.0.add_counted(line, side, count))
    }

    fn merge(&mut self, py: Python<'_>, other: &Self) -> PyResult<()> {
        detached(py, || self.0.merge(&other.0))
    }

    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        detached(py, || self.0.finish())
    }

    fn prune(&mut self, py: Python<'_>, min_count: u64) {
        py.detach(|| self.0.prune(min_count));
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    #[getter]
    fn documents(&self) -> u64 {
        self.0.documents()
    }

    #[getter]
    fn lines(&self) -> u64 {
        self.0.lines()
    }

    #[getter]
    fn separate(&self) -> bool {
        self.0.is_separate()
    }

    #[getter]
    fn memory(&self) -> usize {
        self.0.memory()
    }

    #[getter]
    fn default_threshold(&self) -> u64 {
        self.0.default_threshold()
    }
}

type Lines<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// The normalised lines that a model counts of a document: those of its top and those of its bottom, each ended by a
/// line feed. With `apart`, the two may overlap in a short document; else each line is in one of them.
#[pyfunction]
#[pyo3(signature = (data, *, encoding=None, top=300, bottom=300, apart=false))]
pub(crate) fn prepare<'py>(
    py: Python<'py>,
    data: &[u8],
    encoding: Option<&str>,
    top: usize,
    bottom: usize,
    apart: bool,
) -> PyResult<Lines<'py>> {
    let (tops, bottoms) = detached(py, || {
        let decoded = encoding::decode(data, encoding)?;
        Ok(counted_lines(decoded.text.as_bytes(), top, bottom, apart))
    })?;
    Ok((PyBytes::new(py, &tops), PyBytes::new(py, &bottoms)))
}

/// The same of a JSON string with its quotes.
#[pyfunction]
#[pyo3(signature = (value, *, top=300, bottom=300, apart=false))]
pub(crate) fn prepare_json<'py>(
    py: Python<'py>,
    value: &[u8],
    top: usize,
    bottom: usize,
    apart: bool,
) -> PyResult<Lines<'py>> {
    let raw = unquoted(value)?;
    let (tops, bottoms) = py.detach(|| counted_lines(string::unescape(raw).as_bytes(), top, bottom, apart));
    Ok((PyBytes::new(py, &tops), PyBytes::new(py, &bottoms)))
}

fn counted_lines(text: &[u8], top: usize, bottom: usize, apart: bool) -> (Vec<u8>, Vec<u8>) {
    let (mut tops, mut bottoms) = (Vec::new(), Vec::new());
    if apart {
        normalise::tops_and_bottoms(text, top, 0, &mut tops);
        normalise::tops_and_bottoms(text, 0, bottom, &mut bottoms);
    } else {
        normalise::tops_and_bottoms(text, top, bottom, &mut tops);
    }
    (tops, bottoms)
}

/// What stands between the quotes of a JSON string.
pub(crate) fn unquoted(value: &[u8]) -> PyResult<&[u8]> {
    let inner = value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\""));
    inner.ok_or_else(|| PyTypeError::new_err("not a JSON string"))
}

/// All lines of a text as they are counted.
#[pyfunction]
pub(crate) fn normalise_lines<'py>(py: Python<'py>, data: &[u8]) -> Bound<'py, PyBytes> {
    let lines = py.detach(|| {
        let mut lines = Vec::with_capacity(data.len());
        normalise::all_lines(data, &mut lines);
        lines
    });
    PyBytes::new(py, &lines)
}
