//! Broder's super-shingles, section 3.2.1: a sketch of k·s permutations in k groups of s values, and of each group the
//! hash. With a resemblance of ρ, the probability of r or more groups in common is equation 3.1.

use super::minhash::MinHash;
use super::mix::chain;
use super::params::Param;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Unit};

pub static KIND: Kind = Kind {
    name: "supershingle",
    about: "hashes of k groups of s values of minhash",
    reference: "Broder 1997; thesis 3.2.1, equation 3.1; 6 groups of 14 as Henzinger 2006",
    units: Unit::ANY,
    n: Some(5),
    params: &[GROUPS, GROUP_SIZE],
    compare: Compare::Common,
    positions: false,
    counts_prefixes: false,
    seeded: true,
    make: |setup| {
        let (groups, size) = (setup.whole(&GROUPS), setup.whole(&GROUP_SIZE));
        Ok(Box::new(SuperShingle { size, minhash: MinHash::new(groups * size, setup.seed) }))
    },
};

const GROUPS: Param = Param::whole("groups", 6, 1, 512, "k, the values of a fingerprint");
const GROUP_SIZE: Param = Param::whole("group-size", 14, 1, 512, "s, the values of minhash in a group");

/// See the [module](self).
#[derive(Debug)]
pub struct SuperShingle {
    size: usize,
    minhash: MinHash,
}

impl Scheme for SuperShingle {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        let mut sketch = Vec::new();
        self.minhash.least(document.shingles, &mut sketch);
        // The number of the group goes in, so that a value tells by itself which group it is of.
        let groups = sketch.chunks_exact(self.size).enumerate();
        out.values.extend(
            groups.map(|(at, group)| group.iter().fold(at as u64, |hash, &value| chain(hash, value))),
        );
    }
}
