//! `ngramdups`: n-grams counted from lines, their sets, and what sets are made of.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use streamclean_core::ngrams::Stats;
use streamclean_core::ngrams::again::{Format, Hosts, Listed, Listing};
use streamclean_core::ngrams::counting::{CountOptions, Counting, Prepared, Preparer, is_of_output};
use streamclean_core::ngrams::set::{self, Header, Level, SetReader, Totals};
use streamclean_core::ngrams::tokens::{StopWords, TokenOptions};
use streamclean_core::units::{Names, Reading, Source, Split};
use streamclean_core::{Error, Result};

use crate::errors::{detached, os_error, to_py};

/// Bytes of a set that go to Python at a time.
const PIECE: usize = 1 << 20;

pub(crate) fn named<T: Copy>(table: &[(&'static str, T)], name: &str, what: &str) -> PyResult<T> {
    match table.iter().find(|(known, _)| *known == name) {
        Some((_, value)) => Ok(*value),
        None => {
            let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
            Err(PyValueError::new_err(format!("{what} must be one of {}", names.join(", "))))
        }
    }
}

/// Where the text of records is, and what its units are.
#[pyclass(frozen, module = "streamclean._core")]
#[derive(Clone)]
pub(crate) struct TextReading(pub(crate) Reading);

#[pymethods]
impl TextReading {
    #[new]
    #[pyo3(signature = (source="auto", split="whole", *, id_key="id", blocks_key="blocks", text_key="text"))]
    fn new(source: &str, split: &str, id_key: &str, blocks_key: &str, text_key: &str) -> PyResult<Self> {
        let names = Names {
            id: id_key.to_owned(),
            blocks: blocks_key.to_owned(),
            text: text_key.to_owned(),
            ..Names::default()
        };
        let source = named(&Source::ALL, source, "source")?;
        Ok(Self(Reading { names, source, split: named(&Split::ALL, split, "split")? }))
    }
}

/// Which tokens are left out, and what is alike.
#[pyclass(frozen, module = "streamclean._core")]
#[derive(Clone)]
pub(crate) struct TokenChoice(pub(crate) TokenOptions);

#[pymethods]
impl TokenChoice {
    /// `skip` may name punct and stop, `fold` case, digits and accents; the stop words are those of a language, or the
    /// lines of a text.
    #[new]
    #[pyo3(signature = (skip=Vec::new(), fold=Vec::new(), *, stop_lang=None, stoplist=None))]
    fn new(
        skip: Vec<String>,
        fold: Vec<String>,
        stop_lang: Option<&str>,
        stoplist: Option<&str>,
    ) -> PyResult<Self> {
        let has = |list: &[String], name: &str| list.iter().any(|item| item == name);
        let words = match (stop_lang, stoplist) {
            (_, Some(text)) => Some(StopWords::from_text(text)),
            (Some(language), None) => Some(StopWords::of_language(language).ok_or_else(|| {
                PyValueError::new_err(format!("there is no list of stop words for '{language}'"))
            })?),
            (None, None) => None,
        };
        if has(&skip, "stop") != words.is_some() {
            return Err(PyValueError::new_err("stop words and a list of them go together"));
        }
        Ok(Self(TokenOptions {
            skip_punct: has(&skip, "punct"),
            skip_stop: words,
            fold_case: has(&fold, "case"),
            fold_digits: has(&fold, "digits"),
            fold_accents: has(&fold, "accents"),
        }))
    }
}

pub(crate) fn level(name: &str) -> PyResult<Level> {
    named(&[Level::Document, Level::Block].map(|level| (level.name(), level)), name, "level")
}

/// Lines whose n-grams are ready to be counted.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct PreparedNgrams(Prepared);

#[pymethods]
impl PreparedNgrams {
    /// Lines that are no records: which, the byte of it, and what is wrong there.
    #[getter]
    fn bad(&self) -> Vec<(usize, usize, &str)> {
        self.0.bad().iter().map(|bad| (bad.line, bad.wrong.offset, bad.wrong.what.as_str())).collect()
    }
}

/// Counts the n-grams of records.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct NgramCounter {
    preparer: Arc<Preparer>,
    counting: Mutex<Option<Counting>>,
}

impl NgramCounter {
    fn lock(&self) -> MutexGuard<'_, Option<Counting>> {
        self.counting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn over() -> PyErr {
    PyRuntimeError::new_err("counting was finished")
}

#[pymethods]
impl NgramCounter {
    #[new]
    #[pyo3(signature = (method, n, min_count, memory, tmpdir, level, reading, tokens, threads))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        method: &str,
        n: usize,
        min_count: u64,
        memory: usize,
        tmpdir: PathBuf,
        level: &str,
        reading: &TextReading,
        tokens: &TokenChoice,
        threads: usize,
    ) -> PyResult<Self> {
        let counting = Counting::new(&CountOptions {
            method: method.to_owned(),
            n,
            min_count,
            memory,
            tmpdir,
            level: self::level(level)?,
            reading: reading.0.clone(),
            tokens: tokens.0.clone(),
            threads,
        })
        .map_err(to_py)?;
        Ok(Self { preparer: counting.preparer(), counting: Mutex::new(Some(counting)) })
    }

    /// Reads some lines, on any core.
    fn prepare(&self, py: Python<'_>, lines: Vec<PyBackedBytes>, serial: u64) -> PreparedNgrams {
        let _ = serial;
        py.detach(|| {
            let lines: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
            PreparedNgrams(self.preparer.prepare(&lines))
        })
    }

    /// Counts what was prepared.
    fn add(&self, py: Python<'_>, prepared: &PreparedNgrams) -> PyResult<()> {
        let added = py.detach(|| self.lock().as_mut().map(|counting| counting.add(&prepared.0)));
        added.ok_or_else(over)?.map_err(to_py)
    }

    /// Gives the bytes of the set to `put` in pieces, and returns figures.
    fn finish<'py>(&self, py: Python<'py>, put: Py<PyAny>, counts: bool) -> PyResult<Bound<'py, PyDict>> {
        let counting = py.detach(|| self.lock().take()).ok_or_else(over)?;
        let (stats, totals) = written(py, put, |out| counting.finish(out, counts))?;
        let figures = totals_of(py, &totals)?;
        figures.set_item("occurrences", stats.occurrences)?;
        add_method(&figures, &stats)?;
        Ok(figures)
    }
}

