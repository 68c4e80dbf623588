//! Suffix arrays of Python's sequences, as numpy arrays.
//!
//! What is read through the buffer protocol makes no Python object an item. The result is computed in the memory of a
//! `bytearray` that a numpy array then stands on, so that it is not copied, and numpy is needed by the call alone.

use pyo3::buffer::{Element, PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyList, PySequence, PyString, PyTuple};
use streamclean_core::Error;
use streamclean_core::suffix::{Position, Sequence, Text, lcp_array_into, suffix_array_into};

use crate::errors::detached;

/// Where the suffixes of a sequence begin, in their order.
#[pyfunction]
#[pyo3(signature = (sequence, *, documents=None))]
pub(crate) fn suffix_array<'py>(
    sequence: &Bound<'py, PyAny>,
    documents: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = sequence.py();
    let numpy = py.import("numpy")?;
    let given = Given::read(sequence, documents)?;
    let sequence = given.sequence()?;
    if sequence.is_wide() {
        array::<i64>(&numpy, sequence.len(), |out| suffix_array_into(&sequence, out))
    } else {
        array::<i32>(&numpy, sequence.len(), |out| suffix_array_into(&sequence, out))
    }
}

/// How long a prefix each suffix has in common with the one before it in the suffix array.
#[pyfunction]
#[pyo3(signature = (sequence, suffix_array, *, documents=None))]
pub(crate) fn lcp_array<'py>(
    sequence: &Bound<'py, PyAny>,
    suffix_array: &Bound<'py, PyAny>,
    documents: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = sequence.py();
    let numpy = py.import("numpy")?;
    let given = Given::read(sequence, documents)?;
    let sequence = given.sequence()?;
    if sequence.is_wide() {
        let suffixes = integers::<i64>(suffix_array, "suffix_array")?;
        array::<i64>(&numpy, sequence.len(), |out| lcp_array_into(&sequence, &suffixes, out))
    } else {
        let suffixes = integers::<i32>(suffix_array, "suffix_array")?;
        array::<i32>(&numpy, sequence.len(), |out| lcp_array_into(&sequence, &suffixes, out))
    }
}

/// A sequence as it came: bytes where they are, integers as tokens.
enum Symbols {
    Bytes(PyBackedBytes),
    Joined(Vec<u8>),
    Tokens(Vec<u32>),
}

impl Symbols {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone().into()));
        }
        if let Ok(buffer) = PyUntypedBuffer::get(value)
            && let Ok(bytes) = buffer.into_typed::<u8>()
        {
            one_dimension(&bytes, name)?;
            return Ok(Self::Joined(bytes.to_vec(value.py())?));
        }
        Ok(Self::Tokens(integers(value, name)?))
    }

    fn text(&self) -> Text<'_> {
        match self {
            Self::Bytes(bytes) => Text::Bytes(bytes),
            Self::Joined(bytes) => Text::Bytes(bytes),
            Self::Tokens(tokens) => Text::Tokens(tokens),
        }
    }

    /// One after the other, and how long each is. Together they are bytes if all are.
    fn join(documents: &[Self]) -> (Self, Vec<usize>) {
        let lengths = documents.iter().map(|document| document.text().len()).collect();
        let bytes: Option<Vec<&[u8]>> = documents
            .iter()
            .map(|document| match document.text() {
                Text::Bytes(bytes) => Some(bytes),
                Text::Tokens(_) => None,
            })
            .collect();
        if let Some(bytes) = bytes {
            return (Self::Joined(bytes.concat()), lengths);
        }
        let mut tokens = Vec::new();
        for document in documents {
            match document.text() {
                Text::Bytes(bytes) => tokens.extend(bytes.iter().map(|&byte| u32::from(byte))),
                Text::Tokens(more) => tokens.extend_from_slice(more),
            }
        }
        (Self::Tokens(tokens), lengths)
    }
}

struct Given {
    symbols: Symbols,
    lengths: Option<Vec<usize>>,
}

impl Given {
    fn read(sequence: &Bound<'_, PyAny>, documents: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let is_list = sequence.is_instance_of::<PyList>() || sequence.is_instance_of::<PyTuple>();
        if is_list && sequence.len()? > 0 && is_sequence(&sequence.get_item(0)?) {
            if documents.is_some() {
                return Err(PyTypeError::new_err(
                    "'documents' is for one sequence, and this is a list of documents",
                ));
            }
            let read = |document: PyResult<Bound<'_, PyAny>>| Symbols::read(&document?, "a document");
            let all = sequence.try_iter()?.map(read).collect::<PyResult<Vec<_>>>()?;
            let (symbols, lengths) = Symbols::join(&all);
            return Ok(Self { symbols, lengths: Some(lengths) });
        }
        let lengths = documents.map(|lengths| integers::<u64>(lengths, "documents")).transpose()?;
        let lengths = lengths.map(|lengths| lengths.into_iter().map(|length| length as usize).collect());
        Ok(Self { symbols: Symbols::read(sequence, "sequence")?, lengths })
    }

