//! The frequency counters as Python classes: one inner wrapper, and a thin class for each kind.

use std::cmp::Ordering;
use std::fs::Permissions;
use std::io::{BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString, PyType};
use streamclean_core::Error;
use streamclean_core::lines::counters::{self, Item, LineCounter, Shape, gm};
use streamclean_core::store;

use crate::errors::{detached, os_error, os_error_at, to_py};

/// Lines taken from Python before they are counted without the interpreter: so many, or so many bytes.
const LINES: usize = 1 << 10;
const BYTES: usize = 1 << 20;

type Boxed = Box<dyn LineCounter>;

/// A counter that threads may share: the interpreter is released before the lock is awaited.
struct Counter {
    state: Mutex<State>,
}

struct State {
    counter: Boxed,
    /// Whether nothing was added since `finish`.
    finished: bool,
    /// A copy of what is being counted, where that might change meanwhile.
    copied: Vec<u8>,
}

impl State {
    fn read(&mut self) -> Result<&dyn LineCounter, Error> {
        if !self.finished {
            self.counter.finish()?;
            self.finished = true;
        }
        Ok(&*self.counter)
    }

    fn write(&mut self) -> &mut dyn LineCounter {
        self.finished = false;
        &mut *self.counter
    }
}

impl Counter {
    fn new(counter: Boxed) -> Self {
        Self { state: Mutex::new(State { counter, finished: false, copied: Vec::new() }) }
    }

    fn make(name: &str, shape: &Shape) -> PyResult<Self> {
        counters::make(name, shape).map(Self::new).map_err(to_py)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut State) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        detached(py, || work(&mut self.lock()))
    }

    fn update(&self, py: Python<'_>, lines: &Bound<'_, PyAny>) -> PyResult<()> {
        if lines.is_instance_of::<PyString>() || is_buffer(lines) {
            return Err(PyTypeError::new_err(
                "update() takes an iterable of lines; for one line pass [line], for a buffer of lines use update_lines()",
            ));
        }
        let mut items = Vec::with_capacity(LINES);
        let mut bytes = 0;
        for item in lines.try_iter()? {
            let item = item?;
            bytes += bytes_of(&item)?.len();
            items.push(item);
            if items.len() == LINES || bytes >= BYTES {
                self.add_items(py, &items)?;
                items.clear();
                bytes = 0;
                py.check_signals()?;
            }
        }
        self.add_items(py, &items)
    }

    fn add_items(&self, py: Python<'_>, items: &[Bound<'_, PyAny>]) -> PyResult<()> {
        let lines = items.iter().map(bytes_of).collect::<PyResult<Vec<&[u8]>>>()?;
        self.run(py, |state| state.write().add_each(&lines))
    }

    fn add_lines(&self, py: Python<'_>, lines: &[u8]) -> PyResult<()> {
        self.run(py, |state| state.write().add_lines(lines))
    }

    fn update_lines(&self, py: Python<'_>, buffer: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(bytes) = buffer.cast::<PyBytes>() {
            return self.add_lines(py, bytes.as_bytes());
        }
        if !is_buffer(buffer) {
            return Err(PyTypeError::new_err(format!(
                "update_lines() takes bytes, bytearray or another buffer of lines, not {}",
                buffer.get_type().name()?
            )));
        }
        // Another thread may write to any other buffer meanwhile: count a copy, of which only one is kept at hand.
        let view = PyBuffer::<u8>::get(buffer)?;
        let mut copied = py.detach(|| std::mem::take(&mut self.lock().copied));
        copied.resize(view.item_count(), 0);
        view.copy_to_slice(py, &mut copied)?;
        self.run(py, |state| {
            let added = state.write().add_lines(&copied);
            if copied.capacity() <= BYTES {
                state.copied = copied;
            }
            added
        })
    }

    fn count(&self, py: Python<'_>, line: &Bound<'_, PyAny>) -> PyResult<u64> {
        let line = bytes_of(line)?;
        self.run(py, |state| state.read()?.count(line))
    }

    fn counts(&self, py: Python<'_>, lines: &Bound<'_, PyList>) -> PyResult<Vec<u64>> {
        let lines: Vec<Bound<'_, PyAny>> = lines.iter().collect();
        let lines = lines.iter().map(bytes_of).collect::<PyResult<Vec<&[u8]>>>()?;
        self.run(py, |state| {
            let counter = state.read()?;
            lines.iter().map(|line| counter.count(line)).collect()
        })
    }

    fn total(&self, py: Python<'_>) -> PyResult<u64> {
        self.run(py, |state| Ok(state.counter.total()))
    }

    fn memory(&self, py: Python<'_>) -> PyResult<usize> {
        self.run(py, |state| Ok(state.counter.memory()))
    }

    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<()> {
        // Both locks are taken in the order of their addresses, so that two threads cannot wait for each other.
        let merge = || match std::ptr::from_ref(self).cmp(&std::ptr::from_ref(other)) {
            Ordering::Equal => Err(Error::Incompatible { why: "a counter with itself".to_owned() }),
            Ordering::Less => {
                let mut ours = self.lock();
                let theirs = other.lock();
                ours.write().merge(&*theirs.counter)
            }
            Ordering::Greater => {
                let theirs = other.lock();
                let mut ours = self.lock();
                ours.write().merge(&*theirs.counter)
            }
        };
        detached(py, merge)
    }

    fn top<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Vec<(Bound<'py, PyAny>, u64)>> {
        let top = self.run(py, |state| state.read()?.top(k))?;
        top.into_iter().map(|(item, count)| Ok((item_to_python(py, item)?, count))).collect()
    }

    fn prune(&self, py: Python<'_>, min_count: u64) -> PyResult<()> {
        self.run(py, |state| {
            state.read()?;
            state.counter.prune(min_count);
            Ok(())
        })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.run(py, |state| counters::save(state.read()?))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn save(&self, py: Python<'_>, path: &Path) -> PyResult<()> {
        py.detach(|| write_whole(path, |out| counters::save_to(self.lock().read()?, out)))
            .map_err(|error| os_error_at(py, error, path))
    }

    fn load(py: Python<'_>, name: &str, path: &Path) -> PyResult<Self> {
        let bytes = py.detach(|| std::fs::read(path)).map_err(|error| os_error(py, error, path))?;
        let counter = py
            .detach(|| counters::load_as(name, &bytes))
            .map_err(|error| PyValueError::new_err(format!("{}: {error}", path.display())))?;
        Ok(Self::new(counter))
    }

    fn from_bytes(py: Python<'_>, name: &str, file: &[u8]) -> PyResult<Self> {
        detached(py, || counters::load_as(name, file)).map(Self::new)
    }

    fn describe(&self, py: Python<'_>, class: &str) -> PyResult<String> {
        let (total, memory) = self.run(py, |state| Ok((state.counter.total(), state.counter.memory())))?;
        Ok(format!("<{class}: {total} lines in {memory} bytes>"))
    }
}

