//! What the filter needs: fingerprints of records, the side file, counts of prefixes.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use streamclean_core::fingerprint::record::{self, Form};
use streamclean_core::fingerprint::side_file::Writer;
use streamclean_core::fingerprint::sketcher::PrefixCounter;
use streamclean_core::fingerprint::units::Folding;
use streamclean_core::fingerprint::{self as core, Given, Unit};
use streamclean_core::units::{Document, Reading, Wrong};

use super::{Chosen, Pool};
use crate::errors::{detached, to_py};
use crate::ngrams::TextReading;

fn wrong(error: Wrong) -> PyErr {
    PyValueError::new_err((error.what, error.offset))
}

/// Makes fingerprints of records.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Sketcher {
    maker: core::Sketcher,
    reading: Reading,
    form: Form,
    positions: bool,
    pool: Pool,
}

#[pymethods]
impl Sketcher {
    #[new]
    #[pyo3(signature = (
        reading, scheme, *, settings=vec![], n=None, unit=None, fold=None, seed=None, prefixes=None, positions=false,
        lists=false
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        reading: &TextReading,
        scheme: &str,
        settings: Vec<(String, f64)>,
        n: Option<usize>,
        unit: Option<&str>,
        fold: Option<&str>,
        seed: Option<u64>,
        prefixes: Option<&[u8]>,
        positions: bool,
        lists: bool,
    ) -> PyResult<Self> {
        let chosen = Chosen { settings, unit, n, fold, seed, prefixes, positions };
        let maker = chosen.maker(scheme).map_err(to_py)?;
        let reading = reading.0.clone();
        let form = if lists { Form::List } else { Form::Base64 };
        Ok(Self { maker, reading, form, positions, pool: Pool::default() })
    }

    #[getter]
    fn parameters(&self) -> &str {
        self.maker.parameters()
    }

    /// The fingerprint of a record in its line. Raises `ValueError(what, offset)` where it has no text.
    fn sketch(&self, py: Python<'_>, line: &[u8]) -> PyResult<Sketched> {
        let (data, print) = py.detach(|| {
            let (mut document, mut joined) = (Document::default(), String::new());
            let text = record::text_of(&self.reading, line, &mut document, &mut joined).map_err(wrong)?;
            let given = Given::Text(text);
            let print = self.pool.with(&self.maker, |scratch| self.maker.sketch(given, scratch));
            Ok::<_, PyErr>((record::write(&self.maker, &print, self.form, self.positions), print))
        })?;
        Ok(Sketched { data: PyBytes::new(py, &data).unbind(), print })
    }
}

/// The fingerprint of a record.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Sketched {
    /// The object for the record.
    #[pyo3(get)]
    data: Py<PyBytes>,
    print: core::Fingerprint,
}

#[pymethods]
impl Sketched {
    #[getter]
    fn shingles(&self) -> u64 {
        self.print.shingles
    }

    #[getter]
    fn size(&self) -> usize {
        self.print.values.len()
    }
}

/// Makes the bytes of a file of fingerprints, piece by piece.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct FingerprintWriter(Mutex<Writer>);

impl FingerprintWriter {
    fn piece<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce(&mut Writer) -> streamclean_core::Result<Vec<u8>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut writer = self.0.lock().map_err(|_| PyValueError::new_err("an error before"))?;
        Ok(PyBytes::new(py, &make(&mut writer).map_err(to_py)?))
    }
}

#[pymethods]
impl FingerprintWriter {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    fn begin<'py>(&self, py: Python<'py>, sketcher: &Sketcher) -> PyResult<Bound<'py, PyBytes>> {
        self.piece(py, |writer| Ok(writer.begin(&sketcher.maker)))
    }

    fn document<'py>(&self, py: Python<'py>, id: &str, sketched: &Sketched) -> PyResult<Bound<'py, PyBytes>> {
        self.piece(py, |writer| writer.document(id, &sketched.print))
    }

    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.piece(py, |writer| Ok(writer.end()))
    }
}

/// Counts the prefixes of records.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct PrefixLearner {
    counter: Mutex<PrefixCounter>,
    reading: Reading,
}

#[pymethods]
impl PrefixLearner {
    #[new]
    #[pyo3(signature = (reading, *, unit="letters", fold=None))]
    fn new(reading: &TextReading, unit: &str, fold: Option<&str>) -> PyResult<Self> {
        let unit = Unit::parse(unit).map_err(to_py)?;
        let folding = fold.map(Folding::parse).transpose().map_err(to_py)?.unwrap_or_default();
        let reading = reading.0.clone();
        Ok(Self { counter: Mutex::new(PrefixCounter::new(unit, folding)), reading })
    }

    /// Raises `ValueError(what, offset)` where the record has no text.
    fn add(&self, py: Python<'_>, line: &[u8]) -> PyResult<()> {
        py.detach(|| {
            let (mut document, mut joined) = (Document::default(), String::new());
            let text = record::text_of(&self.reading, line, &mut document, &mut joined).map_err(wrong)?;
            if let Ok(mut counter) = self.counter.lock() {
                counter.add(text);
            }
            Ok(())
        })
    }

    /// The bytes of the file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || {
            let counter = self.counter.lock();
            Ok(counter.map(|counter| counter.prefixes().to_bytes()).unwrap_or_default())
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}
