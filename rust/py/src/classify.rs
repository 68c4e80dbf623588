//! Labels of blocks: the algorithms, what they learn, and the lengths of text.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use streamclean_core::Error;
use streamclean_core::classify::densities::Lengths;
use streamclean_core::classify::labeller::{Labeller as CoreLabeller, Language, Options, detect};
use streamclean_core::classify::settings::Settings;
use streamclean_core::classify::trees::{self, features};
use streamclean_core::classify::{ALGORITHMS, Algorithm, Context, Labels, Trainer, find, labelled};
use streamclean_core::html::kinds::Kinds;
use streamclean_core::html::page::Page as CorePage;
use streamclean_core::html::{encoding, labels, record, tree};
use streamclean_core::json::split::Invalid;
use streamclean_core::lang::{self, StopList};
use streamclean_core::render::{select, text};

use crate::errors::{detached, to_py};
use crate::pages::Page;

/// What is wrong with a value, and where.
pub(crate) fn invalid(error: Invalid) -> PyErr {
    PyValueError::new_err((error.what, error.offset))
}

/// What is known of each algorithm.
#[pyfunction]
pub(crate) fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let table = PyList::empty(py);
    for algorithm in ALGORITHMS {
        let params: Vec<_> = algorithm
            .params
            .iter()
            .map(|param| (param.name, param.default, param.least, param.most, param.about))
            .collect();
        let row = PyDict::new(py);
        row.set_item("name", algorithm.name)?;
        row.set_item("about", algorithm.about)?;
        row.set_item("reference", algorithm.reference)?;
        row.set_item("params", params)?;
        row.set_item("presets", algorithm.presets.to_vec())?;
        row.set_item("uses_stop_words", algorithm.uses_stop_words)?;
        row.set_item("learns", algorithm.learns())?;
        table.append(row)?;
    }
    Ok(table)
}

fn settings(
    algorithm: &Algorithm,
    numbers: HashMap<String, f64>,
    preset: Option<&str>,
) -> Result<Settings, Error> {
    let mut settings = Settings::of_preset(preset);
    for (name, value) in numbers {
        settings.set(algorithm.params, &name, value)?;
    }
    Ok(settings)
}

fn find_algorithm(name: &str) -> PyResult<&'static Algorithm> {
    find(name).ok_or_else(|| {
        let names: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
        PyValueError::new_err(format!("algorithm must be one of {}", names.join(", ")))
    })
}

/// Labels pages by one algorithm.
#[pyclass(frozen, module = "streamclean._core")]
pub(crate) struct Labeller(CoreLabeller);

/// The labelled blocks of a record.
#[pyclass(frozen, get_all, module = "streamclean._core")]
pub(crate) struct Labelled {
    /// The value of the `blocks` field.
    blocks: Py<PyBytes>,
    lang: Option<&'static str>,
    good: usize,
    bad: usize,
}

