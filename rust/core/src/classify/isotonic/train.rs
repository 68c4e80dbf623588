//! Learns which subtrees are boilerplate throughout: those of whose labelled blocks none is good.

use super::super::Trainer;
use super::super::learning::{bins::Bins, fit};
use super::model::{Model, attribute_count, attributes_of, logistic};
use super::tree::{Tree, VALUES};
use crate::error::Result;
use crate::html::page::Page;

/// How much large weights cost, in parts of what all examples weigh.
const PENALTY: f64 = 1e-3;

/// Whether a subtree is boilerplate, and how much it counts. That grows with the square root of its words; a page's
/// subtrees together count as the square root of the page's.
type Target = (bool, f64);

#[derive(Debug, Default)]
pub(super) struct Learner {
    /// The subtrees of pages, with targets for those that have labelled text.
    pages: Vec<(Tree, Vec<Option<Target>>)>,
}

impl Trainer for Learner {
    fn add(&mut self, page: &Page, good: &[Option<bool>]) {
        let tree = Tree::of(page);
        let elements = page.elements.len();
        // Words of each class.
        let mut words = vec![[0_u32; 2]; tree.parents.len()];
        for (at, good) in good.iter().enumerate().take(page.blocks.len()) {
            if let Some(good) = good {
                words[elements + at][usize::from(*good)] += page.blocks[at].words;
            }
        }
        for at in (0..words.len()).rev() {
            if let Some(parent) = tree.parents[at] {
                let [bad, good] = words[at];
                words[parent as usize][0] += bad;
                words[parent as usize][1] += good;
            }
        }
        let roots: f64 = tree.subtrees.iter().map(|subtree| f64::from(subtree.words).sqrt()).sum();
        let share =
            f64::from(page.blocks.iter().map(|block| block.words).sum::<u32>()).sqrt() / roots.max(1.0);
        let label = |&[bad, good]: &[u32; 2]| {
            (bad + good > 0).then(|| (good == 0, share * f64::from(bad + good).sqrt()))
        };
        let labels: Vec<_> = words.iter().map(label).collect();
        if labels.iter().any(Option::is_some) {
            self.pages.push((tree, labels));
        }
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>> {
        fit::some_of(&self.pages)?;
        Ok(self.fit().seal())
    }
}

/// A labelled subtree.
struct Example {
    attributes: Vec<u16>,
    bad: bool,
    weight: f64,
}

impl Learner {
    fn fit(&self) -> Model {
        let all = || self.pages.iter().flat_map(|(tree, _)| &tree.subtrees);
        let bins = Bins::fit(VALUES, || all().map(|subtree| (&subtree.values[..], subtree.words as f32)));
        let labelled = self.pages.iter().flat_map(|(tree, labels)| tree.subtrees.iter().zip(labels));
        let examples: Vec<Example> = labelled
            .filter_map(|(subtree, label)| {
                let (bad, weight) = (*label)?;
                let attributes = attributes_of(&bins, subtree).map(|at| at as u16).collect();
                Some(Example { attributes, bad, weight })
            })
            .collect();
        let penalty = PENALTY * examples.iter().map(|example| example.weight).sum::<f64>();
        let weights = fit::weights(attribute_count(&bins), penalty, |weights, gradient| {
            loss(&examples, weights, gradient)
        });
        Model { bins, weights }
    }
}

/// How unlikely the labels are with these weights, in logarithms; adds the gradient.
fn loss(examples: &[Example], weights: &[f64], gradient: &mut [f64]) -> f64 {
    let mut loss = 0.0;
    for example in examples {
        let sum: f64 = example.attributes.iter().map(|&at| weights[usize::from(at)]).sum();
        let margin = if example.bad { sum } else { -sum };
        // log(1 + exp(-margin)), whatever the margin.
        loss += example.weight * ((-margin.abs()).exp().ln_1p() + (-margin).max(0.0));
        let slope = example.weight * (logistic(sum) - f64::from(u8::from(example.bad)));
        example.attributes.iter().for_each(|&at| gradient[usize::from(at)] += slope);
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::{find, settings::Settings};
    use crate::html::tree;

    fn learned() -> Vec<u8> {
        let mut learner = Box::new(Learner::default());
        for number in 0..3 {
            let menu: String = (0..4 + number).map(|i| format!("<li><a href=x>Item {i}</a>")).collect();
            let text =
                "<p>It was a long day, and nobody in the house had slept. So they talked.".repeat(3 + number);
            let page = tree::read(&format!("<ul>{menu}</ul><div>{text}</div>"), false);
            let links = page.blocks.iter().map(|block| Some(block.links == 0));
            learner.add(&page, &links.collect::<Vec<_>>());
        }
        learner.finish().unwrap()
    }

    #[test]
    fn what_is_learned_is_found_again() {
        let model = learned();
        assert_eq!(model, learned(), "the same data give the same model");
        let isotonic = (find("isotonic").unwrap().make)(&Settings::default(), Some(&model)).unwrap();
        let html = "<ul><li><a href=x>Home</a><li><a href=x>News</a></ul><div><p>A day is long, as we all know.</div>";
        let labels = isotonic.label(&tree::read(html, false), &Default::default());
        let good: Vec<bool> = labels.blocks.iter().map(|label| label.good).collect();
        assert_eq!(good, [false, false, true]);
    }

    /// A body with a bad block and a good one is not boilerplate throughout; a list of bad ones is; of a block that
    /// nobody labelled nothing is known.
    #[test]
    fn subtrees_without_a_good_block_are_boilerplate() {
        let page = tree::read("<ul><li>a<li>b</ul><p>c<div>d</div>", false);
        let mut learner = Learner::default();
        learner.add(&page, &[Some(false), Some(false), Some(true), None]);
        let (tree, labels) = &learner.pages[0];
        let of = |at: usize| labels[at].map(|label| label.0);
        let names: Vec<&str> = page.elements.iter().map(|element| element.name()).collect();
        assert_eq!(names, ["body", "ul", "li", "li", "p", "div"]);
        assert_eq!(tree.parents[6..], [Some(2), Some(3), Some(4), Some(5)]);
        let expected = [Some(false), Some(true), Some(true), Some(true), Some(false), None];
        assert_eq!((0..6).map(of).collect::<Vec<_>>(), expected);
        assert_eq!((6..10).map(of).collect::<Vec<_>>(), [Some(true), Some(true), Some(false), None]);
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let example =
            |attributes: &[u16], bad, weight| Example { attributes: attributes.to_vec(), bad, weight };
        let examples = [example(&[0, 1], true, 1.0), example(&[1, 2], false, 2.5), example(&[0], false, 0.5)];
        let weights = [0.3, -0.2, 1.1];
        let mut gradient = [0.0; 3];
        let before = loss(&examples, &weights, &mut gradient);
        // By hand: log(1 + exp(-0.1)) + 2.5 log(1 + exp(0.9)) + 0.5 log(1 + exp(0.3)).
        let by_hand = (-0.1_f64).exp().ln_1p() + 2.5 * 0.9_f64.exp().ln_1p() + 0.5 * 0.3_f64.exp().ln_1p();
        assert!((before - by_hand).abs() < 1e-12);
        for at in 0..3 {
            let mut moved = weights;
            moved[at] += 1e-6;
            let gained = (loss(&examples, &moved, &mut [0.0; 3]) - before) / 1e-6;
            assert!((gained - gradient[at]).abs() < 1e-4);
        }
    }

    #[test]
    fn without_labels_there_is_nothing_to_learn() {
        let mut learner = Learner::default();
        learner.add(&tree::read("<p>a", false), &[None]);
        learner.add(&tree::read("", false), &[]);
        assert!(Box::new(learner).finish().is_err());
    }
}
