//! Manber's sif, section 3.2.4: all substrings of 50 bytes whose hash is a multiple of 256.
//!
//! There a hash has 30 bits, here 64. A long text without such a substring is possible, which is what
//! [`heintze`](super::heintze) and [`winnow`](super::winnow) are against.

use super::params::Param;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Unit};

pub static KIND: Kind = Kind {
    name: "sif",
    about: "the shingles whose hash is a multiple of p",
    reference: "Manber 1994; thesis 3.2.4",
    units: &[Unit::Bytes, Unit::Letters, Unit::Chars, Unit::Words, Unit::Lines],
    n: Some(50),
    params: &[MODULUS],
    compare: Compare::Sets,
    positions: true,
    counts_prefixes: false,
    seeded: true,
    make: |setup| Ok(Box::new(Sif { modulus: setup.whole(&MODULUS) as u64 })),
};

const MODULUS: Param = Param::whole("modulus", 256, 1, 1 << 30, "p: one of so many shingles is kept");

/// See the [module](self).
#[derive(Debug)]
pub struct Sif {
    modulus: u64,
}

impl Scheme for Sif {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        for (at, &hash) in document.shingles.all().iter().enumerate() {
            if hash.is_multiple_of(self.modulus) {
                out.values.push(hash);
                out.positions.push(at as u64);
            }
        }
    }
}
