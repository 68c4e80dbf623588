//! Shivakumar and Garcia-Molina's fingerprints, section 3.2.4: hashes of (i) each two lines and (ii) each four lines.
//!
//! Chunks follow each other without overlapping; lines at the end that are too few for one are in none. Blank lines are
//! none. There hashes have 32 bits, here 64.

use super::mix::chain;
use super::params::Param;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Unit};

pub static KIND: Kind = Kind {
    name: "lines",
    about: "hashes of chunks of two lines, and of four",
    reference: "Shivakumar & Garcia-Molina 1998; thesis 3.2.4",
    units: &[Unit::Lines],
    n: None,
    params: &[CHUNK],
    compare: Compare::Sets,
    positions: false,
    counts_prefixes: false,
    seeded: true,
    make: |setup| Ok(Box::new(Lines { chunk: setup.whole(&CHUNK) })),
};

const CHUNK: Param = Param::whole("chunk", 2, 1, 1 << 16, "lines of a chunk; the others have twice as many");

/// See the [module](self).
#[derive(Debug)]
pub struct Lines {
    chunk: usize,
}

impl Scheme for Lines {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        for lines in [self.chunk, 2 * self.chunk] {
            let chunks = document.shingles.all().chunks_exact(lines);
            // The length goes in: the same line twice is not the same as four times.
            out.values
                .extend(chunks.map(|chunk| chunk.iter().fold(lines as u64, |hash, &line| chain(hash, line))));
        }
    }
}
