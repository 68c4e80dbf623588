//! Documents as Python has them: text, bytes, words, or numbers.

use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use streamclean_core::fingerprint::{Given, Scratch, Sketcher, Unit};
use streamclean_core::{Error, Result};

use crate::suffix::integers;

/// A document that can be read without the GIL.
pub(super) enum Document {
    Text(PyBackedStr),
    /// Text with half a pair of surrogates in it, which becomes U+FFFD.
    Mended(String),
    Bytes(PyBackedBytes),
    Words(Vec<PyBackedStr>),
    Numbers(Vec<u64>),
}

impl Document {
    pub(super) fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            return match PyBackedStr::try_from(text.clone()) {
                Ok(text) => Ok(Self::Text(text)),
                Err(_) => Ok(Self::Mended(text.to_string_lossy().into_owned())),
            };
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone().into()));
        }
        let listed = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
        if listed && value.len()? > 0 && value.get_item(0)?.is_instance_of::<PyString>() {
            return Ok(Self::Words(value.extract()?));
        }
        integers(value, "a document").map(Self::Numbers)
    }

    /// Calls `work` with the document as the core takes it.
    pub(super) fn with<T>(
        &self,
        maker: &Sketcher,
        scratch: &mut Scratch,
        work: impl FnOnce(Given<'_>, &mut Scratch) -> T,
    ) -> Result<T> {
        let units;
        let joined;
        let given = match self {
            Self::Text(text) => Given::Text(text),
            Self::Mended(text) => Given::Text(text),
            Self::Bytes(bytes) => Given::Bytes(bytes),
            Self::Words(words) if matches!(maker.unit(), Unit::Lines | Unit::Text) => {
                joined = words.join("\n");
                Given::Text(&joined)
            }
            Self::Words(words) => {
                units = words.iter().map(|word| scratch.word(word)).collect::<Vec<u64>>();
                Given::Units(&units)
            }
            Self::Numbers(_) if maker.unit() == Unit::Text => {
                let expected = "text, for this scheme".to_owned();
                return Err(Error::Parameter { name: "a document", expected });
            }
            Self::Numbers(numbers) => Given::Units(numbers),
        };
        Ok(work(given, scratch))
    }
}
