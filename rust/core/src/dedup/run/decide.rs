//! What is decided about a document.

use std::ops::Range;
use std::sync::Arc;

use super::{Level, Settings};
use crate::dedup::algorithm::{Dedup, LeastDuplicate, Scope, Unit};
use crate::dedup::context::{self, Labelled};
use crate::dedup::trace::Place;
use crate::error::Result;

/// What is to be known of a document, beside its n-grams.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    pub(super) parts: Vec<Part>,
    /// All blocks, if their context decides.
    pub(super) blocks: Vec<Labelled<'static>>,
}

/// A unit of the record's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) block: Option<usize>,
    pub(super) words: usize,
    /// Whether duplicate words are looked for; what is short is what its neighbours are.
    pub(super) looked: bool,
}

impl Outline {
    pub(super) fn words(&self) -> usize {
        self.parts.iter().map(|part| part.words).sum()
    }

    /// The words of each part among those of the document.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (&Part, Range<usize>)> {
        self.parts.iter().scan(0, |end, part| {
            let start = std::mem::replace(end, *end + part.words);
            Some((part, start..*end))
        })
    }
}

/// What becomes of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Fate {
    #[default]
    Stays,
    Duplicate,
    /// No duplicate, but what duplicates leave alone (3.5.2).
    Stub,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Decided {
    pub(super) fate: Fate,
    pub(super) words: usize,
    /// Words in n-grams that are out.
    pub(super) duplicate: usize,
    pub(super) first: Option<Place>,
}

/// What is decided about a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Whether the same text was there before.
    pub(super) copy: bool,
    pub(super) parts: Vec<Decided>,
}

impl Verdict {
    /// How many units became that; at level document it is one.
    pub(super) fn count(&self, level: Level, fate: Fate) -> usize {
        let count = self.parts.iter().filter(|part| part.fate == fate).count();
        if level == Level::Document { count.min(1) } else { count }
    }

    /// How many units there are.
    pub(super) fn units(&self, level: Level) -> usize {
        [Fate::Stays, Fate::Duplicate, Fate::Stub].map(|fate| self.count(level, fate)).iter().sum()
    }

    /// Whether nothing is left of what was read, and a part of it is a duplicate.
    pub(super) fn is_duplicate(&self) -> bool {
        self.copy
            || (self.parts.iter().any(|part| part.fate == Fate::Duplicate)
                && self.parts.iter().all(|part| part.fate != Fate::Stays))
    }
}

/// Decides about documents, one after another.
#[derive(Debug)]
pub(super) struct Decider {
    settings: Arc<Settings>,
    dedup: Dedup,
    spans: Vec<Range<usize>>,
}

impl Decider {
    pub(super) fn new(settings: Arc<Settings>, dedup: Dedup) -> Self {
        Self { settings, dedup, spans: Vec::new() }
    }

    /// `places` are those of the document's n-grams; `copy` says that the same text was there before.
    pub(super) fn decide(
        &mut self,
        outline: &Outline,
        places: &[u64],
        document: u64,
        group: u64,
        copy: bool,
    ) -> Result<Verdict> {
        if copy {
            let all = |part: &Part| Decided {
                fate: Fate::Duplicate,
                words: part.words,
                duplicate: part.words,
                first: None,
            };
            return Ok(Verdict { copy, parts: outline.parts.iter().map(all).collect() });
        }
        let group = if self.settings.options.scope == Scope::Document { document } else { group };
        self.dedup.begin(document, group)?;
        let mut parts = match self.settings.level {
            Level::Document => self.whole(outline, places),
            _ => self.parts(outline, places),
        };
        if !outline.blocks.is_empty() {
            smooth(outline, &mut parts);
        }
        let looked: Vec<bool> = outline
            .parts
            .iter()
            .zip(&parts)
            .filter(|(part, _)| part.looked)
            .map(|(_, decided)| decided.fate == Fate::Stays)
            .collect();
        self.dedup.end(|unit| looked.get(unit).copied().unwrap_or(true));
        Ok(Verdict { copy, parts })
    }

    fn parts(&mut self, outline: &Outline, places: &[u64]) -> Vec<Decided> {
        let Self { dedup, spans, .. } = self;
        let decide = |(part, range): (&Part, Range<usize>)| {
            if !part.looked {
                return Decided { words: part.words, ..Decided::default() };
            }
            let unit = Unit { at: range.start as u64, words: part.words, ngrams: &places[range] };
            let verdict = dedup.unit(&unit, spans);
            let fate = if verdict.duplicate { Fate::Duplicate } else { Fate::Stays };
            Decided { fate, words: part.words, duplicate: verdict.words, first: verdict.first }
        };
        outline.ranges().map(decide).collect()
    }

    /// The document as one unit; of its parts it is said how much of each is duplicate.
    fn whole(&mut self, outline: &Outline, places: &[u64]) -> Vec<Decided> {
        let Self { dedup, spans, .. } = self;
        let verdict = dedup.unit(&Unit { ngrams: places, words: outline.words(), at: 0 }, spans);
        let fate = if verdict.duplicate { Fate::Duplicate } else { Fate::Stays };
        let mut next = 0;
        let decide = |(part, range): (&Part, Range<usize>)| {
            let mut duplicate = 0;
            while let Some(span) = spans.get(next).filter(|span| span.start < range.end) {
                duplicate += span.end.min(range.end).saturating_sub(span.start.max(range.start));
                if span.end > range.end {
                    break;
                }
                next += 1;
            }
            Decided { fate, words: part.words, duplicate, first: verdict.first }
        };
        outline.ranges().map(decide).collect()
    }

    /// The share of its n-grams that occur again, by which 3.5 orders documents.
    pub(super) fn share(&self, outline: &Outline, places: &[u64], document: u64) -> LeastDuplicate {
        let n = self.settings.options.n;
        let last = |words: usize| (words + 1).saturating_sub(n);
        let ngrams: Vec<u64> = if self.settings.crossing {
            places[..last(outline.words())].to_vec()
        } else {
            let looked = outline.ranges().filter(|(part, _)| part.looked);
            looked.flat_map(|(part, range)| &places[range.start..][..last(part.words)]).copied().collect()
        };
        LeastDuplicate::new(&ngrams, document)
    }
}

/// Repeats the context-sensitive classification with duplicates as bad blocks.
fn smooth(outline: &Outline, parts: &mut [Decided]) {
    let mut duplicate = vec![false; outline.blocks.len()];
    for (part, decided) in outline.parts.iter().zip(&*parts) {
        if let Some(at) = part.block {
            duplicate[at] = decided.fate == Fate::Duplicate;
        }
    }
    let stays = context::stays(&outline.blocks, &duplicate);
    for (part, decided) in outline.parts.iter().zip(parts) {
        if decided.fate == Fate::Stays && part.block.is_some_and(|at| !stays[at]) {
            decided.fate = Fate::Stub;
        }
    }
}
