//! `dedupblocks`: duplicates decided about and written, batch by batch.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use streamclean_core::dedup::algorithm::{Options, Scope};
use streamclean_core::dedup::load::{self, Files, Loaded};
use streamclean_core::dedup::run::{Batch, LEAST_MEMORY, Level, Order, Reader, Run, Settings};
use streamclean_core::dedup::trace::Tracing;
use streamclean_core::ngrams::set::{self, Header};
use streamclean_core::ngrams::tokens::StopWords;
use streamclean_core::{Error, Result};

use crate::errors::{detached, to_py};
use crate::ngrams::{TextReading, TokenChoice, named, written};

const SCOPES: [(&str, Scope); 3] =
    [("corpus", Scope::Corpus), ("host", Scope::Group), ("document", Scope::Document)];
const ORDERS: [(&str, Order); 3] =
    [("input", Order::Input), ("least-duplicate", Order::LeastDuplicate), ("longest", Order::Longest)];

/// What a set of n-grams, or a state, says of itself.
fn header(path: &Path, state: bool) -> Result<Header> {
    if state { load::state_header(path).map(|(header, _)| header) } else { load::header(path) }
}

fn at(path: &Path, error: Error) -> PyErr {
    match error {
        error @ Error::Io { .. } => to_py(error),
        error => PyValueError::new_err(format!("{}: {error}", path.display())),
    }
}

/// What a set of n-grams says of itself; or a state, if it is one.
#[pyfunction]
#[pyo3(signature = (path, *, state=false))]
pub(crate) fn ngram_set_info<'py>(
    py: Python<'py>,
    path: PathBuf,
    state: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let header = py.detach(|| header(&path, state)).map_err(|error| at(&path, error))?;
    let info = PyDict::new(py);
    let [skip, fold] = header.tokens.lists();
    info.set_item("n", header.n)?;
    info.set_item("level", header.level.name())?;
    info.set_item("min_count", header.min_count)?;
    info.set_item("all", header.min_count == 1 && header.counts && header.complete)?;
    info.set_item("skip", skip)?;
    info.set_item("stop", header.tokens.stop_words())?;
    info.set_item("fold", fold)?;
    info.set_item("tokens", header.tokens.describe())?;
    Ok(info)
}

/// The tokens that a set, or a state, was made of. `stoplist` is the text of the list of stop words, if that was a file.
#[pyfunction]
#[pyo3(signature = (path, *, state=false, stoplist=None))]
pub(crate) fn tokens_of_set(path: PathBuf, state: bool, stoplist: Option<&str>) -> PyResult<TokenChoice> {
    let list = stoplist.map(StopWords::from_text);
    let options = header(&path, state).and_then(|header| header.tokens.options(list.as_ref()));
    options.map(TokenChoice).map_err(|error| at(&path, error))
}

/// Refuses a set or a state whose n-grams are not those of the first set.
#[pyfunction]
#[pyo3(signature = (first, first_is_state, path, *, state=false))]
pub(crate) fn check_same_ngrams(
    first: PathBuf,
    first_is_state: bool,
    path: PathBuf,
    state: bool,
) -> PyResult<()> {
    let wanted = header(&first, first_is_state).map_err(|error| at(&first, error))?;
    let found = header(&path, state).map_err(|error| at(&path, error))?;
    found.check_same_ngrams(wanted.n, wanted.level, &wanted.tokens).map_err(|error| at(&path, error))
}

/// Lines that were read.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct PreparedDedup {
    lines: Vec<PyBackedBytes>,
    batch: Batch,
}

#[pymethods]
impl PreparedDedup {
    /// Lines that are no records: which, the byte of it, and what is wrong there.
    #[getter]
    fn bad(&self) -> Vec<(usize, usize, &str)> {
        self.batch.bad().iter().map(|bad| (bad.line, bad.wrong.offset, bad.wrong.what.as_str())).collect()
    }
}

/// Removes duplicates from records.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Deduper {
    reader: Arc<Reader>,
    run: Mutex<Run>,
}

