//! The context-sensitive part as the published program has it: headings are kept near good text, short blocks are
//! decided first and then count as neighbours of near-good ones, and those of each other as they are decided.

use super::{Class, context_sensitive};
use crate::html::page::Page;

pub(super) fn revise(
    page: &Page,
    free: &[Class],
    heading_distance: Option<usize>,
) -> Vec<(bool, &'static str)> {
    let mut classes = free.to_vec();
    if let Some(distance) = heading_distance {
        near_good_headings(page, &mut classes, distance);
    }
    // Algorithm 2.3 decides short blocks in the same way; near-good ones are decided again.
    let mut decided = near_good(&classes, context_sensitive::decide(&classes));
    if let Some(distance) = heading_distance {
        rescue_headings(page, free, &mut decided, distance);
    }
    decided
}

/// Short headings that have good text soon after them are near-good.
pub(super) fn near_good_headings(page: &Page, classes: &mut [Class], distance: usize) {
    for at in 0..classes.len() {
        if page.blocks[at].heading > 0
            && classes[at] == Class::Short
            && has_good_after(page, at, distance, |after| classes[after] == Class::Good)
        {
            classes[at] = Class::NearGood;
        }
    }
}

/// Headings that were found bad because of their neighbours are good if good text comes soon after them.
pub(super) fn rescue_headings(
    page: &Page,
    free: &[Class],
    decided: &mut [(bool, &'static str)],
    distance: usize,
) {
    for at in 0..decided.len() {
        if page.blocks[at].heading > 0
            && !decided[at].0
            && free[at] != Class::Bad
            && has_good_after(page, at, distance, |after| decided[after].0)
        {
            decided[at] = (true, "heading of good text");
        }
    }
}

/// Whether a good block comes after another with no more than so many characters between them.
fn has_good_after(page: &Page, at: usize, distance: usize, is_good: impl Fn(usize) -> bool) -> bool {
    let mut between = 0;
    for after in at + 1..page.blocks.len() {
        if between > distance {
            return false;
        }
        if is_good(after) {
            return true;
        }
        between += page.text_of(&page.blocks[after]).chars().count();
    }
    false
}

/// A near-good block is bad only between bad ones; one that was decided just before counts as decided.
fn near_good(classes: &[Class], shorts: Vec<(bool, &'static str)>) -> Vec<(bool, &'static str)> {
    let mut next_good = vec![false; classes.len()];
    let mut good = false;
    for at in (0..classes.len()).rev() {
        next_good[at] = good;
        if classes[at] != Class::NearGood {
            good = shorts[at].0;
        }
    }
    let mut before_good = false;
    let mut decided = shorts;
    for (at, decision) in decided.iter_mut().enumerate() {
        if classes[at] == Class::NearGood {
            let good = before_good || next_good[at];
            *decision = (good, if good { "near-good, next to good" } else { "near-good, between bad" });
        }
        before_good = decision.0;
    }
    decided
}
