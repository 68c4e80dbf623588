//! How long a prefix neighbours in a suffix array have in common, in linear time.
//!
//! Kärkkäinen, Manzini and Puglisi's Φ: from one position to the next the common prefix with the suffix before
//! loses a symbol at most (Kasai et al.), so that no symbol is compared twice.

use prefetch_index::prefetch_index;

use super::array::Positions;
use super::documents::{Sequence, Text};
use super::position::Position;
use crate::error::{Error, Result};

/// Positions between one that is worked on and one whose memory is fetched.
const AHEAD: usize = 24;

/// For each place of the suffix array the length of the prefix that its suffix has in common with the one before it;
/// zero for the first. No prefix goes beyond a document.
pub fn lcp_array(sequence: &Sequence<'_>, suffix_array: &Positions) -> Result<Positions> {
    match suffix_array {
        Positions::Narrow(array) => {
            let mut out = vec![0; array.len()];
            lcp_array_into(sequence, array, &mut out)?;
            Ok(Positions::Narrow(out))
        }
        Positions::Wide(array) => {
            let mut out = vec![0; array.len()];
            lcp_array_into(sequence, array, &mut out)?;
            Ok(Positions::Wide(out))
        }
    }
}

/// The same, in memory of the caller's. An array that is seen not to be the sequence's suffix array is refused; one
/// that has all positions in a wrong order may go unnoticed, and then the lengths mean nothing.
pub fn lcp_array_into<P: Position>(sequence: &Sequence<'_>, suffix_array: &[P], out: &mut [P]) -> Result<()> {
    if out.len() != suffix_array.len() || suffix_array.len() != sequence.len() || sequence.len() >= P::MAX {
        return Err(not_its_array());
    }
    let ends = sequence.ends::<P>();
    match (sequence.text, &ends) {
        (Text::Bytes(text), None) => between(text, |_| text.len(), suffix_array, out),
        (Text::Tokens(text), None) => between(text, |_| text.len(), suffix_array, out),
        (Text::Bytes(text), Some(ends)) => between(text, |at| ends[at].at(), suffix_array, out),
        (Text::Tokens(text), Some(ends)) => between(text, |at| ends[at].at(), suffix_array, out),
    }
}

fn not_its_array() -> Error {
    Error::Parameter { name: "suffix_array", expected: "the suffix array of this sequence".to_owned() }
}

fn between<T: Ord, P: Position>(
    text: &[T],
    end: impl Fn(usize) -> usize,
    suffix_array: &[P],
    out: &mut [P],
) -> Result<()> {
    let mut lengths = suffix_before(suffix_array)?;
    let first = P::of(text.len());
    let mut length = 0usize;
    for at in 0..text.len() {
        if let Some(later) = lengths.get(at + AHEAD) {
            prefetch_index(text, later.at());
        }
        if lengths[at] == first {
            lengths[at] = P::of(0);
            length = 0;
            continue;
        }
        let before = lengths[at].at();
        let (here, there) = (end(at) - at, end(before) - before);
        let most = here.min(there);
        let same = |&length: &usize| length < most && text[at + length] == text[before + length];
        while same(&length) {
            length += 1;
        }
        let in_order = if length < most {
            text[before + length] < text[at + length]
        } else {
            length == most && (there < here || (there == here && before < at))
        };
        if !in_order {
            return Err(not_its_array());
        }
        lengths[at] = P::of(length);
        length = length.saturating_sub(1);
    }
    for (out, at) in out.iter_mut().zip(suffix_array) {
        *out = lengths[at.at()];
    }
    Ok(())
}

/// For each position that of the suffix before it in the array; for the first, the length of the text.
fn suffix_before<P: Position>(suffix_array: &[P]) -> Result<Vec<P>> {
    let unknown = P::of(P::MAX);
    let mut all = vec![unknown; suffix_array.len()];
    let mut before = P::of(suffix_array.len());
    for &at in suffix_array {
        match all.get_mut(at.at()) {
            Some(place) if *place == unknown => *place = before,
            _ => return Err(not_its_array()),
        }
        before = at;
    }
    Ok(all)
}
