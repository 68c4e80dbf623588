//! Documents in another order than that of the input, section 3.5: those with the least duplicate text first, or the
//! longest, or host by host.
//!
//! On disk goes what is needed to decide, not the text: of each document the words of its units, the classes of its
//! blocks, and the places of its n-grams in the set, some twenty bytes a unit and six an n-gram that occurs again. What
//! was decided comes back in the order of input.

use super::Settings;
use super::decide::{Decider, Verdict};
use super::read::Record;
use super::spilled::{read_document, read_verdict, write_document, write_verdict};
use crate::dedup::algorithm::{Longest, Scope};
use crate::error::{Error, Result};
use crate::record_sorter::{Sorted, Sorter};

/// Which document is decided about first, and so kept, of those that repeat each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Input,
    LeastDuplicate,
    Longest,
}

#[derive(Debug)]
pub(super) struct Ordering {
    order: Order,
    by_group: bool,
    documents: Option<Sorter>,
    verdicts: Option<Sorter>,
    decided: Option<Sorted>,
    disk: u64,
    bytes: Vec<u8>,
}

impl Ordering {
    pub(super) fn new(settings: &Settings) -> Result<Self> {
        let sorter = || Some(Sorter::new(settings.share() / 2, &settings.tmpdir));
        Ok(Self {
            order: settings.order,
            by_group: settings.options.scope == Scope::Group,
            documents: sorter(),
            verdicts: sorter(),
            decided: None,
            disk: 0,
            bytes: Vec::new(),
        })
    }

    /// Takes a document; of one that is a copy it is known already what becomes of it.
    pub(super) fn take(
        &mut self,
        decider: &mut Decider,
        record: &Record,
        places: &[u64],
        document: u64,
        copy: bool,
    ) -> Result<()> {
        self.bytes.clear();
        if copy {
            let verdict = decider.decide(&record.outline, places, document, record.group, copy)?;
            return self.put_verdict(document, &verdict);
        }
        let place = match self.order {
            Order::Input => 0,
            Order::LeastDuplicate => decider.share(&record.outline, places, document).key(),
            Order::Longest => Longest::new(record.outline.words() as u64, document).key(),
        };
        let group = if self.by_group { record.group } else { 0 };
        write_document(&record.outline, places, &mut self.bytes);
        let documents = self.documents.as_mut().ok_or(OUT_OF_TURN)?;
        documents.push([group, place, document], &self.bytes)
    }

    fn put_verdict(&mut self, document: u64, verdict: &Verdict) -> Result<()> {
        self.bytes.clear();
        write_verdict(verdict, &mut self.bytes);
        self.verdicts.as_mut().ok_or(OUT_OF_TURN)?.push([document, 0, 0], &self.bytes)
    }

    /// Decides about all documents.
    pub(super) fn decide(&mut self, decider: &mut Decider) -> Result<()> {
        let mut documents = self.documents.take().ok_or(OUT_OF_TURN)?.finish()?;
        self.disk += documents.disk();
        let mut places = Vec::new();
        while let Some(([group, _, document], bytes)) = documents.next_record()? {
            let outline = read_document(bytes, &mut places)?;
            let verdict = decider.decide(&outline, &places, document, group, false)?;
            self.put_verdict(document, &verdict)?;
        }
        drop(documents);
        let verdicts = self.verdicts.take().ok_or(OUT_OF_TURN)?.finish()?;
        self.disk += verdicts.disk();
        self.decided = Some(verdicts);
        Ok(())
    }

    /// What was decided about the next document, which has that number.
    pub(super) fn verdict(&mut self, document: u64) -> Result<Verdict> {
        match self.decided.as_mut().ok_or(OUT_OF_TURN)?.next_record()? {
            Some(([number, ..], bytes)) if number == document => read_verdict(bytes),
            _ => Err(OUT_OF_TURN),
        }
    }

    pub(super) fn disk(&self) -> u64 {
        self.disk
    }
}

/// The input was another when it was read again.
const OUT_OF_TURN: Error = Error::Malformed { what: "documents are not those that were read before" };
