//! Lists of the commonest words of a language, and how many words of a text are in them.
//!
//! The thesis takes function words or, as well, the commonest words (Pomikálek 2.9.9). `make_stoplists.py` says where
//! these come from and how they are chosen.

use std::ops::Range;

use super::code;
use super::keys::{self, Key, LONGEST, Table};
use crate::text::words::{self, is_space};

pub(super) static LISTS: &str = include_str!("stoplists.txt");

/// What part of running text the words of a list make up, where a language has enough of them.
const USUAL_SHARE: f32 = 0.60;

/// Which words of a text are looked up, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As the published jusText does: words are what `text::words` says, in lower case, punctuation and all.
    Published,
    /// As the thesis does (2.7.2, 2.9.9): words are the longest runs of letters, hyphens inside included, and match
    /// in lower case or with a capital first letter.
    Thesis,
}

/// Words of a text, and those of them that are in a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub stop: usize,
    pub words: usize,
}

/// The commonest words of a language.
#[derive(Clone, Debug)]
pub struct StopList {
    words: Table,
    /// Ends of words, for languages that glue their particles on.
    endings: Table,
    ending_chars: usize,
    /// How much of running text the words make up.
    share: Option<f32>,
}

/// The codes of the languages that have a list.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LISTS.lines().filter_map(|line| Some(line.strip_prefix('[')?.split_once(' ')?.0))
}

/// The list of a language: a code of ISO 639, or a name that [`code()`] knows. By default as many words as make up 0.60
/// of running text, or all there are.
pub fn stoplist(lang: &str) -> Option<StopList> {
    StopList::of_language(lang, None)
}

/// The same words as text, the commonest first.
pub fn stoplist_words(lang: &str, size: Option<usize>) -> Option<Vec<&'static str>> {
    let section = Section::of(code(lang)?)?;
    Some(section.words().map(|(_, word)| word).take(size.unwrap_or(section.size)).collect())
}

/// What the file says of one language.
pub(super) struct Section {
    /// How many words its list has by default.
    size: usize,
    /// What share of running text these make up.
    pub(super) share: f32,
    body: &'static str,
}

impl Section {
    pub(super) fn of(code: &str) -> Option<Self> {
        let head = format!("\n[{code} ");
        Self::parse(&LISTS[memchr::memmem::find(LISTS.as_bytes(), head.as_bytes())? + 2..])
    }

    /// A section that begins after its bracket.
    fn parse(rest: &'static str) -> Option<Self> {
        let (head, rest) = rest.split_once("]\n")?;
        let mut head = head.split(' ').skip(1);
        let (size, share) = (head.next()?.parse().ok()?, head.next()?.parse().ok()?);
        let end = memchr::memmem::find(rest.as_bytes(), b"\n[").unwrap_or(rest.trim_end().len());
        Some(Self { size, share, body: &rest[..end] })
    }

    /// Its words, the commonest first, with their level: 10 * -log10 of how frequent each is.
    pub(super) fn words(&self) -> impl Iterator<Item = (f32, &'static str)> + use<> {
        self.body.lines().flat_map(|line| {
            let (level, words) = line.split_once(' ').unwrap_or(("99", ""));
            let level = level.parse().unwrap_or(99.0);
            words.split(' ').map(move |word| (level, word))
        })
    }
}

/// How many words of a text are stop words.
pub fn stop_words(text: &str, list: &StopList, how: How) -> usize {
    list.count(text, how).stop
}

impl StopList {
    /// A list out of a file: a word a line; what follows `#` is a comment. A word that begins with a hyphen is the end
    /// of words. Upper and lower case are the same.
    pub fn from_text(text: &str) -> Self {
        Self::of(text.lines().map(|line| line.split('#').next().unwrap_or("").trim_matches(is_space)))
    }

    /// The first words of a language's list; of those that the file has, which are a thousand at most.
    pub fn of_language(lang: &str, size: Option<usize>) -> Option<Self> {
        let section = Section::of(code(lang)?)?;
        let size = size.unwrap_or(section.size);
        let mut list = Self::of(section.words().take(size).map(|(_, word)| word));
        let part = |size| section.words().take(size).map(|(level, _)| 10f32.powf(-0.1 * level)).sum::<f32>();
        list.share = Some(section.share * part(size) / part(section.size));
        Some(list)
    }

    fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut list = Self {
            words: Table::with_capacity(500),
            endings: Table::with_capacity(0),
            ending_chars: 0,
            share: None,
        };
        let mut room = [0; LONGEST];
        for word in words.filter_map(|word| keys::lower(word, &mut room).map(str::to_owned)) {
            match word.strip_prefix('-').filter(|ending| !ending.is_empty()) {
                Some(ending) => {
                    list.endings.get_or_insert(keys::key_of(ending), 0);
                    list.ending_chars = list.ending_chars.max(ending.chars().count());
                }
                None => {
                    list.words.get_or_insert(keys::key_of(&word), 0);
                }
            }
        }
        list
    }

    /// How many words and endings it has.
    pub fn len(&self) -> usize {
        self.words.len() + self.endings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How much of running text its words make up, where that is known.
    pub fn share(&self) -> Option<f32> {
        self.share
    }

    /// By how much a density of stop words is to be multiplied before it is compared with the thresholds of the thesis,
    /// which are for English: a list that makes up half as much of its language's text finds half as many.
    pub fn scale(&self) -> f32 {
        self.share.map_or(1.0, |share| USUAL_SHARE / share)
    }

    /// Whether a word is in the list as it stands.
    pub fn contains(&self, word: &str) -> bool {
        self.has(keys::key_of(word)) || self.has_ending(word)
    }

    /// Whether a word is in the list in lower case.
    pub fn contains_any_case(&self, word: &str) -> bool {
        self.has_lowered(word, 0, word.len())
    }

    /// Whether the word at a place of a text is in the list in lower case: it is found faster where it stands.
    #[inline]
    pub(crate) fn contains_at(&self, text: &str, word: &Range<usize>) -> bool {
        self.has_lowered(text, word.start, word.end)
    }

    /// How many words a text has, and how many of them are in the list.
    pub fn count(&self, text: &str, how: How) -> Counts {
        let mut counts = Counts::default();
        for item in words::spans(text) {
            match how {
                How::Published => {
                    counts.words += 1;
                    counts.stop += usize::from(self.has_lowered(text, item.start, item.end));
                }
                How::Thesis => each_run(text, item.start, item.end, |start, end| {
                    counts.words += 1;
                    counts.stop += usize::from(self.has_cased(text, start, end));
                }),
            }
        }
        counts
    }

    #[inline]
    fn has(&self, key: Key) -> bool {
        self.words.contains(key)
    }

    #[inline]
    fn has_lowered(&self, text: &str, start: usize, end: usize) -> bool {
        let key = keys::lowered_ascii(keys::key(text.as_bytes(), start, end));
        let is_there = self.has(key);
        // One jump that goes the same way for nearly all words, those of the list and others.
        if is_there | (keys::is_ascii(key) & (self.ending_chars == 0)) {
            return is_there;
        }
        self.has_other(text, start, end)
    }

    /// For words that are not in the list as they stand, some of them of other letters than those of ASCII.
    fn has_other(&self, text: &str, start: usize, end: usize) -> bool {
        let word = &text[start..end];
        if !keys::may_have_capitals(word.as_bytes()) {
            return self.has_ending(word);
        }
        let mut room = [0; LONGEST];
        let lowered = keys::lower(word, &mut room);
        lowered.is_some_and(|word| self.has(keys::key_of(word)) || self.has_ending(word))
    }

    /// In lower case as it stands, or with a capital first letter.
    #[inline]
    fn has_cased(&self, text: &str, start: usize, end: usize) -> bool {
        let key = keys::key(text.as_bytes(), start, end);
        if self.has(key) {
            return true;
        }
        let word = &text[start..end];
        let Some(first) = word.chars().next() else { return false };
        if !keys::may_have_capitals(first_bytes(word)) || !first.is_uppercase() {
            return self.has_ending(word);
        }
        let rest = &word[first.len_utf8()..];
        let mut room = [0; LONGEST];
        let Some(small) = keys::lower(&word[..first.len_utf8()], &mut room).map(str::len) else {
            return false;
        };
        let Some(place) = room.get_mut(small..small + rest.len()) else { return false };
        place.copy_from_slice(rest.as_bytes());
        self.has(keys::key(&room, 0, small + rest.len()))
    }

    fn has_ending(&self, word: &str) -> bool {
        let starts = word.char_indices().rev().take(self.ending_chars).filter(|&(at, _)| at > 0);
        starts.into_iter().any(|(at, _)| self.endings.contains(keys::key(word.as_bytes(), at, word.len())))
    }
}

