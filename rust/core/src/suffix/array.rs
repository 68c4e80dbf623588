//! The suffix array: where the suffixes of a sequence begin, in their order.

use super::documents::{Sequence, Text};
use super::position::Position;
use crate::error::{Error, Result};

/// An array of positions or lengths, of 32 bits where they suffice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
}

/// The suffix array of a sequence, in linear time.
pub fn suffix_array(sequence: &Sequence<'_>) -> Result<Positions> {
    if sequence.is_wide() {
        let mut out = vec![0; sequence.len()];
        suffix_array_into(sequence, &mut out)?;
        return Ok(Positions::Wide(out));
    }
    let mut out = vec![0; sequence.len()];
    suffix_array_into(sequence, &mut out)?;
    Ok(Positions::Narrow(out))
}

/// The suffix array, in memory of the caller's.
pub fn suffix_array_into<P: Position>(sequence: &Sequence<'_>, out: &mut [P]) -> Result<()> {
    let documents = sequence.lengths.map_or(0, <[usize]>::len);
    if out.len() != sequence.len() || sequence.len() + documents > P::MAX {
        return Err(Error::Parameter { name: "the array", expected: "as long as the sequence".to_owned() });
    }
    if let (Text::Bytes(bytes), None) = (sequence.text, sequence.lengths) {
        return P::sort_bytes(bytes, out);
    }
    let (mut text, alphabet) = sequence.numbers::<P>();
    // Small alphabets need no more room than the sorter has anyway; with large ones it is cheap beside the array.
    let room = alphabet.saturating_mul(6).min(text.len() / 2).min(P::MAX - text.len());
    let mut sorted = vec![P::default(); text.len() + room];
    P::sort_numbers(&mut text, &mut sorted)?;
    if documents > 0 {
        // The text has served: each of its places is to know where it is in the sequence without what ends documents.
        let mut at = 0;
        for number in &mut text {
            let is_end = number.at() < documents;
            *number = P::of(at);
            at += usize::from(!is_end);
        }
        // What ends documents is least, and comes first.
        for (out, place) in out.iter_mut().zip(&sorted[documents..]) {
            *out = text[place.at()];
        }
    } else {
        out.copy_from_slice(&sorted[..out.len()]);
    }
    Ok(())
}
