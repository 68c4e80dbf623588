//! Fingerprints as objects of Python.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use streamclean_core::fingerprint::side_file::SideFile;
use streamclean_core::fingerprint::{self as core, Kind, Sketcher as Maker};
use streamclean_core::{Error, Result};

use super::documents::Document;
use super::{Chosen, kind};
use crate::errors::{detached, os_error, to_py};

/// Documents that are read before the interpreter's lock is released: lists of many words are still in the cache then.
const TOGETHER: usize = 16;

/// What is the same for many fingerprints.
struct Made {
    kind: &'static Kind,
    parameters: String,
}

impl Made {
    fn of(maker: &Maker) -> Arc<Self> {
        Arc::new(Self { kind: maker.kind(), parameters: maker.parameters().to_owned() })
    }
}

/// What is kept of a document, see `fingerprint()`.
#[pyclass(frozen, subclass, eq, module = "streamclean._core")]
pub(crate) struct Fingerprint {
    made: Arc<Made>,
    print: core::Fingerprint,
}

impl PartialEq for Fingerprint {
    fn eq(&self, other: &Self) -> bool {
        self.made.kind.name == other.made.kind.name
            && self.made.parameters == other.made.parameters
            && self.print == other.print
    }
}

impl Fingerprint {
    fn check(&self, other: &Self) -> Result<()> {
        let of = |made: &Made| format!("{} {}", made.kind.name, made.parameters);
        if self.made.kind.name == other.made.kind.name && self.made.parameters == other.made.parameters {
            return Ok(());
        }
        let (found, expected) = (of(&other.made), of(&self.made));
        Err(Error::Differs { what: "fingerprints cannot be compared", found, expected })
    }
}

#[pymethods]
impl Fingerprint {
    #[getter]
    fn scheme(&self) -> &'static str {
        self.made.kind.name
    }

    #[getter]
    fn parameters(&self) -> &str {
        &self.made.parameters
    }

    #[getter]
    fn shingles(&self) -> u64 {
        self.print.shingles
    }

    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.print.values)
    }

    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.print.positions)
    }

    fn similarity(&self, other: &Self) -> PyResult<f64> {
        self.check(other).map_err(to_py)?;
        Ok(core::similarity(self.made.kind, &self.print, &other.print))
    }

    fn containment(&self, other: &Self) -> PyResult<f64> {
        self.check(other).map_err(to_py)?;
        let share = core::containment(self.made.kind, &self.print, &other.print);
        share
            .ok_or_else(|| PyTypeError::new_err(format!("{} does not tell containment", self.made.kind.name)))
    }

    fn __len__(&self) -> usize {
        self.print.values.len()
    }

    fn __repr__(&self) -> String {
        let (name, size) = (self.made.kind.name, self.print.values.len());
        format!("<{name}: {size} values of {} shingles, {}>", self.print.shingles, self.made.parameters)
    }
}

/// Broder's sketch of a document: `permutations` least shingles.
#[pyclass(frozen, extends = Fingerprint, module = "streamclean._core")]
pub(crate) struct MinHash;

#[pymethods]
impl MinHash {
    #[new]
    #[pyo3(signature = (document, *, permutations=128, n=5, unit="words", fold=None, seed=1, one_permutation=false))]
    fn new(
        document: &Bound<'_, PyAny>,
        permutations: u32,
        n: usize,
        unit: &str,
        fold: Option<&str>,
        seed: u64,
        one_permutation: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let (scheme, name) = if one_permutation { ("oneperm", "bins") } else { ("minhash", "permutations") };
        let settings = vec![(name.to_owned(), f64::from(permutations))];
        let (unit, n, seed) = (Some(unit), Some(n), Some(seed));
        let chosen = Chosen { settings, unit, n, fold, seed, ..Chosen::default() };
        Ok(PyClassInitializer::from(of_document(document, scheme, &chosen)?).add_subclass(Self))
    }
}

/// Charikar's bits of a document.
#[pyclass(frozen, extends = Fingerprint, module = "streamclean._core")]
pub(crate) struct SimHash;

#[pymethods]
impl SimHash {
    #[new]
    #[pyo3(signature = (document, *, bits=64, n=1, unit="words", fold=None, seed=1))]
    fn new(
        document: &Bound<'_, PyAny>,
        bits: u32,
        n: usize,
        unit: &str,
        fold: Option<&str>,
        seed: u64,
    ) -> PyResult<PyClassInitializer<Self>> {
        let settings = vec![("bits".to_owned(), f64::from(bits))];
        let chosen =
            Chosen { settings, unit: Some(unit), n: Some(n), fold, seed: Some(seed), ..Chosen::default() };
        Ok(PyClassInitializer::from(of_document(document, "simhash", &chosen)?).add_subclass(Self))
    }

    /// How many bits differ.
    fn distance(slf: PyRef<'_, Self>, other: PyRef<'_, Self>) -> PyResult<u32> {
        let (one, other) = (slf.as_super(), other.as_super());
        one.check(other).map_err(to_py)?;
        Ok(one.print.values.iter().zip(&other.print.values).map(|(a, b)| (a ^ b).count_ones()).sum())
    }
}

fn of_document(document: &Bound<'_, PyAny>, scheme: &str, chosen: &Chosen<'_>) -> PyResult<Fingerprint> {
    let py = document.py();
    let document = Document::read(document)?;
    detached(py, || {
        let maker = chosen.maker(scheme)?;
        let print =
            document.with(&maker, &mut maker.scratch(), |given, scratch| maker.sketch(given, scratch))?;
        Ok(Fingerprint { made: Made::of(&maker), print })
    })
}

