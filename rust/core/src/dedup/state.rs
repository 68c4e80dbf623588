//! What is out, as a file: so that a run goes on where another ended, and the next text is compared with this one.
//!
//! | bytes | what |
//! |---|---|
//! | | a sealed file ([`crate::store`]) of kind `dedup`: see below |
//! | | a set of n-grams ([`crate::ngrams::set`]) with counts: 2 for what is out, 1 for what is not |
//!
//! The payload of the first, in varints: the format's version, 1; 1 if it is complete; how many n-grams there are;
//! how many documents were read. Everything is under a checksum, is written in one pass, and is read in blocks of 4
//! KiB: what is read becomes the set and its bits at once, and nothing else takes memory.
//!
//! **The next text.** A set of what occurs twice does not know what occurred once. What this month has put out once and
//! next month repeats once is in the set of neither, and yet a duplicate. So what is carried over is *all* that is out:
//! the n-grams of the text that was kept, whatever their count, which is the set G of the first algorithm of 3.5, on
//! disk. It is [made](unite) of the state before and of a set of what was kept now, with `min_count` 1. In memory it is
//! never: with the n-grams of the next text, also with `min_count` 1, it gives [those that matter](relevant), which are
//! what the next text repeats and what it has in common with what is out.
//!
//! **What that costs.** On disk 4.6 bytes for each n-gram ever put out, some 4.6 GB for a thousand million words, and
//! for each text one pass over that and one more count of n-grams, of the text that was kept. In memory, for each
//! text, no more than a run over it alone would need, and what it has in common with the texts before.

use std::io::{Read, Write};

use super::bits::Bits;
use super::set::{Builder, Set};
use crate::error::{Error, Result};
use crate::ngrams::set::{Header, SetReader, SetWriter, Totals};
use crate::store::{self, put_varint};

const KIND: &str = "dedup";
const VERSION: u64 = 1;
/// Four varints at most.
const LONGEST: u64 = 40;
const READING: &str = "reading a state";

/// What a state says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Whether it has all n-grams that are out, those that occurred once too.
    pub complete: bool,
    pub ngrams: u64,
    /// Documents read so far.
    pub documents: u64,
}

/// Writes a state, n-grams ascending.
#[derive(Debug)]
struct Writer<W> {
    set: SetWriter<W>,
    left: u64,
}

impl<W: Write> Writer<W> {
    fn new(mut out: W, info: &Info, ngrams: &Header) -> Result<Self> {
        let mut payload = Vec::new();
        for number in [VERSION, u64::from(info.complete), info.ngrams, info.documents] {
            put_varint(&mut payload, number);
        }
        out.write_all(&store::seal(KIND, &payload)).map_err(Error::io(store::WRITING))?;
        let header = Header { min_count: 1, counts: true, complete: info.complete, ..ngrams.clone() };
        Ok(Self { set: SetWriter::new(out, &header)?, left: info.ngrams })
    }

    fn push(&mut self, hash: u64, out: bool) -> Result<()> {
        self.left = self.left.checked_sub(1).ok_or(MISCOUNTED)?;
        self.set.push(hash, 1 + u64::from(out))
    }

    fn finish(self, documents: u64) -> Result<()> {
        if self.left > 0 {
            return Err(MISCOUNTED);
        }
        self.set.finish(&Totals { documents, ..Totals::default() }).map(drop)
    }
}

const MISCOUNTED: Error = Error::Malformed { what: "not as many n-grams as it says" };

/// Saves a set and what of it is out. `ngrams` says what its n-grams are of.
pub fn save(out: impl Write, info: &Info, ngrams: &Header, set: &Set, bits: &Bits) -> Result<()> {
    let info = Info { ngrams: set.len(), ..*info };
    let mut writer = Writer::new(out, &info, ngrams)?;
    for (place, hash) in (0..).zip(set.hashes()) {
        writer.push(hash, bits.get(place))?;
    }
    writer.finish(info.documents)
}

/// N-grams as they come, ascending, each with whether it is out.
pub trait Entries {
    /// Fails unless these are all n-grams that there are, of the same kind as those of a text.
    fn check(&self, text: &Header) -> Result<()>;

