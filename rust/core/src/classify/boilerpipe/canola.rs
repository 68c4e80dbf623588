//! The tree trained on the Canola data set (Pomikálek 2.6.4, 2.8.2).

use super::super::settings::Settings;
use super::super::{Algorithm, Classifier, UNSEEN_OR_CHOICE};
use super::blocks::TextBlock;
use super::{Boilerpipe, Verdict};
use crate::error::Result;

pub(in super::super) static ALGORITHM: Algorithm = Algorithm {
    name: "boilerpipe-canola",
    about: "word counts and links of a text block and its neighbours, trained on Canola; boilerpy3's CanolaExtractor",
    reference: "Kohlschütter et al. 2010; Pomikálek 2011, section 2.6.4",
    params: &[],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: None,
};

fn make(_: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(Boilerpipe { steps: |_, blocks| blocks.classify(by_canola) }))
}

pub(super) fn by_canola(before: &TextBlock, block: &TextBlock, next: &TextBlock) -> Verdict {
    if block.words > 19 {
        return (true, "long");
    }
    if block.links > 0 && next.words > 11 {
        return (true, "links before text");
    }
    let unlinked = next.words > 6 && next.links == 0 && before.links == 0;
    if unlinked && (block.words > 6 || before.words > 7 || next.words > 19) {
        (true, "among text")
    } else {
        (false, "short")
    }
}