#[pymethods]
impl Labeller {
    #[new]
    #[pyo3(signature = (algorithm, *, settings=None, preset=None, model=None, lang="auto", stoplist=None, only_lang=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        algorithm: &str,
        settings: Option<HashMap<String, f64>>,
        preset: Option<&str>,
        model: Option<&[u8]>,
        lang: &str,
        stoplist: Option<&str>,
        only_lang: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let known = find_algorithm(algorithm)?;
        let options = Options {
            settings: self::settings(known, settings.unwrap_or_default(), preset).map_err(to_py)?,
            model,
            language: Language::of(lang).map_err(to_py)?,
            stop_words: stoplist.map(StopList::from_text),
            only: only_lang.map(|names| CoreLabeller::codes(&names)).transpose().map_err(to_py)?,
        };
        CoreLabeller::new(algorithm, options).map(Self).map_err(to_py)
    }

    /// Labels the value of a `blocks` field; `title` and `kinds` are those of its page. Raises `ValueError(what, offset)` where it
    /// holds no blocks. `scores`: whether more than the class of each block is wanted.
    #[pyo3(signature = (blocks, *, lang=None, title=None, kinds=None, explain=false, scores=true))]
    #[allow(clippy::too_many_arguments)]
    fn label(
        &self,
        py: Python<'_>,
        blocks: &[u8],
        lang: Option<&str>,
        title: Option<&str>,
        kinds: Option<&str>,
        explain: bool,
        scores: bool,
    ) -> PyResult<Labelled> {
        let done = py.detach(|| {
            let mut parsed = about(blocks, title, kinds)?;
            let (mut labels, lang) = self.0.label(&mut parsed.page, lang, true);
            if !scores {
                labels.blocks.iter_mut().for_each(|label| (label.score, label.context_free) = (None, None));
            }
            let json = labelled::write(blocks, &parsed, &labels, explain);
            let good = labels.blocks.iter().filter(|label| label.good).count();
            Ok((json, lang, good, labels.blocks.len() - good))
        });
        let (json, lang, good, bad) = done.map_err(invalid)?;
        Ok(Labelled { blocks: PyBytes::new(py, &json).unbind(), lang, good, bad })
    }

    /// The good text of a page, by its bytes.
    #[pyo3(signature = (data, *, encoding=None, lang=None))]
    fn extract(
        &self,
        py: Python<'_>,
        data: &[u8],
        encoding: Option<&str>,
        lang: Option<&str>,
    ) -> PyResult<String> {
        detached(py, || {
            let decoded = encoding::decode(data, encoding, None, None)?;
            Ok(self.extract_text(&decoded.text, lang))
        })
    }

    /// The good text of a page, by its characters.
    #[pyo3(signature = (html, *, lang=None))]
    fn extract_str(&self, py: Python<'_>, html: &str, lang: Option<&str>) -> String {
        py.detach(|| self.extract_text(html, lang))
    }

    /// The good text of a page that was read before.
    #[pyo3(signature = (page, *, lang=None))]
    fn extract_page(&self, py: Python<'_>, page: &Page, lang: Option<&str>) -> String {
        py.detach(|| {
            let mut page = page.page.clone();
            let (labels, _) = self.0.label(&mut page, lang, false);
            kept_text(&page, &labels)
        })
    }
}

impl Labeller {
    fn extract_text(&self, html: &str, lang: Option<&str>) -> String {
        let mut page = tree::read(html, self.0.wants_hints());
        let (labels, _) = self.0.label(&mut page, lang, false);
        kept_text(&page, &labels)
    }
}

/// Learns from the blocks of records.
#[pyclass(module = "streamclean._core")]
pub(crate) struct BlockTrainer {
    trainer: Option<Box<dyn Trainer>>,
}

#[pymethods]
impl BlockTrainer {
    #[new]
    #[pyo3(signature = (algorithm, *, settings=None, preset=None))]
    fn new(algorithm: &str, settings: Option<HashMap<String, f64>>, preset: Option<&str>) -> PyResult<Self> {
        let known = find_algorithm(algorithm)?;
        let Some(make) = known.train else {
            return Err(PyValueError::new_err(format!("{algorithm} learns nothing")));
        };
        let settings = self::settings(known, settings.unwrap_or_default(), preset).map_err(to_py)?;
        Ok(Self { trainer: Some(make(&settings).map_err(to_py)?) })
    }

    /// Learns from the value of a `blocks` field; returns how many of its blocks are labelled good, and how many bad.
    /// Raises `ValueError(what, offset)` where it holds no blocks.
    fn add(&mut self, py: Python<'_>, blocks: &[u8]) -> PyResult<(usize, usize)> {
        let Some(trainer) = &mut self.trainer else { return Err(finished()) };
        py.detach(|| {
            let parsed = record::parse(blocks)?;
            let gold = labels::gold(blocks, &parsed)?;
            trainer.add(&parsed.page, &gold);
            let of = |class: bool| gold.iter().filter(|&&good| good == Some(class)).count();
            Ok((of(true), of(false)))
        })
        .map_err(invalid)
    }