    fn next_entry(&mut self) -> Result<Option<(u64, bool)>>;
}

/// A state as it is read.
#[derive(Debug)]
pub struct State<R> {
    info: Info,
    entries: SetReader<R>,
    seen: u64,
}

impl<R: Read> State<R> {
    pub fn open(mut input: R) -> Result<Self> {
        let mut head = Vec::new();
        let mut take = |head: &mut Vec<u8>, bytes: u64| {
            input.by_ref().take(bytes).read_to_end(head).map_err(Error::io(READING))
        };
        take(&mut head, store::HEADER_LEN as u64)?;
        let length = head.last_chunk().map_or(0, |length| u64::from_le_bytes(*length));
        if head.len() < store::HEADER_LEN || length > LONGEST {
            // Another file of ours, or none: said by those who know.
            head.truncate(store::HEADER_LEN - 8);
            head.extend([0; 16]);
            return Err(store::open_kind(&head, KIND).err().unwrap_or(Error::Truncated));
        }
        take(&mut head, length + 8)?;
        let mut payload = store::Reader::new(store::open_kind(&head, KIND)?);
        let version = payload.varint()?;
        if version != VERSION {
            let found = u32::try_from(version).unwrap_or(u32::MAX);
            return Err(Error::Version { found, expected: VERSION as u32 });
        }
        let (complete, ngrams, documents) = (payload.varint()?, payload.varint()?, payload.varint()?);
        payload.finish()?;
        // What comes after is there, or it was cut off here.
        let entries = SetReader::new(input).map_err(|error| match error {
            Error::NotOurs => Error::Truncated,
            other => other,
        })?;
        if complete > 1 || !entries.header().counts || entries.header().min_count != 1 {
            return Err(Error::Malformed { what: "impossible header of a state" });
        }
        Ok(Self { info: Info { complete: complete == 1, ngrams, documents }, entries, seen: 0 })
    }

    pub fn info(&self) -> &Info {
        &self.info
    }

    /// What its n-grams are of.
    pub fn ngrams(&self) -> &Header {
        self.entries.header()
    }

    /// The set and its bits, unless they take more than so many bytes.
    pub fn load(mut self, memory: u64) -> Result<(Set, Bits)> {
        let mut building = Building::within(self.info.ngrams, memory)?;
        while let Some((hash, out)) = self.next_entry()? {
            building.push(hash, out)?;
        }
        building.finish()
    }
}

impl<R: Read> Entries for State<R> {
    fn check(&self, text: &Header) -> Result<()> {
        check_complete(self.ngrams(), text)
    }

    fn next_entry(&mut self) -> Result<Option<(u64, bool)>> {
        match self.entries.next_ngram()? {
            Some((hash, count)) if count <= 2 => {
                self.seen += 1;
                Ok(Some((hash, count == 2)))
            }
            Some(_) => Err(Error::Malformed { what: "impossible n-gram of a state" }),
            None if self.seen != self.info.ngrams => Err(MISCOUNTED),
            None => Ok(None),
        }
    }
}

fn check_complete(found: &Header, text: &Header) -> Result<()> {
    found.check_same_ngrams(text.n, text.level, &text.tokens)?;
    if found.min_count == 1 && found.complete {
        return Ok(());
    }
    let why = "n-grams that occurred once are missing (min_count 1 has them)".to_owned();
    Err(Error::Incompatible { why })
}

/// The n-grams of another collection, all of which are out.
#[derive(Debug)]
pub struct Other<R>(pub SetReader<R>);

impl<R: Read> Entries for Other<R> {
    fn check(&self, text: &Header) -> Result<()> {
        check_complete(self.0.header(), text)
    }

    fn next_entry(&mut self) -> Result<Option<(u64, bool)>> {
        Ok(self.0.next_ngram()?.map(|(hash, _)| (hash, true)))
    }
}

/// A set with its bits, as it is built.
#[derive(Debug)]
pub struct Building {
    set: Builder,
    out: Bits,
}

impl Building {
    /// For so many n-grams, unless that takes more than so many bytes.
    pub fn within(ngrams: u64, memory: u64) -> Result<Self> {
        Ok(Self { set: Builder::within(ngrams, memory)?, out: Bits::try_new(ngrams)? })
    }

