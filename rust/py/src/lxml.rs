//! What lxml's target interface drives: the same block builder as our own tokeniser's.

use std::borrow::Cow;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use streamclean_core::html::builder::{Attributes, Builder};
use streamclean_core::html::hidden;
use streamclean_core::html::tags::Tag;

use crate::pages::{Decoded, Page};

/// A parser target for lxml, for one page after the other: `lxml.etree.HTMLParser(target=LxmlTarget(...))`.
#[pyclass(module = "streamclean._core")]
pub(crate) struct LxmlTarget {
    builder: Builder<Element>,
    hints: bool,
}

/// An element as lxml tells it. Its attributes are asked only if it holds text.
struct Element {
    name: Option<Py<PyString>>,
    attributes: Option<Py<PyDict>>,
}

impl Element {
    /// Calls `put` with the name and the value of each attribute.
    fn each(&self, mut put: impl FnMut(&str, &str)) {
        let Some(attributes) = self.attributes.as_ref() else { return };
        Python::attach(|py| {
            for (name, value) in attributes.bind(py) {
                if let (Ok(name), Ok(value)) = (name.cast::<PyString>(), value.cast::<PyString>())
                    && let Ok(name) = name.to_str()
                {
                    put(name, &value.to_string_lossy());
                }
            }
        });
    }
}

impl Attributes for Element {
    fn hint_values(&self, put: &mut dyn FnMut(&str)) {
        self.each(|name, value| {
            if matches!(name, "class" | "id" | "role" | "itemprop") {
                put(value);
            }
        });
    }

    fn is_anchor(&self) -> bool {
        let (mut has_name, mut has_href) = (false, false);
        self.each(|name, _| {
            has_name |= name == "name";
            has_href |= name == "href";
        });
        has_name && !has_href
    }

    fn is_hidden(&self) -> bool {
        let mut hidden = false;
        self.each(|name, value| {
            hidden |= match name {
                "hidden" => hidden::hides(value),
                "style" => hidden::style_hides(value),
                _ => false,
            };
        });
        hidden
    }

    fn is_telling(&self) -> bool {
        self.attributes.as_ref().is_some_and(|attributes| {
            Python::attach(|py| {
                let has = |name: &Bound<'_, PyString>| attributes.bind(py).contains(name).unwrap_or(false);
                has(intern!(py, "itemtype"))
                    || has(intern!(py, "typeof"))
                    || has(intern!(py, "property"))
                    || has(intern!(py, "name"))
                    || has(intern!(py, "type"))
            })
        })
    }

    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        let attributes = self.attributes.as_ref()?;
        Python::attach(|py| {
            let value = attributes.bind(py).get_item(name).ok()??;
            Some(Cow::Owned(value.cast::<PyString>().ok()?.to_string_lossy().into_owned()))
        })
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
        Self { builder: Builder::new(hints), hints }
    }

    /// Without a signature for Python, which lxml would ask for, to see whether namespaces are wanted.
    #[pyo3(text_signature = None)]
    fn start(&mut self, tag: &Bound<'_, PyString>, attributes: &Bound<'_, PyAny>) -> PyResult<()> {
        let known = Tag::of(tag.to_str()?.as_bytes());
        // Elements without attributes come with a mapping that cannot be changed, and is no dict.
        let attributes = attributes.cast::<PyDict>().ok().filter(|attributes| !attributes.is_empty());
        self.builder.start(
            known,
            Element {
                name: (known == Tag::Other).then(|| tag.clone().unbind()),
                attributes: attributes.map(|attributes| attributes.clone().unbind()),
            },
        );
        Ok(())
    }

    fn end(&mut self, tag: &str) {
        if !Tag::of(tag.as_bytes()).is_void() {
            self.builder.end(true);
        }
    }

    fn data(&mut self, text: &str) {
        self.builder.text(text, 0..0);
    }

    #[allow(clippy::unused_self)]
    fn close(&self) {}

    /// The page that was told, read from `decoded`; what is told from now on is another.
    fn page(&mut self, decoded: &Decoded) -> Page {
        let told = std::mem::replace(&mut self.builder, Builder::new(self.hints));
        Page::new(told.finish(), decoded)
    }
}
