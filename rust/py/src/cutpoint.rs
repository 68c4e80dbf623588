//! Cut points: samples, the search in them, and documents cleaned with what it found.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use streamclean_core::cutpoint::{
    CutPoint, Delimiters, Documents, Model, Sample, Search, Step, Unit, Useful, view,
};
use streamclean_core::json::string;

use crate::errors::detached;
use crate::models::unquoted;

type Steps = Vec<(usize, usize, u64)>;

fn steps(path: Vec<Step>) -> Steps {
    path.into_iter().map(|step| (step.n, step.a, step.alternations)).collect()
}

/// An optimal cut point of documents, and the path to it: each cut point with its alternation count.
#[pyfunction]
#[pyo3(signature = (documents, *, fold=true, borders=""))]
pub(crate) fn find_cut_point(
    documents: &Bound<'_, PyAny>,
    fold: bool,
    borders: &str,
) -> PyResult<(usize, usize, Steps)> {
    let py = documents.py();
    if documents.is_instance_of::<PyString>() || documents.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("this is one document, not an iterable of documents"));
    }
    let mut all: Option<(Documents, bool)> = None;
    for document in documents.try_iter()? {
        let document = document?;
        let is_text = document.is_instance_of::<PyString>();
        let unit = if is_text { Unit::Characters } else { Unit::Bytes };
        let (all, are_text) = all.get_or_insert_with(|| (Documents::new(unit, fold), is_text));
        if *are_text != is_text {
            return Err(PyTypeError::new_err("documents must be all str or all bytes"));
        }
        if let Ok(text) = document.cast::<PyString>() {
            all.add(text.to_str()?);
        } else if let Ok(bytes) = document.cast::<PyBytes>() {
            all.add_bytes(bytes.as_bytes());
        } else {
            return Err(PyTypeError::new_err("documents must be all str or all bytes"));
        }
    }
    let documents = all.map_or_else(|| Documents::new(Unit::Characters, fold), |(all, _)| all);
    let path = detached(py, || Search::new(documents.finish(borders)?)?.find())?;
    let (n, a) = path.last().map_or((2, 1), |step| (step.n, step.a));
    Ok((n, a, steps(path)))
}

/// Documents to find a cut point in, as many as fit.
#[pyclass(module = "streamclean._core")]
pub(crate) struct CutPointSample(Option<Sample>);

#[pymethods]
impl CutPointSample {
    #[new]
    #[pyo3(signature = (size, *, bytes=false))]
    fn new(size: usize, bytes: bool) -> Self {
        Self(Some(Sample::new(if bytes { Unit::Bytes } else { Unit::Characters }, size)))
    }

    /// Adds a document, as UTF-8.
    fn add(&mut self, py: Python<'_>, document: &[u8]) -> PyResult<()> {
        let text = utf8(document)?;
        let sample = self.0.as_mut().ok_or_else(finished)?;
        py.detach(|| sample.add(text));
        Ok(())
    }

    /// How many documents were added, and how many characters or bytes they had; how many documents are kept.
    fn seen(&self) -> PyResult<(u64, u64, usize)> {
        let sample = self.0.as_ref().ok_or_else(finished)?;
        let (documents, symbols) = sample.seen();
        Ok((documents, symbols, sample.documents()))
    }

    /// Makes the sample ready for questions; it takes no more documents. `borders` are characters that may only be the
    /// first or last of an n-gram.
    #[pyo3(signature = (*, borders=""))]
    fn finish(&mut self, py: Python<'_>, borders: &str) -> PyResult<CutPointSearch> {
        let sample = self.0.take().ok_or_else(finished)?;
        detached(py, || Search::new(sample.finish(borders)?)).map(CutPointSearch)
    }
}

