//! Which blocks of a page are good, by how likely each is.

/// How the cut of a page is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    /// How much of the cut with the highest expected F1 is asked for: 1 is the best for a page that is as all pages that
    /// were learned from, more is safer on others.
    pub(super) scale: f32,
    /// The least score that is good on any page.
    pub(super) floor: f32,
}

impl Choice {
    pub(super) fn is_sound(self) -> bool {
        [self.scale, self.floor].iter().all(|number| (0.0..=10.0).contains(number))
    }

    /// Whether each block is good. `words` says how much it counts. Where no block is likely enough, the likeliest are.
    pub(super) fn of(self, scores: &[f32], words: &[u32]) -> Vec<bool> {
        let cut = (self.scale * best_expected(scores, words) / 2.0).max(self.floor);
        let most = scores.iter().copied().fold(0.0, f32::max);
        scores.iter().map(|&score| score > cut || (most <= cut && score >= most)).collect()
    }
}

/// The highest F1 that can be expected of a page: twice the good words that are taken, of all that are taken and all
/// that are good, with the likeliest blocks taken. What is over half of it belongs to them.
fn best_expected(scores: &[f32], words: &[u32]) -> f32 {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let good: f64 =
        scores.iter().zip(words).map(|(&score, &words)| f64::from(score) * f64::from(words)).sum();
    let (mut taken, mut found, mut best) = (0.0, 0.0, 0.0_f64);
    for at in order {
        let words = f64::from(words[at]);
        taken += words;
        found += words * f64::from(scores[at]);
        if taken + good > 0.0 {
            best = best.max(2.0 * found / (taken + good));
        }
    }
    best as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Choice = Choice { scale: 1.0, floor: 0.0 };

    /// Ten words each. The first alone: 2 * 9 / (10 + 16) = 0.69; two: 2 * 15 / (20 + 16) = 0.83; all: 32 / 46 = 0.70.
    /// So what is over 0.42 is good.
    #[test]
    fn the_cut_of_a_page() {
        assert!((best_expected(&[0.1, 0.9, 0.6], &[10; 3]) - 30.0 / 36.0).abs() < 1e-6);
        assert_eq!(PLAIN.of(&[0.1, 0.9, 0.6], &[10; 3]), [false, true, true]);
        assert_eq!(PLAIN.of(&[], &[]), []);
    }

    /// The second block is long and unlikely: 2 * 9 / (10 + 39) = 0.37 without it, 2 * 39 / (110 + 39) = 0.52 with it.
    #[test]
    fn words_count() {
        assert_eq!(PLAIN.of(&[0.9, 0.3], &[10, 100]), [true, true]);
        assert_eq!(PLAIN.of(&[0.9, 0.3], &[100, 10]), [true, false]);
    }

    #[test]
    fn pages_may_ask_for_more() {
        // Half of 0.83 is 0.42, and one and a half times that is 0.63.
        assert_eq!(Choice { scale: 1.5, floor: 0.0 }.of(&[0.1, 0.9, 0.6], &[10; 3]), [false, true, false]);
        assert_eq!(Choice { scale: 0.0, floor: 0.5 }.of(&[0.5, 0.6, 0.1], &[10; 3]), [false, true, false]);
        // Where nothing is likely, the likeliest is taken.
        assert_eq!(Choice { scale: 1.0, floor: 0.5 }.of(&[0.1, 0.2, 0.01], &[10; 3]), [false, true, false]);
    }
}
