//! The n-grams of a set for people: the most frequent first, those that are as frequent by their bytes.

use std::fs::File;
use std::io::Write;

use super::search::{Looked, Searcher};
use super::slices::{Slice, Slices};
use crate::dedup::bits::Bits;
use crate::error::{Error, Result};
use crate::json::string;
use crate::lines::counters::sort::SortedCounts;
use crate::lines::counters::{LineCounter, Shape};
use crate::ngrams::counting::CountOptions;
use crate::ngrams::tokens::Tokeniser;
use crate::store::WRITING;

/// What is written of an n-gram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A line of its count, a tab, and its tokens.
    Text,
    /// An object in a line, with all places where it stands.
    Json,
}

impl Format {
    pub const ALL: [(&'static str, Self); 2] = [("text", Self::Text), ("jsonl", Self::Json)];
}

/// Lists n-grams.
#[derive(Debug)]
pub struct Listing {
    format: Format,
    n: usize,
    searcher: Searcher,
    slices: Slices,
    slice: Option<(Slice, Bits)>,
    lines: SortedCounts,
    documents: u64,
}

/// What was found in some lines.
#[derive(Debug, Default)]
pub struct Listed {
    /// The place of an n-gram in the set and where what is said of it ends in `bytes`.
    ends: Vec<(u64, usize)>,
    bytes: Vec<u8>,
}

impl Listing {
    /// For the n-grams of a file, which was made with these options.
    pub fn new(options: &CountOptions, format: Format, file: File) -> Result<Self> {
        let shape =
            Shape { memory: options.memory / 2, tmpdir: Some(options.tmpdir.clone()), ..Shape::default() };
        Ok(Self {
            format,
            n: options.n,
            searcher: Searcher::new(options),
            slices: Slices::new(file, options.memory / 3, 1)?,
            slice: None,
            lines: SortedCounts::new(&shape),
            documents: 0,
        })
    }

    /// Goes on to the next part of the set; if there is one, all text must be listed for it.
    pub fn next_part(&mut self) -> Result<bool> {
        self.slice = None;
        self.slice = self.slices.next()?.map(|slice| {
            let listed = Bits::new(slice.set.len());
            (slice, listed)
        });
        self.documents = 0;
        Ok(self.slice.is_some())
    }

    /// Finds the n-grams of some lines, on any core. A record without an id has the number of its line, from 1; `before`
    /// is how many lines come before these.
    pub fn prepare(&self, lines: &[&[u8]], before: u64) -> Listed {
        let mut listed = Listed::default();
        let Some((slice, done)) = &self.slice else { return listed };
        let mut firsts = Vec::new();
        self.searcher.search(&slice.set, lines, |number, looked, tokeniser| match self.format {
            Format::Text => {
                firsts.clear();
                firsts.extend(looked.found.iter().filter(|(position, _)| !done.get(*position)));
                firsts.sort_unstable();
                firsts.dedup_by_key(|(position, _)| *position);
                for &(position, first) in &firsts {
                    self.push_ngram(looked, first, tokeniser, &mut listed.bytes);
                    listed.ends.push((position, listed.bytes.len()));
                }
            }
            Format::Json => {
                let serial = before + number as u64 + 1;
                self.push_places(looked, lines[number], serial, tokeniser, &mut listed);
            }
        });
        listed
    }

    /// Adds the tokens of an n-gram, with blanks between them.
    fn push_ngram(&self, looked: &Looked, first: u32, tokeniser: &Tokeniser, out: &mut Vec<u8>) {
        let first = first as usize;
        for (at, token) in looked.tokens[first..first + self.n].iter().enumerate() {
            if at > 0 {
                out.push(b' ');
            }
            tokeniser.fold(&looked.document.text[token.start as usize..token.end as usize], out);
        }
    }

    /// Adds each n-gram with its place, so that their order by bytes is that of n-grams first, then of places.
    fn push_places(
        &self,
        looked: &Looked,
        line: &[u8],
        serial: u64,
        tokeniser: &Tokeniser,
        listed: &mut Listed,
    ) {
        let document = &looked.document;
        let mut id = Vec::new();
        let own = document.id(line).unwrap_or_else(|| serial.to_string());
        string::quote(&own, &mut id);
        let mut unit = usize::MAX;
        // Code points of the unit up to a byte.
        let (mut chars, mut counted) = (0, 0);
        let mut ngram = Vec::new();
        for &(position, first) in &looked.found {
            let token = looked.tokens[first as usize];
            if unit != token.unit as usize {
                unit = token.unit as usize;
                (chars, counted) = (0, document.units[unit].text.start);
            }
            chars += document.text[counted..token.start as usize].chars().count();
            counted = token.start as usize;
            ngram.clear();
            self.push_ngram(looked, first, tokeniser, &mut ngram);
            let Listed { ends, bytes } = &mut *listed;
            push_key(&ngram, bytes);
            bytes.extend_from_slice(&serial.to_be_bytes());
            bytes.extend_from_slice(&first.to_be_bytes());
            bytes.extend_from_slice(b"{\"id\":");
            bytes.extend_from_slice(&id);
            let block =
                document.units[unit].block.map_or_else(|| "null".to_owned(), |block| block.to_string());
            bytes.extend_from_slice(format!(",\"block\":{block},\"start\":{chars}}}").as_bytes());
            ends.push((position, bytes.len()));
        }
    }

    /// Takes what was found, in order.
    pub fn add(&mut self, listed: &Listed) -> Result<()> {
        let Some((slice, done)) = &mut self.slice else { return Ok(()) };
        let mut start = 0;
        let mut record = Vec::new();
        for &(position, end) in &listed.ends {
            let bytes = &listed.bytes[std::mem::replace(&mut start, end)..end];
            if self.format == Format::Json || done.set(position) {
                let count = slice.counts.get(position as usize).copied().unwrap_or(0);
                record.clear();
                // The most frequent first.
                record.extend_from_slice(&(!count).to_be_bytes());
                record.extend_from_slice(bytes);
                self.lines.add(&record)?;
            }
        }
        Ok(())
    }

    /// Writes the n-grams of all parts.
    pub fn finish(mut self, mut out: impl Write) -> Result<()> {
        self.slice = None;
        let mut last: Option<Entry> = None;
        let mut text = Vec::new();
        self.lines.for_each(|record, _| {
            text.clear();
            let (count, rest) = record.split_first_chunk().ok_or(DAMAGED)?;
            let count = !u64::from_be_bytes(*count);
            match self.format {
                Format::Text => {
                    text.extend_from_slice(format!("{count}\t").as_bytes());
                    text.extend_from_slice(rest);
                    text.push(b'\n');
                }
                Format::Json => Entry::go_on(&mut last, count, rest, &mut text)?,
            }
            out.write_all(&text).map_err(Error::io(WRITING))
        })?;
        text.clear();
        if let Some(last) = last {
            last.end(&mut text);
        }
        out.write_all(&text).map_err(Error::io(WRITING))
    }
}

const DAMAGED: Error = Error::Malformed { what: "n-grams in the temporary folder" };

/// Adds bytes in a form whose order is theirs, whatever follows: it ends with two zeros, and has no others.
fn push_key(bytes: &[u8], out: &mut Vec<u8>) {
    for &byte in bytes {
        out.push(byte);
        if byte == 0 {
            out.push(0xff);
        }
    }
    out.extend_from_slice(&[0, 0]);
}

/// The bytes of such a form, and what follows it.
fn split_key(record: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut key = Vec::new();
    let mut at = 0;
    loop {
        match record.get(at..at + 2)? {
            [0, 0] => return Some((key, &record[at + 2..])),
            [0, _] => at += 2,
            _ => {
                key.push(record[at]);
                at += 1;
                continue;
            }
        }
        key.push(0);
    }
}

/// An n-gram whose places are being written.
struct Entry {
    count: u64,
    ngram: Vec<u8>,
    document: u64,
    documents: u64,
}

impl Entry {
    /// Writes the next place, which may be that of another n-gram.
    fn go_on(last: &mut Option<Self>, count: u64, record: &[u8], text: &mut Vec<u8>) -> Result<()> {
        let (ngram, rest) = split_key(record).ok_or(DAMAGED)?;
        let (document, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
        let document = u64::from_be_bytes(*document);
        let place = rest.get(4..).ok_or(DAMAGED)?;
        match last {
            Some(entry) if entry.count == count && entry.ngram == ngram => {
                text.push(b',');
                entry.documents += u64::from(entry.document != document);
                entry.document = document;
            }
            _ => {
                if let Some(entry) = last.take() {
                    entry.end(text);
                }
                text.extend_from_slice(b"{\"ngram\":");
                string::quote(&String::from_utf8_lossy(&ngram), text);
                text.extend_from_slice(format!(",\"count\":{count},\"places\":[").as_bytes());
                *last = Some(Self { count, ngram, document, documents: 1 });
            }
        }
        text.extend_from_slice(place);
        Ok(())
    }

    fn end(self, text: &mut Vec<u8>) {
        text.extend_from_slice(format!("],\"documents\":{}}}\n", self.documents).as_bytes());
    }
}
