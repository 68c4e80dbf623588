//! Learns Victor's weights: those that make the labels of all pages likeliest, with large weights held down (L2).
//!
//! Nodes that nobody labelled count as either: their labels are summed over.

use super::super::Trainer;
use super::super::learning::{bins::Bins, fit};
use super::chain::Chain;
use super::features::{Items, STEPS, VALUES};
use super::model::{Model, WINDOW, add_window, attribute_count, attributes_of, matrix};
use crate::error::Result;
use crate::html::page::Page;

/// How much large weights cost, for each labelled node.
const PENALTY: f64 = 5e-3;

#[derive(Debug, Default)]
pub(super) struct Learner {
    pages: Vec<(Items, Vec<Option<bool>>)>,
}

impl Trainer for Learner {
    fn add(&mut self, page: &Page, good: &[Option<bool>]) {
        let items = Items::of(page);
        let known: Vec<Option<bool>> =
            items.blocks.iter().map(|&block| good.get(block).copied().flatten()).collect();
        if known.iter().any(Option::is_some) {
            self.pages.push((items, known));
        }
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>> {
        fit::some_of(&self.pages)?;
        Ok(self.fit().seal())
    }
}

/// A page in attributes.
struct Sequence<'a> {
    attributes: Vec<u16>,
    /// Where each node's attributes end.
    ends: Vec<u32>,
    steps: Vec<u8>,
    known: &'a [Option<bool>],
    /// How much each node counts: all of a page's nodes together as much as the square root of its words, so that
    /// neither the pages of endless menus nor those of endless text decide alone.
    weight: f64,
}

impl Learner {
    fn fit(&self) -> Model {
        let all = || self.pages.iter().flat_map(|(items, _)| &items.items);
        let bins = Bins::fit(VALUES, || all().map(|item| (&item.values[..], item.words as f32)));
        let sequences: Vec<Sequence<'_>> =
            self.pages.iter().map(|(items, known)| Sequence::of(&bins, items, known)).collect();
        let count = attribute_count(&bins);
        let weighed: f64 =
            sequences.iter().map(|sequence| sequence.weight * sequence.ends.len() as f64).sum();
        let penalty = PENALTY * weighed;
        let weights = fit::weights(count * WINDOW + STEPS * 4, penalty, |weights, gradient| {
            sequences.iter().map(|sequence| sequence.loss(weights, gradient, count)).sum()
        });
        let (attributes, steps) = weights.split_at(count * WINDOW);
        let mut model =
            Model { bins, attributes: attributes.as_chunks().0.to_vec(), steps: [[0.0; 4]; STEPS] };
        model.steps.as_flattened_mut().copy_from_slice(steps);
        model
    }
}

impl<'a> Sequence<'a> {
    fn of(bins: &Bins, items: &Items, known: &'a [Option<bool>]) -> Self {
        let (mut attributes, mut ends) = (Vec::new(), Vec::new());
        for item in &items.items {
            attributes.extend(attributes_of(bins, item).map(|attribute| attribute as u16));
            ends.push(attributes.len() as u32);
        }
        let words: u32 = items.items.iter().map(|item| item.words).sum();
        let weight = f64::from(words).sqrt() / items.items.len() as f64;
        Self { attributes, ends, steps: items.items.iter().map(|item| item.step).collect(), known, weight }
    }

