//! The logistic regression that scores subtrees: how likely it is that a subtree is boilerplate throughout.

use super::super::learning::{attributes, bins::Bins, coefficients, version};
use super::tree::{FLAGS, Subtree, VALUES};
use crate::error::Result;
use crate::store::{self, Reader};

const KIND: &str = "isotonic";
/// Goes up when features change their meaning.
const FEATURES: u32 = 1;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) bins: Bins,
    /// For each attribute; those of elements, then those of blocks.
    pub(super) weights: Vec<f32>,
}

/// How many attributes there are, of elements and blocks together.
pub(super) fn attribute_count(bins: &Bins) -> usize {
    2 * (bins.len() + FLAGS)
}

pub(super) fn attributes_of<'a>(bins: &'a Bins, subtree: &'a Subtree) -> impl Iterator<Item = usize> + 'a {
    let first = if subtree.is_leaf { bins.len() + FLAGS } else { 0 };
    attributes::of(bins, &subtree.values, u128::from(subtree.flags)).map(move |at| first + at)
}

/// From any number to one between 0 and 1.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Model {
    pub(super) fn score(&self, subtree: &Subtree) -> f64 {
        logistic(attributes_of(&self.bins, subtree).map(|at| f64::from(self.weights[at])).sum())
    }

    /// The model as a file.
    pub(super) fn seal(&self) -> Vec<u8> {
        let mut out = Vec::new();
        version::write(&mut out, FEATURES);
        self.bins.write(&mut out);
        coefficients::write(&mut out, &self.weights);
        store::seal(KIND, &out)
    }

    pub(super) fn open(file: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(store::open_kind(file, KIND)?);
        version::check(&mut reader, FEATURES)?;
        let bins = Bins::read(&mut reader, VALUES)?;
        let weights = coefficients::read(&mut reader, attribute_count(&bins))?;
        reader.finish()?;
        Ok(Self { bins, weights })
    }
}
