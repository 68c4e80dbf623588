//! From files of n-grams to the set in memory, and what of it is out from the beginning.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use super::bits::{self, Bits};
use super::set::{self, Set};
use super::state::{self, Building, Entries, Other, State};
use crate::error::{Error, Result};
use crate::ngrams::set::{Header, SetReader, totals};

/// The files in which n-grams are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files<'a> {
    /// Those of the text. Without it, only what is elsewhere makes duplicates.
    pub text: Option<&'a Path>,
    /// Those of other collections, all of which are out.
    pub others: &'a [&'a Path],
    /// Those that are out after earlier runs.
    pub state: Option<&'a Path>,
}

/// What was read, and what it is of.
#[derive(Debug)]
pub struct Loaded {
    pub header: Header,
    pub set: Set,
    pub out: Bits,
}

type Input = BufReader<File>;

fn open(path: &Path) -> Result<Input> {
    let file = File::open(path).map_err(Error::io(format!("reading {}", path.display())))?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

fn open_set(path: &Path) -> Result<SetReader<Input>> {
    SetReader::new(open(path)?)
}

/// What a set of n-grams says of itself.
pub fn header(path: &Path) -> Result<Header> {
    open_set(path).map(|set| set.header().clone())
}

/// What a state says of its n-grams, and of itself.
pub fn state_header(path: &Path) -> Result<(Header, state::Info)> {
    State::open(open(path)?).map(|state| (state.ngrams().clone(), *state.info()))
}

impl Files<'_> {
    /// The n-grams that matter, unless they take more than so many bytes with a bit each and what `beside` says that
    /// as many n-grams need.
    pub fn load(&self, memory: u64, beside: impl Fn(u64) -> u64) -> Result<Loaded> {
        let (header, known) = self.count()?;
        let count = match known {
            Some(count) => count,
            None => {
                let mut count = 0;
                self.each(|_, _| {
                    count += 1;
                    Ok(())
                })?;
                count
            }
        };
        let more = beside(count);
        let needed = set::bytes_for(count).saturating_add(bits::bytes_for(count)).saturating_add(more);
        if needed > memory {
            let expected = format!("{}M or more for {count} n-grams", needed.div_ceil(1 << 20));
            return Err(Error::Parameter { name: "memory", expected });
        }
        let mut building = Building::within(count, memory - more)?;
        self.each(|hash, out| building.push(hash, out))?;
        let (set, out) = building.finish()?;
        Ok(Loaded { header, set, out })
    }

    /// Which of the files is damaged, if one is.
    pub fn damaged(&self) -> Option<(&Path, Error)> {
        let sets = self.text.into_iter().chain(self.others.iter().copied());
        let mut sets = sets.filter_map(|path| Some((path, check_set(path).err()?)));
        sets.next().or_else(|| self.state.and_then(|path| Some((path, check_state(path).err()?))))
    }

    /// What the n-grams are of, and how many there are, if that is known without reading all of them.
    fn count(&self) -> Result<(Header, Option<u64>)> {
        let Some(first) = self.text.or(self.others.first().copied()) else {
            return Err(Error::Incompatible { why: "no sets".to_owned() });
        };
        let header = header(first)?;
        let known = match self.is_plain(&header) {
            true => Some(totals(&mut open(first)?)?.hashes),
            false => None,
        };
        Ok((header, known))
    }

    /// Whether all n-grams of the text's set are wanted, and no others.
    fn is_plain(&self, header: &Header) -> bool {
        let has_single = header.min_count == 1 && header.counts && header.complete;
        self.text.is_some() && self.others.is_empty() && self.state.is_none() && !has_single
    }

    /// Calls `take` with each n-gram that matters, ascending, and whether it is out.
    fn each(&self, mut take: impl FnMut(u64, bool) -> Result<()>) -> Result<()> {
        let mut others =
            self.others.iter().map(|path| open_set(path).map(Other)).collect::<Result<Vec<_>>>()?;
        let Some(text) = self.text else { return all_of(&mut others, |hash| take(hash, true)) };
        let mut text = open_set(text)?;
        if self.is_plain(text.header()) {
            while let Some((hash, _)) = text.next_ngram()? {
                take(hash, false)?;
            }
            return Ok(());
        }
        let mut state = self.state.map(|path| State::open(open(path)?)).transpose()?;
        let mut elsewhere: Vec<&mut dyn Entries> = Vec::new();
        elsewhere.extend(state.as_mut().map(|state| state as &mut dyn Entries));
        elsewhere.extend(others.iter_mut().map(|other| other as &mut dyn Entries));
        state::relevant(text, &mut elsewhere, true, take)
    }
}

/// Calls `take` with each n-gram of some sets, once, ascending.
fn all_of(sets: &mut [Other<Input>], mut take: impl FnMut(u64) -> Result<()>) -> Result<()> {
    let Some(header) = sets.first().map(|set| set.0.header().clone()) else { return Ok(()) };
    sets.iter().try_for_each(|set| set.check(&header))?;
    let mut next = sets.iter_mut().map(|set| set.0.next_ngram()).collect::<Result<Vec<_>>>()?;
    while let Some(least) = next.iter().flatten().map(|ngram| ngram.0).min() {
        take(least)?;
        for (set, next) in sets.iter_mut().zip(&mut next) {
            if next.is_some_and(|ngram| ngram.0 == least) {
                *next = set.0.next_ngram()?;
            }
        }
    }
    Ok(())
}

fn check_set(path: &Path) -> Result<()> {
    let mut set = open_set(path)?;
    while set.next_ngram()?.is_some() {}
    Ok(())
}

fn check_state(path: &Path) -> Result<()> {
    let mut state = State::open(open(path)?)?;
    while state.next_entry()?.is_some() {}
    Ok(())
}
