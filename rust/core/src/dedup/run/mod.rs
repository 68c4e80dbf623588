//! A run over records: lines in, lines out, each with what was decided about it.
//!
//! Lines are [read](read) on any number of cores: their units, and where the n-grams of these are in the set. In order,
//! and on one core, it is [decided](decide) what is a duplicate, and [written](write). Where documents are not taken in
//! the order of the input (3.5 prefers another), what is needed to decide is [sorted](order) on disk, and what was
//! decided is sorted back: output is always in the order of input.

mod decide;
mod ids;
mod kept;
mod order;
mod read;
mod spilled;
#[cfg(test)]
mod tests;
mod totals;
mod write;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use decide::Decider;
use ids::Ids;
use kept::Kept;
pub use order::Order;
use order::Ordering;
pub use read::{Batch, Reader};
use read::{Line, Record};
pub use totals::Totals;

use super::algorithm::{Dedup, Options, Scope};
use super::bits::Bits;
use super::exact::Seen;
use super::scope::salt;
use super::set::Set;
use super::state::State;
use super::trace::Tracing;
use crate::error::Result;
use crate::ngrams::set::Header;
use crate::ngrams::tokens::TokenOptions;
use crate::units::{Reading, Source, Split};

/// What is kept or dropped as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// A block; of a record without blocks its text.
    #[default]
    Block,
    Document,
    /// A line of `text`.
    Line,
    /// A part of `text` between blank lines.
    Paragraph,
}

