//! What the algorithms that learn have in common: values cut into bins, the text's shape, and a minimiser.

pub(super) mod attributes;
pub(super) mod bins;
pub(super) mod coefficients;
#[cfg(test)]
pub(super) mod damage;
pub(super) mod fit;
pub(super) mod kinds;
mod lbfgs;
pub(super) mod shape;
pub(super) mod version;