    fn nodes(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let node = &self.attributes[start..end as usize];
            start = end as usize;
            node
        })
    }

    fn chain(&self, weights: &[f64], count: usize) -> Chain {
        let (attributes, steps) = weights.split_at(count * WINDOW);
        let (rows, steps) = (attributes.as_chunks::<WINDOW>().0, steps.as_chunks::<4>().0);
        let mut good = vec![0.0; self.ends.len()];
        for (at, node) in self.nodes().enumerate() {
            let mut sums = [0.0; WINDOW];
            for &attribute in node {
                sums.iter_mut().zip(&rows[usize::from(attribute)]).for_each(|(sum, weight)| *sum += weight);
            }
            add_window(&mut good, at, sums);
        }
        Chain {
            scores: good.into_iter().map(|good| [0.0, good]).collect(),
            steps: self.steps.iter().map(|&step| matrix(steps[usize::from(step)])).collect(),
        }
    }

    /// How unlikely the labels are with these weights, in logarithms; adds the gradient.
    fn loss(&self, weights: &[f64], gradient: &mut [f64], count: usize) -> f64 {
        let chain = self.chain(weights, count);
        let (free, known) = (chain.expect(None), chain.expect(Some(self.known)));
        let (rows, steps) = gradient.split_at_mut(count * WINDOW);
        let (rows, steps) = (rows.as_chunks_mut::<WINDOW>().0, steps.as_chunks_mut::<4>().0);
        let excess = |at: usize| self.weight * (free.classes[at][1] - known.classes[at][1]);
        for (at, node) in self.nodes().enumerate() {
            let around: [f64; WINDOW] = std::array::from_fn(|offset| {
                (at + offset).checked_sub(WINDOW / 2).filter(|&at| at < self.ends.len()).map_or(0.0, excess)
            });
            for &attribute in node {
                let row = &mut rows[usize::from(attribute)];
                row.iter_mut().zip(&around).for_each(|(slope, excess)| *slope += excess);
            }
        }
        for (at, &step) in self.steps.iter().enumerate().skip(1) {
            let likely = free.steps[at].as_flattened().iter().zip(known.steps[at].as_flattened());
            let slopes = steps[usize::from(step)].iter_mut().zip(likely);
            slopes.for_each(|(slope, (free, known))| *slope += self.weight * (free - known));
        }
        self.weight * (free.total - known.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::{find, settings::Settings};
    use crate::html::tree;

    /// Three pages, with a menu of links and an article of sentences each.
    fn learner() -> Learner {
        let mut learner = Learner::default();
        for number in 0..3 {
            let menu: String = (0..4 + number).map(|i| format!("<li><a href=x>Item {i}</a>")).collect();
            let text =
                "<p>It was a long day, and nobody in the house had slept. So they talked.".repeat(3 + number);
            let page = tree::read(&format!("<ul>{menu}</ul><div>{text}</div>"), false);
            let links = page.blocks.iter().map(|block| Some(block.links == 0));
            learner.add(&page, &links.collect::<Vec<_>>());
        }
        learner
    }

    #[test]
    fn what_is_learned_is_found_again() {
        let model = Box::new(learner()).finish().unwrap();
        assert_eq!(model, Box::new(learner()).finish().unwrap(), "the same data give the same model");
        let victor = (find("victor").unwrap().make)(&Settings::default(), Some(&model)).unwrap();
        let page = tree::read(
            "<ul><li><a href=x>Home</a><li><a href=x>News</a></ul><p>A day is long, as we all know.",
            false,
        );
        let labels = victor.label(&page, &Default::default());
        let good: Vec<bool> = labels.blocks.iter().map(|label| label.good).collect();
        assert_eq!(good, [false, false, true]);
        assert_eq!(labels.nodes, [false, false, true]);
        assert!(labels.blocks.iter().all(|label| label.good == (label.score.unwrap() > 0.5)));
    }

    #[test]
    fn without_labels_there_is_nothing_to_learn() {
        let mut learner = Learner::default();
        learner.add(&tree::read("<p>a", false), &[None]);
        learner.add(&tree::read("<p>a", false), &[]);
        learner.add(&tree::read("", false), &[]);
        assert!(Box::new(learner).finish().is_err());
    }

    /// The slope of a weight is what the loss gains per step along it, tried with a small one; labels partly unknown.
    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut learner = learner();
        learner.pages[0].1[2] = None;
        let all = || learner.pages.iter().flat_map(|(items, _)| &items.items);
        let bins = Bins::fit(VALUES, || all().map(|item| (&item.values[..], item.words as f32)));
        let sequence = Sequence::of(&bins, &learner.pages[0].0, &learner.pages[0].1);
        let count = attribute_count(&bins);
        let len = count * WINDOW + STEPS * 4;
        let weights: Vec<f64> = (0..len).map(|i| (i * 37 % 11) as f64 / 50.0 - 0.1).collect();
        let mut gradient = vec![0.0; len];
        let loss = sequence.loss(&weights, &mut gradient, count);
        for at in 0..len {
            let mut moved = weights.clone();
            moved[at] += 1e-6;
            let gained = (sequence.loss(&moved, &mut vec![0.0; len], count) - loss) / 1e-6;
            assert!((gained - gradient[at]).abs() < 1e-4, "weight {at}: {gained} {}", gradient[at]);
        }
    }
}
