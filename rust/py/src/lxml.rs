//! What lxml's target interface drives: the same block builder as our own tokeniser's.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use streamclean_core::html::builder::{Attributes, Builder};
use streamclean_core::html::hidden;
use streamclean_core::html::tags::Tag;

use crate::pages::{Decoded, Page};

/// A parser target for lxml: `lxml.etree.HTMLParser(target=LxmlTarget(...))`.
#[pyclass(module = "streamclean._core")]
pub(crate) struct LxmlTarget {
    builder: Option<Builder<Element>>,
}

/// An element as lxml tells it. Its attributes are asked only if it holds text.
struct Element {
    name: Option<Py<PyString>>,
    attributes: Option<Py<PyDict>>,
}

impl Element {
    fn get<T>(&self, name: &str, with: impl FnOnce(&str) -> T) -> Option<T> {
        let attributes = self.attributes.as_ref()?;
        Python::attach(|py| {
            let value = attributes.bind(py).get_item(name).ok()??;
            let value = value.cast::<PyString>().ok()?;
            Some(with(&value.to_string_lossy()))
        })
    }
}

impl Attributes for Element {
    fn hint_values(&self, put: &mut dyn FnMut(&str)) {
        for name in ["class", "id", "role", "itemprop"] {
            self.get(name, &mut *put);
        }
    }

    fn is_anchor(&self) -> bool {
        self.get("name", |_| ()).is_some() && self.get("href", |_| ()).is_none()
    }

    fn is_hidden(&self) -> bool {
        self.get("hidden", hidden::hides).unwrap_or(false)
            || self.get("style", hidden::style_hides).unwrap_or(false)
    }

    fn name(&self) -> Cow<'_, str> {
        let Some(name) = &self.name else { return Cow::Borrowed("") };
        Python::attach(|py| Cow::Owned(name.bind(py).to_string_lossy().to_ascii_lowercase()))
    }
}

#[pymethods]
impl LxmlTarget {
    /// `hints`: whether the words of class, id, role and itemprop are wanted.
    #[new]
    #[pyo3(signature = (hints=true))]
    fn new(hints: bool) -> Self {
        Self { builder: Some(Builder::new(hints)) }
    }

    fn start(&mut self, tag: &Bound<'_, PyString>, attributes: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some(builder) = &mut self.builder else { return Ok(()) };
        let known = Tag::of(tag.to_str()?.as_bytes());
        // Elements without attributes come with a mapping that cannot be changed, and is no dict.
        let attributes = attributes.cast::<PyDict>().ok().filter(|attributes| !attributes.is_empty());
        builder.start(
            known,
            Element {
                name: (known == Tag::Other).then(|| tag.clone().unbind()),
                attributes: attributes.map(|attributes| attributes.clone().unbind()),
            },
        );
        Ok(())
    }

    fn end(&mut self, tag: &str) {
        let Some(builder) = &mut self.builder else { return };
        if !Tag::of(tag.as_bytes()).is_void() {
            builder.end(true);
        }
    }

    fn data(&mut self, text: &str) {
        if let Some(builder) = &mut self.builder {
            builder.text(text, 0..0);
        }
    }

    #[allow(clippy::unused_self)]
    fn close(&self) {}

    /// The page that was told; `decoded` is what it was read from.
    fn page(&mut self, decoded: &Decoded) -> Page {
        let page = self.builder.take().map(Builder::finish).unwrap_or_default();
        Page::new(page, decoded)
    }
}
