//! Algorithm 2.3: the classes of short and near-good blocks by those around them, in two passes each way.

use super::Class;

/// Of the blocks on one side: the nearest one that is good or bad, and the nearest one that is not short. Beyond the
/// edge of the page everything is bad.
#[derive(Clone, Copy)]
struct Side {
    good: bool,
    near_good: bool,
}

/// What is before each block, when they come in order; what is after, when they come backwards.
fn sides(classes: impl Iterator<Item = Class>) -> Vec<Side> {
    let mut side = Side { good: false, near_good: false };
    let before = |class| {
        let here = side;
        match class {
            Class::Good => side = Side { good: true, near_good: false },
            Class::Bad => side = Side { good: false, near_good: false },
            Class::NearGood => side.near_good = true,
            Class::Short => {}
        }
        here
    };
    classes.map(before).collect()
}

/// Whether each block is good, and why; no reason where its context-free class stands.
pub(crate) fn decide(classes: &[Class]) -> Vec<(bool, &'static str)> {
    let before = sides(classes.iter().copied());
    let mut after = sides(classes.iter().rev().copied());
    after.reverse();
    let decide = |((&class, before), after): ((&Class, Side), Side)| match class {
        Class::Good => (true, ""),
        Class::Bad => (false, ""),
        Class::NearGood if before.good || after.good => (true, "near-good, next to good"),
        Class::NearGood => (false, "near-good, between bad"),
        Class::Short => match (before.good, after.good) {
            (true, true) => (true, "short, between good"),
            (false, false) => (false, "short, between bad"),
            (false, true) if before.near_good => (true, "short, between near-good and good"),
            (true, false) if after.near_good => (true, "short, between good and near-good"),
            _ => (false, "short, next to bad"),
        },
    };
    classes.iter().zip(before).zip(after).map(decide).collect()
}
