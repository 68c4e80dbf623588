//! Where the characters of a decoded page stand in its bytes.

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::text::encoding::{Codec, codec};

/// For byte offsets into a decoded text, in ascending order, the byte offsets into its source: of the page `bytes`
/// with a byte-order mark of `bom` bytes, decoded by [`super::encoding::decode`] in the encoding of that name. An
/// offset inside a character is that of the character; past the end it is the end. Linear in the page.
pub fn source_offsets(bytes: &[u8], encoding: &str, bom: usize, offsets: &[usize]) -> Vec<usize> {
    let mut map = Map { offsets, found: Vec::with_capacity(offsets.len()), text: 0 };
    let body = &bytes[bom..];
    match codec(encoding) {
        Ok(Codec::Web(encoding)) if encoding == UTF_8 => map.utf8(body, bom),
        Ok(Codec::Web(encoding)) if encoding == UTF_16LE => map.utf16(body, bom, u16::from_le_bytes),
        Ok(Codec::Web(encoding)) if encoding == UTF_16BE => map.utf16(body, bom, u16::from_be_bytes),
        Ok(Codec::Web(encoding)) if encoding.is_single_byte() => {
            let lengths = std::array::from_fn(|i| length_of_byte(encoding, i));
            map.single_bytes(body, &lengths);
        }
        Ok(Codec::Dos(page)) => {
            let upper = page.upper();
            let lengths = std::array::from_fn(|i| i.checked_sub(0x80).map_or(1, |i| upper[i].len_utf8()));
            map.single_bytes(body, &lengths);
        }
        Ok(Codec::Web(encoding)) => map.steps(body, encoding),
        Err(_) => {}
    }
    map.found.resize(offsets.len(), bytes.len());
    map.found
}

fn length_of_byte(encoding: &'static Encoding, byte: usize) -> usize {
    let byte = [u8::try_from(byte).unwrap_or(0)];
    encoding.decode_without_bom_handling(&byte).0.len()
}

struct Map<'o> {
    offsets: &'o [usize],
    found: Vec<usize>,
    /// Bytes of the text so far.
    text: usize,
}

impl Map<'_> {
    fn is_complete(&self) -> bool {
        self.found.len() == self.offsets.len()
    }

    /// The next `length` bytes of the text are those of the source.
    fn same(&mut self, source: usize, length: usize) {
        let start = self.text;
        self.text += length;
        while let Some(&offset) = self.offsets.get(self.found.len())
            && offset < self.text
        {
            self.found.push(source + (offset - start));
        }
    }

    /// The next character of the text, of `length` bytes there, comes from this place of the source.
    fn character(&mut self, source: usize, length: usize) {
        self.text += length;
        while let Some(&offset) = self.offsets.get(self.found.len())
            && offset < self.text
        {
            self.found.push(source);
        }
    }

    fn utf8(&mut self, bytes: &[u8], start: usize) {
        let mut at = start;
        for chunk in bytes.utf8_chunks() {
            self.same(at, chunk.valid().len());
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                self.character(at, '\u{fffd}'.len_utf8());
                at += chunk.invalid().len();
            }
        }
    }

    fn utf16(&mut self, bytes: &[u8], start: usize, unit: fn([u8; 2]) -> u16) {
        let (pairs, odd) = bytes.as_chunks::<2>();
        let mut at = start;
        let mut half = false;
        for decoded in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
            half = decoded.as_ref().is_err_and(|error| error.unpaired_surrogate() < 0xdc00);
            let character = decoded.unwrap_or('\u{fffd}');
            self.character(at, character.len_utf8());
            at += 2 * character.len_utf16();
        }
        // Half a pair and half a unit at the end are one malformed sequence.
        if !odd.is_empty() && !half {
            self.character(at, '\u{fffd}'.len_utf8());
        }
    }

    fn single_bytes(&mut self, bytes: &[u8], lengths: &[usize; 256]) {
        for (at, &byte) in bytes.iter().enumerate() {
            self.character(at, lengths[usize::from(byte)]);
        }
    }

    /// Encodings of several bytes a character: the decoder is fed byte by byte, and what it gives at a byte began
    /// where it last had given something.
    fn steps(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut began = 0;
        for (at, byte) in bytes.iter().enumerate() {
            if self.is_complete() {
                return;
            }
            if self.step(&mut decoder, std::slice::from_ref(byte), began, at) {
                began = at + 1;
            }
        }
        self.step(&mut decoder, &[], began, bytes.len());
    }

    /// Feeds one byte, or the end; whether that gave characters.
    fn step(&mut self, decoder: &mut Decoder, byte: &[u8], began: usize, at: usize) -> bool {
        let mut given = [0; 64];
        let (_, _, length, _) = decoder.decode_to_utf8(byte, &mut given, byte.is_empty());
        let text = std::str::from_utf8(&given[..length]).unwrap_or_default();
        for (i, character) in text.chars().enumerate() {
            // A byte that makes what came before it malformed may be a character of its own.
            let own = i > 0 && byte == [u8::try_from(character).unwrap_or(0x80)];
            self.character(if own { at } else { began }, character.len_utf8());
        }
        length > 0
    }
}

#[cfg(test)]
#[path = "source_map_tests.rs"]
mod tests;
