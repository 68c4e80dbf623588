//! The line through the pages, IV.B.2: `p2 = a p1 + b`.
//!
//! Of the similar pages those are used that follow each other in both books: the heaviest chain, so that a page that is
//! there twice, a story at another place or a chance collision does not count. The first slope is the median of those over
//! half of the chain; then the line of least squares is drawn again without the pages that are far from it.

use super::matches::Match;

/// A line, and what it is drawn through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    pub slope: f64,
    pub offset: f64,
    /// Which of the matches form the chain, in order.
    pub chain: Vec<usize>,
    /// Which share of all collisions is in the chain.
    pub monotone: f64,
}

/// Draws the line. `place` says where the pages of a match are.
pub fn fit(matches: &[Match], place: impl Fn(&Match) -> (f64, f64)) -> Fit {
    let chain = heaviest_chain(matches);
    let collisions = |at: &usize| f64::from(matches[*at].collisions);
    let all: f64 = matches.iter().map(|found| f64::from(found.collisions)).sum();
    let monotone = if all > 0.0 { chain.iter().map(collisions).sum::<f64>() / all } else { 0.0 };
    let points: Vec<(f64, f64, f64)> = chain
        .iter()
        .map(|&at| {
            let (x, y) = place(&matches[at]);
            (x, y, f64::from(matches[at].collisions))
        })
        .collect();
    let (slope, offset) = if step_alike(&points) {
        (1.0, median(points.iter().map(|point| point.1 - point.0)))
    } else {
        line(&points)
    };
    Fit { slope, offset, chain, monotone }
}

/// The chain of matches that advance in one book at least and go back in none, with the most collisions.
fn heaviest_chain(matches: &[Match]) -> Vec<usize> {
    let width = matches.iter().map(|found| found.second as usize + 1).max().unwrap_or(0);
    // Of all chains that end at a page of the second book or before it, the heaviest: a Fenwick tree of maxima.
    let mut best: Vec<(u64, usize)> = vec![(0, usize::MAX); width + 1];
    let mut before = vec![usize::MAX; matches.len()];
    let mut heaviest = (0, usize::MAX);
    for (at, found) in matches.iter().enumerate() {
        let mut chain = (0, usize::MAX);
        let mut node = found.second as usize + 1;
        while node > 0 {
            if best[node].0 > chain.0 {
                chain = best[node];
            }
            node &= node - 1;
        }
        before[at] = chain.1;
        let longer = (chain.0 + u64::from(found.collisions), at);
        let mut node = found.second as usize + 1;
        while node <= width {
            if longer.0 > best[node].0 {
                best[node] = longer;
            }
            node += node & node.wrapping_neg();
        }
        if longer.0 > heaviest.0 {
            heaviest = longer;
        }
    }
    let mut chain = Vec::new();
    let mut at = heaviest.1;
    while at != usize::MAX {
        chain.push(at);
        at = before[at];
    }
    chain.reverse();
    chain
}

/// Whether nearly all steps along the chain are as many pages in the one book as in the other. A page that is missing, or
/// there twice, does not change the slope then: it changes the offset from there on.
fn step_alike(points: &[(f64, f64, f64)]) -> bool {
    let steps = points.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
    let (alike, all) = steps.fold((0, 0), |(alike, all), (x, y)| (alike + usize::from(x == y), all + 1));
    all > 0 && alike * 10 >= all * 9
}

