//! What the core knows of languages.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use streamclean_core::lang::{self, stoplist as lists};
use streamclean_core::text::words;

/// The language of a text and how sure that is, between 0 and 1; of the candidates only, where they are given.
#[pyfunction]
#[pyo3(signature = (text, candidates=None))]
pub(crate) fn detect_language(
    py: Python<'_>,
    text: &str,
    candidates: Option<Vec<String>>,
) -> PyResult<Option<(&'static str, f32)>> {
    let candidates = candidates.unwrap_or_default();
    let names: Vec<&str> = candidates.iter().map(String::as_str).collect();
    if let Some(unknown) = names.iter().find(|name| lang::code(name).is_none()) {
        return Err(PyValueError::new_err(format!("unknown language: {unknown}")));
    }
    Ok(py.detach(|| lang::detect(text, &names)).map(|found| (found.lang, found.confidence)))
}

/// The commonest words of a language, the commonest first: as many as make up 0.60 of running text, or `size`. A word that begins with a hyphen is the end of words.
#[pyfunction]
#[pyo3(signature = (lang, size=None))]
pub(crate) fn stoplist(lang: &str, size: Option<usize>) -> PyResult<Vec<&'static str>> {
    lists::stoplist_words(lang, size)
        .ok_or_else(|| PyValueError::new_err(format!("no stop list for the language {lang}")))
}

/// The codes of the languages that have a stop list.
#[pyfunction]
pub(crate) fn languages() -> Vec<&'static str> {
    lang::languages().collect()
}

/// The code of ISO 639-1 of a language that is known by this code or name.
#[pyfunction]
pub(crate) fn language_code(name: &str) -> Option<&'static str> {
    lang::code(name)
}

/// How many words a text has: what stands between spaces, and Unicode's words where a script has none.
#[pyfunction]
pub(crate) fn count_words(py: Python<'_>, text: &str) -> usize {
    py.detach(|| words::count(text))
}
