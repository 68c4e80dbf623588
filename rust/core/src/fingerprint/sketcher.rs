//! From a document to its fingerprint, with what has to be the same for two of them to be comparable.

use std::borrow::Cow;
use std::sync::Arc;

use super::params::Settings;
use super::prefixes::Prefixes;
use super::shingles::Shingles;
use super::units::{Cutter, Folding};
use super::{Document, Fingerprint, Kind, Scheme, Setup, Unit};
use crate::error::{Error, Result};

/// Changes whenever the same text gets other values with the same parameters.
const VERSION: u32 = 1;

/// Shingles are no longer.
pub const LONGEST: usize = 1 << 16;

/// What is to be done, and with what parameters; what is not said is as the scheme has it.
#[derive(Clone, Debug)]
pub struct Choice {
    pub scheme: &'static Kind,
    pub settings: Settings,
    pub unit: Option<Unit>,
    pub n: Option<usize>,
    pub folding: Option<Folding>,
    pub seed: Option<u64>,
    pub prefixes: Option<Arc<Prefixes>>,
    /// Whether [`Fingerprint::positions`] are wanted.
    pub positions: bool,
}

impl Choice {
    pub fn new(scheme: &'static Kind) -> Self {
        let (unit, n, folding, seed, prefixes) = Default::default();
        Self { scheme, settings: Settings::default(), unit, n, folding, seed, prefixes, positions: false }
    }
}

/// The seed of who gives none.
pub const SEED: u64 = 1;

