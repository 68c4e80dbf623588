//! The baseline: everything is content.

use super::settings::Settings;
use super::{Algorithm, Classifier, Context, Label, Labels, UNSEEN};
use crate::error::Result;
use crate::html::page::Page;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    name: "all",
    about: "every block that a reader sees is good: the baseline",
    reference: "Pomikálek 2011, tables 2.5 to 2.9, \"baseline\"",
    params: &[],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: UNSEEN,
    make,
    train: None,
};

#[derive(Debug)]
struct All;

fn make(_: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(All))
}

impl Classifier for All {
    fn label(&self, page: &Page, _: &Context<'_>) -> Labels {
        Labels { blocks: vec![Label::new(true, "all"); page.blocks.len()], nodes: Vec::new() }
    }
}
