//! Which blocks of a page are good, by how likely each is.

/// How the cut of a page is found: where the F1 that can be expected is highest.
///
/// Blocks are not right or wrong each on its own: a hundred links that are as likely as not are all content or none of
/// them is, and taking them bets the whole page. So the odds of all blocks of a page are thought to be off by one number,
/// which nobody knows, normally distributed (a random effect, as in mixed models); for each of some values of it the
/// expected F1 of each cut is what it would be if blocks were on their own, and the mean of these is what counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    /// The standard deviation of that number, in logarithms of odds; 0 if each block is on its own.
    pub(super) spread: f32,
    /// The least score that is good on any page.
    pub(super) floor: f32,
}

/// The middles of eleven equal parts of the normal distribution.
const QUANTILES: [f32; 11] =
    [-1.690_6, -1.096_8, -0.747_9, -0.472_8, -0.229_9, 0.0, 0.229_9, 0.472_8, 0.747_9, 1.096_8, 1.690_6];
/// A logistic function whose argument is spread normally by s is, in the mean, one that is flatter by the root of
/// 1 + s² / 1.7²; 1.7 is how much steeper the normal distribution is than the logistic one.
const FLATTER: f32 = 1.0 / (1.7 * 1.7);
/// Nothing is surer than this or its opposite.
const SUREST: f32 = 1e-4;

impl Choice {
    pub(super) fn is_sound(self) -> bool {
        [self.spread, self.floor].iter().all(|number| (0.0..=10.0).contains(number))
    }

    /// Whether each block is good. `words` says how much it counts. Where no block is likely enough, the likeliest are.
    pub(super) fn of(self, scores: &[f32], words: &[u32]) -> Vec<bool> {
        let cut = self.cut(scores, words).max(self.floor);
        let most = scores.iter().copied().fold(0.0, f32::max);
        scores.iter().map(|&score| score > cut || (most <= cut && score >= most)).collect()
    }

    /// Between the least score that is taken and the next one, where the likeliest blocks down to it have the highest F1
    /// that can be expected: twice the good words that are taken, of all that are taken and all that are good.
    fn cut(self, scores: &[f32], words: &[u32]) -> f32 {
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_unstable_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let steeper = (1.0 + FLATTER * self.spread * self.spread).sqrt();
        let against: Vec<f32> = order
            .iter()
            .map(|&at| {
                let score = scores[at].clamp(SUREST, 1.0 - SUREST);
                ((1.0 - score) / score).powf(steeper)
            })
            .collect();
        let mut expected = vec![0.0; order.len()];
        for quantile in QUANTILES {
            let off = (self.spread * quantile).exp();
            let likely = |place: usize| words[order[place]] as f32 / (1.0 + off * against[place]);
            let good: f32 = (0..order.len()).map(likely).sum();
            let (mut taken, mut found) = (0.0, 0.0);
            for (place, expected) in expected.iter_mut().enumerate() {
                taken += words[order[place]] as f32;
                found += likely(place);
                *expected += 2.0 * found / (taken + good).max(f32::MIN_POSITIVE);
            }
        }
        let next = |place: usize| order.get(place + 1).map_or(0.0, |&at| scores[at]);
        let is_end = |place: &usize| scores[order[*place]] > next(*place); // blocks that are as likely go together
        let best = (0..order.len())
            .filter(is_end)
            .reduce(|best, place| if expected[place] > expected[best] { place } else { best });
        best.map_or(0.0, |best| f32::midpoint(scores[order[best]], next(best)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONE: Choice = Choice { spread: 0.0, floor: 0.0 };

    /// Ten words each. The first alone: 2 * 9 / (10 + 16) = 0.69; two: 2 * 15 / (20 + 16) = 0.83; all: 32 / 46 = 0.70.
    #[test]
    fn the_cut_of_a_page() {
        assert!((ALONE.cut(&[0.1, 0.9, 0.6], &[10; 3]) - 0.35).abs() < 1e-6);
        assert_eq!(ALONE.of(&[0.1, 0.9, 0.6], &[10; 3]), [false, true, true]);
        assert_eq!(ALONE.of(&[], &[]), []);
        assert_eq!(ALONE.of(&[0.0, 0.0], &[10; 2]), [true, true]);
    }

    /// The second block is long and unlikely: 2 * 9 / (10 + 39) = 0.37 without it, 2 * 39 / (110 + 39) = 0.52 with it.
    #[test]
    fn words_count() {
        assert_eq!(ALONE.of(&[0.9, 0.3], &[10, 100]), [true, true]);
        assert_eq!(ALONE.of(&[0.9, 0.3], &[100, 10]), [true, false]);
    }

    /// The same where blocks are right or wrong together: in 3 of 10 cases both are good, in 6 the first one, in 1 none.
    /// With both: 0.3 * 1 + 0.6 * 20 / 120 = 0.40; with the first one 0.3 * 20 / 120 + 0.6 * 1 = 0.65.
    #[test]
    fn many_words_that_are_unlikely_together_are_left() {
        let together = Choice { spread: 10.0, floor: 0.0 };
        assert_eq!(together.of(&[0.9, 0.3], &[10, 100]), [true, false]);
        assert_eq!(together.of(&[0.9, 0.3, 0.3, 0.3], &[10, 20, 30, 50]), [true, false, false, false]);
        // Likelier than not, they are taken: 0.6 * 1 + 0.3 * 20 / 120 = 0.65, and 0.6 * 20 / 120 + 0.3 * 1 = 0.40.
        assert_eq!(together.of(&[0.9, 0.6], &[10, 100]), [true, true]);
    }

    #[test]
    fn blocks_that_are_as_likely_go_together() {
        for spread in [0.0, 4.0] {
            let good = Choice { spread, floor: 0.0 }.of(&[0.9, 0.7, 0.7, 0.7, 0.01], &[10; 5]);
            assert_eq!(good, [true, true, true, true, false]);
        }
    }

    #[test]
    fn no_page_takes_less_than_the_floor() {
        let high = Choice { spread: 0.0, floor: 0.5 };
        assert_eq!(high.of(&[0.45, 0.6, 0.1], &[10; 3]), [false, true, false]);
        // Where nothing is likely, the likeliest is taken.
        assert_eq!(high.of(&[0.1, 0.2, 0.01], &[10; 3]), [false, true, false]);
    }
}
