//! Words of scripts that are written without spaces, as Unicode Standard Annex #29 has them: each Han character and
//! each hiragana is a word, katakana make one word a run; Thai, Lao, Khmer and Myanmar need a dictionary.
//!
//! A character a word is no compromise: it is how Chinese and Japanese texts are measured, the words that carry the
//! grammar (的 了 是, の は に) are single characters, and it does not depend on what a dictionary knows.

use std::ops::Range;
use std::sync::LazyLock;

use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

/// Lines of these scripts break between words, which is why the dictionaries of the line segmenter serve; those of the
/// word segmenter come with two megabytes of Chinese and Japanese, which are not needed here.
static DICTIONARY: LazyLock<LineSegmenterBorrowed<'static>> =
    LazyLock::new(|| LineSegmenter::new_dictionary(Default::default()));

/// How a script without spaces is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Han, hiragana, Bopomofo, Yi: a character a word.
    Single,
    /// One word a run.
    Katakana,
    /// Thai, Lao, Khmer, Myanmar: by a dictionary.
    Complex,
    /// The tsheg divides syllables.
    Tibetan,
}

/// The script of a letter, if it is one without spaces.
pub fn script(c: char) -> Option<Script> {
    match c {
        '\0'..='\u{dff}' => None,
        '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}' | '\u{e50}'..='\u{e59}' | '\u{e80}'..='\u{eff}' => {
            Some(Script::Complex)
        }
        '\u{f00}' | '\u{f18}'..='\u{f39}' | '\u{f3e}'..='\u{fbc}' => Some(Script::Tibetan),
        '\u{1000}'..='\u{1049}'
        | '\u{1050}'..='\u{109d}'
        | '\u{a9e0}'..='\u{a9fe}'
        | '\u{aa60}'..='\u{aa7f}' => Some(Script::Complex),
        '\u{1780}'..='\u{17d3}' | '\u{17d7}' | '\u{17dc}'..='\u{17e9}' => Some(Script::Complex),
        '\u{3031}'..='\u{3035}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' => Some(Script::Katakana),
        '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => Some(Script::Katakana),
        '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303c}' => Some(Script::Single),
        '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{3105}'..='\u{312f}' => Some(Script::Single),
        '\u{31a0}'..='\u{31bf}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{a48c}' => Some(Script::Single),
        '\u{f900}'..='\u{faff}' | '\u{1b000}'..='\u{1b16f}' | '\u{20000}'..='\u{3ffff}' => {
            Some(Script::Single)
        }
        _ => None,
    }
}

