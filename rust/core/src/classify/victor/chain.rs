//! A linear chain of two classes: the likeliest labels of a sequence, and how likely each is (Lafferty, McCallum &
//! Pereira 2001).
//!
//! All sums are of logarithms: no page is too long, and no weights are too large.

/// Bad and good, in this order.
pub(super) const CLASSES: usize = 2;

/// Scores of a step from the class before (the row) to a class (the column).
pub(super) type Steps = [[f64; CLASSES]; CLASSES];

/// A sequence to be labelled: what speaks for each class at each place, and for each step. The first step is not used.
#[derive(Debug, Default)]
pub(super) struct Chain {
    pub(super) scores: Vec<[f64; CLASSES]>,
    pub(super) steps: Vec<Steps>,
}

/// What is expected of a chain's labels.
#[derive(Debug, Default)]
pub(super) struct Expected {
    /// The logarithm of the sum over all labellings.
    pub(super) total: f64,
    /// How likely the classes are at each place.
    pub(super) classes: Vec<[f64; CLASSES]>,
    /// How likely each step is into each place; none into the first.
    pub(super) steps: Vec<Steps>,
}

impl Chain {
    fn len(&self) -> usize {
        self.scores.len()
    }

    /// The labels that are likeliest together (Viterbi). Of equally likely ones, those with more bad.
    pub(super) fn best(&self) -> Vec<bool> {
        let mut from: Vec<[bool; CLASSES]> = Vec::with_capacity(self.len());
        let mut best = [0.0; CLASSES];
        for (at, (scores, steps)) in self.scores.iter().zip(&self.steps).enumerate() {
            if at == 0 {
                best = *scores;
                from.push([false; CLASSES]);
                continue;
            }
            let mut next = [0.0; CLASSES];
            let mut came = [false; CLASSES];
            for class in 0..CLASSES {
                let (bad, good) = (best[0] + steps[0][class], best[1] + steps[1][class]);
                came[class] = good > bad;
                next[class] = scores[class] + if good > bad { good } else { bad };
            }
            from.push(came);
            best = next;
        }
        let mut good = best[1] > best[0];
        let mut labels = Vec::with_capacity(self.len());
        for came in from.iter().rev() {
            labels.push(good);
            good = came[usize::from(good)];
        }
        labels.reverse();
        labels
    }

    /// What is expected of all labellings, or only of those that agree with `known` where it says something.
    pub(super) fn expect(&self, known: Option<&[Option<bool>]>) -> Expected {
        let is_ruled_out = |at: usize, class: usize| {
            known.and_then(|known| known[at]).is_some_and(|good| usize::from(good) != class)
        };
        let score = |at: usize, class: usize| {
            if is_ruled_out(at, class) { f64::NEG_INFINITY } else { self.scores[at][class] }
        };
        let len = self.len();
        let mut expected =
            Expected { total: 0.0, classes: vec![[0.0; 2]; len], steps: vec![Steps::default(); len] };
        let Some(last) = len.checked_sub(1) else { return expected };
        let mut before = vec![[0.0; CLASSES]; len];
        before[0] = [score(0, 0), score(0, 1)];
        for at in 1..len {
            for class in 0..CLASSES {
                let steps = &self.steps[at];
                let [bad, good] = before[at - 1];
                before[at][class] = score(at, class) + log_sum(bad + steps[0][class], good + steps[1][class]);
            }
        }
        let total = log_sum(before[last][0], before[last][1]);
        let mut after = [0.0; CLASSES];
        for at in (0..len).rev() {
            let here: [f64; CLASSES] = std::array::from_fn(|class| score(at, class) + after[class]);
            expected.classes[at] =
                std::array::from_fn(|class| (before[at][class] + after[class] - total).exp());
            let steps = &self.steps[at];
            if at > 0 {
                for (was, row) in expected.steps[at].iter_mut().enumerate() {
                    for (class, share) in row.iter_mut().enumerate() {
                        *share = (before[at - 1][was] + steps[was][class] + here[class] - total).exp();
                    }
                }
            }
            after = std::array::from_fn(|was| log_sum(steps[was][0] + here[0], steps[was][1] + here[1]));
        }
        expected.total = total;
        expected
    }
}