fn utf8(document: &[u8]) -> PyResult<&str> {
    std::str::from_utf8(document).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn finished() -> PyErr {
    PyValueError::new_err("this sample is finished")
}

/// A sample that is ready for questions.
#[pyclass(module = "streamclean._core")]
pub(crate) struct CutPointSearch(Search);

#[pymethods]
impl CutPointSearch {
    /// The path from (2, 1) to an optimal cut point, which is its last: n, a and the alternation count of each.
    fn find(&mut self, py: Python<'_>) -> PyResult<Steps> {
        detached(py, || self.0.find()).map(steps)
    }

    /// The alternation counts for one n and each a from `low` to `high`.
    fn row(&mut self, py: Python<'_>, n: usize, low: usize, high: usize) -> PyResult<Steps> {
        let mut path = Vec::new();
        detached(py, || {
            self.0.grid(n..=n, low..=high, |step| {
                path.push(step);
                Ok(())
            })
        })?;
        Ok(steps(path))
    }

    /// The frequent n-grams of a cut point; with `records`, also what is around records.
    #[pyo3(signature = (n, a, *, records=false))]
    fn model(&mut self, py: Python<'_>, n: usize, a: usize, records: bool) -> PyResult<CutPointModel> {
        detached(py, || {
            let mut model = self.0.model(CutPoint { n, a })?;
            if records {
                model.delimiters = Delimiters::find(&self.0, &model);
            }
            Ok(CutPointModel(model))
        })
    }
}

/// The frequent n-grams of a cut point.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct CutPointModel(Model);

#[pymethods]
impl CutPointModel {
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        detached(py, || Model::from_bytes(data)).map(Self)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.to_bytes()))
    }

    #[getter]
    fn n(&self) -> usize {
        self.0.point.n
    }

    #[getter]
    fn a(&self) -> usize {
        self.0.point.a
    }

    #[getter]
    fn bytes(&self) -> bool {
        self.0.unit == Unit::Bytes
    }

    #[getter]
    fn alternations(&self) -> u64 {
        self.0.alternations
    }

    /// How many n-grams the sample had, and how many of them are frequent.
    #[getter]
    fn grams(&self) -> (u64, usize) {
        (self.0.grams, self.0.frequent())
    }

    /// How many documents the sample had, and how many characters or bytes.
    #[getter]
    fn sample(&self) -> (u64, u64) {
        (self.0.documents, self.0.symbols)
    }

    #[getter]
    fn borders(&self) -> &str {
        &self.0.borders
    }

    /// What is before and after a record.
    #[getter]
    fn delimiters(&self) -> Option<(&str, &str)> {
        self.0.delimiters.as_ref().map(|pair| (pair.left.as_str(), pair.right.as_str()))
    }

    /// What is useful in a document in UTF-8.
    fn useful(&self, py: Python<'_>, document: &[u8]) -> PyResult<UsefulParts> {
        let text = utf8(document)?;
        Ok(py.detach(|| UsefulParts::new(&self.0, text)))
    }

    /// The same for a JSON string with its quotes.
    fn useful_json(&self, py: Python<'_>, value: &[u8]) -> PyResult<UsefulParts> {
        let raw = unquoted(value)?;
        Ok(py.detach(|| UsefulParts::new(&self.0, &string::unescape(raw))))
    }

    /// What comes before the documents of a file to look at.
    fn html_start<'py>(&self, py: Python<'py>, title: &str) -> Bound<'py, PyBytes> {
        PyBytes::new(py, view::start(title, &self.0).as_bytes())
    }

    /// What comes after them.
    #[staticmethod]
    fn html_end(py: Python<'_>, documents: usize) -> Bound<'_, PyBytes> {
        PyBytes::new(py, view::end(documents).as_bytes())
    }
}

/// A document without its useless parts.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct UsefulParts {
    useful: Useful,
    records: Vec<std::ops::Range<usize>>,
}

impl UsefulParts {
    fn new(model: &Model, document: &str) -> Self {
        let useful = model.useful(document);
        let pair = model.delimiters.as_ref();
        let records = pair.map_or_else(Vec::new, |pair| pair.records(&useful.text, &useful.pieces));
        Self { useful, records }
    }

    /// Parts as JSON: strings, or blocks with their class.
    fn list(parts: impl Iterator<Item = (String, &'static str)>) -> Vec<u8> {
        let mut out = b"[".to_vec();
        for (i, (text, class)) in parts.enumerate() {
            if i > 0 {
                out.push(b',');
            }
            if class.is_empty() {
                string::quote(&text, &mut out);
                continue;
            }
            out.extend_from_slice(b"{\"text\":");
            string::quote(&text, &mut out);
            out.extend_from_slice(b",\"class\":");
            string::quote(class, &mut out);
            out.push(b'}');
        }
        out.push(b']');
        out
    }
}

#[pymethods]
impl UsefulParts {
    /// The useful parts, a line each, as a JSON string.
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut out = Vec::new();
        py.detach(|| string::quote(&self.useful.lines(), &mut out));
        PyBytes::new(py, &out)
    }

    /// Where in the document the useful parts are, in characters.
    #[getter]
    fn places(&self) -> Vec<(usize, usize)> {
        self.useful.places.clone()
    }

    /// Characters of the document, its white space folded, and how many of them are useful.
    fn characters(&self, py: Python<'_>) -> (usize, usize) {
        py.detach(|| self.useful.characters())
    }

    /// All parts of the document in order as blocks, `good` if they are useful and `bad` if not. None if there are none.
    fn blocks<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let parts = self.useful.parts();
        let parts =
            parts.into_iter().map(|(text, good)| (text.to_owned(), if good { "good" } else { "bad" }));
        (!self.useful.text.is_empty()).then(|| PyBytes::new(py, &Self::list(parts)))
    }

    /// The records of the document as a list of JSON strings. None if there are none.
    fn records<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let texts = self.records.iter().map(|record| (self.useful.text[record.clone()].to_owned(), ""));
        (!self.records.is_empty()).then(|| PyBytes::new(py, &Self::list(texts)))
    }

    #[getter]
    fn record_count(&self) -> usize {
        self.records.len()
    }

    /// The document to look at; `open` if it is shown at once.
    fn html<'py>(&self, py: Python<'py>, id: &str, open: bool) -> Bound<'py, PyBytes> {
        PyBytes::new(py, py.detach(|| view::document(id, &self.useful, open)).as_bytes())
    }
}
