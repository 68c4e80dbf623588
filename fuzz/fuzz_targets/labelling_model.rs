//! A model of classify of any bytes: it is refused, or labels a page. The first byte says for which algorithm; the rest is
//! in a file whose checksum is right, so that what is in it is reached.
#![no_main]

use std::cell::OnceCell;

use libfuzzer_sys::fuzz_target;
use streamclean_core::classify::settings::Settings;
use streamclean_core::classify::{ALGORITHMS, Algorithm, Context, label};
use streamclean_core::html::page::Page;
use streamclean_core::html::tree;
use streamclean_core::store;

const HTML: &str = "<title>A story</title><ul><li><a href=/>Home</a><li>News</ul><h1>A story of many</h1>
    <div class=content><p>The council said on Monday that it would not build the road, <b>planned</b> for years.
    <p>\u{4e2d}\u{6587} and more of it, told again and again.</div><noscript>Read on</noscript><p>Copyright 2019";

thread_local! {
    static PAGE: OnceCell<Page> = const { OnceCell::new() };
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, payload)) = bytes.split_first() else { return };
    let learn: Vec<&Algorithm> = ALGORITHMS.iter().copied().filter(|algorithm| algorithm.learns()).collect();
    let algorithm = learn[usize::from(first) % learn.len()];
    check(algorithm, payload);
    check(algorithm, &store::seal(algorithm.name, payload));
});

fn check(algorithm: &Algorithm, file: &[u8]) {
    let Ok(classifier) = (algorithm.make)(&Settings::default(), Some(file)) else { return };
    let mut page = PAGE.with(|page| page.get_or_init(|| tree::read(HTML, true)).clone());
    let labels = label(algorithm, classifier.as_ref(), &mut page, &Context::default());
    assert_eq!(labels.blocks.len(), page.blocks.len());
    let scores = labels.blocks.iter().filter_map(|label| label.score);
    scores.for_each(|score| assert!((0.0..=1.0).contains(&score), "{}: {score}", algorithm.name));
}
