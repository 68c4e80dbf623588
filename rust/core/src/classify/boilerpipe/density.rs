//! The slides' tree of text densities: words in a line of 80 columns, and link densities.

use super::super::settings::{Param, Settings};
use super::super::{Algorithm, Classifier, UNSEEN_OR_CHOICE};
use super::blocks::TextBlock;
use super::default::{LINKED, LINKED_BEFORE};
use super::{Boilerpipe, Verdict, fusion};
use crate::error::Result;

pub(in super::super) static ALGORITHM: Algorithm = Algorithm {
    name: "boilerpipe-density",
    about: "words in a line of 80 columns, and link densities, of a text block and its neighbours; boilerpy3's \
            DefaultExtractor",
    reference: "Kohlschütter and Nejdl 2008; Kohlschütter et al. 2010, slide \"Text Density + Link Density\"",
    params: &[FUSE],
    presets: &[],
    uses_stop_words: false,
    uses_hints: false,
    skips: UNSEEN_OR_CHOICE,
    make,
    train: None,
};

const FUSE: Param = Param {
    name: "fuse",
    default: 1.0,
    least: 0.0,
    most: 1.0,
    about: "1: neighbours of the same text density are one block, as in the published program; 0: as on the slides",
};

fn make(settings: &Settings, _: Option<&[u8]>) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(if settings.value(&FUSE) >= 0.5 {
        Boilerpipe {
            steps: |_, blocks| {
                fusion::equal_densities(blocks);
                blocks.classify(by_density);
            },
        }
    } else {
        Boilerpipe { steps: |_, blocks| blocks.classify(by_density) }
    }))
}

pub(super) fn by_density(before: &TextBlock, block: &TextBlock, next: &TextBlock) -> Verdict {
    if block.link_density() > LINKED {
        return (false, "links");
    }
    let next = next.text_density();
    if before.link_density() > LINKED_BEFORE {
        return if next > 11.0 { (true, "before dense") } else { (false, "after links") };
    }
    if block.text_density() > 9.0 {
        return if next > 0.0 { (true, "dense") } else { (false, "before no words") };
    }
    if next > 10.0 {
        (true, "before dense")
    } else if before.text_density() > 4.0 {
        (true, "after words")
    } else {
        (false, "sparse")
    }
}
