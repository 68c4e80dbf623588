//! `neardups`: records that are alike, from lines to pairs and groups.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use streamclean_core::fingerprint::minhash;
use streamclean_core::fingerprint::sketcher::{Choice as Shingling, Sketcher};
use streamclean_core::fingerprint::units::{Folding, Unit};
use streamclean_core::neardup::curve::{self, Bands};
use streamclean_core::neardup::finder::{Finder, Limits, Report};
use streamclean_core::neardup::found::Link;
use streamclean_core::neardup::labels::{Keep, Labels};
use streamclean_core::neardup::measure::Measure;
use streamclean_core::neardup::plan::{Choice, by_bands};
use streamclean_core::neardup::prepare::{Means, Prepared, Preparer};
use streamclean_core::ngrams::counting::Bad;

use crate::errors::{detached, to_py};
use crate::ngrams::{TextReading, named, written};

type BadLine = (usize, usize, String);

fn bad_lines(bad: &[Bad]) -> Vec<BadLine> {
    bad.iter().map(|bad| (bad.line, bad.wrong.offset, bad.wrong.what.clone())).collect()
}

fn refs(lines: &[PyBackedBytes]) -> Vec<&[u8]> {
    lines.iter().map(AsRef::as_ref).collect()
}

/// Lines that were read.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct PreparedNear {
    prepared: Prepared,
    /// Their keys, if those are all that is wanted.
    #[pyo3(get)]
    keys: Py<PyBytes>,
}

#[pymethods]
impl PreparedNear {
    #[getter]
    fn bad(&self) -> Vec<BadLine> {
        bad_lines(self.prepared.bad())
    }
}

/// Finds records that are alike. `split` is `emit`, `reduce`, or nothing.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct NearDups {
    preparer: Arc<Preparer>,
    finder: Mutex<Option<Finder>>,
    split: Option<String>,
}

fn over() -> PyErr {
    PyRuntimeError::new_err("all was found")
}

impl NearDups {
    fn lock(&self) -> MutexGuard<'_, Option<Finder>> {
        self.finder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Finder) -> streamclean_core::Result<()> + Send,
    ) -> PyResult<()> {
        let done = py.detach(|| self.lock().as_mut().map(work));
        done.ok_or_else(over)?.map_err(to_py)
    }

    fn take_finder(&self, py: Python<'_>) -> PyResult<Finder> {
        py.detach(|| self.lock().take()).ok_or_else(over)
    }
}

#[pymethods]
impl NearDups {
    #[new]
    #[pyo3(signature = (
        reading, memory, tmpdir, most, *, split=None, texts_only=false, unit=None, n=None, fold=None, threshold=None,
        measure=None, common=None, distance=None, recall=None, bands=None, verify=false,
        threads=1
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        reading: &TextReading,
        memory: usize,
        tmpdir: PathBuf,
        most: usize,
        split: Option<String>,
        texts_only: bool,
        unit: Option<&str>,
        n: Option<usize>,
        fold: Option<&str>,
        threshold: Option<f64>,
        measure: Option<&str>,
        common: Option<u64>,
        distance: Option<u64>,
        recall: Option<f64>,
        bands: Option<(u32, u32)>,
        verify: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let mut shingling = Shingling::new(&minhash::KIND);
        shingling.unit = Some(unit.map_or(Ok(Unit::Words), Unit::parse).map_err(to_py)?);
        shingling.n = Some(n.unwrap_or(5));
        shingling.folding = fold.map(Folding::parse).transpose().map_err(to_py)?;
        let choice = Choice {
            threshold,
            measure: measure.map(|name| named(&Measure::ALL, name, "measure")).transpose()?,
            common: common.map(clamped),
            distance: distance.map(clamped),
            recall,
            bands: bands.map(|(bands, rows)| Bands { bands, rows }),
            verify,
            shingles: [("-n", n.is_some()), ("--unit", unit.is_some()), ("--fold", fold.is_some())]
                .into_iter()
                .find_map(|(name, given)| given.then_some(name)),
        };
        let means = Means {
            reading: reading.0.clone(),
            fingerprint_key: "fingerprint".to_owned(),
            sketcher: Sketcher::new(shingling).map_err(to_py)?,
            texts_only,
            choice,
            sorted: split.is_some(),
            named: split.is_some(),
        };
        let finder = Finder::new(means, Limits { memory, tmpdir, most, threads });
        Ok(Self { preparer: finder.preparer(), finder: Mutex::new(Some(finder)), split })
    }

    /// Reads some lines, on any core.
    fn prepare(&self, py: Python<'_>, lines: Vec<PyBackedBytes>, serial: u64) -> PyResult<PreparedNear> {
        let (prepared, keys) = detached(py, || {
            let prepared = self.preparer.prepare(&refs(&lines), serial);
            let keys = match self.split.as_deref() {
                Some("emit") => self.preparer.emit(&prepared)?,
                _ => Vec::new(),
            };
            Ok((prepared, keys))
        })?;
        Ok(PreparedNear { prepared, keys: PyBytes::new(py, &keys).unbind() })
    }

    /// Sees whether records can be compared with those before.
    fn check(&self, py: Python<'_>, prepared: &PreparedNear) -> PyResult<()> {
        self.with(py, |finder| finder.check(&prepared.prepared))
    }

    /// Adds what was prepared.
    fn add(&self, py: Python<'_>, prepared: &PreparedNear) -> PyResult<()> {
        let split = self.split.is_some();
        self.with(py, |finder| finder.add(&prepared.prepared, split))
    }

    /// All records were added; their sorted keys come.
    fn begin_reduce(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Finder::begin_reduce)
    }

    /// Takes lines of keys and ids.
    fn take(&self, py: Python<'_>, lines: Vec<PyBackedBytes>) -> PyResult<()> {
        self.with(py, |finder| finder.take(&refs(&lines)))
    }

    /// Gives a line for each pair to `put`, in pieces, and returns figures.
    fn write_pairs<'py>(&self, py: Python<'py>, put: Py<PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let finder = self.take_finder(py)?;
        let (kinds, report, pairs) = written(py, put, |out| {
            let found = finder.finish()?;
            let kinds = found.kinds();
            let (pairs, report) = found.write_pairs(out)?;
            out.flush().map_err(streamclean_core::Error::io("writing"))?;
            Ok((kinds, report, pairs))
        })?;
        let figures = figures(py, kinds, &report)?;
        figures.set_item("pairs", pairs)?;
        Ok(figures)
    }

    /// What is to be said of each record, and figures.
    fn labels<'py>(
        &self,
        py: Python<'py>,
        link: &str,
        keep: &str,
        id_key: String,
        drop: bool,
    ) -> PyResult<(NearLabels, Bound<'py, PyDict>)> {
        let finder = self.take_finder(py)?;
        let (link, keep) = (named(&Link::ALL, link, "link")?, named(&Keep::ALL, keep, "keep")?);
        let (kinds, report, labels) = detached(py, || {
            let found = finder.finish()?;
            let kinds = found.kinds();
            let (labels, report) = found.labels(link, keep)?;
            Ok((kinds, report, labels))
        })?;
        let figures = figures(py, kinds, &report)?;
        let (groups, members) = labels.groups();
        figures.set_item("clusters", groups)?;
        figures.set_item("in_clusters", members)?;
        Ok((NearLabels { labels, id_key, drop }, figures))
    }
}

