//! `cleaneval`: texts and blocks against gold.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use streamclean_core::json::split::Invalid;
use streamclean_core::score::figures::{Counts, Figures};
use streamclean_core::score::gold::{self, Gold as CoreGold, Labels};
use streamclean_core::score::label::{self, From};
use streamclean_core::score::page::{Cleaned, Scores as CoreScores, TextScores};
use streamclean_core::score::totals::{Fragmentation, Totals as CoreTotals};
use streamclean_core::score::words::Reading;
use streamclean_core::score::{blocks, score as score_page};

/// Error of a value that came as JSON: what is wrong, where in it, and which of the values it is.
fn wrong(error: Invalid, value: &'static str) -> PyErr {
    PyValueError::new_err((error.what, error.offset, value))
}

/// How good a text is that was cleaned, beside the text that it should be.
#[pyfunction]
#[pyo3(signature = (text, gold, *, ascii=false, exact=false))]
pub(crate) fn score(py: Python<'_>, text: &str, gold: &str, ascii: bool, exact: bool) -> Scores {
    let scores = py.detach(|| TextScores::of(text, gold, Reading { ascii, exact }));
    Scores(CoreScores { text: Some(scores), ..CoreScores::default() })
}

/// The gold of a page, from the values of its fields as JSON; `null` is as if it were not there.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Gold(CoreGold);

#[pymethods]
impl Gold {
    #[new]
    #[pyo3(signature = (text=None, blocks=None, wanted=None, unwanted=None, *, bad=Vec::new(), ignored=Vec::new()))]
    fn new(
        py: Python<'_>,
        text: Option<&[u8]>,
        blocks: Option<&[u8]>,
        wanted: Option<&[u8]>,
        unwanted: Option<&[u8]>,
        bad: Vec<String>,
        ignored: Vec<String>,
    ) -> PyResult<Self> {
        let labels = Labels { bad, ignored };
        py.detach(|| {
            let text = given(text).map(gold::text).transpose().map_err(|e| (e, "text"))?;
            let nodes = given(blocks)
                .map(|value| gold::nodes(value, &labels))
                .transpose()
                .map_err(|e| (e, "blocks"))?;
            let with = given(wanted).map(gold::texts).transpose().map_err(|e| (e, "wanted"))?;
            let without = given(unwanted).map(gold::texts).transpose().map_err(|e| (e, "unwanted"))?;
            Ok(CoreGold { text, nodes, with: with.unwrap_or_default(), without: without.unwrap_or_default() })
        })
        .map(Self)
        .map_err(|(error, value)| wrong(error, value))
    }

    /// Whether there is nothing to score against.
    #[getter]
    fn empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it has labelled blocks or text nodes.
    #[getter]
    fn has_blocks(&self) -> bool {
        self.0.nodes.is_some()
    }

    /// Whether it has a text, or blocks to make one of.
    #[getter]
    fn has_text(&self) -> bool {
        self.0.text.is_some() || self.0.nodes.is_some()
    }

    /// The scores of a cleaned page: its text as a JSON string, or else its classified blocks as JSON, or nothing.
    #[pyo3(signature = (text=None, blocks=None, *, ascii=false, exact=false))]
    fn score(
        &self,
        py: Python<'_>,
        text: Option<&[u8]>,
        blocks: Option<&[u8]>,
        ascii: bool,
        exact: bool,
    ) -> PyResult<Scores> {
        py.detach(|| {
            let text = given(text).map(gold::text).transpose().map_err(|e| (e, "text"))?;
            let blocks = match given(blocks) {
                Some(value) if text.is_none() => Some(classified(value).map_err(|e| (e, "blocks"))?),
                _ => None,
            };
            Ok(score_page(&Cleaned { text, blocks }, &self.0, Reading { ascii, exact }))
        })
        .map(Scores)
        .map_err(|(error, value)| wrong(error, value))
    }

    /// The blocks of a page, as JSON, each with a label from this gold; and what was found, as figures.
    #[pyo3(signature = (blocks, *, by_blocks=false, share=0.5, ascii=false, exact=false))]
    fn label<'py>(
        &self,
        py: Python<'py>,
        blocks: &[u8],
        by_blocks: bool,
        share: f64,
        ascii: bool,
        exact: bool,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyDict>)> {
        let from = if by_blocks { From::Nodes } else { From::Text };
        let labelled = py
            .detach(|| label::label(blocks, &self.0, from, share, Reading { ascii, exact }))
            .map_err(|error| wrong(error, "blocks"))?;
        let figures = PyDict::new(py);
        for (name, k) in [("good", 0), ("bad", 1), ("undecided", 2)] {
            figures.set_item(format!("{name}_blocks"), labelled.blocks[k])?;
            figures.set_item(format!("{name}_words"), labelled.words[k])?;
        }
        figures.set_item("gold_words", labelled.gold_words)?;
        figures.set_item("gold_words_found", labelled.gold_words_found)?;
        Ok((PyBytes::new(py, &labelled.value), figures))
    }
}

fn given(value: Option<&[u8]>) -> Option<&[u8]> {
    value.filter(|&value| value != b"null")
}

fn classified(value: &[u8]) -> Result<Vec<blocks::Block>, Invalid> {
    let blocks = blocks::read(value)?;
    if blocks::is_unclassified(&blocks) {
        return Err(Invalid { offset: 0, what: "has a block without 'class': classify first" });
    }
    Ok(blocks)
}

/// The scores of a page.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Scores(CoreScores);

impl Scores {
    fn text(&self) -> TextScores {
        self.0.text.unwrap_or_default()
    }