/// What a set is of, as `--stats` tells it.
fn totals_of<'py>(py: Python<'py>, totals: &Totals) -> PyResult<Bound<'py, PyDict>> {
    let figures = PyDict::new(py);
    figures.set_item("documents", totals.documents)?;
    figures.set_item("tokens", totals.tokens)?;
    figures.set_item("ngrams", totals.ngrams)?;
    figures.set_item("kept", totals.hashes)?;
    figures.set_item("occurrences", totals.occurrences)?;
    Ok(figures)
}

fn add_method(figures: &Bound<'_, PyDict>, stats: &Stats) -> PyResult<()> {
    figures.set_item("disk", stats.disk)?;
    if stats.steps.is_empty() {
        return Ok(());
    }
    let rows = stats.steps.iter().map(|step| {
        let row = PyDict::new(figures.py());
        row.set_item("n", step.n)?;
        row.set_item("unique", step.unique)?;
        row.set_item("pruned", step.pruned)?;
        row.set_item("types", step.types)?;
        row.set_item("duplicate", step.duplicate)?;
        row.set_item("stored", step.stored)?;
        Ok(row)
    });
    figures.set_item("steps", rows.collect::<PyResult<Vec<_>>>()?)
}

/// Adds up the sets in some files (`-` is standard input), and gives the bytes of the sum to `put` in pieces. Without
/// `min_count` it is the least of theirs, and 2 at least.
#[pyfunction]
pub(crate) fn merge_ngram_sets<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    min_count: Option<u64>,
    put: Py<PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut sets = Vec::new();
    for path in &paths {
        let file = open(path).map_err(|error| os_error(py, error, path))?;
        let set = detached(py, || SetReader::new(file)).map_err(|error| at(py, path, &error))?;
        sets.push(set);
    }
    check_alike(&paths, &sets)?;
    let least = sets.iter().map(|set| set.header().min_count).min().unwrap_or(2);
    let min_count = min_count.unwrap_or(least.max(2));
    let merged = written(py, put, |out| set::merge(sets, min_count, out));
    let (header, totals) = match merged {
        Ok(merged) => merged,
        // Which of them it is, is seen when they are read one by one.
        Err(error) if error.is_instance_of::<PyValueError>(py) => {
            let bad =
                paths.iter().find_map(|path| detached(py, || check(path)).err().map(|e| at(py, path, &e)));
            return Err(bad.unwrap_or(error));
        }
        Err(error) => return Err(error),
    };
    let figures = totals_of(py, &totals)?;
    figures.set_item("complete", header.complete)?;
    Ok(figures)
}

fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)))
}

fn check(path: &Path) -> Result<()> {
    let mut set = SetReader::new(open(path).map_err(Error::io("reading a set of n-grams"))?)?;
    while set.next_ngram()?.is_some() {}
    Ok(())
}

fn at(py: Python<'_>, path: &Path, error: &PyErr) -> PyErr {
    let words = error.value(py).getattr("strerror").map(|words| words.to_string());
    PyValueError::new_err(format!(
        "{}: {}",
        path.display(),
        words.unwrap_or_else(|_| error.value(py).to_string())
    ))
}

fn check_alike(paths: &[PathBuf], sets: &[SetReader<Box<dyn Read + Send>>]) -> PyResult<()> {
    let Some(Header { n, level, tokens, .. }) = sets.first().map(|set| set.header().clone()) else {
        return Ok(());
    };
    for (path, set) in paths.iter().zip(sets) {
        set.header().check_same_ngrams(n, level, &tokens).map_err(|error| {
            PyValueError::new_err(format!("{}: {error} as in {}", path.display(), paths[0].display()))
        })?;
    }
    Ok(())
}

/// Does work that writes, and gives what is written to a Python function; an exception of that goes before all others.
pub(crate) fn written<T: Send>(
    py: Python<'_>,
    put: Py<PyAny>,
    work: impl FnOnce(&mut BufWriter<PutWriter>) -> Result<T> + Send,
) -> PyResult<T> {
    let mut out = BufWriter::with_capacity(PIECE, PutWriter { put, error: None });
    let done = py.detach(|| {
        let done = work(&mut out)?;
        out.flush().map_err(Error::io("writing"))?;
        Ok(done)
    });
    // What is in the buffer after an error is not wanted.
    let (writer, _) = out.into_parts();
    match writer.error {
        Some(error) => Err(error),
        None => done.map_err(to_py),
    }
}

/// Writes by calling a Python function; keeps the exception it raises.
pub(crate) struct PutWriter {
    put: Py<PyAny>,
    error: Option<PyErr>,
}

