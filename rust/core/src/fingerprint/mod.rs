//! Fingerprints of documents, section 3.2: what few numbers tell of two texts whether they are nearly the same.
//!
//! Text becomes units ([`units`]), units become shingles, and a scheme chooses from those or sums them up: one file
//! each, behind one trait. To add a scheme: write its file with a [`Kind`] in it, and add that to [`SCHEMES`].

mod ascii;
pub mod base64;
pub mod exact;
pub mod heintze;
pub mod lines;
pub mod lists;
pub mod minhash;
mod mix;
pub mod one_permutation;
pub mod params;
pub mod prefixes;
pub mod record;
pub mod shingles;
pub mod side_file;
pub mod sif;
pub mod simhash;
pub mod similarity;
pub mod sketcher;
pub mod supershingle;
pub mod units;
pub mod winnow;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::error::Result;
use params::{Param, Settings};
use prefixes::Prefixes;
use shingles::Shingles;
pub use similarity::{Compare, containment, similarity};
pub use sketcher::{Choice, Given, Scratch, Sketcher};
pub use units::Unit;

/// All schemes, in the order in which they are listed.
pub static SCHEMES: &[&Kind] = &[
    &minhash::KIND,
    &one_permutation::KIND,
    &supershingle::KIND,
    &simhash::KIND,
    &lists::KIND,
    &winnow::KIND,
    &sif::KIND,
    &heintze::SMALLEST,
    &heintze::RAREST,
    &lines::KIND,
    &exact::KIND,
];

/// The scheme of a name.
pub fn find(name: &str) -> Option<&'static Kind> {
    SCHEMES.iter().copied().find(|kind| kind.name == name)
}

/// What is known of a scheme before it runs.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Who published it, and where the thesis speaks of it.
    pub reference: &'static str,
    /// What its shingles may be made of, the default first.
    pub units: &'static [Unit],
    /// How many units a shingle has, where that can be chosen.
    pub n: Option<usize>,
    pub params: &'static [Param],
    pub compare: Compare,
    /// Whether what it chooses stands somewhere in the text.
    pub positions: bool,
    /// Whether it has to be told how frequent prefixes are.
    pub counts_prefixes: bool,
    /// Whether chance has a part in it.
    pub seeded: bool,
    pub make: fn(&Setup<'_>) -> Result<Box<dyn Scheme>>,
}

/// What a scheme is made with.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    pub settings: &'a Settings,
    pub n: usize,
    pub seed: u64,
    pub prefixes: Option<Arc<Prefixes>>,
}

impl Setup<'_> {
    fn whole(&self, param: &Param) -> usize {
        self.settings.value(param) as usize
    }
}

/// A document as schemes see it.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// Empty for a document that came in units.
    pub text: &'a str,
    pub units: &'a [u64],
    pub shingles: &'a Shingles,
}

/// A way to make a fingerprint.
pub trait Scheme: std::fmt::Debug + Send + Sync {
    /// Adds the values of a document to `out`, and where the scheme has such, the shingles they stand for. There is a
    /// shingle at least.
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint);
}

/// What is kept of a document. A document that is shorter than a shingle has no values, and resembles none: not even
/// others that are as short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// How many different shingles the document has.
    pub shingles: u64,
    pub values: Vec<u64>,
    /// Of each value, where its shingle begins: a number of code points, or of units if the document came as such.
    pub positions: Vec<u64>,
}
