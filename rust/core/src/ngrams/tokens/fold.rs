//! What is alike under `--fold`: case, digits, accents.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// What is to be folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fold {
    pub(super) case: bool,
    pub(super) digits: bool,
    pub(super) accents: bool,
}

impl Fold {
    pub(super) fn is_any(self) -> bool {
        self.case || self.digits || self.accents
    }

    /// ASCII that is as it was when folded has none of these: accents do not matter to it.
    #[inline(always)]
    pub(super) fn ascii(self, mut key: u128) -> u128 {
        if self.case {
            key |= within(key, b'A', b'Z') >> 2;
        }
        if self.digits {
            // The low half of a digit becomes that of a zero.
            let digits = within(key, b'0', b'9') >> 7;
            key &= !(digits * 0x0f);
        }
        key
    }

    /// Adds a token to `out`, folded.
    pub(super) fn push(self, token: &str, out: &mut Vec<u8>) {
        for c in token.chars() {
            if !self.accents || is_hangul(c) {
                self.put(c, out);
                continue;
            }
            decompose_canonical(c, |part| {
                if !is_accent(part) {
                    self.put(part, out);
                }
            });
        }
    }

    fn put(self, c: char, out: &mut Vec<u8>) {
        let mut add = |c: char| out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        if self.digits && is_digit(c) {
            add('0');
        } else if !self.case {
            add(c);
        } else if c.is_ascii() {
            add(c.to_ascii_lowercase());
        } else if matches!(c, 'İ' | 'ı') {
            // Who writes without dots means another letter.
            c.to_lowercase().for_each(add);
        } else {
            // Case folding: ς and σ, ß and ss have the same capitals.
            c.to_uppercase().flat_map(char::to_lowercase).for_each(add);
        }
    }
}

const ONES: u128 = u128::from_ne_bytes([1; 16]);

/// The top bit of each byte that is ASCII between two others.
#[inline(always)]
fn within(key: u128, first: u8, last: u8) -> u128 {
    let low = key & (ONES * 0x7f);
    let from = low + ONES * (0x80 - u128::from(first));
    let past = low + ONES * (0x7f - u128::from(last));
    from & !past & !key & (ONES << 7)
}

/// Syllables of Korean decompose into letters, not into a letter and its accent.
fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// Marks above and below letters, and the points of Hebrew and Arabic. What else combines is no accent: the signs that
/// voice kana, the vowel killers and tones of India and South-East Asia.
fn is_accent(c: char) -> bool {
    matches!(canonical_combining_class(c), 10..=36 | 200..)
}

static DIGIT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\p{Nd}$").ok());

fn is_digit(c: char) -> bool {
    let is = |c: char| DIGIT.as_ref().is_some_and(|digit| digit.is_match(c.encode_utf8(&mut [0; 4])));
    c.is_ascii_digit() || (!c.is_ascii() && c.is_numeric() && is(c))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CASE: Fold = Fold { case: true, digits: false, accents: false };
    const DIGITS: Fold = Fold { case: false, digits: true, accents: false };
    const ACCENTS: Fold = Fold { case: false, digits: false, accents: true };

    fn of(fold: Fold, token: &str) -> String {
        let mut out = Vec::new();
        fold.push(token, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn case_as_unicode_folds_it() {
        for (a, b) in [
            ("HELLO", "hello"),
            ("ΟΔΟΣ", "οδος"),
            ("οδός", "ΟΔΌΣ"),
            ("Straße", "STRASSE"),
            ("ЁЖ", "ёж"),
            ("ﬁn", "FIN"),
            ("Ǆ", "ǅ"),
            ("ſ", "s"),
        ] {
            assert_eq!(of(CASE, a), of(CASE, b));
        }
        assert_ne!(of(CASE, "ı"), of(CASE, "i"));
        assert_eq!(of(CASE, "é1"), "é1");
    }

    #[test]
    fn digits_of_any_script() {
        assert_eq!(of(DIGITS, "1999"), "0000");
        assert_eq!(of(DIGITS, "A4-٣४３𝟗½²"), "A0-0000½²");
    }

    #[test]
    fn accents_but_not_all_that_combines() {
        assert_eq!(of(ACCENTS, "Příliš žluťoučký ÉTÉ e\u{301} Việt ά й"), "Prilis zlutoucky ETE e Viet α и");
        assert_eq!(of(ACCENTS, "مُحَمَّد"), "محمد");
        assert_eq!(of(ACCENTS, "łøß한글"), "łøß한글");
        // Other words without them.
        for word in ["हिन्दी", "が", "ที่"] {
            assert!(of(ACCENTS, word).chars().count() >= word.chars().count(), "{word}");
        }
        assert_ne!(of(ACCENTS, "が"), of(ACCENTS, "か"));
    }

    proptest! {
        #[test]
        fn folding_again_changes_nothing(token in r"(\PC|[A-Z0-9ÀßΣİıǅ\x{300}-\x{345}]){0,12}", case: bool, digits: bool, accents: bool) {
            let fold = Fold { case, digits, accents };
            let once = of(fold, &token);
            prop_assert_eq!(of(fold, &once), once);
        }

        #[test]
        fn sixteen_bytes_of_ascii_at_once(token in r"[\x00-\x7f]{16}", case: bool, digits: bool, accents: bool) {
            let fold = Fold { case, digits, accents };
            let key = u128::from_le_bytes(token.as_bytes().try_into().unwrap());
            let at_once = fold.ascii(key).to_le_bytes();
            prop_assert_eq!(at_once.to_vec(), of(fold, &token).into_bytes());
        }
    }
}
