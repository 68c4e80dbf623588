//! Pass 2 of `pgstrip`: documents with their boundaries.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use streamclean_core::json::string;
use streamclean_core::lines::boundaries::{self, Boundaries, Heuristics, Options};
use streamclean_core::lines::header;
use streamclean_core::text::encoding;

use crate::errors::detached;
use crate::models::{Model, unquoted};

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