/// The bytes of the first letter.
fn first_bytes(word: &str) -> &[u8] {
    &word.as_bytes()[..word.chars().next().map_or(0, char::len_utf8)]
}

/// Gives each of the longest runs of letters in one item of a text, hyphens inside included (footnote 16).
#[inline]
pub(super) fn each_run(text: &str, mut at: usize, end: usize, mut run: impl FnMut(usize, usize)) {
    let bytes = &text.as_bytes()[..end];
    while at < end {
        let start = at;
        loop {
            at = letters_end(text, at, end);
            let joined = at > start && bytes.get(at) == Some(&b'-');
            if !joined || letters_end(text, at + 1, end) == at + 1 {
                break;
            }
            at += 1;
        }
        if at > start {
            run(start, at);
        }
        at += text[at..end].chars().next().map_or(1, char::len_utf8);
    }
}

/// Where letters end that begin here.
#[inline]
fn letters_end(text: &str, mut at: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    while at < end {
        if bytes[at].is_ascii() {
            if !bytes[at].is_ascii_alphabetic() {
                break;
            }
            at += 1;
        } else if is_letter(bytes[at], bytes[at + 1]) {
            at += if bytes[at] < 0xe0 { 2 } else { 3 };
        } else {
            let Some(c) = text[at..end].chars().next() else { break };
            if !c.is_alphabetic() && !is_mark(c) {
                break;
            }
            at += c.len_utf8();
        }
    }
    at
}

/// Whether all characters that begin with these two bytes are letters: the common ones of Europe, China and Korea.
#[inline]
fn is_letter(first: u8, second: u8) -> bool {
    match first {
        0xc3 => second != 0x97 && second != 0xb7,
        0xc4..=0xc9 | 0xd0 | 0xd1 | 0xe5..=0xe9 | 0xeb | 0xec => true,
        0xce => second >= 0xa3,
        0xcf => second <= 0x8e,
        0xe4 => second != 0xb7,
        _ => false,
    }
}