/// A document as it comes.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    Text(&'a str),
    /// UTF-8, unless units are bytes.
    Bytes(&'a [u8]),
    /// In units, that others have made.
    Units(&'a [u64]),
}

/// Makes fingerprints of one scheme with the same parameters.
#[derive(Debug)]
pub struct Sketcher {
    kind: &'static Kind,
    scheme: Box<dyn Scheme>,
    unit: Unit,
    n: usize,
    folding: Folding,
    seed: u64,
    positions: bool,
    parameters: String,
}

/// What a thread works with.
#[derive(Debug)]
pub struct Scratch {
    cutter: Cutter,
    units: Vec<u64>,
    starts: Vec<usize>,
    shingles: Shingles,
}

impl Scratch {
    /// The unit that a word is which somebody else has cut: not stripped, but folded.
    pub fn word(&mut self, word: &str) -> u64 {
        self.cutter.word(word)
    }
}

impl Sketcher {
    pub fn new(choice: Choice) -> Result<Self> {
        let kind = choice.scheme;
        let does_nothing = |name| {
            let expected = format!("left out: it does nothing with {}", kind.name);
            Err(Error::Parameter { name, expected })
        };
        let unit = choice.unit.or(kind.units.first().copied()).unwrap_or(Unit::Words);
        if !kind.units.contains(&unit) {
            let names: Vec<_> = kind.units.iter().map(|unit| unit.name()).collect();
            return Err(Error::Parameter { name: "unit", expected: names.join(", ") });
        }
        if choice.n.is_some() && kind.n.is_none() {
            return does_nothing("n");
        }
        let n = choice.n.or(kind.n).unwrap_or(1);
        if !(1..=LONGEST).contains(&n) {
            return Err(Error::Parameter { name: "n", expected: format!("from 1 to {LONGEST}") });
        }
        if choice.folding.is_some() && !unit.folds() {
            return does_nothing("fold");
        }
        if choice.seed.is_some() && !kind.seeded {
            return does_nothing("seed");
        }
        if choice.positions && !kind.positions {
            return does_nothing("positions");
        }
        if choice.prefixes.is_some() && !kind.counts_prefixes {
            return does_nothing("prefixes");
        }
        let folding = choice.folding.unwrap_or_default();
        let seed = choice.seed.unwrap_or(SEED);
        if let Some(prefixes) = &choice.prefixes {
            prefixes.check_units(&describe(unit, folding))?;
        }
        let mut parameters = format!("version={VERSION} {}", describe(unit, folding));
        if kind.n.is_some() {
            parameters += &format!(" n={n}");
        }
        for param in kind.params {
            parameters += &format!(" {}={}", param.name, choice.settings.value(param));
        }
        if kind.seeded {
            parameters += &format!(" seed={seed}");
        }
        if let Some(prefixes) = &choice.prefixes {
            parameters += &format!(" prefixes={:016x}", prefixes.checksum());
        }
        let setup = Setup { settings: &choice.settings, n, seed, prefixes: choice.prefixes };
        let scheme = (kind.make)(&setup)?;
        Ok(Self { kind, scheme, unit, n, folding, seed, positions: choice.positions, parameters })
    }

    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// All that has to be the same: names and values with `=` between them, in an order that is always the same.
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    pub fn unit(&self) -> Unit {
        self.unit
    }

    pub fn scratch(&self) -> Scratch {
        let cutter = Cutter::new(self.unit, self.folding);
        Scratch { cutter, units: Vec::new(), starts: Vec::new(), shingles: Shingles::default() }
    }

    /// The shingles of a document, in its order and with those that come again.
    pub fn shingles<'a>(&self, given: Given<'_>, scratch: &'a mut Scratch) -> &'a [u64] {
        self.read(given, scratch);
        scratch.shingles.all()
    }

    /// The shingles of a document, each once.
    pub fn distinct<'a>(&self, given: Given<'_>, scratch: &'a mut Scratch) -> &'a [u64] {
        self.read(given, scratch);
        scratch.shingles.distinct()
    }

    /// The fingerprint of a document.
    pub fn sketch(&self, given: Given<'_>, scratch: &mut Scratch) -> Fingerprint {
        let text = self.read(given, scratch);
        let Scratch { units, starts, shingles, .. } = scratch;
        let mut out = Fingerprint { shingles: shingles.distinct().len() as u64, ..Fingerprint::default() };
        if out.shingles > 0 {
            self.scheme.sketch(&Document { text: &text, units, shingles }, &mut out);
        }
        if !self.positions {
            out.positions = Vec::new();
        } else if !starts.is_empty() {
            to_code_points(&text, starts, &mut out.positions);
        }
        out
    }

    /// Cuts a document into units and shingles; its text, if it has one.
    fn read<'a>(&self, given: Given<'a>, scratch: &mut Scratch) -> Cow<'a, str> {
        let Scratch { cutter, units, starts, shingles } = scratch;
        units.clear();
        starts.clear();
        let text = match given {
            Given::Text(text) => Cow::Borrowed(text),
            Given::Bytes(bytes) if self.unit == Unit::Bytes => {
                units.extend(bytes.iter().map(|&byte| u64::from(byte)));
                Cow::Borrowed("")
            }
            Given::Bytes(bytes) => String::from_utf8_lossy(bytes),
            Given::Units(given) => {
                units.extend_from_slice(given);
                Cow::Borrowed("")
            }
        };
        cutter.cut(&text, units, self.positions.then_some(starts));
        shingles.read(units, self.n, self.seed);
        text
    }
}

/// How units are made.
fn describe(unit: Unit, folding: Folding) -> String {
    let fold = if unit.folds() { format!(" fold={}", folding.name()) } else { String::new() };
    format!("unit={}{fold}", unit.name())
}

/// From numbers of units, ascending, to the code points at which they begin.
fn to_code_points(text: &str, starts: &[usize], positions: &mut [u64]) {
    let (mut byte, mut points) = (0, 0u64);
    for position in positions {
        let start = starts.get(*position as usize).copied().unwrap_or(text.len());
        // A byte within a character stands where the character does.
        let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        points += text[byte..start].chars().count() as u64;
        byte = start;
        *position = points;
    }
}

/// Counts the prefixes of a collection, for the schemes that want to know.
#[derive(Debug)]
pub struct PrefixCounter {
    cutter: Cutter,
    units: Vec<u64>,
    prefixes: Prefixes,
}

impl PrefixCounter {
    pub fn new(unit: Unit, folding: Folding) -> Self {
        let cutter = Cutter::new(unit, folding);
        Self { cutter, units: Vec::new(), prefixes: Prefixes::new(describe(unit, folding)) }
    }

    pub fn add(&mut self, text: &str) {
        self.units.clear();
        self.cutter.cut(text, &mut self.units, None);
        self.prefixes.count(&self.units);
    }

    pub fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }
}
