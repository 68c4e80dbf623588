//! Words as numbers, and tables of them: every word of every page is looked up, so nothing is allocated on the way.

use xxhash_rust::xxh3::xxh3_128;

/// A word of up to 15 bytes with its length in the top byte, which is exact; longer ones are hashed.
pub(super) type Key = u128;

const SHORT: usize = 15;
const HASHED: Key = 0xff << 120;
const ONES: Key = u128::from_ne_bytes([1; 16]);

/// The key of the word at `start..end` of a text.
#[inline]
pub(super) fn key(text: &[u8], start: usize, end: usize) -> Key {
    let len = end - start;
    if len > SHORT {
        return xxh3_128(&text[start..end]) | HASHED;
    }
    let bytes = match text.get(start..start + 16).and_then(|bytes| bytes.first_chunk::<16>()) {
        Some(bytes) => *bytes,
        None => {
            let mut bytes = [0; 16];
            bytes[..len].copy_from_slice(&text[start..end]);
            bytes
        }
    };
    let kept = u128::from_le_bytes(bytes) & !(Key::MAX << (8 * len));
    kept | ((len as Key) << 120)
}

pub(super) fn key_of(word: &str) -> Key {
    key(word.as_bytes(), 0, word.len())
}

/// Whether a key holds its word, and all of it is ASCII.
#[inline]
pub(super) fn is_ascii(key: Key) -> bool {
    key & (ONES << 7) == 0
}

/// The key of the same word with its ASCII capitals lowered; a hashed key is left alone.
#[inline]
pub(super) fn lowered_ascii(key: Key) -> Key {
    if key >= HASHED {
        return key;
    }
    let low_bits = key & (ONES * 0x7f);
    let from_a = low_bits + ONES * (0x80 - b'A' as Key);
    let past_z = low_bits + ONES * (0x7f - b'Z' as Key);
    let capitals = from_a & !past_z & !key & (ONES << 7);
    key | (capitals >> 2)
}

/// From keys to small numbers: open addressing, at most half full.
#[derive(Clone, Debug)]
pub(super) struct Table {
    keys: Vec<Key>,
    values: Vec<u32>,
    used: usize,
}

impl Table {
    pub(super) fn with_capacity(words: usize) -> Self {
        let size = (words * 2).next_power_of_two().max(16);
        Self { keys: vec![0; size], values: vec![0; size], used: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    #[inline]
    fn slot(&self, key: Key) -> usize {
        let mixed = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let hash = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.keys.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let here = self.keys[at];
            // One jump for both, as neither can be foretold, but that it is one of them.
            if (here == 0) | (here == key) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<u32> {
        let at = self.slot(key);
        (self.keys[at] != 0).then(|| self.values[at])
    }

    #[inline]
    pub(super) fn contains(&self, key: Key) -> bool {
        self.keys[self.slot(key)] != 0
    }

    /// The value of a key, which is `fresh` if there was none.
    pub(super) fn get_or_insert(&mut self, key: Key, fresh: u32) -> u32 {
        if (self.used + 1) * 2 > self.keys.len() {
            let mut larger = Self::with_capacity(self.keys.len());
            for (&key, &value) in self.keys.iter().zip(&self.values).filter(|&(&key, _)| key != 0) {
                larger.get_or_insert(key, value);
            }
            *self = larger;
        }
        let at = self.slot(key);
        if self.keys[at] == 0 && key != 0 {
            self.keys[at] = key;
            self.values[at] = fresh;
            self.used += 1;
        }
        self.values[at]
    }
}

/// Room to lower a word in; longer words are in no list.
pub(super) const LONGEST: usize = 96;

/// Whether lower case may differ from what is written. `true` for some words of rare letters where it does not.
#[inline]
pub(super) fn may_have_capitals(word: &[u8]) -> bool {
    let mut before = 0;
    word.iter().any(|&byte| {
        let capital = match before {
            // The second byte of É, Ω and Я, and of letters that are capital and small by turns.
            0xc3 => byte <= 0x9e,
            0xc4..=0xcd | 0xd2..=0xd5 => byte < 0xc0,
            0xce => byte <= 0xab,
            0xcf => byte > 0x8e,
            0xd0 => byte <= 0xaf,
            0xd1 => byte > 0x9f,
            0xe1 | 0xe2 | 0xea | 0xef | 0xf0 => true,
            _ => byte.is_ascii_uppercase(),
        };
        before = byte;
        capital
    })
}

/// A word in lower case, as `str::to_lowercase` has it but for the Turkish İ, which is an i. `None` if it is longer
/// than any word of a list.
pub(super) fn lower<'a>(word: &str, room: &'a mut [u8; LONGEST]) -> Option<&'a str> {
    let mut len = 0;
    for c in word.chars() {
        let small = if c == 'İ' { 'i' } else { c.to_lowercase().next().unwrap_or(c) };
        let end = len + small.len_utf8();
        small.encode_utf8(room.get_mut(len..end)?);
        len = end;
    }
    if word.ends_with('Σ') && len > 2 {
        'ς'.encode_utf8(&mut room[len - 2..len]);
    }
    std::str::from_utf8(&room[..len]).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lower_case_of_the_hard_letters() {
        let mut room = [0; LONGEST];
        assert_eq!(lower("ÉTÉ", &mut room), Some("été"));
        assert_eq!(lower("İÇİN", &mut room), Some("için"));
        assert_eq!(lower("ΤΗΣ", &mut room), Some("της"));
        assert_eq!(lower(&"x".repeat(97), &mut room), None);
    }

    proptest! {
        #[test]
        fn keys_of_words_wherever_they_stand(before in "[a-zé]{0,20}", word in "[a-zA-Zéß한]{1,20}", after in "[a-z]{0,20}") {
            let text = format!("{before}{word}{after}");
            let found = key(text.as_bytes(), before.len(), before.len() + word.len());
            prop_assert_eq!(found, key_of(&word));
            if word.len() <= 15 {
                prop_assert_eq!(lowered_ascii(found), key_of(&word.to_ascii_lowercase()));
                prop_assert_eq!(is_ascii(found), word.is_ascii());
            }
        }

        #[test]
        fn a_table_is_a_map(words in proptest::collection::vec("[a-cé]{1,17}", 0..200)) {
            let (mut table, mut map) = (Table::with_capacity(0), HashMap::new());
            for (i, word) in words.iter().enumerate() {
                let value = *map.entry(word.clone()).or_insert(i as u32);
                prop_assert_eq!(table.get_or_insert(key_of(word), i as u32), value);
            }
            prop_assert_eq!(table.len(), map.len());
            for (word, value) in &map {
                prop_assert_eq!(table.get(key_of(word)), Some(*value));
            }
            prop_assert_eq!(table.get(key_of("zz")), None);
        }

        #[test]
        fn lower_case_is_that_of_rust(word in r"[\p{L}--İ]{0,12}") {
            let mut room = [0; LONGEST];
            let single = word.chars().all(|c| c.to_lowercase().count() == 1);
            if single && !word.contains('Σ') {
                let lowered = word.to_lowercase();
                prop_assert!(lowered == word || may_have_capitals(word.as_bytes()));
                prop_assert_eq!(lower(&word, &mut room), Some(lowered.as_str()));
            }
        }
    }
}