/// What is no letter but stands inside words: accents apart from their letters, joiners, soft hyphens, and those signs
/// of Indic scripts and of South-East Asia that Unicode does not call alphabetic (virama, nukta, tones).
fn is_mark(c: char) -> bool {
    let c = u32::from(c);
    let indic = (0x900..0xe00).contains(&c) && matches!(c & 0x7f, 0x3c | 0x4a | 0x4d);
    let tone = matches!(c, 0xe47..=0xe4e | 0xec8..=0xece | 0x1037..=0x103a | 0x17c9..=0x17d3);
    indic || tone || matches!(c, 0xad | 0x300..=0x36f | 0x200c | 0x200d)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::words::words;

    fn list() -> StopList {
        StopList::from_text(
            "# the grammar\nthe\nOf  # a preposition\n\nétait\nwell-known\nnotwithstanding-all\n-에서",
        )
    }

    #[test]
    fn published_words_are_items_in_lower_case() {
        let counts = |text| list().count(text, How::Published);
        assert_eq!(counts("The end OF the, of. \"the\" THE"), Counts { stop: 3, words: 7 });
        assert_eq!(counts("Était ÉTAIT etait"), Counts { stop: 2, words: 3 });
        assert_eq!(counts("notwithstanding-ALL well-known"), Counts { stop: 2, words: 2 });
        assert_eq!(counts(""), Counts::default());
    }

    #[test]
    fn section_2_9_9_words_are_runs_and_capitals_only_first() {
        let counts = |text| list().count(text, How::Thesis);
        assert_eq!(counts("The end OF the, of. \"the\" THE"), Counts { stop: 4, words: 7 });
        assert_eq!(counts("Était ÉTAIT etait, l'était"), Counts { stop: 2, words: 5 });
        assert_eq!(counts("3.5 % -- 12"), Counts::default());
        assert_eq!(counts("the3of"), Counts { stop: 2, words: 2 });
    }

    #[test]
    fn footnote_16_a_hyphen_inside_is_of_the_word() {
        let runs = |text: &str| {
            let mut found = Vec::new();
            each_run(text, 0, text.len(), |start, end| found.push(text[start..end].to_owned()));
            found
        };
        assert_eq!(runs("de-duplication"), ["de-duplication"]);
        assert_eq!(runs("-a-b--c- d-1"), ["a-b", "c", "d"]);
        assert_eq!(runs("l'été-là,हिन्दी"), ["l", "été-là", "हिन्दी"]);
        assert_eq!(list().count("Well-known well-Known", How::Thesis), Counts { stop: 1, words: 2 });
    }

    #[test]
    fn endings_of_korean() {
        assert_eq!(list().count("학교에서 에서 학교", How::Published), Counts { stop: 1, words: 3 });
        assert_eq!(list().count("(학교에서) 에서 학교", How::Thesis), Counts { stop: 1, words: 3 });
    }

    #[test]
    fn every_list_is_as_the_filters_read_text() {
        assert_eq!(languages().count(), 50);
        for lang in languages() {
            let list = StopList::of_language(lang, Some(2000)).unwrap();
            let share = list.share().unwrap();
            assert!(list.len() > 80 && (0.25..0.9).contains(&share), "{lang} {} {share}", list.len());
            let share = stoplist(lang).unwrap().share().unwrap();
            assert!((0.25..0.7).contains(&share), "{lang} {share}");
            for word in stoplist_words(lang, Some(2000)).unwrap() {
                let bare = word.trim_start_matches('-');
                assert_eq!(words(bare).collect::<Vec<_>>(), [bare], "{lang}: one word");
                assert!(list.contains_any_case(bare) || word.starts_with('-'), "{lang} {word}");
                assert!(!bare.contains(char::is_numeric), "{lang} {word}");
                let lowered = bare.to_lowercase();
                assert!(list.contains(&lowered) || word.starts_with('-'), "{lang}: {word} is in lower case");
            }
        }
        assert!((stoplist("en").unwrap().scale() - 1.0).abs() < 0.02);
        assert!(stoplist("zh").unwrap().scale() > 1.4);
        assert!(stoplist("tlh").is_none());
        assert!(stoplist("en-GB").unwrap().contains("the"));
    }

    #[test]
    fn no_names_in_the_german_and_hungarian_lists() {
        let german = stoplist("de").unwrap();
        for word in ["und", "nicht", "weiß", "große", "dass"] {
            assert!(german.contains(word), "{word}");
        }
        for word in ["saison", "jahrhunderts", "berlin", "deutschland", "peter", "the", "spd", "b"] {
            assert!(!german.contains(word), "{word}");
        }
        let hungarian = stoplist("hu").unwrap();
        assert!(hungarian.contains("hogy") && hungarian.contains("őket"));
        for word in ["istván", "budapest", "lászló", "magyarország", "the", "ban", "kft", "b"] {
            assert!(!hungarian.contains(word), "{word}");
        }
    }

    #[test]
    fn common_letters_are_letters() {
        for c in '\u{80}'..='\u{ffff}' {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes);
            assert!(c.is_alphabetic() || !is_letter(bytes[0], bytes[1]), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_and_the_simple_way(text in r"(\PC|[a-zA-Z. -]|the |Of |ÉTAIT|étaiT|日本|\u{301}){0,40}") {
            let list = list();
            let simple: Vec<&str> = words(&text).collect();
            let hits = simple.iter().filter(|word| {
                let lowered = word.to_lowercase();
                ["the", "of", "était", "well-known", "notwithstanding-all"].contains(&lowered.as_str())
            });
            prop_assert_eq!(list.count(&text, How::Published), Counts { stop: hits.count(), words: simple.len() });
            let counts = list.count(&text, How::Thesis);
            prop_assert!(counts.stop <= counts.words);
        }
    }
}
