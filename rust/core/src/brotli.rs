//! Brotli, in which servers send pages.

use std::io::Read;

use brotli_decompressor::Decompressor;

/// No more than `most` bytes of what is compressed; of what is damaged or cut, the bytes before that.
pub fn unpack(bytes: &[u8], most: usize) -> Vec<u8> {
    let mut content = Vec::new();
    let mut piece = vec![0; 1 << 16];
    let mut reader = Decompressor::new(bytes, 1 << 12);
    while content.len() < most {
        match reader.read(&mut piece) {
            Ok(length) if length > 0 => content.extend_from_slice(&piece[..length]),
            _ => break,
        }
    }
    content.truncate(most);
    content
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// RFC 7932, 9.1 and 9.2, by hand: window size of 16 bits (0), one meta-block that is not the last (0), its length
    /// less one in 4 nibbles (00), uncompressed (1); then, after the length, the bytes as they are, and an empty last
    /// meta-block (11).
    fn stored(bytes: &[u8]) -> Vec<u8> {
        let length = u32::try_from(bytes.len() - 1).unwrap();
        let header = length << 4 | 1 << 20;
        let mut stream = header.to_le_bytes()[..3].to_vec();
        stream.extend_from_slice(bytes);
        stream.push(0b11);
        stream
    }

    #[test]
    fn whole_cut_and_bounded() {
        let stream = stored(b"<p>hello</p>");
        assert_eq!(unpack(&stream, 100), b"<p>hello</p>");
        assert_eq!(unpack(&stream, 4), b"<p>h");
        assert!(b"<p>hello</p>".starts_with(&unpack(&stream[..8], 100)));
        assert_eq!(unpack(b"", 100), b"");
    }

    proptest! {
        #[test]
        fn any_bytes(bytes: Vec<u8>) {
            prop_assert!(unpack(&bytes, 1000).len() <= 1000);
        }
    }
}
