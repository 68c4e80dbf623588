//! Which language a text is in, of those that have a stop list and those that are alone with their script.
//!
//! The script of the letters decides first; where several languages share one, their commonest words do (naive Bayes
//! over the lists that give the stop words). Every other word of running text is such a word, so few words are enough.

use std::sync::LazyLock;

use super::keys::{self, LONGEST, Table};
use super::stoplist::{self, Section};
use super::{code, kin};

/// Words that a document is judged by; what comes later is not looked at.
const ENOUGH: usize = 1000;
/// And bytes of one piece.
const MOST_BYTES: usize = 16 * ENOUGH;
/// A longer text is looked at in so many places, so many bytes each.
const PLACES: usize = 8;
const PLACE: usize = 1500;
/// How much rarer than the last of a list a word is that is in the lists of other languages only, in tenths of a power
/// of ten; and what that is in natural logarithms.
const BEYOND: f32 = 8.0;
const NEPERS: f32 = 0.1 * std::f32::consts::LN_10;
/// A text has to have this part of the common words that running text of its language has.
const LEAST: f32 = 0.15;
/// The confidence from which on an answer is one.
pub const SURE: f32 = 0.5;
/// Words of Latin letters stand in pages of all scripts.
const LATIN_WEIGHT: f32 = 0.5;

/// A language and how sure it is, between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub lang: &'static str,
    pub confidence: f32,
}

impl Found {
    /// Whether to act on it. Below, it is as often a language that is not known here at all, or hardly any text.
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }
}

/// The scripts that are told apart. Those of several languages come first.
static SCRIPTS: [&[&str]; 26] = [
    &[
        "af", "bs", "ca", "cs", "da", "de", "en", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id", "is",
        "it", "lt", "lv", "ms", "nl", "no", "pl", "pt", "ro", "sk", "sl", "sq", "sr", "sv", "tl", "tr", "vi",
    ],
    &["bg", "mk", "ru", "sr", "uk"],
    &["ar", "fa", "ur"],
    &["hi"],
    &["bn"],
    &["zh", "ja"],
    &["el"],
    &["hy"],
    &["he"],
    &["pa"],
    &["gu"],
    &["or"],
    &["ta"],
    &["te"],
    &["kn"],
    &["ml"],
    &["si"],
    &["th"],
    &["lo"],
    &["bo"],
    &["my"],
    &["ka"],
    &["am"],
    &["km"],
    &["ko"],
    &[],
];
const LATIN: usize = 0;
/// How many of the scripts are told apart by words.
const BY_WORDS: usize = 5;
const HAN: usize = 5;
/// Scripts whose runs of letters are many words.
const UNSPACED: [usize; 5] = [17, 18, 19, 20, 23];
const OTHER: usize = SCRIPTS.len() - 1;

/// The script of a word, by its first letter.
#[inline]
fn script(c: char) -> usize {
    match u32::from(c) {
        0..=0x24f | 0x1e00..=0x1eff => LATIN,
        0x400..=0x52f => 1,
        0x600..=0x6ff | 0x750..=0x77f | 0xfb50..=0xfdff | 0xfe70..=0xfefe => 2,
        0x900..=0x97f => 3,
        0x980..=0x9ff => 4,
        0x3005..=0x30ff
        | 0x31f0..=0x31ff
        | 0x3400..=0x4dbf
        | 0x4e00..=0x9fff
        | 0xff66..=0xff9f
        | 0x20000..=0x3ffff => HAN,
        0x370..=0x3ff | 0x1f00..=0x1fff => 6,
        0x530..=0x58f => 7,
        0x590..=0x5ff => 8,
        0xa00..=0xa7f => 9,
        0xa80..=0xaff => 10,
        0xb00..=0xb7f => 11,
        0xb80..=0xbff => 12,
        0xc00..=0xc7f => 13,
        0xc80..=0xcff => 14,
        0xd00..=0xd7f => 15,
        0xd80..=0xdff => 16,
        0xe00..=0xe7f => 17,
        0xe80..=0xeff => 18,
        0xf00..=0xfff => 19,
        0x1000..=0x109f => 20,
        0x10a0..=0x10ff => 21,
        0x1200..=0x139f => 22,
        0x1780..=0x17ff => 23,
        0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7af => 24,
        _ => OTHER,
    }
}

