//! What pairs are made by: by the texts themselves, or by what the scheme of their fingerprints is good for.

use std::fmt;

use super::curve::{Bands, least_equal};
use super::measure::Measure;
use crate::error::{Error, Result};
use crate::fingerprint::{Compare, Kind, find, supershingle};

/// What documents are compared by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The shingles of their texts.
    Text,
    Fingerprint {
        scheme: String,
        parameters: String,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("text alone"),
            Self::Fingerprint { scheme, parameters } => write!(f, "{scheme} ({parameters})"),
        }
    }
}

/// What was asked for.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    pub threshold: Option<f64>,
    pub measure: Option<Measure>,
    /// Values in common.
    pub common: Option<u32>,
    /// Bits apart.
    pub distance: Option<u32>,
    /// How many of the pairs at the threshold are to be found.
    pub recall: Option<f64>,
    pub bands: Option<Bands>,
    /// Whether the texts of candidates are compared.
    pub verify: bool,
    /// An option about the shingles of texts that was given.
    pub shingles: Option<&'static str>,
}

/// Pairs at least so alike, of those who do not say.
pub const THRESHOLD: f64 = 0.8;
/// Of the pairs at the threshold so many are found.
pub const RECALL: f64 = 0.99;
/// Three of 64 bits, as Manku has it (3.2.2).
const DISTANCE: u32 = 3;

/// How pairs are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// All pairs of sets.
    Join,
    /// Fingerprints with the same values in all places of a band, and at least so many that are the same in all.
    Bands(Bands, u32),
    /// So many values in common.
    Common(u32),
    /// So many bits apart at most.
    Distance(u32),
    /// What is the same.
    Same,
}

impl Plan {
    /// For fingerprints of so many values.
    pub fn new(origin: &Origin, values: usize, choice: &Choice) -> Result<Self> {
        let compare = origin.compare()?;
        check(compare, origin, choice)?;
        Ok(match compare {
            Compare::Sets | Compare::Smallest => Self::Join,
            Compare::Places => {
                let (bands, least) = by_bands(values as u32, choice)?;
                Self::Bands(bands, least)
            }
            Compare::Common => {
                // Of super-shingles two, as Henzinger has it (3.2.5); of lists one (figure 3.3).
                let least = if origin.is_of(&supershingle::KIND) { 2 } else { 1 };
                Self::Common(choice.common.unwrap_or_else(|| least.min(values.max(1) as u32)))
            }
            Compare::Bits => Self::Distance(choice.distance.unwrap_or(DISTANCE)),
            Compare::Whole => Self::Same,
        })
    }
}

/// The bands, and how many values are to be the same, with which pairs at the threshold are found often enough.
///
/// A pair is lost if no band has it, or if too few of its values are the same: half of the losses that are allowed may be
/// of either kind.
pub fn by_bands(values: u32, choice: &Choice) -> Result<(Bands, u32)> {
    let threshold = choice.threshold.unwrap_or(THRESHOLD);
    let recall = choice.recall.unwrap_or(RECALL);
    let half = f64::midpoint(1.0, recall);
    let bands = match choice.bands {
        Some(bands) if u64::from(bands.bands) * u64::from(bands.rows) > values.into() => {
            let expected = format!("{values} at most times --rows: a fingerprint has no more values");
            return Err(Error::Parameter { name: "--bands", expected });
        }
        Some(bands) => bands,
        None => match Bands::solve(values, threshold, half) {
            Ok(bands) => bands,
            // All that can be found are found; whether those are enough matters to who says how many.
            Err(_) if choice.recall.is_none() => Bands { bands: values, rows: 1 },
            Err(_) => {
                Bands::solve(values, threshold, recall)?;
                Bands { bands: values, rows: 1 }
            }
        },
    };
    Ok((bands, least_equal(values, threshold, half)))
}

