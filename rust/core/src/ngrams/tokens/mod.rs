//! Text as tokens, each known by a hash of 64 bits.
//!
//! Tokens are those of verticals: Unicode words, numbers, addresses, marks of punctuation; in scripts without spaces a
//! character, or a word of the dictionary. A token's hash is that of its bytes when folded: two multiplications over
//! what is no longer than sixteen bytes, as nearly all are, XXH3-64 beyond.

mod fold;
mod options;
mod scan;

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use fold::Fold;
pub use options::{StopWords, TokenKey, TokenOptions};
use scan::Scanner;

/// From text to tokens; nothing is allocated for one.
#[derive(Debug)]
pub struct Tokeniser {
    scanner: Scanner,
    fold: Fold,
    skip_punct: bool,
    stop: Option<StopWords>,
    folded: Vec<u8>,
}

impl Tokeniser {
    pub fn new(options: &TokenOptions) -> Self {
        let fold =
            Fold { case: options.fold_case, digits: options.fold_digits, accents: options.fold_accents };
        Self {
            scanner: Scanner::new(),
            fold,
            skip_punct: options.skip_punct,
            stop: options.skip_stop.clone(),
            folded: Vec::new(),
        }
    }

    /// Adds the hashes of a text's tokens to `out`.
    pub fn append(&mut self, text: &str, out: &mut Vec<u64>) {
        self.each(text, |hash, _| out.push(hash));
    }

    /// Calls `put` with the hash of each token that is not left out, and where it stands, in order.
    pub fn each(&mut self, text: &str, mut put: impl FnMut(u64, Range<usize>)) {
        let Self { scanner, fold, skip_punct, stop, folded } = self;
        scanner.each(text, |range| {
            let token = &text[range.clone()];
            if *skip_punct && !begins_a_word(token) {
                return;
            }
            if stop.as_ref().is_some_and(|stop| stop.contains(token)) {
                return;
            }
            put(hash(text.as_bytes(), range.clone(), *fold, folded), range);
        });
    }
}

impl Tokeniser {
    /// Adds a token to `out` as it is compared.
    pub fn fold(&self, token: &str, out: &mut Vec<u8>) {
        if self.fold.is_any() {
            self.fold.push(token, out);
        } else {
            out.extend_from_slice(token.as_bytes());
        }
    }

    /// The hash that a text as a whole has where it is a token.
    pub fn hash_of(&mut self, token: &str) -> u64 {
        self.hash_at(token, 0..token.len())
    }

    /// The hash of a part of a text where that is a token.
    #[inline]
    pub fn hash_at(&mut self, text: &str, range: Range<usize>) -> u64 {
        hash(text.as_bytes(), range, self.fold, &mut self.folded)
    }
}

/// Whether a token begins with neither punctuation nor a symbol.
#[inline]
fn begins_a_word(token: &str) -> bool {
    match token.as_bytes().first() {
        Some(byte) if byte.is_ascii() => byte.is_ascii_alphanumeric(),
        _ => token.chars().next().is_some_and(char::is_alphanumeric),
    }
}

/// Tokens of as many bytes are hashed as one number.
const SHORT: usize = 16;
const ONES: u128 = u128::from_ne_bytes([1; 16]);

#[inline]
fn hash(text: &[u8], range: Range<usize>, fold: Fold, folded: &mut Vec<u8>) -> u64 {
    let len = range.len();
    if len <= SHORT {
        let key = first_sixteen(text, range.start) & (u128::MAX >> (8 * (SHORT - len.max(1))));
        if key & (ONES << 7) == 0 || !fold.is_any() {
            return hash_short(fold.ascii(key), len);
        }
    } else if !fold.is_any() {
        return xxh3_64(&text[range]);
    }
    hash_folded(&text[range], fold, folded)
}

fn hash_folded(token: &[u8], fold: Fold, folded: &mut Vec<u8>) -> u64 {
    folded.clear();
    if token.is_ascii() {
        for at in (0..token.len()).step_by(SHORT) {
            folded.extend_from_slice(&fold.ascii(first_sixteen(token, at)).to_le_bytes());
        }
        folded.truncate(token.len());
    } else {
        fold.push(std::str::from_utf8(token).unwrap_or_default(), folded);
    }
    if folded.len() > SHORT {
        return xxh3_64(folded);
    }
    hash_short(first_sixteen(folded, 0), folded.len())
}

/// Sixteen bytes from there on, with zeros after the end.
#[inline(always)]
fn first_sixteen(text: &[u8], at: usize) -> u128 {
    let rest = text.get(at..).unwrap_or_default();
    let bytes = rest.first_chunk::<SHORT>().copied().unwrap_or_else(|| {
        let mut bytes = [0; SHORT];
        bytes[..rest.len()].copy_from_slice(rest);
        bytes
    });
    u128::from_le_bytes(bytes)
}

/// Digits of pi, odd.
const SALTS: [u64; 3] = [0x2436_3f84_a885_a309, 0x1319_8a2e_0370_7345, 0xa409_3822_299f_31d1];

/// Two products of 128 bits, each folded upon itself, as in wyhash: of the two halves, then of what comes out and the
/// length.
#[inline(always)]
fn hash_short(key: u128, len: usize) -> u64 {
    let once = product(key as u64 ^ SALTS[0], (key >> 64) as u64 ^ SALTS[1]);
    product(once ^ SALTS[2], len as u64 ^ SALTS[1])
}

