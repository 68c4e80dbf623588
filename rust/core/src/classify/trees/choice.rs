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

/// The middles of eight equal parts of the normal distribution: as many numbers as fit a register.
const QUANTILES: [f32; 8] = [-1.534_1, -0.887_1, -0.488_8, -0.157_3, 0.157_3, 0.488_8, 0.887_1, 1.534_1];
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
        let order = likeliest_first(scores);
        let steeper = (1.0 + FLATTER * self.spread * self.spread).sqrt();
        let off = QUANTILES.map(|quantile| (self.spread * quantile).exp());
        // How many good words each block is expected to have, for each value of what the odds are off by.
        let likely: Vec<[f32; QUANTILES.len()]> = order
            .iter()
            .map(|&(score, at)| {
                let score = score.clamp(SUREST, 1.0 - SUREST);
                let against = ((1.0 - score) / score).powf(steeper);
                off.map(|off| words[at] as f32 / (1.0 + off * against))
            })
            .collect();
        let mut good = [0.0; QUANTILES.len()];
        likely.iter().for_each(|likely| add(&mut good, likely));
        let (mut taken, mut found) = (0.0, [0.0; QUANTILES.len()]);
        let (mut most, mut cut) = (0.0, 0.0);
        for (place, &(score, at)) in order.iter().enumerate() {
            taken += words[at] as f32;
            add(&mut found, &likely[place]);
            let next = order.get(place + 1).map_or(0.0, |(score, _)| *score);
            if score <= next {
                continue; // blocks that are as likely go together
            }
            let expected: f32 = found.iter().zip(&good).map(|(found, good)| found / (taken + good)).sum();
            if expected > most {
                (most, cut) = (expected, f32::midpoint(score, next));
            }
        }
        cut
    }
}

/// The scores in falling order, with the places that they come from.
fn likeliest_first(scores: &[f32]) -> Vec<(f32, usize)> {
    // The bits of numbers from 0 on are in the order of the numbers.
    let key = |(at, score): (usize, &f32)| u64::from(!score.max(0.0).to_bits()) << 32 | at as u64;
    let mut keys: Vec<u64> = scores.iter().enumerate().map(key).collect();
    keys.sort_unstable();
    let place = |key: u64| (key & u64::from(u32::MAX)) as usize;
    keys.into_iter().map(|key| (scores[place(key)], place(key))).collect()
}

fn add<const N: usize>(sums: &mut [f32; N], more: &[f32; N]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
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
