//! The one file format of everything that is saved: counters and models.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic number, `\x89SCLEAN\n` |
//! | 4 | format version, little-endian |
//! | 16 | kind, ASCII, padded with zero bytes (`exact`, `crc64`, `gm`, ...) |
//! | 8 | length of the payload, little-endian |
//! | n | payload, as the kind defines it; integers are LEB128 varints unless said otherwise |
//! | 8 | XXH3-64 of all bytes before, little-endian |

use std::io::Write;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::error::{Error, Result};

pub(crate) const MAGIC: &[u8; 8] = b"\x89SCLEAN\n";
pub const VERSION: u32 = 1;
const KIND_LEN: usize = 16;
/// Bytes before the payload; the last eight of them are its length.
pub(crate) const HEADER_LEN: usize = 8 + 4 + KIND_LEN + 8;

/// Wraps a payload as a whole file.
pub fn seal(kind: &str, payload: &[u8]) -> Vec<u8> {
    debug_assert!(kind.len() <= KIND_LEN && kind.is_ascii());
    let mut out = Vec::with_capacity(HEADER_LEN + payload.len() + 8);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    let mut name = [0; KIND_LEN];
    name[..kind.len()].copy_from_slice(kind.as_bytes());
    out.extend_from_slice(&name);
    out.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    out.extend_from_slice(payload);
    let sum = xxh3_64(&out);
    out.extend_from_slice(&sum.to_le_bytes());
    out
}

/// What an [`Error::Io`] of the file itself was doing.
pub const WRITING: &str = "writing a file";

/// As [`seal`], for a payload that comes in pieces, `length` bytes in all.
pub fn seal_to(
    out: &mut dyn Write,
    kind: &str,
    length: u64,
    pieces: impl IntoIterator<Item = Result<Vec<u8>>>,
) -> Result<()> {
    let mut head = seal(kind, &[]);
    head.truncate(HEADER_LEN);
    head[HEADER_LEN - 8..].copy_from_slice(&length.to_le_bytes());
    let mut sum = Xxh3::new();
    for piece in std::iter::once(Ok(head)).chain(pieces) {
        let piece = piece?;
        sum.update(&piece);
        out.write_all(&piece).map_err(Error::io(WRITING))?;
    }
    out.write_all(&sum.digest().to_le_bytes()).map_err(Error::io(WRITING))
}

/// Checks a whole file and returns its kind and payload.
pub fn open(bytes: &[u8]) -> Result<(&str, &[u8])> {
    let (kind, payload, rest) = first(bytes)?;
    if rest.is_empty() { Ok((kind, payload)) } else { Err(Error::Checksum) }
}

/// The kind and payload that a file begins with, and what comes after their checksum.
fn first(bytes: &[u8]) -> Result<(&str, &[u8], &[u8])> {
    if !bytes.starts_with(MAGIC) {
        return Err(Error::NotOurs);
    }
    let mut reader = Reader::new(&bytes[MAGIC.len()..]);
    let found = u32::from_le_bytes(reader.array()?);
    if found != VERSION {
        return Err(Error::Version { found, expected: VERSION });
    }
    let kind = reader.take(KIND_LEN)?;
    let length = u64::from_le_bytes(reader.array()?);
    let length = usize::try_from(length).map_err(|_| Error::Truncated)?;
    let payload = reader.take(length)?;
    let covered = bytes.len() - reader.remaining();
    let sum = u64::from_le_bytes(reader.array()?);
    if xxh3_64(&bytes[..covered]) != sum {
        return Err(Error::Checksum);
    }
    let kind = kind.split(|&b| b == 0).next().unwrap_or_default();
    let kind = std::str::from_utf8(kind).map_err(|_| Error::Malformed { what: "its kind is not text" })?;
    Ok((kind, payload, reader.rest))
}

/// As [`open`], for a caller that takes one kind only. Some kinds of files go on after their header: they are told from
/// damaged ones, too.
pub fn open_kind<'a>(bytes: &'a [u8], expected: &str) -> Result<&'a [u8]> {
    let (kind, payload, rest) = first(bytes)?;
    if kind != expected {
        return Err(Error::Kind { found: kind.to_owned(), expected: expected.to_owned() });
    }
    if rest.is_empty() { Ok(payload) } else { Err(Error::Checksum) }
}

pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value as u8 & 0x7f) | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Reads a payload; every method fails cleanly at its end.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Bytes left: the bound for any count read from the file, before memory is reserved for it.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    pub fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(n).ok_or(Error::Truncated)?;
        self.rest = rest;
        Ok(head)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (head, rest) = self.rest.split_first_chunk::<N>().ok_or(Error::Truncated)?;
        self.rest = rest;
        Ok(*head)
    }

    pub fn varint(&mut self) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Error::Malformed { what: "a number does not fit 64 bits" })
    }

    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        let n = usize::try_from(self.varint()?).map_err(|_| Error::Truncated)?;
        self.take(n)
    }

    pub fn finish(&self) -> Result<()> {
        if self.is_empty() { Ok(()) } else { Err(Error::Malformed { what: "bytes after its end" }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_flipped_byte_is_noticed() {
        let file = seal("exact", b"some payload");
        assert_eq!(open(&file).unwrap(), ("exact", &b"some payload"[..]));
        for i in 0..file.len() {
            let mut bad = file.clone();
            bad[i] ^= 1;
            assert!(open(&bad).is_err(), "byte {i}");
            assert!(open(&file[..i]).is_err(), "cut at {i}");
        }
    }

    #[test]
    fn other_versions_and_kinds_are_named() {
        let mut file = seal("gm", b"");
        assert_eq!(open_kind(&file, "exact").unwrap_err().to_string(), "holds gm, not exact");
        let more = [&file[..], b"what some kinds have after their header"].concat();
        assert_eq!(open_kind(&more, "exact").unwrap_err().to_string(), "holds gm, not exact");
        assert_eq!(open_kind(&more, "gm").unwrap_err().to_string(), Error::Checksum.to_string());
        file[8] = 9;
        assert!(open(&file).unwrap_err().to_string().starts_with("format version 9"));
    }

    proptest! {
        #[test]
        fn varints_come_back(value: u64) {
            let mut out = Vec::new();
            put_varint(&mut out, value);
            let mut reader = Reader::new(&out);
            prop_assert_eq!(reader.varint().unwrap(), value);
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn any_bytes_are_refused_or_read(bytes: Vec<u8>) {
            let mut reader = Reader::new(&bytes);
            while reader.bytes().is_ok() && !reader.is_empty() {}
            prop_assert!(open(&bytes).is_err());
        }
    }
}
