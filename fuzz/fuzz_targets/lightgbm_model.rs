//! A text model of LightGBM of any characters: it is refused, or becomes a model that labels pages, by itself and twice
//! over.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::classify::settings::Settings;
use streamclean_core::classify::trees::model_of;
use streamclean_core::classify::{Context, find, label};
use streamclean_core::html::tree;

fuzz_target!(|text: &str| {
    let Some(trees) = find("trees") else { return };
    for texts in [&[text][..], &[text, text]] {
        let Ok(model) = model_of(texts, 0.5, 1.0, 0.1) else { continue };
        let classifier = (trees.make)(&Settings::default(), Some(&model)).expect("what was made can be read");
        let mut page = tree::read("<p>A story of many, told once.<p>Copyright", true);
        let labels = label(trees, classifier.as_ref(), &mut page, &Context::default());
        assert_eq!(labels.blocks.len(), page.blocks.len());
    }
});