/// The fingerprint of a document by any scheme.
#[pyfunction]
#[pyo3(signature = (document, scheme="minhash", *, n=None, unit=None, fold=None, seed=None, prefixes=None, **settings))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn fingerprint(
    document: &Bound<'_, PyAny>,
    scheme: &str,
    n: Option<usize>,
    unit: Option<&str>,
    fold: Option<&str>,
    seed: Option<u64>,
    prefixes: Option<&[u8]>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Fingerprint> {
    let settings = settings.map_or_else(|| Ok(Vec::new()), of_keywords)?;
    let positions = kind(scheme).map_err(to_py)?.positions;
    of_document(document, scheme, &Chosen { settings, unit, n, fold, seed, prefixes, positions })
}

/// The fingerprints of many documents, without the GIL and without starting anew for each.
#[pyfunction]
#[pyo3(signature = (documents, scheme="minhash", *, n=None, unit=None, fold=None, seed=None, prefixes=None, **settings))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn fingerprints(
    documents: &Bound<'_, PyAny>,
    scheme: &str,
    n: Option<usize>,
    unit: Option<&str>,
    fold: Option<&str>,
    seed: Option<u64>,
    prefixes: Option<&[u8]>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Fingerprint>> {
    let settings = settings.map_or_else(|| Ok(Vec::new()), of_keywords)?;
    let positions = kind(scheme).map_err(to_py)?.positions;
    let chosen = Chosen { settings, unit, n, fold, seed, prefixes, positions };
    let py = documents.py();
    let maker = detached(py, || chosen.maker(scheme))?;
    let made = Made::of(&maker);
    let mut scratch = maker.scratch();
    let mut unread = documents.try_iter()?.map(|document| Document::read(&document?));
    let mut all = Vec::new();
    loop {
        let some = unread.by_ref().take(TOGETHER).collect::<PyResult<Vec<_>>>()?;
        if some.is_empty() {
            return Ok(all);
        }
        let sketch = |document: &Document| {
            let print = document.with(&maker, &mut scratch, |given, scratch| maker.sketch(given, scratch))?;
            Ok(Fingerprint { made: made.clone(), print })
        };
        let prints: Vec<Fingerprint> = detached(py, || some.iter().map(sketch).collect())?;
        all.extend(prints);
    }
}

/// Winnowing: the least shingle of each window.
#[pyfunction]
#[pyo3(signature = (document, *, guarantee=50, noise=25, unit="letters", fold=None, seed=1))]
pub(crate) fn winnow(
    document: &Bound<'_, PyAny>,
    guarantee: u32,
    noise: usize,
    unit: &str,
    fold: Option<&str>,
    seed: u64,
) -> PyResult<Fingerprint> {
    let settings = vec![("guarantee".to_owned(), f64::from(guarantee))];
    let (unit, n, seed) = (Some(unit), Some(noise), Some(seed));
    of_document(
        document,
        "winnow",
        &Chosen { settings, unit, n, fold, seed, positions: true, prefixes: None },
    )
}

/// All shingles of a document in its order, as hashes of 64 bits.
#[pyfunction]
#[pyo3(signature = (document, *, n=5, unit="words", fold=None, seed=1))]
pub(crate) fn shingles<'py>(
    document: &Bound<'py, PyAny>,
    n: usize,
    unit: &str,
    fold: Option<&str>,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let py = document.py();
    let document = Document::read(document)?;
    let chosen = Chosen { unit: Some(unit), n: Some(n), fold, seed: Some(seed), ..Chosen::default() };
    let found = detached(py, || {
        let maker = chosen.maker("minhash")?;
        document.with(&maker, &mut maker.scratch(), |given, scratch| maker.shingles(given, scratch).to_vec())
    })?;
    array(py, &found)
}

/// How alike two documents are by their fingerprints.
#[pyfunction]
pub(crate) fn similarity(a: &Fingerprint, b: &Fingerprint) -> PyResult<f64> {
    a.similarity(b)
}

/// How much of the first document is in the second one.
#[pyfunction]
pub(crate) fn containment(a: &Fingerprint, b: &Fingerprint) -> PyResult<f64> {
    a.containment(b)
}

fn of_keywords(settings: &Bound<'_, PyDict>) -> PyResult<Vec<(String, f64)>> {
    settings.iter().map(|(name, value)| Ok((name.extract()?, value.extract()?))).collect()
}

/// A numpy array that owns its memory.
fn array<'py>(py: Python<'py>, numbers: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let memory = PyByteArray::new(py, bytemuck::cast_slice(numbers));
    numpy.call_method1("frombuffer", (memory, "uint64"))
}

/// The fingerprints of a file that `fingerprint --binary` wrote: pairs of id and fingerprint, read as they are asked for.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct FingerprintFile {
    made: Arc<Made>,
    file: Mutex<SideFile<BufReader<File>>>,
}

#[pymethods]
impl FingerprintFile {
    #[getter]
    fn scheme(&self) -> &'static str {
        self.made.kind.name
    }

    #[getter]
    fn parameters(&self) -> &str {
        &self.made.parameters
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(String, Fingerprint)>> {
        let next = detached(py, || {
            let mut file = self.file.lock().map_err(|_| Error::Malformed { what: "an error before" })?;
            file.next_document()
        })?;
        Ok(next.map(|(id, print)| (id, Fingerprint { made: self.made.clone(), print })))
    }
}

/// Opens a file of `fingerprint --binary`.
#[pyfunction]
pub(crate) fn read_fingerprints(py: Python<'_>, path: PathBuf) -> PyResult<FingerprintFile> {
    let file = File::open(&path).map_err(|error| os_error(py, error, &path))?;
    detached(py, || {
        let file = SideFile::open(BufReader::new(file))?;
        let made = Arc::new(Made { kind: kind(&file.scheme)?, parameters: file.parameters.clone() });
        Ok(FingerprintFile { made, file: Mutex::new(file) })
    })
}