    fn sequence(&self) -> PyResult<Sequence<'_>> {
        match &self.lengths {
            None => Ok(Sequence::new(self.symbols.text())),
            Some(lengths) => {
                Sequence::of_documents(self.symbols.text(), lengths).map_err(crate::errors::to_py)
            }
        }
    }
}

fn is_sequence(value: &Bound<'_, PyAny>) -> bool {
    !value.is_instance_of::<PyInt>()
        && (value.cast::<PySequence>().is_ok()
            || PyUntypedBuffer::get(value).is_ok_and(|buffer| buffer.dimensions() > 0))
}

/// A type of which the integers of a sequence may be.
pub(crate) trait Integer: TryFrom<i128> {
    const RANGE: &'static str;
}

impl Integer for u32 {
    const RANGE: &'static str = "integers from 0 to 4294967295";
}

impl Integer for u64 {
    const RANGE: &'static str = "integers from 0 to 18446744073709551615";
}

impl Integer for i32 {
    const RANGE: &'static str = "positions in the sequence";
}

impl Integer for i64 {
    const RANGE: &'static str = "positions in the sequence";
}

/// The integers of an array, of any type that has the buffer protocol, or of a list.
pub(crate) fn integers<T: Integer>(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<T>> {
    let Ok(buffer) = PyUntypedBuffer::get(value) else { return listed(value, name) };
    macro_rules! as_one_of {
        ($($type:ty)*) => {
            $(if let Ok(buffer) = buffer.as_typed::<$type>() {
                return of_buffer(value.py(), buffer, name);
            })*
        };
    }
    as_one_of!(u32 i64 i32 u64 u16 u8 i16 i8);
    let format = buffer.format().to_string_lossy().into_owned();
    Err(PyTypeError::new_err(format!("{name} must hold integers, not items of the format '{format}'")))
}

fn of_buffer<S: Element + Into<i128>, T: Integer>(
    py: Python<'_>,
    buffer: &PyBuffer<S>,
    name: &str,
) -> PyResult<Vec<T>> {
    one_dimension(buffer, name)?;
    let convert = |item: S| T::try_from(item.into()).map_err(|_| out_of_range::<T>(name));
    buffer.to_vec(py)?.into_iter().map(convert).collect()
}

fn one_dimension(buffer: &PyUntypedBuffer, name: &str) -> PyResult<()> {
    match buffer.dimensions() {
        1 => Ok(()),
        found => Err(PyValueError::new_err(format!("{name} must have one dimension, not {found}"))),
    }
}

fn listed<T: Integer>(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<T>> {
    let wrong = |what: &Bound<'_, PyAny>| -> PyErr {
        match what.get_type().name() {
            Ok(found) => PyTypeError::new_err(format!("{name} must be bytes, or integers, not '{found}'")),
            Err(error) => error,
        }
    };
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("{name} must be bytes, or integers, not 'str': encode it")));
    }
    let sequence = value.cast::<PySequence>().map_err(|_| wrong(value))?;
    let mut items = Vec::with_capacity(sequence.len()?);
    for item in sequence.try_iter()? {
        let item = item?;
        // Objects that only pass for an integer, as those of numpy do, have __index__.
        let number: i128 = match item.extract() {
            Ok(number) => number,
            Err(_) if item.is_instance_of::<PyInt>() => return Err(out_of_range::<T>(name)),
            Err(_) => return Err(wrong(&item)),
        };
        items.push(T::try_from(number).map_err(|_| out_of_range::<T>(name))?);
    }
    Ok(items)
}

fn out_of_range<T: Integer>(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} must hold {}", T::RANGE))
}

/// A numpy array that `fill` has filled, without the GIL.
fn array<'py, P: Position + bytemuck::Pod>(
    numpy: &Bound<'py, PyModule>,
    length: usize,
    fill: impl FnOnce(&mut [P]) -> Result<(), Error> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let py = numpy.py();
    let memory = PyByteArray::new_with(py, length * size_of::<P>(), |bytes| {
        let Ok(out) = bytemuck::try_cast_slice_mut(bytes) else {
            return Err(PyRuntimeError::new_err("memory for numbers begins at an odd address"));
        };
        detached(py, || fill(out))
    })?;
    let kind = if size_of::<P>() == 4 { "int32" } else { "int64" };
    numpy.call_method1("frombuffer", (memory, kind))
}