    /// The bytes of the model file.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let Some(trainer) = self.trainer.take() else { return Err(finished()) };
        let model = detached(py, || trainer.finish())?;
        Ok(PyBytes::new(py, &model))
    }
}

/// The good text of a page: a line a block.
fn kept_text(page: &CorePage, labels: &Labels) -> String {
    text::text(page, |at| select::good(page, labels, at), text::Form::default())
}

fn finished() -> PyErr {
    PyValueError::new_err("this trainer has finished")
}

/// A model of the text models of LightGBM, the mean of which is taken, as the bytes of a file. Raises `ValueError` if they are none of ours.
#[pyfunction]
#[pyo3(signature = (texts, *, shift=0.0, spread=0.0, floor=0.0))]
pub(crate) fn trees_model<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    shift: f32,
    spread: f32,
    floor: f32,
) -> PyResult<Bound<'py, PyBytes>> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let model = trees::model_of(&texts, shift, spread, floor).map_err(to_py)?;
    Ok(PyBytes::new(py, &model))
}

/// Of each block in the value of a `blocks` field, what people say: 1 good, 0 bad, 255 neither.
#[pyfunction]
pub(crate) fn gold_labels<'py>(py: Python<'py>, blocks: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let gold = py.detach(|| labels::gold(blocks, &record::parse(blocks)?)).map_err(invalid)?;
    let labels: Vec<u8> = gold.into_iter().map(|good| good.map_or(255, u8::from)).collect();
    Ok(PyBytes::new(py, &labels))
}

/// The names of the columns of [`block_features`].
#[pyfunction]
pub(crate) fn feature_names() -> Vec<String> {
    features::names()
}

/// What the trees know of the blocks in the value of a `blocks` field: a row for each, of 32-bit floats (little-endian).
/// `lang` is that of the page, by default what
/// its text is in; `any` knows no stop words. `old`: as if the page had been written before HTML5. `keep`: as if it had
/// no other blocks than those for which there is a byte other than 0 here; the others have no rows. Raises
/// `ValueError(what, offset)` where it holds no blocks.
#[pyfunction]
#[pyo3(signature = (blocks, *, title=None, kinds=None, lang=None, old=false, keep=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn block_features<'py>(
    py: Python<'py>,
    blocks: &[u8],
    title: Option<&str>,
    kinds: Option<&str>,
    lang: Option<&str>,
    old: bool,
    keep: Option<&[u8]>,
) -> PyResult<Bound<'py, PyBytes>> {
    let rows = py.detach(|| {
        let (parsed, lang) = read(blocks, title, kinds, lang)?;
        let mut page = parsed.page;
        if let Some(keep) = keep {
            let mut keep = keep.iter();
            page.blocks.retain(|_| keep.next().is_none_or(|&keep| keep > 0));
        }
        if old {
            features::old_markup(&mut page);
        }
        let mut rows = Vec::new();
        let put =
            |rows: &mut Vec<u8>, row: &[f32]| rows.extend(row.iter().flat_map(|value| value.to_le_bytes()));
        features::each_row(&page, &context(lang), |_, row| put(&mut rows, row));
        Ok(rows)
    });
    rows.map(|rows| PyBytes::new(py, &rows)).map_err(invalid)
}