/// The lists of the languages that share a script, as one table.
struct Model {
    langs: Vec<&'static str>,
    /// The part of running text that the list of each language makes up.
    shares: Vec<f32>,
    /// The logarithm of how frequent a word is taken to be that is in the table, but not in the list of this language.
    rare: Vec<f32>,
    /// Words to their place in `ends`.
    table: Table,
    /// Where the entries of each word end; they begin where those of the word before end.
    ends: Vec<u32>,
    /// How strongly a word speaks for a language: the logarithm of how much commoner it is than a rare one.
    entries: Vec<(u8, f32)>,
    votes: Table,
    vote_values: Vec<[u8; 3]>,
}

static MODEL: LazyLock<Model> = LazyLock::new(Model::new);

impl Model {
    fn new() -> Self {
        let mut langs: Vec<&'static str> =
            SCRIPTS[..BY_WORDS].iter().flat_map(|langs| langs.iter().copied()).collect();
        langs.sort_unstable();
        langs.dedup();
        let mut table = Table::with_capacity(32_000);
        let mut found: Vec<(u32, u8, f32)> = Vec::new();
        let (mut shares, mut rare) = (Vec::new(), Vec::new());
        for (lang, code) in langs.iter().enumerate() {
            let Some(section) = Section::of(code) else { continue };
            shares.push(section.share);
            let last = section.words().last().map_or(0.0, |(level, _)| level);
            rare.push((last + BEYOND) * -NEPERS);
            for (level, word) in section.words() {
                let fresh = table.len() as u32;
                let word = table.get_or_insert(keys::key_of(word), fresh);
                found.push((word, lang as u8, (last + BEYOND - level) * NEPERS));
            }
        }
        found.sort_unstable_by_key(|&(word, lang, _)| (word, lang));
        let mut ends = vec![0; table.len()];
        for (at, &(word, _, _)) in found.iter().enumerate() {
            ends[word as usize] = at as u32 + 1;
        }
        let entries = found.into_iter().map(|(_, lang, weight)| (lang, weight)).collect();
        let mut votes = Table::with_capacity(400);
        let mut vote_values = Vec::new();
        for (word, vote) in kin::votes() {
            if votes.get_or_insert(keys::key_of(word), vote_values.len() as u32) as usize == vote_values.len()
            {
                vote_values.push(vote);
            }
        }
        Self { langs, shares, rare, table, ends, entries, votes, vote_values }
    }

    fn entries(&self, word: u32) -> &[(u8, f32)] {
        let word = word as usize;
        let start = if word == 0 { 0 } else { self.ends[word - 1] };
        self.entries.get(start as usize..self.ends[word] as usize).unwrap_or_default()
    }
}

/// Collects what the texts of one document say of their language.
#[derive(Clone, Debug, Default)]
pub struct Detector {
    words: usize,
    scripts: [u32; SCRIPTS.len()],
    kana: u32,
    /// How many of the words are in any list.
    known: f32,
    scores: Vec<f32>,
    hits: Vec<u32>,
    votes: [u32; 3],
}

impl Detector {
    pub fn new() -> Self {
        let langs = MODEL.langs.len();
        Self { scores: vec![0.0; langs], hits: vec![0; langs], ..Self::default() }
    }

    /// Whether it has seen enough: more text changes nothing.
    pub fn is_full(&self) -> bool {
        self.words >= ENOUGH
    }

    /// Looks at one more piece of the document.
    pub fn add(&mut self, text: &str) {
        let model = &*MODEL;
        let text = &text[..boundary(text, MOST_BYTES.min(text.len()))];
        stoplist::each_run(text, 0, text.len(), |start, end| {
            if !self.is_full() {
                self.word(model, text, start, end);
            }
        });
    }