/// log(exp(a) + exp(b)).
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score(chain: &Chain, labels: &[bool]) -> f64 {
        let mut sum = 0.0;
        for (at, &good) in labels.iter().enumerate() {
            sum += chain.scores[at][usize::from(good)];
            if at > 0 {
                sum += chain.steps[at][usize::from(labels[at - 1])][usize::from(good)];
            }
        }
        sum
    }

    fn labellings(len: usize) -> impl Iterator<Item = Vec<bool>> {
        (0..1_u32 << len).map(move |bits| (0..len).map(|at| bits >> at & 1 == 1).collect())
    }

    /// Three places. Each on its own would be good, bad, good; a change costs 2, so the middle follows its neighbours:
    /// good, good, good has 1 + 0 + 1 = 2, and good, bad, good has 1 + 1 + 1 - 4 = -1.
    #[test]
    fn a_chain_of_three() {
        let steps = [[0.0, -2.0], [-2.0, 0.0]];
        let chain = Chain { scores: vec![[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]], steps: vec![steps; 3] };
        assert_eq!(chain.best(), [true; 3]);
        let free = Chain { steps: vec![Steps::default(); 3], ..chain };
        assert_eq!(free.best(), [true, false, true]);
        // Without steps, each place is a logistic regression.
        let likely = free.expect(None).classes[0][1];
        assert!((likely - 1.0 / (1.0 + (-1.0_f64).exp())).abs() < 1e-12);
    }

    #[test]
    fn chains_of_none_and_one() {
        assert!(Chain::default().best().is_empty() && Chain::default().expect(None).classes.is_empty());
        let one = Chain { scores: vec![[0.0, 0.5]], steps: vec![[[9.0; 2]; 2]] };
        assert_eq!(one.best(), [true]);
    }

    #[test]
    fn huge_scores_stay_numbers() {
        let chain = Chain { scores: vec![[1e12, -1e12]; 4], steps: vec![[[-1e12, 1e12], [1e12, -1e12]]; 4] };
        let expected = chain.expect(None);
        assert!(expected.classes.iter().flatten().all(|share| (0.0..=1.0 + 1e-9).contains(share)));
        assert_eq!(chain.best().len(), 4);
    }

    prop_compose! {
        fn chains()(len in 1..7_usize)(
            scores in prop::collection::vec(prop::array::uniform2(-3.0..3.0_f64), len),
            steps in prop::collection::vec(prop::array::uniform2(prop::array::uniform2(-3.0..3.0_f64)), len),
            known in prop::collection::vec(prop::option::of(any::<bool>()), len),
        ) -> (Chain, Vec<Option<bool>>) {
            (Chain { scores, steps }, known)
        }
    }

    proptest! {
        #[test]
        fn viterbi_finds_what_trying_all_finds((chain, _) in chains()) {
            let best = labellings(chain.scores.len()).map(|labels| score(&chain, &labels)).fold(f64::MIN, f64::max);
            prop_assert!((score(&chain, &chain.best()) - best).abs() < 1e-9);
        }

        #[test]
        fn expectations_are_sums_over_all_labellings((chain, known) in chains()) {
            let len = chain.scores.len();
            let agrees = |labels: &[bool]| labels.iter().zip(&known).all(|(l, k)| k.is_none_or(|k| k == *l));
            let all: Vec<(Vec<bool>, f64)> = labellings(len)
                .filter(|labels| agrees(labels))
                .map(|labels| { let weight = score(&chain, &labels).exp(); (labels, weight) })
                .collect();
            let total: f64 = all.iter().map(|(_, weight)| weight).sum();
            let expected = chain.expect(Some(&known));
            prop_assert!((expected.total - total.ln()).abs() < 1e-9);
            for at in 0..len {
                let good: f64 = all.iter().filter(|(l, _)| l[at]).map(|(_, weight)| weight).sum();
                prop_assert!((expected.classes[at][1] - good / total).abs() < 1e-9);
                for (was, class) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let of_step = |l: &[bool]| at > 0 && usize::from(l[at - 1]) == was && usize::from(l[at]) == class;
                    let share: f64 = all.iter().filter(|(l, _)| of_step(l)).map(|(_, weight)| weight).sum();
                    prop_assert!((expected.steps[at][was][class] - share / total).abs() < 1e-9);
                }
            }
        }
    }
}