/// Slope and offset of the line through points in order, with weights.
fn line(points: &[(f64, f64, f64)]) -> (f64, f64) {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return (1.0, 0.0) };
    if last.0 - first.0 < 1.0 || last.1 - first.1 < 1.0 {
        // Too little to tell a slope.
        return (1.0, median(points.iter().map(|point| point.1 - point.0)));
    }
    let half = points.len() / 2;
    let steps = points.iter().zip(&points[half..]).filter(|(a, b)| b.0 > a.0);
    let mut slope = median(steps.map(|(a, b)| (b.1 - a.1) / (b.0 - a.0)));
    if slope <= 0.0 {
        slope = (last.1 - first.1) / (last.0 - first.0);
    }
    let mut offset = median(points.iter().map(|point| point.1 - slope * point.0));
    for _ in 0..4 {
        let distance = |point: &(f64, f64, f64)| (point.1 - slope * point.0 - offset).abs();
        let limit = (2.5 * median(points.iter().map(distance))).max(0.75);
        let near = points.iter().filter(|point| distance(point) <= limit);
        let [weight, x, y] = near.clone().fold([0.0; 3], |sum, &(x, y, weight)| {
            [sum[0] + weight, sum[1] + weight * x, sum[2] + weight * y]
        });
        if weight == 0.0 {
            break;
        }
        let (x, y) = (x / weight, y / weight);
        let (xx, xy) = near.fold((0.0, 0.0), |(xx, xy), point| {
            (xx + point.2 * (point.0 - x).powi(2), xy + point.2 * (point.0 - x) * (point.1 - y))
        });
        if xx < 0.5 || xy <= 0.0 {
            break;
        }
        slope = xy / xx;
        offset = y - slope * x;
    }
    (slope, offset)
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    if numbers.is_empty() {
        return 0.0;
    }
    let middle = numbers.len() / 2;
    *numbers.select_nth_unstable_by(middle, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(found: &Match) -> (f64, f64) {
        (f64::from(found.first), f64::from(found.second))
    }

    fn matches(pages: impl IntoIterator<Item = (u32, u32, u16)>) -> Vec<Match> {
        let found = |(first, second, collisions)| Match { first, second, collisions };
        let mut all: Vec<Match> = pages.into_iter().map(found).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn the_line_of_equation_2() {
        // The same pages, seven later.
        let found = fit(&matches((0..40).map(|p| (p, p + 7, 30))), at);
        assert!((found.slope - 1.0).abs() < 1e-9 && (found.offset - 7.0).abs() < 1e-9, "{found:?}");
        // Two pages of the first on three of the second: page p begins at 1.5 p.
        let found = fit(&matches((0..60).map(|p| (p, p * 3 / 2, 9))), at);
        assert!((found.slope - 1.5).abs() < 0.01 && found.offset.abs() < 0.5, "{found:?}");
    }

    #[test]
    fn what_is_not_in_line_does_not_draw_it() {
        let own = (0..50).map(|p| (p, p + 3, 20));
        // A story of ten pages at another place, a page that is there twice, and chance.
        let story = (50..60).map(|p| (p, p - 45, 20));
        let others = [(10, 44, 6), (20, 24, 20), (30, 2, 7)];
        let found = fit(&matches(own.chain(story).chain(others)), at);
        assert!((found.slope - 1.0).abs() < 1e-3 && (found.offset - 3.0).abs() < 0.1, "{found:?}");
        assert!(found.monotone > 0.8 && found.monotone < 0.86, "{found:?}");
    }

    #[test]
    fn a_missing_page_does_not_tilt_the_line() {
        let found = fit(&matches((0..30).map(|p| (p, p + u32::from(p > 15), 20))), at);
        assert_eq!((found.slope, found.offset), (1.0, 0.0));
        // Plates in the middle.
        let found = fit(&matches((0..40).map(|p| (p, p + 4 * u32::from(p > 30), 20))), at);
        assert_eq!((found.slope, found.offset), (1.0, 0.0));
    }

    #[test]
    fn a_page_alone_has_no_slope() {
        assert_eq!(fit(&[], at).slope, 1.0);
        let found = fit(&matches([(4, 9, 20)]), at);
        assert_eq!((found.slope, found.offset), (1.0, 5.0));
    }

    proptest! {
        #[test]
        fn a_third_of_nonsense_is_borne(slope in 0.5f64..2.0, offset in 0.0f64..50.0, noise in proptest::collection::vec((0u32..120, 0u32..300, 1u16..12), 0..40)) {
            // A page goes over to the next one, as in pages of another size.
            let own = (0..120).flat_map(|p| {
                let start = slope * f64::from(p) + offset;
                [start - 0.25, start + 0.25].map(|place| (p, place.round() as u32, 12))
            });
            let found = fit(&matches(own.chain(noise)), at);
            prop_assert!((found.slope - slope).abs() < 0.03, "{} {}", found.slope, slope);
        }

        #[test]
        fn chains_go_forward(pages in proptest::collection::vec((0u32..30, 0u32..30, 1u16..9), 0..60)) {
            let all = matches(pages);
            let found = fit(&all, at);
            for pair in found.chain.windows(2) {
                prop_assert!(all[pair[0]].first <= all[pair[1]].first && all[pair[0]].second <= all[pair[1]].second);
            }
            prop_assert!(found.slope.is_finite() && found.offset.is_finite());
        }
    }
}