    #[inline]
    fn word(&mut self, model: &Model, text: &str, start: usize, end: usize) {
        let word = &text[start..end];
        let Some(first) = word.chars().next() else { return };
        let script = script(first);
        let size = match script {
            HAN => {
                self.kana += word.chars().filter(|c| ('\u{3041}'..='\u{30ff}').contains(c)).count() as u32;
                word.len() / 3
            }
            script if UNSPACED.contains(&script) => 1 + word.len() / 15,
            _ => 1,
        };
        self.words += size;
        self.scripts[script] += size as u32;
        if script >= BY_WORDS {
            return;
        }
        let mut key = keys::lowered_ascii(keys::key(text.as_bytes(), start, end));
        let ascii_only = keys::is_ascii(key) || !keys::may_have_capitals(word.as_bytes());
        if !ascii_only && !model.table.contains(key) {
            let mut room = [0; LONGEST];
            let Some(lowered) = keys::lower(word, &mut room) else { return };
            key = keys::key_of(lowered);
        }
        if let Some(word) = model.table.get(key) {
            self.known += 1.0;
            for &(lang, weight) in model.entries(word) {
                self.scores[usize::from(lang)] += weight;
                self.hits[usize::from(lang)] += 1;
            }
        }
        if let Some(vote) = model.votes.get(key).and_then(|at| model.vote_values.get(at as usize)) {
            self.votes.iter_mut().zip(vote).for_each(|(sum, &vote)| *sum += u32::from(vote));
        }
    }

    /// The language, of the candidates (codes or names; none given: of all), if the text says anything of it.
    pub fn finish(&self, candidates: &[&str]) -> Option<Found> {
        let candidates: Vec<&str> = candidates.iter().filter_map(|name| code(name)).collect();
        let is_candidate = |lang: &str| candidates.is_empty() || candidates.contains(&lang);
        let weight =
            |script: usize| self.scripts[script] as f32 * if script == LATIN { LATIN_WEIGHT } else { 1.0 };
        let script = (0..SCRIPTS.len()).max_by(|&a, &b| weight(a).total_cmp(&weight(b)).then(b.cmp(&a)))?;
        let all = (0..SCRIPTS.len()).map(weight).sum::<f32>();
        if all == 0.0 || script == OTHER {
            return None;
        }
        if script < BY_WORDS {
            return self.by_words(script, is_candidate);
        }
        let lang = match SCRIPTS[script] {
            [zh, ja] => {
                if self.kana * 10 > self.scripts[HAN] {
                    ja
                } else {
                    zh
                }
            }
            langs => langs.first()?,
        };
        is_candidate(lang).then(|| Found { lang, confidence: weight(script) / all })
    }

    fn by_words(&self, script: usize, is_candidate: impl Fn(&str) -> bool) -> Option<Found> {
        let model = &*MODEL;
        let index = |lang: &str| model.langs.iter().position(|&known| known == lang);
        let mut ranked: Vec<(f32, usize)> = SCRIPTS[script]
            .iter()
            .filter(|lang| is_candidate(lang))
            .filter_map(|lang| index(lang).map(|at| (self.scores[at] + self.known * model.rare[at], at)))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let &(best, at) = ranked.first()?;
        let of_kin = |at: usize| kin::LANGUAGES.contains(&model.langs[at]);
        let words = self.scripts[script] as f32;
        let likeness = self.hits[at] as f32 / words / model.shares[at];
        if likeness < LEAST {
            return None;
        }
        let second = ranked[1..]
            .iter()
            .find(|&&(_, other)| !(of_kin(at) && of_kin(other)))
            .map_or(best - 100.0, |r| r.0);
        let mut lang = model.langs[at];
        if script == LATIN && of_kin(at) {
            let votes = kin::LANGUAGES.iter().zip(self.votes).filter(|(lang, _)| is_candidate(lang));
            // Where nothing speaks, Croatian: most pages in these letters are.
            lang = votes.max_by_key(|&(lang, votes)| (votes, *lang == "hr")).map_or(lang, |(lang, _)| lang);
        }
        let margin = 1.0 - (-(best - second) * 0.2).exp();
        Some(Found { lang, confidence: margin * (likeness / 0.7).min(1.0) })
    }
}

/// The language of a text, of the candidates (codes or names; none given: of all).
pub fn detect(text: &str, candidates: &[&str]) -> Option<Found> {
    let mut detector = Detector::new();
    if text.len() <= PLACES * PLACE {
        detector.add(text);
    } else {
        for place in 0..PLACES {
            let start = boundary(text, place * (text.len() / PLACES));
            let end = boundary(text, start + PLACE);
            detector.add(&text[start..end]);
        }
    }
    detector.finish(candidates)
}

