//! The n-grams of what stays, which are out when the run has ended: for its state.

use std::fs::File;
use std::io::{BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use super::Settings;
use super::decide::{Fate, Verdict};
use super::read::Record;
use crate::dedup::state::{self, Info, State};
use crate::error::{Error, Result};
use crate::ngrams::method::{self, LEAST_MEMORY, Method};
use crate::ngrams::set::{Header, SetReader, SetWriter, Totals};
use crate::record_sorter::{READING, writing_to};

#[derive(Debug)]
pub(super) struct Kept {
    method: Box<dyn Method>,
    header: Header,
    crossing: bool,
    tmpdir: PathBuf,
}

/// A state to be read.
pub(super) fn open(path: &Path) -> Result<State<BufReader<File>>> {
    let file = File::open(path).map_err(Error::io(format!("reading {}", path.display())))?;
    State::open(BufReader::new(file))
}

impl Kept {
    pub(super) fn new(settings: &Settings, header: &Header) -> Result<Self> {
        let options = method::Options {
            n: settings.options.n,
            min_count: 1,
            memory: usize::try_from(settings.share()).unwrap_or(usize::MAX).max(LEAST_MEMORY),
            tmpdir: settings.tmpdir.clone(),
            threads: 1,
        };
        let header = Header { min_count: 1, counts: false, complete: true, ..header.clone() };
        Ok(Self {
            method: method::method("hash", &options)?,
            header,
            crossing: settings.crossing,
            tmpdir: settings.tmpdir.clone(),
        })
    }

    /// Adds the n-grams of the units that stay, of those whose n-grams are moved over.
    pub(super) fn add(&mut self, record: &Record, tokens: &[u64], verdict: &Verdict) -> Result<()> {
        if verdict.copy {
            return Ok(());
        }
        if self.crossing {
            return if verdict.is_duplicate() { Ok(()) } else { self.method.document(tokens) };
        }
        for ((part, words), decided) in record.outline.ranges().zip(&verdict.parts) {
            if part.looked && decided.fate == Fate::Stays {
                self.method.document(&tokens[words])?;
            }
        }
        Ok(())
    }

    /// Writes what was out before and what stays. `before` opens the state of the run before.
    pub(super) fn save(
        self,
        before: impl Fn() -> Result<Option<State<BufReader<File>>>>,
        documents: u64,
        out: impl Write,
    ) -> Result<()> {
        let Self { method, header, tmpdir, .. } = self;
        let mut file = tempfile::tempfile_in(&tmpdir).map_err(Error::io(writing_to(&tmpdir)))?;
        let mut writer =
            SetWriter::new(BufWriter::new(&mut file), &header).map_err(|error| elsewhere(error, &tmpdir))?;
        method
            .finish(&mut |hash, count| writer.push(hash, count))
            .and_then(|_| writer.finish(&Totals::default()))
            .map_err(|error| elsewhere(error, &tmpdir))?;
        let mut kept = || {
            file.rewind().map_err(Error::io(READING))?;
            let again = file.try_clone().map_err(Error::io(READING))?;
            SetReader::new(BufReader::new(again))
        };
        let ngrams = state::count_united(before()?, kept()?)?;
        state::unite(before()?, kept()?, &Info { complete: true, ngrams, documents }, out)
    }
}

/// An error of writing a set that is no file of the user's.
pub(super) fn elsewhere(error: Error, tmpdir: &Path) -> Error {
    match error {
        Error::Io { doing, source } if doing == crate::store::WRITING => {
            Error::Io { doing: writing_to(tmpdir), source }
        }
        other => other,
    }
}