/// What belongs to the letter before it: marks of sound, variation selectors, the long mark after hiragana.
fn is_extender(c: char) -> bool {
    matches!(c, '\u{3099}' | '\u{309a}' | 'ー' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether a character of another script goes on a word: letters, digits, all visible ASCII, accents, joiners.
fn is_glue(c: char) -> bool {
    c.is_ascii() || c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// Whether a text begins with a letter of Han or hiragana that is a word by itself, and nothing that belongs to it
/// follows: the fast way for nearly all of Chinese and Japanese.
#[inline]
fn is_common(bytes: &[u8]) -> bool {
    let letter = match bytes {
        [0xe3, 0x81, 0x81..=0xbf, ..] | [0xe3, 0x82, 0x80..=0x96, ..] => true,
        [0xe3, 0x90..=0xbf, _, ..] | [0xe5..=0xe9, _, _, ..] => true,
        [0xe4, second, _, ..] => *second != 0xb7,
        _ => false,
    };
    // Extenders begin with these bytes.
    letter && !matches!(bytes.get(3..5), Some([0xe3, 0x82 | 0x83] | [0xef | 0xf3, _]))
}

/// The words of one item between spaces.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    rest: Range<usize>,
    /// Where the words of a run that needs a dictionary end, the next one last.
    ends: Vec<usize>,
}

impl Pieces {
    pub(super) fn of(item: Range<usize>) -> Self {
        Self { rest: item, ends: Vec::new() }
    }

    /// The next word.
    #[inline]
    pub(super) fn next(&mut self, text: &str) -> Option<Range<usize>> {
        while !self.rest.is_empty() {
            let start = self.rest.start;
            if self.ends.is_empty() && is_common(&text.as_bytes()[start..self.rest.end]) {
                self.rest.start += 3;
                return Some(start..self.rest.start);
            }
            self.rest.start = match self.ends.pop() {
                Some(end) => end,
                None => self.run_end(text),
            };
            if text[start..self.rest.start].contains(char::is_alphanumeric) {
                return Some(start..self.rest.start);
            }
        }
        None
    }

    /// How many words are left.
    pub(super) fn count(mut self, text: &str) -> usize {
        std::iter::from_fn(|| self.next(text)).count()
    }

    /// Where the next characters end that stay together.
    fn run_end(&mut self, text: &str) -> usize {
        let rest = &text[self.rest.clone()];
        let first = rest.chars().next().unwrap_or(' ');
        let kind = script(first);
        let tail = &rest[first.len_utf8()..];
        let more = match kind {
            Some(Script::Single) => tail.find(|c| !is_extender(c)),
            Some(kind) => tail.find(|c| script(c) != Some(kind)),
            None if is_glue(first) => tail.find(|c| script(c).is_some() || !is_glue(c)),
            None => tail.find(|c| script(c).is_some() || is_glue(c)),
        };
        let start = self.rest.start;
        let end = more.map_or(self.rest.end, |more| start + first.len_utf8() + more);
        if kind != Some(Script::Complex) {
            return end;
        }
        self.ends.extend(DICTIONARY.segment_str(&text[start..end]).filter(|&at| at > 0).map(|at| start + at));
        self.ends.reverse();
        self.ends.pop().unwrap_or(end)
    }
}

#[cfg(test)]
mod tests {
    use crate::text::words::words;

    fn of(text: &str) -> Vec<&str> {
        words(text).collect()
    }

    #[test]
    fn han_and_kana_as_annex_29_cuts_them() {
        assert_eq!(of("我爱你，中国。"), ["我", "爱", "你", "中", "国"]);
        let japanese = ["東", "京", "タワー", "は", "高", "い", "で", "す", "か"];
        assert_eq!(of("東京タワーは高いですか？"), japanese);
        assert_eq!(of("「ﾊﾝｶｸ」・々"), ["ﾊﾝｶｸ", "々"]);
        assert_eq!(of("らーめん"), ["らー", "め", "ん"]);
        assert_eq!(of("葛\u{e0100}か\u{3099}"), ["葛\u{e0100}", "か\u{3099}"]);
    }

    #[test]
    fn other_letters_and_digits_among_them_stay_whole() {
        assert_eq!(of("用Python3.11写，12.5%的"), ["用", "Python3.11", "写", "12.5%", "的"]);
        assert_eq!(of("2015年12月31日"), ["2015", "年", "12", "月", "31", "日"]);
        assert_eq!(of("Müller、Café。的"), ["Müller", "Café", "的"]);
    }

    #[test]
    fn dictionaries_of_south_east_asia() {
        // "I love Thailand", "... Laos", "... Cambodia".
        assert_eq!(of("ผมรักประเทศไทยครับ"), ["ผม", "รัก", "ประเทศไทย", "ครับ"]);
        assert_eq!(of("ຂ້ອຍຮັກປະເທດລາວ"), ["ຂ້ອຍ", "ຮັກ", "ປະເທດ", "ລາວ"]);
        assert_eq!(of("ខ្ញុំស្រឡាញ់ប្រទេសកម្ពុជា។"), ["ខ្ញុំ", "ស្រឡាញ់", "ប្រទេស", "កម្ពុជា"]);
        assert_eq!(of("ที่ 25,000 บาท(ไทย)"), ["ที่", "25,000", "บาท", "ไทย"]);
    }

    #[test]
    fn tibetan_syllables() {
        assert_eq!(of("བོད་སྐད།"), ["བོད", "སྐད"]);
    }

    #[test]
    fn a_character_a_word_at_most() {
        let long = "ก".repeat(50_000) + &"漢".repeat(50_000);
        assert!(words(&long).count() <= 100_000);
        assert_eq!(words(&long).map(str::len).sum::<usize>(), long.len());
    }
}