#[inline(always)]
fn product(a: u64, b: u64) -> u64 {
    let both = u128::from(a) * u128::from(b);
    both as u64 ^ (both >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;

    fn tokens<'a>(options: &TokenOptions, text: &'a str) -> Vec<(u64, &'a str)> {
        let mut found = Vec::new();
        Tokeniser::new(options).each(text, |hash, range| found.push((hash, &text[range])));
        found
    }

    fn words<'a>(options: &TokenOptions, text: &'a str) -> Vec<&'a str> {
        tokens(options, text).into_iter().map(|(_, word)| word).collect()
    }

    const NONE: TokenOptions = TokenOptions {
        skip_punct: false,
        skip_stop: None,
        fold_case: false,
        fold_digits: false,
        fold_accents: false,
    };

    #[test]
    fn table_3_3_has_three_strategies() {
        let text = "The walrus, of which “the” roof (in 1999) was_new _x_ → 5€.";
        let all =
            ["The", "walrus", ",", "of", "which", "“", "the", "”", "roof", "(", "in", "1999", ")", "was_new"];
        assert_eq!(words(&NONE, text), [&all[..], &["_x_", "→", "5", "€", "."]].concat());
        let punct = TokenOptions { skip_punct: true, ..NONE };
        assert_eq!(
            words(&punct, text),
            ["The", "walrus", "of", "which", "the", "roof", "in", "1999", "was_new", "5"]
        );
        let both = TokenOptions { skip_stop: StopWords::of_language("en"), ..punct };
        assert_eq!(words(&both, text), ["walrus", "roof", "1999", "was_new", "5"]);
        let own = TokenOptions {
            skip_stop: Some(StopWords::from_text(
                "house
roof",
            )),
            ..NONE
        };
        assert_eq!(words(&own, "The HOUSE , of"), ["The", ",", "of"]);
    }

    #[test]
    fn what_is_folded_is_alike() {
        let alike = |options: &TokenOptions, a: &str, b: &str| {
            let hash = |text| tokens(options, text)[0].0;
            hash(a) == hash(b)
        };
        let long = ("Internationalisation1999", "INTERNATIONALISATION1234");
        for (a, b, case, digits, accents) in [
            ("Word", "wORD", true, false, false),
            ("Čas", "čas", true, false, false),
            ("Čas", "Cas", false, false, true),
            ("ČAS", "cas", true, false, true),
            ("a1999", "a2015", false, true, false),
            ("a1999", "a20156", false, false, false),
            ("word", "words", false, false, false),
            (long.0, long.1, true, true, false),
        ] {
            for flags in 0..8 {
                let options = TokenOptions {
                    fold_case: flags & 1 != 0,
                    fold_digits: flags & 2 != 0,
                    fold_accents: flags & 4 != 0,
                    ..NONE
                };
                let needed = (case || digits || accents)
                    && options.fold_case >= case
                    && options.fold_digits >= digits
                    && options.fold_accents >= accents;
                assert_eq!(alike(&options, a, b), needed, "{a} {b} {flags}");
            }
        }
    }

    #[test]
    fn as_many_hashes_as_tokens() {
        // All words of up to three letters of sixteen, and numbers: short keys differ in few bits.
        let mut text = String::new();
        for number in 0..1 << 12 {
            let letters: String =
                (0..3).map(|at| char::from(b'a' + (number >> (4 * at) & 15) as u8)).collect();
            text += &format!("{letters} {} {number} {number}x{number} ", &letters[..2]);
        }
        let found = tokens(&NONE, &text);
        let words: HashSet<&str> = found.iter().map(|token| token.1).collect();
        let hashes: HashMap<u64, &str> = found.iter().copied().collect();
        assert_eq!(hashes.len(), words.len());
    }

    proptest! {
        #[test]
        fn where_a_token_stands_does_not_matter(before in "[a-z é.]{0,20}", token in r"[a-zA-Z0-9éČß]{1,20}", after in "( [a-z ]{0,20})?", case: bool, digits: bool, accents: bool) {
            let options = TokenOptions { fold_case: case, fold_digits: digits, fold_accents: accents, ..NONE };
            let whole = format!("{before} {token}{after}");
            let alone = tokens(&options, &token)[0].0;
            let found = tokens(&options, &whole);
            prop_assert!(found.iter().any(|&(hash, word)| word == token && hash == alone));
        }

        #[test]
        fn any_text_has_tokens(text in r"(\PC|[ \n.,'日ก]){0,40}", flags in 0u8..32) {
            let options = TokenOptions {
                skip_punct: flags & 1 != 0,
                skip_stop: (flags & 2 != 0).then(|| StopWords::from_text("a\nb")),
                fold_case: flags & 4 != 0,
                fold_digits: flags & 8 != 0,
                fold_accents: flags & 16 != 0,
            };
            let mut tokeniser = Tokeniser::new(&options);
            let mut hashes = Vec::new();
            tokeniser.append(&text, &mut hashes);
            let found = tokens(&options, &text);
            prop_assert_eq!(hashes, found.iter().map(|token| token.0).collect::<Vec<_>>());
        }
    }
}