    fn words(&self) -> Figures {
        self.text().words.figures()
    }
}

#[pymethods]
impl Scores {
    /// Words of the gold.
    #[getter]
    fn gold_words(&self) -> u64 {
        self.text().words.wanted
    }

    /// Words of the cleaned text.
    #[getter]
    fn cleaned_words(&self) -> u64 {
        self.text().words.found
    }

    /// Words in the same order in both.
    #[getter]
    fn common_words(&self) -> u64 {
        self.text().words.common
    }

    #[getter]
    fn precision(&self) -> f64 {
        self.words().precision
    }

    #[getter]
    fn recall(&self) -> f64 {
        self.words().recall
    }

    #[getter]
    fn f1(&self) -> f64 {
        self.words().f1
    }

    /// F with precision weighted twice as much as recall.
    #[getter]
    fn f05(&self) -> f64 {
        self.words().f05
    }

    /// F1 of the words in any order.
    #[getter]
    fn bag_f1(&self) -> f64 {
        self.text().bag.figures().f1
    }

    /// F1 of the runs of four words in any order.
    #[getter]
    fn shingle_f1(&self) -> f64 {
        self.text().shingles.figures().f1
    }

    /// All of it by name; `None` is what the gold does not have.
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let text = self.0.text.as_ref();
        dict.set_item("gold_words", text.map(|t| t.words.wanted))?;
        dict.set_item("cleaned_words", text.map(|t| t.words.found))?;
        dict.set_item("common_words", text.map(|t| t.words.common))?;
        put_figures(&dict, "", text.map(|t| t.words.figures()))?;
        put_figures(&dict, "bag_", text.map(|t| t.bag.figures()))?;
        put_figures(&dict, "shingle_", text.map(|t| t.shingles.figures()))?;
        let nodes = self.0.nodes.as_ref().and_then(|nodes| nodes.counts.last());
        put_figures(&dict, "node_", nodes.map(Counts::figures))?;
        put_snippets(&dict, &self.0.snippets)?;
        dict.set_item("fragments", self.0.fragments.as_ref().map(Vec::len))?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let Figures { precision, recall, f1, f05 } = self.words();
        format!("Scores(precision={precision:.4}, recall={recall:.4}, f1={f1:.4}, f05={f05:.4})")
    }
}

fn put_figures(dict: &Bound<'_, PyDict>, prefix: &str, figures: Option<Figures>) -> PyResult<()> {
    dict.set_item(format!("{prefix}precision"), figures.map(|f| f.precision))?;
    dict.set_item(format!("{prefix}recall"), figures.map(|f| f.recall))?;
    dict.set_item(format!("{prefix}f1"), figures.map(|f| f.f1))?;
    dict.set_item(format!("{prefix}f05"), figures.map(|f| f.f05))
}

fn put_snippets(
    dict: &Bound<'_, PyDict>,
    snippets: &streamclean_core::score::snippets::Snippets,
) -> PyResult<()> {
    dict.set_item("with", snippets.with)?;
    dict.set_item("with_found", snippets.with_found)?;
    dict.set_item("without", snippets.without)?;
    dict.set_item("without_found", snippets.without_found)
}

/// The scores of a set of pages.
#[pyclass(module = "streamclean._core")]
#[derive(Default)]
pub(crate) struct ScoreTotals(CoreTotals);

#[pymethods]
impl ScoreTotals {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn add(&mut self, scores: &Scores) {
        self.0.add(&scores.0);
    }

    /// All figures by name; `None` is what no gold of the set has.
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let totals = &self.0;
        let dict = PyDict::new(py);
        dict.set_item("pages", totals.pages())?;
        let has_text = totals.texts() > 0;
        let words = totals.words();
        dict.set_item("texts", totals.texts())?;
        dict.set_item("gold_words", words.wanted)?;
        dict.set_item("cleaned_words", words.found)?;
        dict.set_item("common_words", words.common)?;
        for (name, figures) in [
            ("words", words.figures()),
            ("words_macro", totals.words_macro()),
            ("bag_macro", totals.bag()),
            ("shingles", totals.shingles()),
        ] {
            dict.set_item(name, if has_text { Some(figures_dict(py, figures)?) } else { None })?;
        }
        let nodes = totals.nodes().into_iter().map(|(agreement, counts)| {
            let row = figures_dict(py, counts.figures())?;
            row.set_item("agreement", agreement)?;
            row.set_item("gold_characters", counts.wanted)?;
            row.set_item("cleaned_characters", counts.found)?;
            row.set_item("common_characters", counts.common)?;
            Ok(row)
        });
        let nodes = nodes.collect::<PyResult<Vec<_>>>()?;
        dict.set_item("nodes", if nodes.is_empty() { None } else { Some(nodes) })?;
        put_snippets(&dict, &totals.snippets())?;
        for (name, fragments) in
            [("fragments", totals.fragments()), ("gold_fragments", totals.gold_fragments())]
        {
            dict.set_item(name, fragments.map(|f| fragments_dict(py, f)).transpose()?)?;
        }
        Ok(dict)
    }
}

fn figures_dict(py: Python<'_>, figures: Figures) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    put_figures(&dict, "", Some(figures))?;
    Ok(dict)
}

fn fragments_dict(py: Python<'_>, fragments: Fragmentation) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("count", fragments.fragments)?;
    dict.set_item("mean_length", fragments.mean)?;
    dict.set_item("median_length", fragments.median)?;
    dict.set_item("per_page", fragments.per_page)?;
    Ok(dict)
}