/// Refuses what would do nothing.
fn check(compare: Compare, origin: &Origin, choice: &Choice) -> Result<()> {
    let of_sets = is_of_sets(compare);
    let by_bands = compare == Compare::Places;
    let scheme = match origin {
        Origin::Text => "texts",
        Origin::Fingerprint { scheme, .. } => scheme.as_str(),
    };
    let given: [(&'static str, bool, bool); 8] = [
        ("--threshold", choice.threshold.is_some(), of_sets || by_bands || choice.verify),
        ("--measure", choice.measure.is_some(), of_sets || choice.verify),
        ("--common", choice.common.is_some(), compare == Compare::Common),
        ("--distance", choice.distance.is_some(), compare == Compare::Bits),
        ("--recall", choice.recall.is_some(), by_bands),
        ("--bands", choice.bands.is_some(), by_bands),
        ("--verify", choice.verify, *origin != Origin::Text),
        (
            choice.shingles.unwrap_or_default(),
            choice.shingles.is_some(),
            *origin == Origin::Text || choice.verify,
        ),
    ];
    match given.iter().find(|(_, given, useful)| *given && !useful) {
        Some((name, ..)) => {
            let expected = format!("left out: it does nothing with {scheme}");
            Err(Error::Parameter { name, expected })
        }
        None => Ok(()),
    }
}

fn is_of_sets(compare: Compare) -> bool {
    matches!(compare, Compare::Sets | Compare::Smallest)
}

impl Origin {
    fn compare(&self) -> Result<Compare> {
        let Self::Fingerprint { scheme, .. } = self else { return Ok(Compare::Sets) };
        match find(scheme) {
            Some(kind) => Ok(kind.compare),
            None => {
                let expected = "of a scheme that fingerprint --list has".to_owned();
                Err(Error::Differs { what: "a fingerprint", found: scheme.clone(), expected })
            }
        }
    }

    fn is_of(&self, kind: &Kind) -> bool {
        matches!(self, Self::Fingerprint { scheme, .. } if scheme == kind.name)
    }

    /// Whether what is compared is a set, in no order.
    pub(super) fn is_of_sets(&self) -> bool {
        self.compare().is_ok_and(is_of_sets)
    }

    /// Refuses options that would do nothing.
    pub(super) fn check(&self, choice: &Choice) -> Result<()> {
        check(self.compare()?, self, choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(scheme: &str) -> Origin {
        Origin::Fingerprint { scheme: scheme.to_owned(), parameters: "n=5".to_owned() }
    }

    #[test]
    fn schemes_have_plans() {
        let plan = |scheme, values| Plan::new(&of(scheme), values, &Choice::default()).unwrap();
        assert_eq!(plan("minhash", 128), Plan::Bands(Bands { bands: 21, rows: 6 }, 90));
        // 1 - 0.2^2 is less than 0.99.
        assert_eq!(plan("minhash", 2), Plan::Bands(Bands { bands: 2, rows: 1 }, 1));
        assert_eq!(plan("supershingle", 6), Plan::Common(2));
        assert_eq!(plan("lists", 10), Plan::Common(1));
        assert_eq!(plan("simhash", 1), Plan::Distance(3));
        assert_eq!(plan("winnow", 50), Plan::Join);
        assert_eq!(plan("exact", 2), Plan::Same);
        assert_eq!(Plan::new(&Origin::Text, 9, &Choice::default()).unwrap(), Plan::Join);
    }

    #[test]
    fn what_does_nothing_is_refused() {
        let error =
            |origin: &Origin, choice: Choice| Plan::new(origin, 128, &choice).unwrap_err().to_string();
        let distance = Choice { distance: Some(2), ..Choice::default() };
        assert_eq!(
            error(&of("minhash"), distance),
            "--distance must be left out: it does nothing with minhash"
        );
        let verify = Choice { verify: true, ..Choice::default() };
        assert_eq!(error(&Origin::Text, verify), "--verify must be left out: it does nothing with texts");
        let shingles = Choice { shingles: Some("--unit"), ..Choice::default() };
        assert_eq!(error(&of("simhash"), shingles), "--unit must be left out: it does nothing with simhash");
        let measure = Choice { measure: Some(Measure::Containment), ..Choice::default() };
        assert_eq!(
            error(&of("minhash"), measure),
            "--measure must be left out: it does nothing with minhash"
        );
        let bands = Choice { bands: Some(Bands { bands: 50, rows: 3 }), ..Choice::default() };
        assert!(error(&of("minhash"), bands).starts_with("--bands must be 128 at most"));
        assert!(error(&of("other"), Choice::default()).starts_with("a fingerprint: other, not"));
    }
}
