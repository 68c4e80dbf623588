//! `pgstrip`'s room: models, and documents with their boundaries.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use streamclean_core::json::string;
use streamclean_core::lines::boundaries::{self, Boundaries, Heuristics, Options, Side};
use streamclean_core::lines::counters::Shape;
use streamclean_core::lines::header;
use streamclean_core::lines::model::Model as CoreModel;
use streamclean_core::lines::normalise;
use streamclean_core::text::encoding;

use crate::errors::{detached, to_py};

/// The counted lines of a corpus.
#[pyclass(name = "LineModel", module = "streamclean._core")]
pub(crate) struct Model(CoreModel);

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
    fn write(&self, put: Bound<'_, PyAny>, tmpdir: Option<std::path::PathBuf>) -> PyResult<()> {
        let mut writer = CallWriter { put, error: None };
        let tmpdir = tmpdir.unwrap_or_else(std::env::temp_dir);
        let written = self.0.write_to(&mut writer, &tmpdir);
        match writer.error {
            Some(error) => Err(error),
            None => written.map_err(to_py),
        }
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

    fn prune(&mut self, min_count: u64) {
        self.0.prune(min_count);
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

/// Writes by calling a Python function; keeps the exception it raises.
struct CallWriter<'py> {
    put: Bound<'py, PyAny>,
    error: Option<PyErr>,
}

impl std::io::Write for CallWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.put.call1((PyBytes::new(self.put.py(), bytes),)) {
            Ok(_) => Ok(bytes.len()),
            Err(error) => {
                self.error = Some(error);
                Err(std::io::Error::other("the function called raised an exception"))
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

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

fn unquoted(value: &[u8]) -> PyResult<&[u8]> {
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

/// Whether an encoding of that name can be decoded.
#[pyfunction]
pub(crate) fn is_known_encoding(name: &str) -> bool {
    encoding::is_known(name)
}

/// Whether bytes are of no text at all.
#[pyfunction]
pub(crate) fn looks_binary(data: &[u8]) -> bool {
    encoding::looks_binary(data)
}

/// Finds the boundaries of documents, with a model and its options. A model that sorts on disk is read into memory,
/// and keeps no line of a count at or below the threshold.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Stripper {
    model: Py<Model>,
    threshold: u64,
    options: Options,
}

#[pymethods]
impl Stripper {
    #[new]
    #[pyo3(signature = (model, *, threshold=None, gap_max=10, p_max=300, e_max=300, heuristics="full", max_share=0.5))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        model: Py<Model>,
        threshold: Option<u64>,
        gap_max: usize,
        p_max: usize,
        e_max: usize,
        heuristics: &str,
        max_share: f64,
    ) -> PyResult<Self> {
        let heuristics = match heuristics {
            "none" => Heuristics::None,
            "paper" => Heuristics::Paper,
            "full" => Heuristics::Full,
            _ => return Err(PyValueError::new_err("heuristics must be full, paper or none")),
        };
        let threshold = threshold.unwrap_or_else(|| model.borrow(py).0.default_threshold());
        {
            let core = &mut model.borrow_mut(py).0;
            detached(py, || core.freeze(threshold))?;
        }
        Ok(Self { model, threshold, options: Options { gap_max, p_max, e_max, heuristics, max_share } })
    }

    /// A plain text file, in whatever encoding it is.
    #[pyo3(signature = (data, encoding=None))]
    fn file(&self, py: Python<'_>, data: Bound<'_, PyBytes>, encoding: Option<&str>) -> PyResult<Stripped> {
        let bytes = data.as_bytes();
        let model = self.model.borrow(py);
        let core = &model.0;
        let (found, decoded) = detached(py, || {
            let decoded = encoding::decode(bytes, encoding)?;
            let found = boundaries::find(&decoded.text, &core.above(self.threshold), &self.options);
            Ok((found, decoded))
        })?;
        let raw = (
            encoding::line_offset(bytes, &decoded.encoding, decoded.bom, found.preamble_end),
            encoding::line_offset(bytes, &decoded.encoding, decoded.bom, found.epilogue_start),
        );
        let text = match &decoded.text {
            std::borrow::Cow::Borrowed(_) => Text::Same { data: data.clone().unbind(), skip: decoded.bom },
            std::borrow::Cow::Owned(text) => Text::Decoded(text.clone()),
        };
        Ok(Stripped::new(text, &decoded.text, found, decoded.encoding.clone(), decoded.replaced, raw))
    }

    /// The value of a `text` field: a JSON string with its quotes. Raw offsets are into that value.
    fn json_string(&self, py: Python<'_>, value: &[u8]) -> PyResult<Stripped> {
        let raw = unquoted(value)?;
        let model = self.model.borrow(py);
        let core = &model.0;
        let (found, text, offsets) = py.detach(|| {
            let text = string::unescape(raw).into_owned();
            let found = boundaries::find(&text, &core.above(self.threshold), &self.options);
            let offset =
                |line| 1 + string::raw_offset(raw, encoding::line_offset(text.as_bytes(), "utf-8", 0, line));
            let offsets = (offset(found.preamble_end), offset(found.epilogue_start));
            (found, text, offsets)
        });
        Ok(Stripped::new(Text::Decoded(text.clone()), &text, found, "utf-8".to_owned(), 0, offsets))
    }
}

/// The decoded text of a document, shared with the caller's bytes where they are the same.
enum Text {
    Same { data: Py<PyBytes>, skip: usize },
    Decoded(String),
}

/// A document with its boundaries.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Stripped {
    text: Text,
    found: Boundaries,
    /// Bytes of the decoded text at which the body starts and ends.
    body: (usize, usize),
    /// The same in code points.
    chars: (usize, usize),
    #[pyo3(get)]
    encoding: String,
    #[pyo3(get)]
    replaced: usize,
    /// The same in bytes of what came in.
    #[pyo3(get)]
    raw: (usize, usize),
}

impl Stripped {
    fn new(
        text: Text,
        decoded: &str,
        found: Boundaries,
        encoding: String,
        replaced: usize,
        raw: (usize, usize),
    ) -> Self {
        let at = |line| encoding::line_offset(decoded.as_bytes(), "utf-8", 0, line);
        let body = (at(found.preamble_end), at(found.epilogue_start));
        let before = decoded[..body.0].chars().count();
        let chars = (before, before + decoded[body.0..body.1].chars().count());
        Self { text, found, body, chars, encoding, replaced, raw }
    }

    fn part<'py>(&self, py: Python<'py>, from: usize, to: Option<usize>) -> Bound<'py, PyBytes> {
        let text = match &self.text {
            Text::Same { data, skip } => &data.as_bytes(py)[*skip..],
            Text::Decoded(text) => text.as_bytes(),
        };
        PyBytes::new(py, &text[from..to.unwrap_or(text.len())])
    }
}

