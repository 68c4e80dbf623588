//! What the algorithms that learn have in common: values cut into bins, the text's shape, and a minimiser.

pub(super) mod bins;
pub(super) mod coefficients;
pub(super) mod kinds;
pub(super) mod lbfgs;
pub(super) mod shape;
