//! Blocks for those who read them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use streamclean_core::json::string;
use streamclean_core::render::document::{Document, Format, Options, document};
use streamclean_core::render::select::Classes;
use streamclean_core::render::{attributes, text, view};

use crate::classify::invalid;

/// Renders blocks in one format.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Renderer(Options);

/// A document as it goes out.
#[pyclass(frozen, get_all, module = "streamclean._core")]
pub(crate) struct Rendered {
    data: Py<PyBytes>,
    attributes: Option<Py<PyBytes>>,
    classified: bool,
    blocks: usize,
    kept: usize,
}

#[pymethods]
impl Renderer {
    #[new]
    #[pyo3(signature = (format, *, keep, breaks=false, glue=true))]
    fn new(format: &str, keep: Vec<String>, breaks: bool, glue: bool) -> PyResult<Self> {
        let format = match format {
            "text" => Format::Text,
            "markdown-text" => Format::MarkdownText,
            "attributes" => Format::Attributes,
            "lines" => Format::Lines,
            "markdown" => Format::Markdown,
            "vertical" => Format::Vertical,
            _ => return Err(PyValueError::new_err(format!("'{format}' is no format"))),
        };
        Ok(Self(Options { format, classes: Classes::new(keep), form: text::Form { breaks }, glue }))
    }

    /// Renders the value of a `blocks` field. `fields` are names and values that say which document it is. What goes
    /// into records comes as a JSON string. Raises `ValueError(what, offset)` where the value holds no blocks.
    #[pyo3(signature = (blocks, *, fields=vec![], prefix=""))]
    fn render(
        &self,
        py: Python<'_>,
        blocks: &[u8],
        fields: Vec<(String, String)>,
        prefix: &str,
    ) -> PyResult<Rendered> {
        let format = self.0.format;
        let done = py.detach(|| {
            let Document { text, spans, classified, blocks, kept } = document(blocks, &fields, &self.0)?;
            let data = match format {
                Format::Lines | Format::Markdown | Format::Vertical => text.into_bytes(),
                Format::Text | Format::MarkdownText | Format::Attributes => {
                    let mut quoted = Vec::with_capacity(text.len() + text.len() / 16 + 2);
                    string::quote(&text, &mut quoted);
                    quoted
                }
            };
            let attributes = (format == Format::Attributes).then(|| attributes::to_json(&spans, prefix));
            Ok((data, attributes, classified, blocks, kept))
        });
        let (data, attributes, classified, blocks, kept) = done.map_err(invalid)?;
        Ok(Rendered {
            data: PyBytes::new(py, &data).unbind(),
            attributes: attributes.map(|json| PyBytes::new(py, &json).unbind()),
            classified,
            blocks,
            kept,
        })
    }
}

/// A page to look at.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct PageView(view::View);

#[pymethods]
impl PageView {
    /// The blocks of a record, the value of its `blocks` field. Raises `ValueError(what, offset)` where it holds none.
    #[new]
    #[pyo3(signature = (blocks, *, id, url=None, title=None))]
    fn new(
        py: Python<'_>,
        blocks: &[u8],
        id: &str,
        url: Option<&str>,
        title: Option<&str>,
    ) -> PyResult<Self> {
        let about = view::About { id, url, title };
        py.detach(|| view::page(blocks, &about)).map(Self).map_err(invalid)
    }

    #[getter]
    fn blocks(&self) -> usize {
        self.0.blocks
    }

    #[getter]
    fn errors(&self) -> usize {
        self.0.errors
    }

    fn html<'py>(&self, py: Python<'py>, open: bool) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.html(open).as_bytes())
    }

    /// What comes before the pages of a file.
    #[staticmethod]
    fn start<'py>(py: Python<'py>, title: &str) -> Bound<'py, PyBytes> {
        PyBytes::new(py, view::start(title).as_bytes())
    }

    /// What comes after them.
    #[staticmethod]
    fn end(py: Python<'_>, pages: usize, blocks: usize, errors: usize) -> Bound<'_, PyBytes> {
        PyBytes::new(py, view::end(pages, blocks, errors).as_bytes())
    }
}
