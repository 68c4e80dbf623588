//! Elias' codes (3.4.2): small numbers in few bits, from the upper bit of a byte to the lower.
//!
//! Gamma is as many zeros as a number has bits after its first, then the number; delta is the gamma code of how many
//! bits it has, then those after its first. Both are of numbers from 1 on.

/// The most bits of a delta code.
pub(super) const LONGEST: usize = 13 + 63;

#[derive(Debug, Default)]
pub(super) struct BitWriter {
    out: Vec<u8>,
    /// Bits not yet written, from the upper one down.
    word: u64,
    filled: u32,
}

impl BitWriter {
    /// Bits written.
    pub(super) fn bits(&self) -> usize {
        self.out.len() * 8 + self.filled as usize
    }

    /// Writes the lower bits of a value that has no others; `width` is 1 to 64.
    #[inline(always)]
    pub(super) fn put(&mut self, value: u64, width: u32) {
        let room = 64 - self.filled;
        if width < room {
            self.word |= value << (room - width);
            self.filled += width;
        } else {
            self.put_over(value, width, room);
        }
    }

    #[inline]
    fn put_over(&mut self, value: u64, width: u32, room: u32) {
        let left = width - room;
        self.out.extend_from_slice(&(self.word | value >> left).to_be_bytes());
        self.word = if left == 0 { 0 } else { value << (64 - left) };
        self.filled = left;
    }

    /// A number of less than 2^32.
    #[inline(always)]
    pub(super) fn gamma(&mut self, value: u64) {
        debug_assert!((1..1 << 32).contains(&value));
        self.put(value, 2 * value.ilog2() + 1);
    }

    #[inline(always)]
    pub(super) fn delta(&mut self, value: u64) {
        debug_assert!(value > 0);
        let more = value.ilog2();
        let size = u64::from(more) + 1;
        let after = value ^ 1 << more;
        let width = 2 * size.ilog2() + 1;
        if width + more <= 64 {
            self.put(size << more | after, width + more);
        } else {
            self.put(size, width);
            self.put(after, more);
        }
    }

    /// The bytes written, with zeros to the end of the last.
    pub(super) fn take(&mut self) -> Vec<u8> {
        let rest = self.filled.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.word.to_be_bytes()[..rest]);
        (self.word, self.filled) = (0, 0);
        std::mem::take(&mut self.out)
    }
}

/// Where reading is, in bits. The bytes go with each call, so that who reads may own them.
///
/// What cannot be read is zero, and leads [beyond the end](BitReader::is_beyond): who reads asks once an entry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BitReader {
    at: usize,
}

/// Beyond the end of any bytes.
const BEYOND: usize = usize::MAX / 2;

impl BitReader {
    /// From the next bit on, 57 bits or more. Bytes end with eight that hold no code.
    #[inline(always)]
    fn peek(self, bytes: &[u8]) -> u64 {
        let rest = bytes.get(self.at / 8..).unwrap_or_default();
        rest.first_chunk().map_or(0, |word| u64::from_be_bytes(*word) << (self.at % 8))
    }

    #[inline]
    pub(super) fn is_beyond(self, bytes: &[u8]) -> bool {
        self.at > bytes.len() * 8
    }

    fn fail(&mut self) -> u64 {
        self.at = BEYOND;
        0
    }

    /// `width` is 0 to 64.
    #[inline]
    pub(super) fn get(&mut self, bytes: &[u8], width: u32) -> u64 {
        if width > 32 {
            let upper = self.get_few(bytes, width - 32);
            return upper << 32 | self.get_few(bytes, 32);
        }
        self.get_few(bytes, width)
    }

    /// As [`get`](Self::get), of no more than 32 bits.
    #[inline(always)]
    fn get_few(&mut self, bytes: &[u8], width: u32) -> u64 {
        let word = self.peek(bytes);
        self.at = (self.at + width as usize).min(BEYOND);
        word >> 1 >> (63 - width)
    }

    #[inline(always)]
    pub(super) fn gamma(&mut self, bytes: &[u8]) -> u64 {
        let word = self.peek(bytes);
        let more = word.leading_zeros();
        if 2 * more < 57 {
            self.at += 2 * more as usize + 1;
            return word >> (63 - 2 * more);
        }
        self.long_gamma(bytes, more)
    }

