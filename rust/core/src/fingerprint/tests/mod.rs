//! What holds for all schemes, and figures that theory promises.

mod estimates;
mod files;
mod schemes;

use std::sync::{Arc, LazyLock};

use super::sketcher::PrefixCounter;
use super::units::Folding;
use super::*;

/// A choice with which any scheme runs.
fn choice(kind: &'static Kind) -> Choice {
    let mut choice = Choice::new(kind);
    choice.prefixes = kind.counts_prefixes.then(|| PREFIXES.clone());
    choice
}

static PREFIXES: LazyLock<Arc<prefixes::Prefixes>> = LazyLock::new(|| {
    let mut counter = PrefixCounter::new(heintze::RAREST.units[0], Folding::default());
    counter.add("the quick brown fox jumps over the lazy dog and the other dog");
    Arc::new(counter.prefixes().clone())
});

fn sketch(choice: Choice, text: &str) -> Fingerprint {
    let sketcher = Sketcher::new(choice).unwrap();
    let mut scratch = sketcher.scratch();
    sketcher.sketch(Given::Text(text), &mut scratch)
}

/// With parameters of its own, from `name=value`, on the shingles of one unit each.
fn of_units(kind: &'static Kind, params: &[(&str, f64)], units: &[u64]) -> Fingerprint {
    let mut choice = choice(kind);
    choice.n = kind.n.map(|_| 1);
    params.iter().for_each(|(name, value)| choice.settings.set(kind.params, name, *value).unwrap());
    let sketcher = Sketcher::new(choice).unwrap();
    sketcher.sketch(Given::Units(units), &mut sketcher.scratch())
}

/// Numbers as random as need be, others for each `seed`.
fn numbers(seed: u64, count: usize) -> Vec<u64> {
    (0..count as u64).map(|at| mix::random(seed, at)).collect()
}

const TEXT: &str = "For forty years the last ferry of the evening has left at ten past nine.\n\
    The boat has room for fourteen cars, a horse, and a hundred people who do not mind the wind.\n\
    Nobody has ever asked what the horse is for; it has been on the sign since the sign was painted.\n\
    In the winter there are days on which the ferry carries the post and nothing else at all.\n\
    The dog has been asked to stay on the quay, where it waits for the post in any weather.\n";
