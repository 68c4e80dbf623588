//! Which tokens count, and what is alike: recorded in every set of n-grams, since hashes of other tokens are others.

use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Error, Result};
use crate::lang::stoplist::stoplist_words;
use crate::lang::{self, StopList};
use crate::store::{Reader, put_bytes};

/// Table 3.3 compares three of these: all tokens, no punctuation, no punctuation and no stop words.
#[derive(Clone, Debug, Default)]
pub struct TokenOptions {
    /// Tokens that begin with neither a letter nor a number are left out.
    pub skip_punct: bool,
    /// Stop words are left out, whatever their case.
    pub skip_stop: Option<StopWords>,
    /// Upper and lower case are alike.
    pub fold_case: bool,
    /// All digits are alike.
    pub fold_digits: bool,
    /// Letters with and without accents are alike.
    pub fold_accents: bool,
}

/// A list of stop words, and what tells it from others.
#[derive(Clone, Debug)]
pub struct StopWords {
    name: String,
    fingerprint: u64,
    list: StopList,
}

impl StopWords {
    /// The list of a language, if there is one: a code or a name.
    pub fn of_language(language: &str) -> Option<Self> {
        let name = lang::code(language)?;
        let words = stoplist_words(name, None)?.join("\n");
        let fingerprint = xxh3_64(words.as_bytes());
        Some(Self { name: name.to_owned(), fingerprint, list: lang::stoplist(name)? })
    }

    /// A list out of a file: a word a line.
    pub fn from_text(text: &str) -> Self {
        let name = "a file".to_owned();
        Self { name, fingerprint: xxh3_64(text.as_bytes()), list: StopList::from_text(text) }
    }

    #[inline]
    pub(super) fn contains(&self, word: &str) -> bool {
        self.list.contains_any_case(word)
    }
}

/// What a set of n-grams says of the tokens it was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenKey {
    /// One bit each: punctuation and stop words left out; case, digits and accents folded.
    flags: u8,
    stop: Option<(String, u64)>,
}

/// Changes whenever the same text gives other tokens or other hashes.
const VERSION: u8 = 1;

impl TokenOptions {
    /// What a set records of them.
    pub fn key(&self) -> TokenKey {
        let bits =
            [self.skip_punct, self.skip_stop.is_some(), self.fold_case, self.fold_digits, self.fold_accents];
        let flags = bits.iter().zip(0..).fold(0, |flags, (&bit, at)| flags | (u8::from(bit) << at));
        let stop = self.skip_stop.as_ref().map(|stop| (stop.name.clone(), stop.fingerprint));
        TokenKey { flags, stop }
    }
}

