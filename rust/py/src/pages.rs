//! Web pages: their characters, their blocks, and blocks as the JSON of a record.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use streamclean_core::html::encoding;
use streamclean_core::html::page::Page as CorePage;
use streamclean_core::html::source_map::source_offsets;
use streamclean_core::html::{record, tree};
use streamclean_core::json::string;

use crate::errors::detached;
use crate::models::unquoted;

/// A page's characters as UTF-8, and what was decided about its bytes.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Decoded {
    #[pyo3(get)]
    text: Py<PyBytes>,
    #[pyo3(get)]
    encoding: &'static str,
    #[pyo3(get)]
    encoding_source: &'static str,
    #[pyo3(get)]
    replaced: usize,
}

#[pymethods]
impl Decoded {
    /// The bytes of a page. `encoding` overrules what the page says, `transport` is what its server said, `tld` the
    /// last label of its host.
    #[new]
    #[pyo3(signature = (data, *, encoding=None, transport=None, tld=None))]
    fn new(
        py: Python<'_>,
        data: &Bound<'_, PyBytes>,
        encoding: Option<&str>,
        transport: Option<&str>,
        tld: Option<&str>,
    ) -> PyResult<Self> {
        let bytes = data.as_bytes();
        let decoded = detached(py, || encoding::decode(bytes, encoding, transport, tld))?;
        let text = if decoded.bom == 0 && matches!(decoded.text, std::borrow::Cow::Borrowed(_)) {
            data.clone()
        } else {
            PyBytes::new(py, decoded.text.as_bytes())
        };
        Ok(Self {
            text: text.unbind(),
            encoding: decoded.encoding,
            encoding_source: decoded.source.as_str(),
            replaced: decoded.replaced,
        })
    }

    /// The value of an `html` field: a JSON string with its quotes.
    #[staticmethod]
    fn from_json_string(py: Python<'_>, value: &[u8]) -> PyResult<Self> {
        let raw = unquoted(value)?;
        let text = py.detach(|| string::unescape(raw));
        Ok(Self {
            text: PyBytes::new(py, text.as_bytes()).unbind(),
            encoding: "utf-8",
            encoding_source: "record",
            replaced: 0,
        })
    }
}

/// A page as blocks.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Page {
    pub(crate) page: CorePage,
    #[pyo3(get)]
    encoding: &'static str,
    #[pyo3(get)]
    encoding_source: &'static str,
    #[pyo3(get)]
    replaced: usize,
    /// Where the blocks stand in the bytes that came in, if that was asked for.
    spans: Option<Vec<(usize, usize)>>,
}

impl Page {
    pub(crate) fn new(page: CorePage, decoded: &Decoded) -> Self {
        Self {
            page,
            encoding: decoded.encoding,
            encoding_source: decoded.encoding_source,
            replaced: decoded.replaced,
            spans: None,
        }
    }
}

#[pymethods]
impl Page {
    /// Reads the bytes of a page with our own tokeniser. `hints`: whether the words of class, id, role and itemprop
    /// are wanted; `spans`: whether the blocks' places in the bytes are.
    #[new]
    #[pyo3(signature = (data, *, encoding=None, transport=None, tld=None, hints=true, spans=false))]
    fn read(
        py: Python<'_>,
        data: &[u8],
        encoding: Option<&str>,
        transport: Option<&str>,
        tld: Option<&str>,
        hints: bool,
        spans: bool,
    ) -> PyResult<Self> {
        detached(py, || {
            let decoded = encoding::decode(data, encoding, transport, tld)?;
            let page = tree::read(&decoded.text, hints);
            let spans = spans.then(|| in_source(&page, data, decoded.encoding, decoded.bom));
            Ok(Self {
                page,
                encoding: decoded.encoding,
                encoding_source: decoded.source.as_str(),
                replaced: decoded.replaced,
                spans,
            })
        })
    }

    /// Reads the value of an `html` field: a JSON string with its quotes. Spans are bytes of the string as UTF-8.
    #[staticmethod]
    #[pyo3(signature = (value, *, hints=true, spans=false))]
    fn from_json_string(py: Python<'_>, value: &[u8], hints: bool, spans: bool) -> PyResult<Self> {
        let raw = unquoted(value)?;
        Ok(py.detach(|| {
            let page = tree::read(&string::unescape(raw), hints);
            let spans =
                spans.then(|| page.blocks.iter().map(|block| (block.span.start, block.span.end)).collect());
            Self { page, encoding: "utf-8", encoding_source: "record", replaced: 0, spans }
        }))
    }

    /// Reads the value of a `blocks` field.
    #[staticmethod]
    fn from_blocks(py: Python<'_>, value: &[u8]) -> PyResult<Self> {
        let parsed =
            py.detach(|| record::parse(value)).map_err(|e| PyValueError::new_err((e.what, e.offset)))?;
        Ok(Self { page: parsed.page, encoding: "utf-8", encoding_source: "record", replaced: 0, spans: None })
    }

    #[getter]
    fn title(&self) -> &str {
        &self.page.title
    }

    /// What the page says it is, as it stands in a record: `product*2 offer og:product`.
    #[getter]
    fn kinds(&self) -> String {
        self.page.kinds.to_string()
    }

    fn __len__(&self) -> usize {
        self.page.blocks.len()
    }

    /// The blocks as the JSON of a `blocks` field. `whole_paths`: whether each path starts at the body.
    #[pyo3(signature = (*, whole_paths=false))]
    fn blocks<'py>(&self, py: Python<'py>, whole_paths: bool) -> Bound<'py, PyBytes> {
        let json = py.detach(|| record::write(&self.page, self.spans.as_deref(), whole_paths));
        PyBytes::new(py, &json)
    }
}

/// The spans of the blocks in the bytes of the page.
fn in_source(page: &CorePage, data: &[u8], encoding: &str, bom: usize) -> Vec<(usize, usize)> {
    // What is hidden in a block comes after it, so spans may overlap.
    let mut ends: Vec<usize> =
        page.blocks.iter().flat_map(|block| [block.span.start, block.span.end]).collect();
    ends.sort_unstable();
    ends.dedup();
    let found = source_offsets(data, encoding, bom, &ends);
    let place = |offset| ends.binary_search(&offset).map_or(0, |at| found[at]);
    page.blocks.iter().map(|block| (place(block.span.start), place(block.span.end))).collect()
}
