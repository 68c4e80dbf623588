//! What the pages of a site share: methods, templates learned and saved, blocks labelled.

use std::collections::HashMap;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use streamclean_core::fingerprint::params::Settings;
use streamclean_core::site::{self, Kind, Learner, METHODS, Method, Rules, Templates, Trouble, site_of};

use crate::classify::invalid;
use crate::errors::{detached, to_py};
use crate::models::unquoted;
use crate::ngrams::written;

/// What is known of each method.
#[pyfunction]
pub(crate) fn site_methods(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let table = PyList::empty(py);
    for kind in METHODS {
        let params: Vec<_> = kind
            .params
            .iter()
            .map(|param| (param.name, param.default, param.least, param.most, param.whole, param.about))
            .collect();
        let row = PyDict::new(py);
        row.set_item("name", kind.name)?;
        row.set_item("about", kind.about)?;
        row.set_item("reference", kind.reference)?;
        row.set_item("threshold", kind.threshold)?;
        row.set_item("reads_html", kind.reads_html)?;
        row.set_item("params", params)?;
        table.append(row)?;
    }
    Ok(table)
}

/// The site of a page, by its address or whatever says it, with the first `folders` of the path.
#[pyfunction]
#[pyo3(signature = (value, folders=0))]
pub(crate) fn site_key(value: &str, folders: usize) -> String {
    site_of(value, folders)
}

/// Notes what may be shared of pages, by one method.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct SiteNotes {
    kind: &'static Kind,
    settings: Settings,
    method: Box<dyn Method>,
}

#[pymethods]
impl SiteNotes {
    #[new]
    #[pyo3(signature = (method, settings=None))]
    fn new(method: &str, settings: Option<HashMap<String, f64>>) -> PyResult<Self> {
        let kind = site::find(method).map_err(to_py)?;
        let mut chosen = Settings::default();
        for (name, value) in settings.unwrap_or_default() {
            chosen.set(kind.params, &name, value).map_err(to_py)?;
        }
        Ok(Self { kind, method: (kind.make)(&chosen), settings: chosen })
    }

    /// What is to be known of a page to learn from it: of the value of its `blocks` field, and perhaps that of its
    /// `html` field, a JSON string with its quotes. Raises `ValueError(what, offset)` where there are no blocks.
    #[pyo3(signature = (blocks, *, html=None, url=""))]
    fn note<'py>(
        &self,
        py: Python<'py>,
        blocks: &[u8],
        html: Option<&[u8]>,
        url: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let html = html.map(unquoted).transpose()?;
        let note = py.detach(|| site::note(&*self.method, blocks, html, url)).map_err(invalid)?;
        Ok(PyBytes::new(py, &note))
    }

    /// Learns the templates of sites with `least` pages or more, from no more than `sample` pages of each.
    fn learner(&self, sample: u64, least: u64, memory: u64, tmpdir: PathBuf) -> SiteLearner {
        SiteLearner(Some(Learner::new(self.kind, self.settings.clone(), sample, least, memory, &tmpdir)))
    }
}

#[pyclass(module = "streamclean._core")]
pub(crate) struct SiteLearner(Option<Learner>);

#[pymethods]
impl SiteLearner {
    /// Adds a page of a site, by what was noted of it.
    fn add(&mut self, py: Python<'_>, site: &str, id: &str, note: &[u8]) -> PyResult<()> {
        let learner = self.0.as_mut().ok_or_else(finished)?;
        detached(py, || learner.add(site, id, note))
    }

    fn finish(&mut self, py: Python<'_>) -> PyResult<SiteTemplates> {
        let learner = self.0.take().ok_or_else(finished)?;
        detached(py, || learner.finish()).map(SiteTemplates)
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("this learner has finished")
}

/// The templates of sites.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct SiteTemplates(Templates);

/// The labelled blocks of a page.
#[pyclass(frozen, get_all, module = "streamclean._core")]
pub(crate) struct SiteLabelled {
    /// The value of the `blocks` field; empty if no block is left.
    data: Py<PyBytes>,
    blocks: usize,
    /// How many of them are the site's.
    template: usize,
    /// How many pages the site had.
    pages: u64,
    /// Whether these were enough.
    by_site: bool,
    /// Whether all blocks had a class.
    classified: bool,
}

#[pymethods]
impl SiteTemplates {
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        detached(py, || Templates::from_bytes(data.to_vec())).map(Self)
    }

    /// Gives the bytes of a file to `put` in pieces.
    fn save(&self, py: Python<'_>, put: Py<PyAny>) -> PyResult<()> {
        written(py, put, |mut out| self.0.save(&mut out))
    }

    /// The name of the method.
    #[getter]
    fn method(&self) -> &'static str {
        self.0.kind().name
    }

    /// Pages that were learned from, sites, and those of them that have a template.
    #[getter]
    fn learned(&self) -> (u64, usize, usize) {
        let (sites, templates) = self.0.sites();
        (self.0.pages, sites, templates)
    }

    /// Bytes that were on disk.
    #[getter]
    fn disk(&self) -> u64 {
        self.0.disk
    }

    /// Labels the value of a `blocks` field of a page of a site. Raises `ValueError(what, offset)` where it holds no
    /// blocks, and `ValueError(what)` where they are not those of `html`.
    #[pyo3(signature = (site, blocks, *, html=None, url="", threshold=None, least=3, with_class=false, drop=false))]
    #[allow(clippy::too_many_arguments)]
    fn label(
        &self,
        py: Python<'_>,
        site: &str,
        blocks: &[u8],
        html: Option<&[u8]>,
        url: &str,
        threshold: Option<f64>,
        least: u64,
        with_class: bool,
        drop: bool,
    ) -> PyResult<SiteLabelled> {
        let html = html.map(unquoted).transpose()?;
        let threshold = threshold.unwrap_or(self.0.kind().threshold) as f32;
        let rules = Rules { threshold, least, with_class, drop };
        let done =
            py.detach(|| self.0.label(site, blocks, html, url, &rules)).map_err(|trouble| match trouble {
                Trouble::Blocks(error) => invalid(error),
                Trouble::Other => PyValueError::new_err((
                    "these are not the blocks of the page's HTML (as lxml parts it?)",
                    0,
                )),
                Trouble::Core(error) => to_py(error),
            })?;
        Ok(SiteLabelled {
            data: PyBytes::new(py, &done.json).unbind(),
            blocks: done.blocks,
            template: done.template,
            pages: done.pages,
            by_site: done.by_site,
            classified: done.classified,
        })
    }
}
