//! Which blocks of a page are good, by how likely each is.

use super::model::Choice;

/// The least score that is good. `words` says how much each block counts.
pub(super) fn cut(choice: Choice, scores: &[f32], words: &[u32]) -> f32 {
    match choice {
        Choice::Each => 0.5,
        Choice::Page => best_expected(scores, words),
    }
}

/// The score of the last block among the best ones with which the page's F1 is expected to be highest: twice the good
/// words that are taken, of all that are taken and all that are good.
fn best_expected(scores: &[f32], words: &[u32]) -> f32 {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let good: f64 =
        scores.iter().zip(words).map(|(&score, &words)| f64::from(score) * f64::from(words)).sum();
    let (mut taken, mut found) = (0.0, 0.0);
    let (mut best, mut cut) = (0.0, f32::INFINITY);
    for at in order {
        let words = f64::from(words[at]);
        taken += words;
        found += words * f64::from(scores[at]);
        let expected = 2.0 * found / (taken + good);
        // Blocks of the same score go together.
        if expected > best || scores[at] == cut {
            best = expected;
            cut = scores[at];
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten words each. The first alone: 2 * 9 / (10 + 16) = 0.69; two: 2 * 15 / (20 + 16) = 0.83; all: 32 / 46 = 0.70.
    #[test]
    fn the_cut_of_a_page() {
        assert_eq!(cut(Choice::Page, &[0.1, 0.9, 0.6], &[10; 3]), 0.6);
        // Where nothing is likely, the likeliest is taken.
        assert_eq!(cut(Choice::Page, &[0.1, 0.2, 0.01], &[10; 3]), 0.2);
        assert_eq!(cut(Choice::Each, &[0.1, 0.9], &[1, 1]), 0.5);
        assert_eq!(cut(Choice::Page, &[], &[]), f32::INFINITY);
    }

    #[test]
    fn words_count() {
        // The second block is long and unlikely: 2 * 9 / (10 + 39) = 0.37 without it, 2 * 39 / (110 + 39) = 0.52 with it.
        assert_eq!(cut(Choice::Page, &[0.9, 0.3], &[10, 100]), 0.3);
        assert_eq!(cut(Choice::Page, &[0.9, 0.3], &[100, 10]), 0.9);
    }
}
