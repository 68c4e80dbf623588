//! How books relate.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, RwLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use streamclean_core::books::library::{Library, Options, Related};
use streamclean_core::books::relations::Relation;
use streamclean_core::books::{Sketch, SketchOptions, Sketcher, pages};

use streamclean_core::text::encoding;

use crate::classify::invalid;
use crate::errors::{detached, to_py};

/// The pages of a book.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct BookPages(Vec<String>);

#[pymethods]
impl BookPages {
    #[new]
    fn new(pages: Vec<String>) -> Self {
        Self(pages)
    }

    /// Of a `pages` field. Raises `ValueError(what, offset)` where it is no list of strings.
    #[staticmethod]
    fn of_list(py: Python<'_>, value: &[u8]) -> PyResult<Self> {
        py.detach(|| pages::of_list(value)).map(Self).map_err(invalid)
    }

    /// Of a `text` field, a JSON string with form feeds.
    #[staticmethod]
    fn of_string(py: Python<'_>, value: &[u8]) -> Self {
        Self(py.detach(|| pages::of_string(value)))
    }

    /// Of plain text with form feeds.
    #[staticmethod]
    fn of_text(py: Python<'_>, text: &[u8]) -> Self {
        Self(py.detach(|| {
            let decoded = encoding::decode(text, None).map(|decoded| decoded.text.into_owned());
            pages::of_text(&decoded.unwrap_or_else(|_| String::from_utf8_lossy(text).into_owned()))
        }))
    }

    /// The pages of parts of a book.
    #[staticmethod]
    fn joined(parts: Vec<PyRef<'_, Self>>) -> Self {
        Self(parts.iter().flat_map(|part| part.0.iter().cloned()).collect())
    }

    fn to_json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| pages::to_json(&self.0)))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// What a book is compared by.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct BookSketch(Sketch);

/// What was found of some books.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct BookRelations(Related);

#[pymethods]
impl BookRelations {
    /// JSON lines.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.lines)
    }

    /// How many there are of each relation.
    #[getter]
    fn counts(&self) -> Vec<(&'static str, u64)> {
        Relation::ALL.iter().map(|&relation| (relation.name(), self.0.counts[relation as usize])).collect()
    }

    /// Pairs of similar books that were compared page by page.
    #[getter]
    fn pairs(&self) -> u64 {
        self.0.pairs
    }
}

/// Books that are compared with each other. `sketch` and `relate` may run on several threads.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct BookLibrary {
    library: RwLock<Library>,
    /// Each is used by one thread at a time.
    sketchers: Mutex<Vec<Sketcher>>,
    sketch: SketchOptions,
}

impl BookLibrary {
    fn read<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Library) -> streamclean_core::Result<T> + Send,
    ) -> PyResult<T> {
        detached(py, || work(&self.library.read().unwrap_or_else(PoisonError::into_inner)))
    }

    fn change<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Library) -> streamclean_core::Result<T> + Send,
    ) -> PyResult<T> {
        detached(py, || work(&mut self.library.write().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl BookLibrary {
    #[new]
    #[pyo3(signature = (*, shingle=5, book_hashes=100, page_hashes=34, min_similarity=0.02, max_postings=200, min_confidence=0.5, tmpdir=None))]
    fn new(
        shingle: usize,
        book_hashes: usize,
        page_hashes: usize,
        min_similarity: f64,
        max_postings: usize,
        min_confidence: f64,
        tmpdir: Option<PathBuf>,
    ) -> PyResult<Self> {
        let counts = [
            ("shingle", shingle, 100),
            ("book_hashes", book_hashes, 10_000),
            ("page_hashes", page_hashes, 10_000),
        ];
        for (name, value, most) in counts {
            if value == 0 || value > most {
                return Err(PyValueError::new_err(format!("{name} must be from 1 to {most}")));
            }
        }
        let sketch = SketchOptions { shingle, book_hashes, page_hashes };
        let least = (min_similarity * book_hashes as f64 - 1e-9).ceil().clamp(1.0, book_hashes as f64);
        let options = Options {
            sketch,
            min_collisions: least as u16,
            window: max_postings.max(1),
            least: min_confidence,
        };
        let library = Library::new(options, tmpdir.as_deref()).map_err(to_py)?;
        Ok(Self { library: RwLock::new(library), sketchers: Mutex::default(), sketch })
    }

    fn sketch(&self, py: Python<'_>, pages: &BookPages) -> BookSketch {
        let lock = || self.sketchers.lock().unwrap_or_else(PoisonError::into_inner);
        BookSketch(py.detach(|| {
            let waiting = lock().pop();
            let mut sketcher = waiting.unwrap_or_else(|| Sketcher::new(self.sketch));
            let sketch = sketcher.sketch(&pages.0);
            lock().push(sketcher);
            sketch
        }))
    }

    fn add(&self, py: Python<'_>, name: String, sketch: &BookSketch, pages: &BookPages) -> PyResult<()> {
        self.change(py, |library| library.add(name, &sketch.0, &pages.0))
    }

    /// All books are there: finds out which are similar.
    fn prepare(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Library::prepare)
    }

    /// The relations of the books from `start` to `stop` with later ones.
    fn relate(&self, py: Python<'_>, start: usize, stop: usize, pages: bool) -> PyResult<BookRelations> {
        self.read(py, |library| library.relate(start..stop.min(library.len()), pages)).map(BookRelations)
    }

    /// Takes relations into the clusters.
    fn settle(&self, py: Python<'_>, relations: &BookRelations) -> PyResult<()> {
        self.change(py, |library| {
            library.settle(&relations.0);
            Ok(())
        })
    }

    /// The clusters as JSON lines.
    fn clusters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let lines = self.change(py, |library| Ok(library.cluster_lines()))?;
        Ok(PyBytes::new(py, &lines))
    }

    /// Kind and size of clusters, and how many there are.
    fn sizes(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, usize, usize)>> {
        self.change(py, |library| Ok(library.sizes()))
    }

    /// The books of each edition with several copies.
    fn editions(&self, py: Python<'_>) -> PyResult<Vec<Vec<u32>>> {
        self.change(py, |library| Ok(library.editions()))
    }

    /// The record of an edition, of the words that most copies have.
    fn merge<'py>(&self, py: Python<'py>, edition: Vec<u32>) -> PyResult<Bound<'py, PyBytes>> {
        let line = self.read(py, |library| {
            let known = edition.iter().all(|&book| (book as usize) < library.len()) && !edition.is_empty();
            let expected = "numbers of books".to_owned();
            if !known {
                return Err(streamclean_core::Error::Parameter { name: "an edition", expected });
            }
            library.merge(&edition)
        })?;
        Ok(PyBytes::new(py, &line))
    }

    /// Books, those without a shingle, those that are the same as one before, and min-hashes that too many share.
    fn figures(&self, py: Python<'_>) -> PyResult<(usize, u64, u64, u64)> {
        self.read(py, |library| Ok((library.len(), library.blank(), library.identical(), library.capped())))
    }
}
