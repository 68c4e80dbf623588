//! What Naive Bayes knows of a token.

use super::tokens::Tokens;
use crate::classify::weights::mix;
use crate::html::hints::Hints;

/// The part of a hash that says of which kind a feature is.
const ALONE: u64 = 1;
const TRIGRAM: u64 = 2;
const IN_TAG: u64 = 3;
const HINT: u64 = 4;

/// The token, with the two after it, and with the most recent unclosed tag.
#[inline]
pub(super) fn of_token(tokens: &Tokens, at: usize, mut put: impl FnMut(u64)) {
    let id = tokens.id(at);
    put(mix(ALONE, id));
    put(mix(mix(mix(TRIGRAM, id), tokens.id(at + 1)), tokens.id(at + 2)));
    put(mix(mix(IN_TAG, tokens.tag(at) as u64), id));
}

/// The hint words of the elements around it.
pub(super) fn of_hints(hints: Hints, mut put: impl FnMut(u64)) {
    let mut left = hints.0;
    while left != 0 {
        put(mix(HINT, u64::from(left.trailing_zeros())));
        left &= left - 1;
    }
}
