//! Several sets as one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{Read, Write};

use super::header::{Header, Totals};
use super::reader::SetReader;
use super::writer::SetWriter;
use crate::error::{Error, Result};

/// Writes the n-grams of all sets whose counts add up to `min_count`. [`super`] says when that is all there are; the
/// header that is returned says so too.
///
/// Sets without counts can be merged where being in one of them is enough.
pub fn merge<R: Read, W: Write>(
    mut sets: Vec<SetReader<R>>,
    min_count: u64,
    out: W,
) -> Result<(Header, Totals)> {
    let Some(first) = sets.first().map(|set| set.header().clone()) else {
        return Err(Error::Incompatible { why: "no sets".to_owned() });
    };
    let headers = || sets.iter().map(SetReader::header);
    for header in headers() {
        header.check_same_ngrams(first.n, first.level, &first.tokens)?;
        if !header.counts && header.min_count < min_count {
            let why =
                format!("a set without counts has what occurs {} times, not {min_count}", header.min_count);
            return Err(Error::Incompatible { why });
        }
    }
    let one = sets.len() == 1;
    let header = Header {
        min_count,
        counts: headers().all(|header| header.counts),
        complete: headers().all(|header| {
            header.complete && (header.min_count == 1 || (one && header.min_count <= min_count))
        }),
        ..first
    };
    let mut writer = SetWriter::new(out, &header)?;
    let mut least = BinaryHeap::new();
    for (number, set) in sets.iter_mut().enumerate() {
        least.extend(set.next_ngram()?.map(|(hash, count)| Reverse((hash, number, count))));
    }
    while let Some(&Reverse((hash, _, _))) = least.peek() {
        let mut sum = 0u64;
        while let Some(mut top) = least.peek_mut().filter(|top| top.0.0 == hash) {
            let (_, number, count) = top.0;
            sum = sum.saturating_add(count);
            match sets[number].next_ngram()? {
                Some((next, count)) => top.0 = (next, number, count),
                None => {
                    PeekMut::pop(top);
                }
            }
        }
        if sum >= min_count {
            writer.push(hash, sum)?;
        }
    }
    let mut text = Totals::default();
    sets.iter().filter_map(SetReader::totals).for_each(|totals| text.add_text(totals));
    let totals = writer.finish(&text)?;
    Ok((header, totals))
}
