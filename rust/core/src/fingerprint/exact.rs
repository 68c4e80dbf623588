//! A checksum of 128 bits, section 3.1: the same for texts that are the same, and for no others. It is that of
//! [`dedup::exact`](crate::dedup::exact), for which blanks are alike however many they are.

use super::{Compare, Document, Fingerprint, Kind, Scheme, Unit};
use crate::dedup::exact::checksum;

pub static KIND: Kind = Kind {
    name: "exact",
    about: "a checksum of 128 bits, which only the same text has",
    reference: "thesis 3.1 and 3.6.1",
    units: &[Unit::Text],
    n: None,
    params: &[],
    compare: Compare::Whole,
    positions: false,
    counts_prefixes: false,
    seeded: false,
    make: |_| Ok(Box::new(Exact)),
};

/// See the [module](self).
#[derive(Debug)]
pub struct Exact;

impl Scheme for Exact {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        if let Some(sum) = checksum(document.text) {
            out.values.extend([sum as u64, (sum >> 64) as u64]);
        }
    }
}
