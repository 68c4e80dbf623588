//! Heintze's two methods, section 3.2.4: the 100 shingles with the lowest hashes, and the 100 that begin with the five
//! letters least frequent in the whole collection.
//!
//! The second takes two passes: one to count, see [`prefixes`](super::prefixes), one to choose. What is as rare is
//! chosen by its hash.

use std::sync::Arc;

use super::params::Param;
use super::prefixes::{PREFIX, Prefixes};
use super::{Compare, Document, Fingerprint, Kind, Scheme, Setup, Unit};
use crate::error::{Error, Result};

pub static SMALLEST: Kind = Kind {
    name: "smallest",
    about: "the 100 least shingles",
    reference: "Heintze 1996; thesis 3.2.4",
    units: &[Unit::Letters, Unit::Chars, Unit::Words, Unit::Lines, Unit::Bytes],
    n: Some(40),
    params: &[SIZE],
    compare: Compare::Smallest,
    positions: false,
    counts_prefixes: false,
    seeded: true,
    make: |setup| Ok(Box::new(Smallest { size: setup.whole(&SIZE) })),
};

pub static RAREST: Kind = Kind {
    name: "rarest",
    about: "the 100 shingles that begin with the rarest five letters of the collection",
    reference: "Heintze 1996; thesis 3.2.4",
    units: &[Unit::Letters, Unit::Chars],
    n: Some(40),
    params: &[SIZE],
    compare: Compare::Sets,
    positions: false,
    counts_prefixes: true,
    seeded: true,
    make: |setup| Ok(Box::new(Rarest::new(setup)?)),
};

const SIZE: Param = Param::whole("size", 100, 1, 1 << 20, "values of a fingerprint, at most");

/// The lowest hashes.
#[derive(Debug)]
pub struct Smallest {
    size: usize,
}

impl Scheme for Smallest {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        out.values.extend_from_slice(document.shingles.distinct());
        if out.values.len() > self.size {
            out.values.select_nth_unstable(self.size);
            out.values.truncate(self.size);
        }
        out.values.sort_unstable();
    }
}

/// The rarest prefixes.
#[derive(Debug)]
pub struct Rarest {
    size: usize,
    prefixes: Arc<Prefixes>,
}

impl Rarest {
    fn new(setup: &Setup<'_>) -> Result<Self> {
        let refuse = |name, expected: &str| Err(Error::Parameter { name, expected: expected.to_owned() });
        let Some(prefixes) = setup.prefixes.clone() else {
            return refuse("prefixes", "given for this scheme");
        };
        if setup.n < PREFIX {
            return refuse("n", "5 or more, which is the length of a prefix");
        }
        Ok(Self { size: setup.whole(&SIZE), prefixes })
    }
}

impl Scheme for Rarest {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        let mut prefixes = Vec::with_capacity(document.units.len());
        self.prefixes.each(document.units, |count| prefixes.push(count));
        let mut found: Vec<_> = prefixes.into_iter().zip(document.shingles.all().iter().copied()).collect();
        // The same shingle has the same prefix, so that what comes again stands together.
        found.sort_unstable();
        found.dedup();
        out.values.extend(found.into_iter().take(self.size).map(|(_, hash)| hash));
    }
}
