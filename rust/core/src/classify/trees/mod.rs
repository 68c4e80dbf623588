//! Gradient-boosted trees over what is known of a block, its neighbours, the elements around it and its page.

pub mod features;
