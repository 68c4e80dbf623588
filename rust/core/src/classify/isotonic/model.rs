//! The logistic regression that scores subtrees: how likely it is that a subtree is boilerplate throughout.

use super::super::learning::{bins::Bins, coefficients};
use super::tree::{FLAGS, Subtree, VALUES};
use crate::error::{Error, Result};
use crate::store::{self, Reader, put_varint};

const KIND: &str = "isotonic";
/// Goes up when features change their meaning, for models do not know what theirs mean.
const FEATURES: u64 = 1;

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

/// The attributes of a subtree: a bin for each value, then what it has of all that it might have.
pub(super) fn attributes_of<'a>(bins: &'a Bins, subtree: &'a Subtree) -> impl Iterator<Item = usize> + 'a {
    let first = if subtree.is_leaf { bins.len() + FLAGS } else { 0 };
    let flags = (0..FLAGS).filter(|at| subtree.flags >> at & 1 == 1);
    bins.of_values(&subtree.values).chain(flags.map(|at| bins.len() + at)).map(move |at| first + at)
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
        put_varint(&mut out, FEATURES);
        self.bins.write(&mut out);
        coefficients::write(&mut out, &self.weights);
        store::seal(KIND, &out)
    }

    pub(super) fn open(file: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(store::open_kind(file, KIND)?);
        if reader.varint()? != FEATURES {
            return Err(Error::Malformed { what: "its features are not those of this program" });
        }
        let bins = Bins::read(&mut reader, VALUES)?;
        let weights = coefficients::read(&mut reader, attribute_count(&bins))?;
        reader.finish()?;
        Ok(Self { bins, weights })
    }
}
