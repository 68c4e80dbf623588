//! Blocks that have the same elements around them are judged together: the cells of a column, the posts of a forum. What
//! the trees say of each goes towards the mean of all of these.

use super::features::Surroundings;
use super::features::mixed::{self, Mixed};

/// How far it goes: 0 leaves each block on its own, 1 makes all the same.
const TOGETHER: f32 = 0.45;
/// So much less and so much more likely a block becomes at most: a line that leads elsewhere stands among the paragraphs of
/// an article in the same elements as these.
const DOWN: f32 = -2.0;
const UP: f32 = 0.5;

/// Brings together the logarithms of odds of the blocks of a page.
pub(super) fn together(odds: &mut [f32], around: &Surroundings) {
    let mut places: Mixed<u32> = mixed::with_capacity(odds.len() / 2);
    let mut sums: Vec<(f32, f32)> = Vec::new();
    let mut place_of = |block| {
        let new = sums.len() as u32;
        let place = *places.entry(around.path(block)).or_insert(new);
        if place == new {
            sums.push((0.0, 0.0));
        }
        let (sum, count) = &mut sums[place as usize];
        *sum += odds[block];
        *count += 1.0;
        place
    };
    let places: Vec<u32> = (0..odds.len()).map(&mut place_of).collect();
    for (odds, place) in odds.iter_mut().zip(places) {
        let (sum, count) = sums[place as usize];
        *odds += (TOGETHER * (sum / count - *odds)).clamp(DOWN, UP);
    }
}

#[cfg(test)]
mod tests {
    use super::super::features;
    use super::*;
    use crate::html::tree;

    #[test]
    fn blocks_in_the_same_elements_come_closer() {
        // The items have the same elements around them, in whichever list they are; the paragraph has others.
        let page = tree::read("<ul><li>a<li>b</ul><p>c</p><ul><li>d</ul>", true);
        let around = features::around(&page);
        let brought = |mut odds: [f32; 4]| {
            together(&mut odds, &around);
            odds.map(|odds| (100.0 * odds).round())
        };
        // The mean of the items is 1.
        assert_eq!(brought([1.0, 2.0, 5.0, 0.0]), [100.0, 155.0, 500.0, 45.0]);
        // It is 0: the last one would come up by 1.35, and the first one down by 2.7.
        assert_eq!(brought([6.0, -3.0, 5.0, -3.0]), [400.0, -250.0, 500.0, -250.0]);
    }
}
