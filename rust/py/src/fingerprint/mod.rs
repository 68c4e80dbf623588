//! Fingerprints: of Python's documents, of records, and out of files.

mod documents;
mod prints;
mod records;

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use streamclean_core::fingerprint::prefixes::Prefixes;
use streamclean_core::fingerprint::units::Folding;
use streamclean_core::fingerprint::{Choice, Kind, SCHEMES, Scratch, Sketcher as Maker, Unit, find};
use streamclean_core::{Error, Result};

pub(crate) use prints::{
    Fingerprint, FingerprintFile, MinHash, SimHash, containment, fingerprint, fingerprints,
    read_fingerprints, shingles, similarity, winnow,
};
pub(crate) use records::{FingerprintWriter, PrefixLearner, Sketched, Sketcher};

/// The scheme of a name.
fn kind(name: &str) -> Result<&'static Kind> {
    let names = || SCHEMES.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    find(name).ok_or_else(|| Error::Parameter { name: "scheme", expected: names() })
}

/// What a caller has chosen, by names.
#[derive(Default)]
struct Chosen<'a> {
    settings: Vec<(String, f64)>,
    unit: Option<&'a str>,
    n: Option<usize>,
    fold: Option<&'a str>,
    seed: Option<u64>,
    prefixes: Option<&'a [u8]>,
    positions: bool,
}

impl Chosen<'_> {
    fn maker(&self, scheme: &str) -> Result<Maker> {
        let mut choice = Choice::new(kind(scheme)?);
        for (name, value) in &self.settings {
            choice.settings.set(choice.scheme.params, &name.replace('_', "-"), *value)?;
        }
        choice.unit = self.unit.map(Unit::parse).transpose()?;
        choice.folding = self.fold.map(Folding::parse).transpose()?;
        choice.prefixes = self.prefixes.map(|bytes| Prefixes::from_bytes(bytes).map(Arc::new)).transpose()?;
        (choice.n, choice.seed, choice.positions) = (self.n, self.seed, self.positions);
        Maker::new(choice)
    }
}

/// Scratch memory that threads share: as many as ever worked at the same time.
#[derive(Default)]
struct Pool(Mutex<Vec<Scratch>>);

impl Pool {
    fn with<T>(&self, maker: &Maker, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let free = self.0.lock().ok().and_then(|mut all| all.pop());
        let mut scratch = free.unwrap_or_else(|| maker.scratch());
        let done = work(&mut scratch);
        if let Ok(mut all) = self.0.lock() {
            all.push(scratch);
        }
        done
    }
}

/// What is known of each scheme: a dict each. Parameters are tuples of name, default, least, most, whether whole, about.
#[pyfunction]
pub(crate) fn schemes(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let all = PyList::empty(py);
    for kind in SCHEMES {
        let dict = PyDict::new(py);
        dict.set_item("name", kind.name)?;
        dict.set_item("about", kind.about)?;
        dict.set_item("reference", kind.reference)?;
        dict.set_item("units", kind.units.iter().map(|unit| unit.name()).collect::<Vec<_>>())?;
        dict.set_item("n", kind.n)?;
        dict.set_item("positions", kind.positions)?;
        dict.set_item("prefixes", kind.counts_prefixes)?;
        dict.set_item("seeded", kind.seeded)?;
        let params = kind.params.iter();
        let params = params.map(|p| (p.name, p.default, p.least, p.most, p.whole, p.about));
        dict.set_item("params", params.collect::<Vec<_>>())?;
        all.append(dict)?;
    }
    Ok(all)
}