    /// Adds an n-gram, whose hash is greater than that of the one before.
    pub fn push(&mut self, hash: u64, out: bool) -> Result<()> {
        let place = self.set.push(hash)?;
        if out {
            self.out.set(place);
        }
        Ok(())
    }

    /// Fails unless there were as many n-grams as was said.
    pub fn finish(self) -> Result<(Set, Bits)> {
        let set = self.set.finish()?;
        if super::bits::bytes_for(set.len()) != self.out.memory() {
            return Err(MISCOUNTED);
        }
        Ok((set, self.out))
    }
}

/// The n-grams that matter for a text: what it repeats, and what it has in common with what is out elsewhere, in
/// states of earlier texts or in other collections. `text` has all its n-grams, with counts. With `repeated` false,
/// what the text itself repeats is left out: then only what is elsewhere makes duplicates.
///
/// `take` is called with each, ascending, and whether it is out. To build a set in bounded memory call this twice, to
/// count first.
pub fn relevant<R: Read>(
    mut text: SetReader<R>,
    elsewhere: &mut [&mut dyn Entries],
    repeated: bool,
    mut take: impl FnMut(u64, bool) -> Result<()>,
) -> Result<()> {
    let header = text.header();
    check_complete(header, header)?;
    if !header.counts {
        return Err(Error::Incompatible { why: "the n-grams of the text have no counts".to_owned() });
    }
    elsewhere.iter().try_for_each(|entries| entries.check(header))?;
    let mut next = elsewhere.iter_mut().map(|entries| entries.next_entry()).collect::<Result<Vec<_>>>()?;
    while let Some((hash, count)) = text.next_ngram()? {
        let mut out = false;
        for (entries, next) in elsewhere.iter_mut().zip(&mut next) {
            while let Some((found, is_out)) = *next
                && found <= hash
            {
                out |= is_out && found == hash;
                *next = entries.next_entry()?;
            }
        }
        if out || (repeated && count > 1) {
            take(hash, out)?;
        }
    }
    // Read to the end, where the checksums are.
    for (entries, next) in elsewhere.iter_mut().zip(next) {
        let mut next = next;
        while next.is_some() {
            next = entries.next_entry()?;
        }
    }
    Ok(())
}

/// The state after a text, as a file: all that was out before, and all n-grams of what was kept. `ngrams` says how many
/// that will be: [`count_united`] does.
pub fn unite<A: Read, B: Read>(
    before: Option<State<A>>,
    kept: SetReader<B>,
    info: &Info,
    out: impl Write,
) -> Result<()> {
    let header = kept.header().clone();
    check_complete(&header, &header)?;
    if let Some(state) = &before {
        state.check(&header)?;
    }
    let mut writer = Writer::new(out, &Info { complete: true, ..*info }, &header)?;
    united(before, kept, |hash| writer.push(hash, true))?;
    writer.finish(info.documents)
}

/// How many n-grams the state after a text will have.
pub fn count_united<A: Read, B: Read>(before: Option<State<A>>, kept: SetReader<B>) -> Result<u64> {
    let mut count = 0;
    united(before, kept, |_| {
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

fn united<A: Read, B: Read>(
    mut before: Option<State<A>>,
    mut kept: SetReader<B>,
    mut take: impl FnMut(u64) -> Result<()>,
) -> Result<()> {
    let mut next_out = || -> Result<Option<u64>> {
        let Some(state) = &mut before else { return Ok(None) };
        while let Some((hash, out)) = state.next_entry()? {
            if out {
                return Ok(Some(hash));
            }
        }
        Ok(None)
    };
    let mut next_kept = || kept.next_ngram().map(|next| next.map(|(hash, _)| hash));
    let (mut a, mut b) = (next_out()?, next_kept()?);
    while let Some(hash) = [a, b].into_iter().flatten().min() {
        take(hash)?;
        if a == Some(hash) {
            a = next_out()?;
        }
        if b == Some(hash) {
            b = next_kept()?;
        }
    }
    Ok(())
}