    #[cold]
    fn long_gamma(&mut self, bytes: &[u8], more: u32) -> u64 {
        if more >= 32 {
            return self.fail();
        }
        self.at += more as usize;
        self.get(bytes, more + 1)
    }

    #[inline(always)]
    pub(super) fn delta(&mut self, bytes: &[u8]) -> u64 {
        let word = self.peek(bytes);
        let zeros = word.leading_zeros();
        if zeros > 6 {
            return self.fail();
        }
        let width = 2 * zeros + 1;
        let more = (word >> (64 - width)) as u32 - 1;
        if width + more <= 57 {
            self.at += (width + more) as usize;
            // The first bit of the number is not written: the last of its size is put in its place, as a one.
            return (word << width >> 1 | 1 << 63) >> (63 - more);
        }
        self.long_delta(bytes, width, more)
    }

    #[cold]
    fn long_delta(&mut self, bytes: &[u8], width: u32, more: u32) -> u64 {
        if more > 63 {
            return self.fail();
        }
        self.at += width as usize;
        1 << more | self.get(bytes, more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(write: impl FnOnce(&mut BitWriter)) -> String {
        let mut writer = BitWriter::default();
        write(&mut writer);
        let bits = writer.bits();
        let all: String = writer.take().iter().map(|byte| format!("{byte:08b}")).collect();
        all[..bits].to_owned()
    }

    #[test]
    fn codes_are_those_of_elias() {
        for (value, gamma, delta) in [
            (1, "1", "1"),
            (2, "010", "0100"),
            (3, "011", "0101"),
            (4, "00100", "01100"),
            (8, "0001000", "00100000"),
            (17, "000010001", "001010001"),
        ] {
            assert_eq!(written(|writer| writer.gamma(value)), gamma);
            assert_eq!(written(|writer| writer.delta(value)), delta);
        }
        assert_eq!(written(|writer| writer.delta(u64::MAX)).len(), LONGEST);
    }

    #[derive(Clone, Copy, Debug)]
    enum Code {
        Plain(u64, u32),
        Gamma(u64),
        Delta(u64),
    }

    fn code() -> impl Strategy<Value = Code> {
        (0..3, any::<u64>(), 1u32..=64).prop_map(|(kind, value, width)| {
            let value = value >> (64 - width);
            match kind {
                0 => Code::Plain(value, width),
                1 => Code::Gamma((value >> 32).max(1)),
                _ => Code::Delta(value.max(1)),
            }
        })
    }

    proptest! {
        #[test]
        fn codes_come_back(codes in proptest::collection::vec(code(), 0..100)) {
            let mut writer = BitWriter::default();
            for &code in &codes {
                match code {
                    Code::Plain(value, width) => writer.put(value, width),
                    Code::Gamma(value) => writer.gamma(value),
                    Code::Delta(value) => writer.delta(value),
                }
            }
            let bits = writer.bits();
            let mut bytes = writer.take();
            bytes.extend([0; 8]);
            let mut reader = BitReader::default();
            for code in codes {
                let (expected, found) = match code {
                    Code::Plain(value, width) => (value, reader.get(&bytes, width)),
                    Code::Gamma(value) => (value, reader.gamma(&bytes)),
                    Code::Delta(value) => (value, reader.delta(&bytes)),
                };
                prop_assert_eq!(found, expected);
            }
            prop_assert_eq!(reader.at, bits);
            prop_assert!(!reader.is_beyond(&bytes));
        }

        #[test]
        fn any_bytes_end(bytes: Vec<u8>, widths in proptest::collection::vec(0u32..=64, 1..10)) {
            let mut reader = BitReader::default();
            for width in widths.into_iter().cycle().take(bytes.len() * 8 + 2) {
                reader.gamma(&bytes);
                reader.delta(&bytes);
                reader.get(&bytes, width);
            }
            prop_assert!(reader.is_beyond(&bytes));
            prop_assert_eq!(reader.delta(&bytes), 0);
            prop_assert_eq!(reader.gamma(&bytes), 0);
        }
    }
}