/// The first place at or after one where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lang(text: &str) -> Option<&'static str> {
        detect(text, &[]).map(|found| found.lang)
    }

    #[test]
    fn scripts_of_one_language_need_few_letters() {
        for (text, expected) in [
            ("Καλημέρα", "el"),
            ("שלום", "he"),
            ("สวัสดีครับ", "th"),
            ("안녕하세요", "ko"),
            ("お元気ですか", "ja"),
            ("東京の天気", "ja"),
            ("今天天气很好", "zh"),
            ("გამარჯობა", "ka"),
            ("வணக்கம்", "ta"),
            ("ជំរាបសួរ", "km"),
        ] {
            assert_eq!(lang(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn nothing_to_go_by() {
        for text in ["", " \n", "12 34 %", "zzgx qqv wwxr", "🙂 → ∑"] {
            assert_eq!(lang(text), None, "{text}");
        }
    }

    #[test]
    fn candidates_bound_the_answer() {
        let text = "og det er ikke noe som har vært så bra som dette";
        assert_eq!(lang(text), Some("no"));
        assert_eq!(detect(text, &["da", "sv"]).map(|found| found.lang), Some("da"));
        assert_eq!(detect(text, &["Danish"]).map(|found| found.lang), Some("da"));
        assert_eq!(detect(text, &["el"]), None);
    }

    #[test]
    fn latin_words_in_pages_of_other_scripts() {
        assert_eq!(lang("Η Microsoft και η Google ανακοίνωσαν cloud services για την Ελλάδα"), Some("el"));
        assert_eq!(lang("Windows 10 と Linux の違いを説明します"), Some("ja"));
    }

    #[test]
    fn bosnian_croatian_and_serbian() {
        assert_eq!(
            lang("Tko zna što će biti sljedeći tjedan? Vrijeme je lijepo, a točno ne zna nitko."),
            Some("hr")
        );
        assert_eq!(
            lang("Ko zna šta će biti sledeće nedelje? Vreme je lepo, a tačno ne zna niko."),
            Some("sr")
        );
        assert_eq!(
            lang("Ko zna šta će biti sljedeće sedmice? Vrijeme je lijepo, a historija je duga."),
            Some("bs")
        );
        assert_eq!(lang("Ко зна шта ће бити следеће недеље? Време је лепо."), Some("sr"));
    }

    #[test]
    fn a_language_that_is_not_known_is_not_sure() {
        // Welsh, the first article of the declaration of human rights.
        let welsh = "Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau. Fe'u cynysgaeddir â rheswm a \
            chydwybod, a dylai pawb ymddwyn y naill at y llall mewn ysbryd cymodlon.";
        assert!(detect(welsh, &[]).is_none_or(|found| !found.is_sure()));
        assert!(detect("This is what most of the text on the web looks like.", &[]).unwrap().is_sure());
    }

    #[test]
    fn pieces_of_a_document_add_up() {
        let pieces = ["Wir sind", "das Volk, und", "nicht nur das"];
        let mut detector = Detector::new();
        pieces.iter().for_each(|piece| detector.add(piece));
        assert_eq!(detector.finish(&[]), detect(&pieces.join("\n"), &[]));
    }

    #[test]
    fn long_texts_are_looked_at_in_several_places() {
        let text =
            "Home News Sport ".repeat(300) + &"Das ist ein Text, der nicht auf Englisch ist. ".repeat(3000);
        assert_eq!(lang(&text), Some("de"));
        let mut detector = Detector::new();
        detector.add(&"the ".repeat(100_000));
        assert!(detector.is_full());
    }

    proptest! {
        #[test]
        fn any_text_has_a_confidence(text in r"(\PC|[a-zé \n]|the |и |の|ก){0,80}", times in 1usize..600) {
            if let Some(found) = detect(&text.repeat(times), &[]) {
                prop_assert!((0.0..=1.0).contains(&found.confidence), "{:?}", found);
            }
        }
    }
}
