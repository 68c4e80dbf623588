//! Names of elements.

use std::borrow::Cow;

use memchr::memchr;

/// An element's name, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    raw: &'a str,
    key: Key,
}

impl<'a> Name<'a> {
    pub(super) fn new(raw: &'a str, key: Key) -> Self {
        Self { raw, key }
    }

    /// In any case, and with the NULs that are there.
    #[inline]
    pub fn raw(self) -> &'a str {
        self.raw
    }

    /// For comparing: `const P: Key = Key::of("p");`, and then `match name.key() { P => ... }`.
    #[inline]
    pub fn key(self) -> Key {
        self.key
    }

    #[inline]
    pub fn is(self, name: &str) -> bool {
        self.raw.eq_ignore_ascii_case(name)
    }

    /// In lower case, NULs replaced.
    pub fn decode(self) -> Cow<'a, str> {
        lower_case(self.raw)
    }
}

/// The name as the standard's tokeniser emits it, of an element or an attribute.
pub(super) fn lower_case(raw: &str) -> Cow<'_, str> {
    let has_nul = memchr(0, raw.as_bytes()).is_some();
    if !has_nul && !raw.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Cow::Borrowed(raw);
    }
    let lower = raw.to_ascii_lowercase();
    Cow::Owned(if has_nul { lower.replace('\0', "\u{fffd}") } else { lower })
}

/// An element's name as a number, whatever its case: two names of at most 15 bytes have the same key if they are the
/// same name. All longer names share `Key::LONG`; no element of HTML is among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

const PACKED: usize = 15;

impl Key {
    pub const LONG: Self = Self(0);

    pub const fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        if bytes.len() > PACKED {
            return Self::LONG;
        }
        let mut packed = 0;
        let mut at = 0;
        while at < bytes.len() {
            packed |= (bytes[at] as u128) << (8 * at);
            at += 1;
        }
        Self::finish(packed, bytes.len())
    }

    /// The key of the name that is the first `len` of these bytes.
    #[inline]
    pub(super) fn of_start(bytes: [u8; 16], len: usize) -> Self {
        if len > PACKED {
            return Self::LONG;
        }
        Self::finish(u128::from_le_bytes(bytes) & ((1 << (8 * len)) - 1), len)
    }

    /// The length is part of the key because a name may end with NULs.
    const fn finish(packed: u128, len: usize) -> Self {
        Self(to_lower_case(packed) | (len as u128) << (8 * PACKED))
    }

    /// The key as a number, for tables.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }
}

/// All sixteen bytes at a time: a byte's top bit says whether it is in `A..=Z`, then becomes the bit of lower case.
const fn to_lower_case(bytes: u128) -> u128 {
    const ONES: u128 = u128::MAX / 0xff;
    let low = bytes & (0x7f * ONES);
    let from_a = low + (0x80 - b'A' as u128) * ONES;
    let beyond_z = low + (0x80 - b'Z' as u128 - 1) * ONES;
    let upper = (from_a ^ beyond_z) & !bytes & (0x80 * ONES);
    bytes | upper >> 2
}