fn is_buffer(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || PyBuffer::<u8>::get(object).is_ok()
}

fn bytes_of<'a>(item: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    if let Ok(bytes) = item.cast::<PyBytes>() {
        Ok(bytes.as_bytes())
    } else if let Ok(text) = item.cast::<PyString>() {
        Ok(text.to_str()?.as_bytes())
    } else {
        Err(PyTypeError::new_err(format!("a line is str or bytes, not {}", item.get_type().name()?)))
    }
}

fn item_to_python(py: Python<'_>, item: Item) -> PyResult<Bound<'_, PyAny>> {
    Ok(match item {
        Item::Line(line) => match std::str::from_utf8(&line) {
            Ok(text) => PyString::new(py, text).into_any(),
            Err(_) => PyBytes::new(py, &line).into_any(),
        },
        Item::Fingerprint(number) | Item::Cell(number) => number.into_pyobject(py)?.into_any(),
    })
}

/// Writes beside the path and renames, so that a partial file never looks whole.
fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), Error>) -> Result<(), Error> {
    let failed = |source| Error::Io { doing: store::WRITING.to_owned(), source };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // As a file opened for writing is: readable by others, where the umask lets them.
    let file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)
        .map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 17, file.as_file());
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A class of a kind: its constructor, methods of its own, and what all kinds have.
macro_rules! counter_class {
    ($(#[$doc:meta])* $class:ident, $kind:literal, { $($own:tt)* }) => {
        $(#[$doc])*
        #[pyclass(module = "streamclean._core", frozen)]
        pub(crate) struct $class(Counter);

        #[pymethods]
        impl $class {
            $($own)*

            /// Count each line of an iterable of str or bytes; str is counted as its UTF-8.
            fn update(&self, py: Python<'_>, lines: &Bound<'_, PyAny>) -> PyResult<()> {
                self.0.update(py, lines)
            }

            /// Count each line of a bytes-like object in which \n ends lines. The fastest way to count.
            fn update_lines(&self, py: Python<'_>, buffer: &Bound<'_, PyAny>) -> PyResult<()> {
                self.0.update_lines(py, buffer)
            }

            /// How often a line was counted.
            fn count(&self, py: Python<'_>, line: &Bound<'_, PyAny>) -> PyResult<u64> {
                self.0.count(py, line)
            }

            fn __getitem__(&self, py: Python<'_>, line: &Bound<'_, PyAny>) -> PyResult<u64> {
                self.0.count(py, line)
            }

            /// How often each line of a list was counted.
            fn counts(&self, py: Python<'_>, lines: &Bound<'_, PyList>) -> PyResult<Vec<u64>> {
                self.0.counts(py, lines)
            }

            /// How many lines were counted, copies and merged counters included.
            #[getter]
            fn total(&self, py: Python<'_>) -> PyResult<u64> {
                self.0.total(py)
            }

            /// Bytes of memory the counter holds.
            #[getter]
            fn memory(&self, py: Python<'_>) -> PyResult<usize> {
                self.0.memory(py)
            }

            /// Add the counts of another counter of the same class and shape.
            fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<()> {
                self.0.merge(py, &other.0)
            }

            /// The k items of the largest counts, as (item, count): a line is str if it is UTF-8, else bytes;
            /// where no lines are kept it is the number of a fingerprint or cell.
            fn top<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Vec<(Bound<'py, PyAny>, u64)>> {
                self.0.top(py, k)
            }

            /// Forget what was counted fewer than min_count times.
            fn prune(&self, py: Python<'_>, min_count: u64) -> PyResult<()> {
                self.0.prune(py, min_count)
            }

            /// Write to a file, whole or not at all.
            fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
                self.0.save(py, &path)
            }

            /// Read a file that save() wrote.
            #[classmethod]
            fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
                Counter::load(py, $kind, &path).map(Self)
            }

            /// The bytes save() writes.
            fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
                self.0.to_bytes(py)
            }

            /// Read what to_bytes() gave.
            #[classmethod]
            fn from_bytes(_class: &Bound<'_, PyType>, py: Python<'_>, file: &[u8]) -> PyResult<Self> {
                Counter::from_bytes(py, $kind, file).map(Self)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                self.0.describe(py, stringify!($class))
            }
        }
    };
}

