//! Fingerprints in a file beside the records: bytes at places that can be computed, for programs that read millions.
//!
//! | bytes | what |
//! |---|---|
//! | header | sealed ([`store`]) as `fingerprints`: the scheme and the parameters, each after its length in a byte or more (LEB128), then zero bytes up to a multiple of eight in all |
//! | documents | one after another, as below |
//! | 60 | sealed as `fingerprints-end`: the number of documents, and the XXH3-64 of all bytes before, 8 bytes each |
//!
//! | bytes of a document | what |
//! |---|---|
//! | 8 | number of different shingles |
//! | 4 | number of values |
//! | 4 | bytes of its id |
//! | 8 each | values |
//! | | id, UTF-8, and zero bytes up to a multiple of eight |
//!
//! All numbers are little-endian.

use std::io::Read;

use xxhash_rust::xxh3::Xxh3;

use super::{Fingerprint, Sketcher};
use crate::error::{Error, Result};
use crate::store::{self, Reader, put_bytes};

const KIND: &str = "fingerprints";
const END_KIND: &str = "fingerprints-end";
/// Bytes of a document before its values.
const HEAD: usize = 16;
const END: usize = store::HEADER_LEN + 16 + 8;
/// No header is longer.
const LONGEST_HEADER: u64 = 1 << 16;

/// Makes the bytes of a file, one piece after another.
#[derive(Clone, Default)]
pub struct Writer {
    documents: u64,
    sum: Xxh3,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Writer of {} documents", self.documents)
    }
}

impl Writer {
    /// What comes first.
    pub fn begin(&mut self, sketcher: &Sketcher) -> Vec<u8> {
        let mut payload = Vec::new();
        put_bytes(&mut payload, sketcher.kind().name.as_bytes());
        put_bytes(&mut payload, sketcher.parameters().as_bytes());
        payload.resize(payload.len() + padding(store::HEADER_LEN + payload.len() + 8), 0);
        self.take(store::seal(KIND, &payload))
    }

    /// A document.
    pub fn document(&mut self, id: &str, fingerprint: &Fingerprint) -> Result<Vec<u8>> {
        let short = |length: usize| {
            let expected =
                || Error::Parameter { name: "a document", expected: "of fewer than 2^32 values".to_owned() };
            u32::try_from(length).map_err(|_| expected())
        };
        let mut bytes = Vec::with_capacity(HEAD + id.len() + 8 + 8 * fingerprint.values.len());
        bytes.extend_from_slice(&fingerprint.shingles.to_le_bytes());
        bytes.extend_from_slice(&short(fingerprint.values.len())?.to_le_bytes());
        bytes.extend_from_slice(&short(id.len())?.to_le_bytes());
        bytes.extend(fingerprint.values.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend_from_slice(id.as_bytes());
        bytes.resize(bytes.len() + padding(bytes.len()), 0);
        self.documents += 1;
        Ok(self.take(bytes))
    }

    /// What comes last.
    pub fn end(&mut self) -> Vec<u8> {
        let numbers = [self.documents.to_le_bytes(), self.sum.digest().to_le_bytes()];
        store::seal(END_KIND, numbers.as_flattened())
    }

    fn take(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        self.sum.update(&bytes);
        bytes
    }
}

fn padding(length: usize) -> usize {
    length.wrapping_neg() % 8
}

/// Reads a file, one document after another.
pub struct SideFile<R> {
    input: R,
    pub scheme: String,
    pub parameters: String,
    documents: u64,
    sum: Xxh3,
    done: bool,
}

impl<R> std::fmt::Debug for SideFile<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SideFile of {} ({})", self.scheme, self.parameters)
    }
}

impl<R: Read> SideFile<R> {
    /// Reads the header.
    pub fn open(mut input: R) -> Result<Self> {
        let mut bytes = exactly(&mut input, store::HEADER_LEN as u64)?;
        let length = bytes.last_chunk().map_or(0, |length| u64::from_le_bytes(*length));
        if length <= LONGEST_HEADER {
            bytes.extend(exactly(&mut input, length + 8)?);
        }
        let mut reader = Reader::new(store::open_kind(&bytes, KIND)?);
        let mut text = || {
            let text = std::str::from_utf8(reader.bytes()?);
            text.map(str::to_owned).map_err(|_| Error::Malformed { what: "its scheme is not text" })
        };
        let (scheme, parameters) = (text()?, text()?);
        let mut sum = Xxh3::new();
        sum.update(&bytes);
        Ok(Self { input, scheme, parameters, documents: 0, sum, done: false })
    }

    /// The next document, its id first; `None` after the last one, when the checksum was right.
    pub fn next_document(&mut self) -> Result<Option<(String, Fingerprint)>> {
        if self.done {
            return Ok(None);
        }
        let head = exactly(&mut self.input, HEAD as u64)?;
        let mut reader = Reader::new(&head);
        let shingles = u64::from_le_bytes(reader.array()?);
        if shingles.to_le_bytes() == *store::MAGIC {
            self.finish(head)?;
            return Ok(None);
        }
        let values = u64::from(u32::from_le_bytes(reader.array()?));
        let id = u64::from(u32::from_le_bytes(reader.array()?));
        let rest = exactly(&mut self.input, 8 * values + id.next_multiple_of(8))?;
        self.sum.update(&head);
        self.sum.update(&rest);
        self.documents += 1;
        let mut reader = Reader::new(&rest);
        let mut fingerprint = Fingerprint { shingles, ..Fingerprint::default() };
        for _ in 0..values {
            fingerprint.values.push(u64::from_le_bytes(reader.array()?));
        }
        let id = std::str::from_utf8(reader.take(id as usize)?);
        let id = id.map_err(|_| Error::Malformed { what: "an id is not text" })?.to_owned();
        Ok(Some((id, fingerprint)))
    }

    fn finish(&mut self, mut bytes: Vec<u8>) -> Result<()> {
        bytes.extend(exactly(&mut self.input, (END - bytes.len()) as u64)?);
        let mut reader = Reader::new(store::open_kind(&bytes, END_KIND)?);
        let (documents, sum) = (reader.array()?, reader.array()?);
        if u64::from_le_bytes(documents) != self.documents || u64::from_le_bytes(sum) != self.sum.digest() {
            return Err(Error::Checksum);
        }
        let mut more = [0];
        if self.input.read(&mut more).map_err(Error::io("reading fingerprints"))? > 0 {
            return Err(Error::Malformed { what: "bytes after its end" });
        }
        self.done = true;
        Ok(())
    }
}

/// So many bytes; room is made as they come, not as they are promised.
fn exactly(input: &mut impl Read, length: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes).map_err(Error::io("reading fingerprints"))?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(Error::Truncated) }
}