impl TokenKey {
    /// The key as bytes: the version, the flags, and if stop words are left out the name of their list and the XXH3-64
    /// of its words.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[VERSION, self.flags]);
        if let Some((name, fingerprint)) = &self.stop {
            put_bytes(out, name.as_bytes());
            out.extend_from_slice(&fingerprint.to_le_bytes());
        }
    }

    pub fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let [version, flags] = reader.array()?;
        if version != VERSION {
            return Err(Error::Version { found: version.into(), expected: VERSION.into() });
        }
        if flags >> 5 != 0 {
            return Err(Error::Malformed { what: "unknown token options" });
        }
        let mut stop = None;
        if flags & 2 != 0 {
            let name = String::from_utf8_lossy(reader.bytes()?).into_owned();
            stop = Some((name, u64::from_le_bytes(reader.array()?)));
        }
        Ok(Self { flags, stop })
    }

    /// The options that have this key. `file` is the list of stop words, if it was one out of a file.
    pub fn options(&self, file: Option<&StopWords>) -> Result<TokenOptions> {
        let skip_stop = match &self.stop {
            None => None,
            Some((name, fingerprint)) => {
                let known = [StopWords::of_language(name), file.cloned()].into_iter().flatten();
                let wanted = format!("those that the set was made with ({name})");
                let missing = Error::Parameter { name: "stop words", expected: wanted };
                Some(known.into_iter().find(|list| list.fingerprint == *fingerprint).ok_or(missing)?)
            }
        };
        let has = |bit: u8| self.flags >> bit & 1 == 1;
        let [skip_punct, fold_case, fold_digits, fold_accents] = [has(0), has(2), has(3), has(4)];
        Ok(TokenOptions { skip_punct, skip_stop, fold_case, fold_digits, fold_accents })
    }

    /// The name of the list of stop words that are left out, if they are.
    pub fn stop_words(&self) -> Option<&str> {
        self.stop.as_ref().map(|(name, _)| name.as_str())
    }

    /// What is left out and what is alike, by the names of the command line.
    pub fn lists(&self) -> [Vec<&'static str>; 2] {
        let named = |names: &[(&'static str, u8)]| {
            names.iter().filter(|(_, bit)| self.flags >> bit & 1 == 1).map(|(name, _)| *name).collect()
        };
        [named(&[("punct", 0), ("stop", 1)]), named(&[("case", 2), ("digits", 3), ("accents", 4)])]
    }

    /// The options in the words of the command line.
    pub fn describe(&self) -> String {
        let list = |names: [&'static str; 3], shift: u8| {
            let chosen = names.iter().zip(shift..).filter(|&(_, bit)| self.flags >> bit & 1 == 1);
            chosen.map(|(name, _)| *name).filter(|name| !name.is_empty()).collect::<Vec<_>>().join(",")
        };
        let (skip, fold) = (list(["punct", "stop", ""], 0), list(["case", "digits", "accents"], 2));
        let none = |list: String| if list.is_empty() { "none".to_owned() } else { list };
        let of = self.stop.as_ref().map_or(String::new(), |(name, _)| format!(" of {name}"));
        format!("skip {}{of}, fold {}", none(skip), none(fold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> TokenOptions {
        TokenOptions {
            skip_punct: true,
            skip_stop: StopWords::of_language("English"),
            fold_case: true,
            fold_digits: true,
            fold_accents: true,
        }
    }

    #[test]
    fn keys_come_back_and_tell_options_apart() {
        let file = |text| TokenOptions { skip_stop: Some(StopWords::from_text(text)), ..all() };
        let changed = [
            TokenOptions::default(),
            all(),
            TokenOptions { skip_punct: false, ..all() },
            TokenOptions { skip_stop: None, ..all() },
            TokenOptions { skip_stop: StopWords::of_language("de"), ..all() },
            file("the\nof"),
            file("the\nof\nand"),
            TokenOptions { fold_case: false, ..all() },
            TokenOptions { fold_digits: false, ..all() },
            TokenOptions { fold_accents: false, ..all() },
        ];
        let keys: Vec<TokenKey> = changed.iter().map(TokenOptions::key).collect();
        for (i, key) in keys.iter().enumerate() {
            let mut bytes = Vec::new();
            key.write(&mut bytes);
            let mut reader = Reader::new(&bytes);
            assert_eq!(TokenKey::read(&mut reader).unwrap(), *key);
            assert!(reader.is_empty());
            assert_eq!(key.options(changed[i].skip_stop.as_ref()).unwrap().key(), *key);
            assert_eq!(keys.iter().position(|other| other == key), Some(i));
            for end in 0..bytes.len() {
                assert!(TokenKey::read(&mut Reader::new(&bytes[..end])).is_err());
            }
        }
        assert_eq!(keys[1].describe(), "skip punct,stop of en, fold case,digits,accents");
        assert_eq!(keys[0].describe(), "skip none, fold none");
        assert_eq!(keys[7].lists(), [vec!["punct", "stop"], vec!["digits", "accents"]]);
        assert!(keys[5].options(None).unwrap_err().to_string().contains("(a file)"));
    }

    #[test]
    fn the_bytes_are_as_written_here() {
        let mut bytes = Vec::new();
        TokenOptions { skip_punct: true, fold_case: true, ..TokenOptions::default() }.key().write(&mut bytes);
        assert_eq!(bytes, [1, 0b101]);
        assert!(TokenKey::read(&mut Reader::new(&[2, 0])).is_err());
        assert!(TokenKey::read(&mut Reader::new(&[1, 32])).is_err());
    }
}