impl Deduper {
    fn lock(&self) -> MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Deduper {
    #[new]
    #[pyo3(signature = (text, others, state, *, reading, tokens, level="block", threshold=0.5, scope="corpus",
        order="input", smoothing=true, exact=false, drop=false, trace=false, save=false, memory=1 << 30, tmpdir))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        text: Option<PathBuf>,
        others: Vec<PathBuf>,
        state: Option<PathBuf>,
        reading: &TextReading,
        tokens: &TokenChoice,
        level: &str,
        threshold: f64,
        scope: &str,
        order: &str,
        smoothing: bool,
        exact: bool,
        drop: bool,
        trace: bool,
        save: bool,
        memory: u64,
        tmpdir: PathBuf,
    ) -> PyResult<Self> {
        let level = named(&Level::ALL, level, "level")?;
        let options = Options {
            n: 1,
            threshold,
            scope: named(&SCOPES, scope, "scope")?,
            tracing: if trace { Tracing::Words } else { Tracing::Off },
            moving: text.is_some(),
        };
        let mut settings = Settings {
            reading: level.reading(reading.0.clone()),
            level,
            tokens: tokens.0.clone(),
            crossing: false,
            options,
            smoothing,
            exact,
            drop,
            order: named(&ORDERS, order, "order")?,
            keep_ngrams: save,
            memory: 0,
            tmpdir,
        };
        let paths: Vec<&Path> = others.iter().map(PathBuf::as_path).collect();
        let files = Files { text: text.as_deref(), others: &paths, state: state.as_deref() };
        let reserved = if settings.needs_memory() { (memory / 4).max(LEAST_MEMORY) } else { 0 };
        let loaded = py.detach(|| {
            let Some(most) = memory.checked_sub(reserved) else {
                let expected = format!("{}M or more", (2 * LEAST_MEMORY) >> 20);
                return Err(Error::Parameter { name: "memory", expected });
            };
            files.load(most, |count| options.bytes_beside(count))
        });
        let Loaded { header, set, out } = loaded.map_err(|error| blamed(py, &files, error))?;
        header.check_same_ngrams(header.n, header.level, &settings.tokens.key()).map_err(to_py)?;
        settings.options.n = usize::try_from(header.n).unwrap_or(usize::MAX);
        settings.crossing = level == Level::Document && header.level == set::Level::Document;
        let used = set.memory() + out.memory() + options.bytes_beside(set.len());
        settings.memory = memory.saturating_sub(used).max(reserved);
        let run = detached(py, || Run::new(settings, &header, set, out))?;
        Ok(Self { reader: run.reader(), run: Mutex::new(run) })
    }

    /// Reads some lines, on any core. What is `decided` already is read to be written only.
    #[pyo3(signature = (lines, serial, *, decided=false))]
    fn prepare(
        &self,
        py: Python<'_>,
        lines: Vec<PyBackedBytes>,
        serial: u64,
        decided: bool,
    ) -> PreparedDedup {
        py.detach(|| {
            let bytes: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
            let batch = self.reader.read(&bytes, serial, decided);
            drop(bytes);
            PreparedDedup { lines, batch }
        })
    }

    /// Takes what is to be known of documents before they are ordered.
    fn take(&self, py: Python<'_>, prepared: &PreparedDedup) -> PyResult<()> {
        detached(py, || self.lock().take(&prepared.batch))
    }

    /// Decides about all documents that were taken; then all of them come again.
    fn order(&self, py: Python<'_>) -> PyResult<()> {
        detached(py, || self.lock().order())
    }

    /// The lines with what is decided about them.
    fn put<'py>(&self, py: Python<'py>, prepared: &PreparedDedup) -> PyResult<Bound<'py, PyBytes>> {
        let out = detached(py, || {
            let lines: Vec<&[u8]> = prepared.lines.iter().map(AsRef::as_ref).collect();
            self.lock().put(&lines, &prepared.batch)
        })?;
        Ok(PyBytes::new(py, &out))
    }

    /// Gives the bytes of the state after this run to `put` in pieces; `before` is that of the run before.
    fn save(&self, py: Python<'_>, before: Option<PathBuf>, put: Py<PyAny>) -> PyResult<()> {
        written(py, put, |out| self.lock().save(before.as_deref(), out))
    }

    /// What was seen and done.
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let totals = py.detach(|| self.lock().totals());
        let figures = PyDict::new(py);
        for (name, value) in [
            ("ngrams", totals.ngrams),
            ("set_memory", totals.memory),
            ("documents", totals.documents),
            ("dropped", totals.dropped),
            ("copies", totals.copies),
            ("units", totals.units),
            ("duplicates", totals.duplicates),
            ("stubs", totals.stubs),
            ("words", totals.words),
            ("duplicate_words", totals.duplicate_words),
            ("kept_words", totals.kept_words),
            ("disk", totals.disk),
        ] {
            figures.set_item(name, value)?;
        }
        Ok(figures)
    }
}

/// The error of loading some files, with the name of the one that is damaged.
fn blamed(py: Python<'_>, files: &Files<'_>, error: Error) -> PyErr {
    if matches!(error, Error::Io { .. } | Error::Parameter { .. } | Error::Incompatible { .. }) {
        return to_py(error);
    }
    let found = py.detach(|| files.damaged());
    match found {
        Some((path, error)) => at(path, error),
        None => PyRuntimeError::new_err(error.to_string()),
    }
}