impl Level {
    pub const ALL: [(&'static str, Self); 4] = [
        ("block", Self::Block),
        ("document", Self::Document),
        ("line", Self::Line),
        ("paragraph", Self::Paragraph),
    ];

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, level)| *level == self).map_or("", |(name, _)| *name)
    }

    /// Whether units are parts of a `text`.
    pub fn is_of_text(self) -> bool {
        matches!(self, Self::Line | Self::Paragraph)
    }

    /// How records are read at this level.
    pub fn reading(self, reading: Reading) -> Reading {
        match self {
            Self::Block | Self::Document => Reading { split: Split::Whole, ..reading },
            Self::Line => Reading { split: Split::Lines, source: Source::Text, ..reading },
            Self::Paragraph => Reading { split: Split::Paragraphs, source: Source::Text, ..reading },
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// As [`Level::reading`] has it.
    pub reading: Reading,
    pub level: Level,
    pub tokens: TokenOptions,
    /// At level document: whether n-grams go beyond blocks.
    pub crossing: bool,
    pub options: Options,
    /// Whether the context-sensitive classification is repeated (3.5.2).
    pub smoothing: bool,
    /// Whether copies that are alike to the letter go before all else (3.6.1).
    pub exact: bool,
    /// Whether duplicates are cut out instead of labelled.
    pub drop: bool,
    pub order: Order,
    /// Whether the n-grams of all that stays are wanted in the end.
    pub keep_ngrams: bool,
    /// Bytes that may be used beside the set and what belongs to it.
    pub memory: u64,
    pub tmpdir: PathBuf,
}

impl Settings {
    /// Whether documents are not simply taken as they come: then the input is read once more.
    pub fn is_ordered(&self) -> bool {
        self.order != Order::Input || self.options.scope == Scope::Group
    }

    /// Whether memory is needed beside the set and what belongs to it.
    pub fn needs_memory(&self) -> bool {
        self.exact || self.keep_ngrams || self.is_ordered()
    }

    /// What each part that needs memory gets.
    fn share(&self) -> u64 {
        let parts = [self.exact, self.keep_ngrams, self.is_ordered()];
        self.memory / parts.iter().filter(|&&part| part).count().max(1) as u64
    }
}

/// The least [`Settings::memory`].
pub const LEAST_MEMORY: u64 = 4 << 20;

/// A run. Lines are given to [`put`](Self::put), which returns what is to be written; where
/// [documents are ordered](Settings::is_ordered), first all of them to [`take`](Self::take), then
/// [`order`](Self::order) is called, then all of them again to [`put`](Self::put).
#[derive(Debug)]
pub struct Run {
    settings: Arc<Settings>,
    reader: Arc<Reader>,
    decider: Decider,
    seen: Option<Seen>,
    ids: Option<Ids>,
    ordering: Option<Ordering>,
    kept: Option<Kept>,
    totals: Totals,
    /// Documents seen so far, in this pass.
    documents: u64,
}

impl Run {
    /// `out` is what of the set is out from the beginning.
    pub fn new(settings: Settings, header: &Header, set: Set, out: Bits) -> Result<Self> {
        let settings = Arc::new(settings);
        let dedup = Dedup::new(settings.options, set.len(), out)?;
        let tracing = settings.options.tracing != Tracing::Off;
        let totals = Totals { ngrams: set.len(), memory: set.memory(), ..Totals::default() };
        Ok(Self {
            reader: Arc::new(Reader::new(settings.clone(), set)),
            decider: Decider::new(settings.clone(), dedup),
            seen: settings.exact.then(|| Seen::new(settings.share())),
            ids: if tracing { Some(Ids::new(&settings.tmpdir)?) } else { None },
            ordering: if settings.is_ordered() { Some(Ordering::new(&settings)?) } else { None },
            kept: if settings.keep_ngrams { Some(Kept::new(&settings, header)?) } else { None },
            totals,
            documents: 0,
            settings,
        })
    }

    /// What reads lines, on any core.
    pub fn reader(&self) -> Arc<Reader> {
        self.reader.clone()
    }

    /// What is to be known of documents before they can be ordered.
    pub fn take(&mut self, batch: &Batch) -> Result<()> {
        for record in batch.records() {
            let document = self.next_document(record)?;
            let copy = self.is_copy(record)?;
            if let Some(ordering) = &mut self.ordering {
                ordering.take(&mut self.decider, record, batch.places(record), document, copy)?;
            }
        }
        Ok(())
    }

    /// Decides about all that was taken; lines come again after this.
    pub fn order(&mut self) -> Result<()> {
        self.documents = 0;
        self.ordering.as_mut().map_or(Ok(()), |ordering| ordering.decide(&mut self.decider))
    }

    /// The lines with what was decided, each ended by a line feed. Blank lines stay; bad ones are left out.
    pub fn put(&mut self, lines: &[&[u8]], batch: &Batch) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(lines.iter().map(|line| line.len() + line.len() / 8 + 256).sum());
        for (line, read) in lines.iter().zip(batch.lines()) {
            let record = match read {
                Line::Bad => continue,
                Line::Blank => {
                    out.extend_from_slice(line);
                    out.push(b'\n');
                    continue;
                }
                Line::Record(record) => record,
            };
            let verdict = match &mut self.ordering {
                Some(ordering) => {
                    self.documents += 1;
                    ordering.verdict(self.documents - 1)?
                }
                None => {
                    let document = self.next_document(record)?;
                    let copy = self.is_copy(record)?;
                    self.decider.decide(
                        &record.outline,
                        batch.places(record),
                        document,
                        record.group,
                        copy,
                    )?
                }
            };
            self.totals.see(self.settings.level, &verdict);
            if let Some(kept) = &mut self.kept {
                kept.add(record, batch.tokens(record), &verdict)?;
            }
            write::write(&self.settings, line, record, &verdict, self.ids.as_ref(), &mut out)?;
        }
        Ok(out)
    }

    fn next_document(&mut self, record: &Record) -> Result<u64> {
        if let Some(ids) = &mut self.ids {
            ids.push(&record.id)?;
        }
        self.documents += 1;
        Ok(self.documents - 1)
    }

    /// Whether the same text was there before, in the same group.
    fn is_copy(&mut self, record: &Record) -> Result<bool> {
        let (Some(seen), Some(sum)) = (&mut self.seen, record.checksum) else { return Ok(false) };
        let mut halves = [sum as u64, (sum >> 64) as u64];
        if self.settings.options.scope == Scope::Group {
            salt(&mut halves, record.group);
        }
        seen.insert(u128::from(halves[0]) | u128::from(halves[1]) << 64).map(|new| !new)
    }

    pub fn totals(&self) -> Totals {
        let disk = self.ordering.as_ref().map_or(0, Ordering::disk);
        Totals { disk, ..self.totals }
    }

    /// Writes what is out after this run: `before`, and all n-grams of what stayed.
    pub fn save(&mut self, before: Option<&Path>, out: impl Write) -> Result<()> {
        let Some(kept) = self.kept.take() else { return Ok(()) };
        let open = || before.map(kept::open).transpose();
        let documents = open()?.map_or(0, |state: State<_>| state.info().documents);
        kept.save(open, documents + self.documents, out)
    }
}
