//! What Victor has learned: a weight for each attribute of a node, and of the nodes around it.

use super::super::learning::{attributes, bins::Bins, coefficients, version};
use super::chain::{Chain, Steps};
use super::features::{FLAGS, Item, STEPS, VALUES};
use crate::error::Result;
use crate::store::{self, Reader};

const KIND: &str = "victor";
/// Goes up when features change their meaning.
const FEATURES: u32 = 1;

/// An attribute speaks for its own node, and for so many before and after it.
const REACH: usize = 2;
pub(super) const WINDOW: usize = 2 * REACH + 1;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) bins: Bins,
    /// For each attribute, what it adds to the score of good for the nodes from [`REACH`] before to as many after.
    pub(super) attributes: Vec<[f32; WINDOW]>,
    /// For each way in which a node can follow another, the scores of the four steps.
    pub(super) steps: [[f32; 4]; STEPS],
}

/// How many attributes there are.
pub(super) fn attribute_count(bins: &Bins) -> usize {
    bins.len() + FLAGS
}

pub(super) fn attributes_of<'a>(bins: &'a Bins, item: &'a Item) -> impl Iterator<Item = usize> + 'a {
    attributes::of(bins, &item.values, item.flags)
}

/// Adds up what attributes speak for. `row` has the weights of an attribute.
pub(super) fn add_window<const N: usize>(sums: &mut [f64], at: usize, row: [f64; N]) {
    for (offset, weight) in row.into_iter().enumerate() {
        if let Some(sum) = (at + offset).checked_sub(N / 2).and_then(|at| sums.get_mut(at)) {
            *sum += weight;
        }
    }
}

impl Model {
    /// The chain of a page's items.
    pub(super) fn chain(&self, items: &[Item]) -> Chain {
        let mut good = vec![0.0; items.len()];
        for (at, item) in items.iter().enumerate() {
            let mut sums = [0.0_f32; WINDOW];
            for attribute in attributes_of(&self.bins, item) {
                sums.iter_mut().zip(&self.attributes[attribute]).for_each(|(sum, weight)| *sum += weight);
            }
            add_window(&mut good, at, sums.map(f64::from));
        }
        let steps = items.iter().map(|item| matrix(self.steps[usize::from(item.step)].map(f64::from)));
        Chain { scores: good.into_iter().map(|good| [0.0, good]).collect(), steps: steps.collect() }
    }

    /// The model as a file.
    pub(super) fn seal(&self) -> Vec<u8> {
        let mut out = Vec::new();
        version::write(&mut out, FEATURES);
        self.bins.write(&mut out);
        coefficients::write(&mut out, self.attributes.as_flattened());
        coefficients::write(&mut out, self.steps.as_flattened());
        store::seal(KIND, &out)
    }

    pub(super) fn open(file: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(store::open_kind(file, KIND)?);
        version::check(&mut reader, FEATURES)?;
        let bins = Bins::read(&mut reader, VALUES)?;
        let attributes = coefficients::read(&mut reader, attribute_count(&bins) * WINDOW)?;
        let steps = coefficients::read(&mut reader, STEPS * 4)?;
        reader.finish()?;
        let mut model =
            Self { bins, attributes: attributes.as_chunks().0.to_vec(), steps: [[0.0; 4]; STEPS] };
        model.steps.as_flattened_mut().copy_from_slice(&steps);
        Ok(model)
    }
}

/// Four weights as steps: from bad to bad and to good, from good to bad and to good.
pub(super) fn matrix(weights: [f64; 4]) -> Steps {
    [[weights[0], weights[1]], [weights[2], weights[3]]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_speak_for_their_neighbours() {
        let mut sums = [0.0; 4];
        add_window(&mut sums, 0, [1.0, 2.0, 3.0]);
        add_window(&mut sums, 2, [0.5, 0.25, 0.125]);
        add_window(&mut sums, 3, [10.0, 20.0, 30.0]);
        assert_eq!(sums, [2.0, 3.5, 10.25, 20.125]);
    }
}