#[pymethods]
impl Stripped {
    #[getter]
    fn lines(&self) -> usize {
        self.found.lines
    }

    #[getter]
    fn preamble_end(&self) -> usize {
        self.found.preamble_end
    }

    #[getter]
    fn epilogue_start(&self) -> usize {
        self.found.epilogue_start
    }

    #[getter]
    fn warnings(&self) -> Vec<&'static str> {
        self.found.warnings.clone()
    }

    /// Where the body starts and ends in the decoded text, in code points.
    #[getter]
    fn span(&self) -> (usize, usize) {
        self.chars
    }

    #[getter]
    fn preamble<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.part(py, 0, Some(self.body.0))
    }

    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.part(py, self.body.0, Some(self.body.1))
    }

    #[getter]
    fn epilogue<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.part(py, self.body.1, None)
    }

    /// What the preamble says of the book: every key is there, empty where it does not say.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let preamble = self.part(py, 0, Some(self.body.0));
        let header = header::parse(&String::from_utf8_lossy(preamble.as_bytes()));
        let fields = PyDict::new(py);
        for (name, value) in [
            ("title", header.title),
            ("author", header.author),
            ("release_date", header.release_date),
            ("number", header.number),
            ("language", header.language),
            ("encoding", header.encoding),
        ] {
            fields.set_item(name, value)?;
        }
        Ok(fields)
    }
}
