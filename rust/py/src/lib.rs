//! The compiled module `streamclean._core`: one thin file a room, each converting types and releasing the GIL.

mod books;
mod classify;
mod counters;
mod cutpoint;
mod dedup;
mod errors;
mod fingerprint;
mod http;
mod json;
mod lang;
mod lxml;
mod models;
mod neardups;
mod ngrams;
mod pages;
mod records;
mod render;
mod score;
mod site;
mod strip;
mod suffix;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _core {
    use super::*;

    #[pymodule_export]
    use super::books::{BookLibrary, BookPages, BookRelations, BookSketch};
    #[pymodule_export]
    use super::classify::{
        BlockTrainer, DensityFit, Labelled, Labeller, algorithms, block_features, feature_names,
        feature_rows, gold_labels, trees_model,
    };
    #[pymodule_export]
    use super::cutpoint::{CutPointModel, CutPointSample, CutPointSearch, UsefulParts, find_cut_point};
    #[pymodule_export]
    use super::dedup::{Deduper, PreparedDedup, check_same_ngrams, ngram_set_info, tokens_of_set};
    #[pymodule_export]
    use super::fingerprint::{
        Fingerprint, FingerprintFile, FingerprintWriter, MinHash, PrefixLearner, SimHash, Sketched, Sketcher,
        containment, fingerprint, fingerprints, read_fingerprints, schemes, shingles, similarity, winnow,
    };
    #[pymodule_export]
    use super::http::unbrotli;
    #[pymodule_export]
    use super::json::{json_text, to_json};
    #[pymodule_export]
    use super::lang::{count_words, detect_language, language_code, languages, stoplist};
    #[pymodule_export]
    use super::lxml::LxmlTarget;
    #[pymodule_export]
    use super::models::{Model, normalise_lines, prepare, prepare_json};
    #[pymodule_export]
    use super::neardups::{
        LabelledNear, NearDups, NearLabels, PreparedNear, probability_lists, probability_supershingles,
        solve_bands,
    };
    #[pymodule_export]
    use super::ngrams::{
        ListedNgrams, NgramCounter, NgramHosts, NgramListing, PreparedNgrams, SeenHosts, TextReading,
        TokenChoice, merge_ngram_sets,
    };
    #[pymodule_export]
    use super::pages::{Decoded, Page};
    #[pymodule_export]
    use super::records::find_fields;
    #[pymodule_export]
    use super::render::{PageView, Rendered, Renderer};
    #[pymodule_export]
    use super::score::{Gold, ScoreTotals, Scores, score};
    #[pymodule_export]
    use super::site::{SiteLabelled, SiteLearner, SiteNotes, SiteTemplates, site_key, site_methods};
    #[pymodule_export]
    use super::strip::{Stripped, Stripper, is_known_encoding, looks_binary};
    #[pymodule_export]
    use super::suffix::{lcp_array, suffix_array};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::counters::register(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
