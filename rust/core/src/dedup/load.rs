//! From a file of n-grams to the set in memory.

use std::io::{Read, Seek};

use super::set::{Builder, Set};
use super::state;
use crate::error::{Error, Result};
use crate::ngrams::set::{Header, SetReader, totals};

/// The n-grams of a file that occur twice or more, unless they take more than so many bytes, and what they are of. The
/// file is read from its beginning: once, and first once more to count, if it has those that occur once.
pub fn read(file: &mut (impl Read + Seek), memory: u64) -> Result<(Header, Set)> {
    let header = SetReader::new(&mut *file)?.header().clone();
    if header.min_count == 1 && header.counts && header.complete {
        let mut count = 0;
        state::relevant(rewound(file)?, &mut [], true, |_, _| {
            count += 1;
            Ok(())
        })?;
        let mut builder = Builder::within(count, memory)?;
        state::relevant(rewound(file)?, &mut [], true, |hash, _| builder.push(hash).map(drop))?;
        return Ok((header, builder.finish()?));
    }
    let mut builder = Builder::within(totals(file)?.hashes, memory)?;
    let mut ngrams = rewound(file)?;
    while let Some((hash, _)) = ngrams.next_ngram()? {
        builder.push(hash)?;
    }
    Ok((header, builder.finish()?))
}

fn rewound<R: Read + Seek>(file: &mut R) -> Result<SetReader<&mut R>> {
    file.rewind().map_err(Error::io("reading a set of n-grams"))?;
    SetReader::new(file)
}