impl Write for PutWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Python::attach(|py| match self.put.call1(py, (PyBytes::new(py, bytes),)) {
            Ok(_) => Ok(bytes.len()),
            Err(error) => {
                self.error = Some(error);
                Err(io::Error::other("the function called raised an exception"))
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a counter has counted, to be looked up while the text is read again.
fn into_file(counter: &NgramCounter) -> Result<(CountOptions, File, Stats, Totals)> {
    let Some(counting) = counter.lock().take() else {
        return Err(Error::Incompatible { why: "counting was finished".to_owned() });
    };
    let options = counting.options().clone();
    let doing =
        format!("writing a set to {} (--tmpdir names a folder with more room)", options.tmpdir.display());
    let mut file = tempfile::tempfile_in(&options.tmpdir).map_err(Error::io(&doing))?;
    let finished = counting.finish(BufWriter::with_capacity(PIECE, &mut file), true);
    let (stats, totals) = finished.map_err(|error| match error {
        Error::Io { source, .. } if is_of_output(&error) => Error::io(&doing)(source),
        other => other,
    })?;
    Ok((options, file, stats, totals))
}

/// Lines whose n-grams were found in a set.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct ListedNgrams(Listed);

#[pymethods]
impl ListedNgrams {
    /// None: what is no record was said before.
    #[getter]
    fn bad(&self) -> Vec<(usize, usize, &str)> {
        Vec::new()
    }
}

/// Lists the n-grams that were counted, with the text read again.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct NgramListing {
    listing: RwLock<Option<Listing>>,
    figures: Py<PyDict>,
}

#[pymethods]
impl NgramListing {
    #[new]
    fn new(py: Python<'_>, counter: &NgramCounter, format: &str) -> PyResult<Self> {
        let format = named(&Format::ALL, format, "format")?;
        let (listing, stats, totals) = detached(py, || {
            let (options, file, stats, totals) = into_file(counter)?;
            Ok((Listing::new(&options, format, file)?, stats, totals))
        })?;
        let figures = totals_of(py, &totals)?;
        add_method(&figures, &stats)?;
        Ok(Self { listing: RwLock::new(Some(listing)), figures: figures.unbind() })
    }

    /// Figures of the counting.
    #[getter]
    fn figures(&self, py: Python<'_>) -> Py<PyDict> {
        self.figures.clone_ref(py)
    }

    /// Goes on to the next part of the n-grams; if there is one, all text must be listed for it.
    fn next_part(&self, py: Python<'_>) -> PyResult<bool> {
        self.change(py, |listing| listing.next_part())
    }

    /// Finds the n-grams of some lines, on any core.
    fn prepare(&self, py: Python<'_>, lines: Vec<PyBackedBytes>, serial: u64) -> ListedNgrams {
        py.detach(|| {
            let lines: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
            let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
            ListedNgrams(listing.as_ref().map(|listing| listing.prepare(&lines, serial)).unwrap_or_default())
        })
    }

    /// Takes what was found, in order.
    fn add(&self, py: Python<'_>, listed: &ListedNgrams) -> PyResult<()> {
        self.change(py, |listing| listing.add(&listed.0))
    }

    /// Gives what is to be written to `put` in pieces.
    fn finish(&self, py: Python<'_>, put: Py<PyAny>) -> PyResult<()> {
        let listing = py.detach(|| self.write().take()).ok_or_else(over)?;
        written(py, put, |out| listing.finish(out))
    }
}

impl NgramListing {
    fn write(&self) -> RwLockWriteGuard<'_, Option<Listing>> {
        self.listing.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Listing) -> Result<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| self.write().as_mut().map(work)).ok_or_else(over)?.map_err(to_py)
    }
}

/// Nothing: what was seen of some lines is known already.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct SeenHosts;

#[pymethods]
impl SeenHosts {
    /// None: what is no record was said before.
    #[getter]
    fn bad(&self) -> Vec<(usize, usize, &str)> {
        Vec::new()
    }
}

/// Sees on which hosts the n-grams that were counted occur, with the text read again.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct NgramHosts {
    hosts: RwLock<Hosts>,
    figures: Py<PyDict>,
}

#[pymethods]
impl NgramHosts {
    #[new]
    fn new(py: Python<'_>, counter: &NgramCounter) -> PyResult<Self> {
        let (hosts, stats, totals) = detached(py, || {
            let (options, file, stats, totals) = into_file(counter)?;
            Ok((Hosts::new(&options, file)?, stats, totals))
        })?;
        let figures = totals_of(py, &totals)?;
        add_method(&figures, &stats)?;
        Ok(Self { hosts: RwLock::new(hosts), figures: figures.unbind() })
    }

    /// Figures of the counting.
    #[getter]
    fn figures(&self, py: Python<'_>) -> Py<PyDict> {
        self.figures.clone_ref(py)
    }

    /// Goes on to the next part of the n-grams; if there is one, all text must be seen for it.
    fn next_part(&self, py: Python<'_>) -> PyResult<bool> {
        detached(py, || self.hosts.write().unwrap_or_else(PoisonError::into_inner).next_part())
    }

    /// Sees some lines, on any core.
    fn prepare(&self, py: Python<'_>, lines: Vec<PyBackedBytes>, serial: u64) -> SeenHosts {
        let _ = serial;
        py.detach(|| {
            let lines: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
            self.hosts.read().unwrap_or_else(PoisonError::into_inner).see(&lines);
        });
        SeenHosts
    }

    /// Distinct n-grams of several hosts, and of one.
    #[getter]
    fn counts(&self, py: Python<'_>) -> (u64, u64) {
        let counts = py.detach(|| self.hosts.read().unwrap_or_else(PoisonError::into_inner).counts());
        (counts.cross, counts.single)
    }
}