counter_class! {
    /// Every line and its count, in memory (Kaser & Lemire 3.3.1).
    ExactCounts, "exact", {
        #[new]
        fn new() -> PyResult<Self> {
            Counter::make("exact", &Shape::default()).map(Self)
        }
    }
}

counter_class! {
    /// Every line and its count, in bounded memory: what does not fit is sorted on disk, in tmpdir (3.3.2).
    SortedCounts, "sort", {
        #[new]
        #[pyo3(signature = (memory = 512 << 20, tmpdir = None))]
        fn new(memory: usize, tmpdir: Option<PathBuf>) -> PyResult<Self> {
            Counter::make("sort", &Shape { memory, tmpdir, ..Shape::default() }).map(Self)
        }
    }
}

counter_class! {
    /// The CRC-64 of every line and its count, in memory (3.3.3).
    Crc64Counts, "crc64", {
        #[new]
        fn new() -> PyResult<Self> {
            Counter::make("crc64", &Shape::default()).map(Self)
        }
    }
}

counter_class! {
    /// 2**bits cells of 8 bits: never too small below 255, too large where lines share a cell (3.3.4).
    HashedCounters, "hashed", {
        #[new]
        #[pyo3(signature = (bits = 23))]
        fn new(bits: u32) -> PyResult<Self> {
            Counter::make("hashed", &Shape { bits, ..Shape::default() }).map(Self)
        }
    }
}

counter_class! {
    /// 2**bits cells of 8 bits that count roughly, to 2**28 (3.3.4, Morris 1978).
    MorrisCounters, "morris", {
        #[new]
        #[pyo3(signature = (bits = 23))]
        fn new(bits: u32) -> PyResult<Self> {
            Counter::make("morris", &Shape { bits, ..Shape::default() }).map(Self)
        }
    }
}

counter_class! {
    /// The lines that are more than 1 / (counters + 1) of all, in fixed memory (3.3.5, Algorithm 2).
    ///
    /// A count is at most the true count, and at least that less `decrements`.
    GeneralizedMajority, "gm", {
        #[new]
        #[pyo3(signature = (counters, keep_lines = true))]
        fn new(counters: usize, keep_lines: bool) -> PyResult<Self> {
            Counter::make("gm", &Shape { counters, keep_lines, ..Shape::default() }).map(Self)
        }

        /// By how much a count may be too small.
        #[getter]
        fn decrements(&self, py: Python<'_>) -> PyResult<u64> {
            py.detach(|| self.0.lock().counter.as_any().downcast_ref::<gm::GeneralizedMajority>().map(|gm| gm.decrements()))
                .ok_or_else(|| PyRuntimeError::new_err("not a gm counter"))
        }
    }
}

/// Adds the classes to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ExactCounts>()?;
    module.add_class::<SortedCounts>()?;
    module.add_class::<Crc64Counts>()?;
    module.add_class::<HashedCounters>()?;
    module.add_class::<MorrisCounters>()?;
    module.add_class::<GeneralizedMajority>()
}