/// The same as lines of text, without scores: the id of the page, the number of the block, its gold label, its columns.
#[pyfunction]
#[pyo3(signature = (id, blocks, *, title=None, kinds=None, lang=None))]
pub(crate) fn feature_rows<'py>(
    py: Python<'py>,
    id: &str,
    blocks: &[u8],
    title: Option<&str>,
    kinds: Option<&str>,
    lang: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let rows = py.detach(|| {
        let (parsed, lang) = read(blocks, title, kinds, lang)?;
        labels::gold(blocks, &parsed)?;
        let said = labels::read(blocks, &parsed)?;
        let gold: Vec<&str> = said.iter().map(|label| label.gold.as_deref().unwrap_or_default()).collect();
        let mut rows = Vec::new();
        features::each_row(&parsed.page, &context(lang), |block, row| {
            features::rows::put(&mut rows, id, block, gold[block], row);
        });
        Ok(rows)
    });
    rows.map(|rows| PyBytes::new(py, &rows)).map_err(invalid)
}

/// A page with what the record says of it.
fn about(blocks: &[u8], title: Option<&str>, kinds: Option<&str>) -> Result<record::Parsed, Invalid> {
    let mut parsed = record::parse(blocks)?;
    parsed.page.title = title.unwrap_or_default().to_owned();
    parsed.page.kinds = kinds.map(Kinds::parse).unwrap_or_default();
    Ok(parsed)
}

/// The same, and the page's language.
fn read(
    blocks: &[u8],
    title: Option<&str>,
    kinds: Option<&str>,
    lang: Option<&str>,
) -> Result<(record::Parsed, Option<&'static str>), Invalid> {
    let parsed = about(blocks, title, kinds)?;
    let lang = lang.map_or_else(|| detect(&parsed.page), lang::code);
    Ok((parsed, lang))
}

fn context(lang: Option<&'static str>) -> Context<'static> {
    Context { lang, stop_words: lang.and_then(stop_words) }
}

/// The stop words of a language, read once.
fn stop_words(code: &str) -> Option<&'static StopList> {
    type List = OnceLock<Option<StopList>>;
    static LISTS: LazyLock<Vec<(&str, List)>> =
        LazyLock::new(|| lang::languages().map(|code| (code, List::new())).collect());
    let (code, list) = LISTS.iter().find(|(known, _)| *known == code)?;
    list.get_or_init(|| lang::stoplist(code)).as_ref()
}

/// Fits the stratified model of the slides to the lengths of text.
#[pyclass(module = "streamclean._core")]
#[derive(Default)]
pub(crate) struct DensityFit(Lengths);

#[pymethods]
impl DensityFit {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// The lengths of the segments in the value of a `blocks` field, each with how often it is there. A segment is
    /// what boilerpipe calls a block.
    #[staticmethod]
    fn lengths(py: Python<'_>, blocks: &[u8]) -> PyResult<Vec<(usize, u64)>> {
        py.detach(|| {
            let page = record::parse(blocks)?.page;
            let mut lengths = std::collections::BTreeMap::new();
            for words in page.segment_lengths() {
                *lengths.entry(words).or_insert(0) += 1;
            }
            Ok(lengths.into_iter().collect())
        })
        .map_err(invalid)
    }

    fn add(&mut self, lengths: Vec<(usize, u64)>) {
        for (words, times) in lengths {
            self.0.add(words, times);
        }
    }

    /// The fits of one writer and of two. Raises `ValueError` where there is too little to fit.
    fn fit<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Some(fits) = self.0.fit() else {
            return Err(PyValueError::new_err("too few blocks to fit anything"));
        };
        let found = PyDict::new(py);
        found.set_item("blocks", self.0.total())?;
        for (name, fit) in ["random_writer", "stratified"].iter().zip(fits) {
            let writers = PyList::empty(py);
            for writer in &fit.writers {
                let row = PyDict::new(py);
                row.set_item("p", writer.p)?;
                row.set_item("words", 1.0 / writer.p)?;
                row.set_item("share", writer.share)?;
                writers.append(row)?;
            }
            let row = PyDict::new(py);
            row.set_item("writers", writers)?;
            row.set_item("r2_adjusted", fit.r2)?;
            row.set_item("rmse", fit.rmse)?;
            found.set_item(*name, row)?;
        }
        Ok(found)
    }
}