fn figures<'py>(py: Python<'py>, kinds: usize, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let figures = PyDict::new(py);
    figures.set_item("distinct", kinds)?;
    figures.set_item("candidates", report.candidates)?;
    figures.set_item("capped", report.capped)?;
    figures.set_item("disk", report.disk)?;
    Ok(figures)
}

/// What is said of each record.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct NearLabels {
    labels: Labels,
    id_key: String,
    drop: bool,
}

#[pymethods]
impl NearLabels {
    /// Labels lines that were read before, on any core.
    fn put(&self, py: Python<'_>, lines: Vec<PyBackedBytes>, serial: u64) -> LabelledNear {
        let labelled = py.detach(|| self.labels.put(&refs(&lines), serial, &self.id_key, self.drop));
        LabelledNear {
            data: PyBytes::new(py, &labelled.bytes).unbind(),
            kept: labelled.kept,
            duplicates: labelled.duplicates,
        }
    }
}

/// Lines that were labelled.
#[pyclass(frozen, get_all, module = "streamclean._core")]
pub(crate) struct LabelledNear {
    data: Py<PyBytes>,
    kept: u64,
    duplicates: u64,
}

#[pymethods]
impl LabelledNear {
    /// None: what is wrong with lines was said when they were read first.
    #[getter]
    fn bad(&self) -> Vec<BadLine> {
        Vec::new()
    }
}

/// Equation 3.1 for k groups of s values, of which r or more are to be the same.
#[pyfunction]
pub(crate) fn probability_supershingles(k: u32, s: u32, r: u32, resemblance: f64) -> PyResult<f64> {
    if !(0.0..=1.0).contains(&resemblance) {
        return Err(PyValueError::new_err("a resemblance is from 0 to 1"));
    }
    Ok(curve::supershingles(k, s, r, resemblance))
}

/// Of n lists, each of which a word is on with probability p, one or more are the same in documents that differ in k words.
#[pyfunction]
pub(crate) fn probability_lists(n: u32, p: f64, k: u32) -> PyResult<f64> {
    if !(0.0..=1.0).contains(&p) {
        return Err(PyValueError::new_err("p is from 0 to 1"));
    }
    Ok(curve::lists(n, p, k))
}

/// The bands, the values of each, and how many of all values are to be the same, with which pairs of that resemblance are
/// found so often.
#[pyfunction]
#[pyo3(signature = (values, threshold=None, recall=None))]
pub(crate) fn solve_bands(
    values: u32,
    threshold: Option<f64>,
    recall: Option<f64>,
) -> PyResult<(u32, u32, u32)> {
    let choice = Choice { threshold, recall, ..Choice::default() };
    by_bands(values, &choice).map(|(bands, least)| (bands.bands, bands.rows, least)).map_err(to_py)
}

/// More than there can be is as much as there can be.
fn clamped(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
