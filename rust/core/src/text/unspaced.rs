//! Words of scripts that are written without spaces, as Unicode Standard Annex #29 has them: each Han character and
//! each hiragana is a word, katakana make one word a run; Thai, Lao, Khmer and Myanmar need a dictionary.
//!
//! A character a word is no compromise: it is how Chinese and Japanese texts are measured, the words that carry the
//! grammar (的 了 是, の は に) are single characters, and it does not depend on what a dictionary knows.

use std::ops::Range;

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

/// The words of one item between spaces.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    rest: Range<usize>,
}

impl Pieces {
    pub(super) fn of(item: Range<usize>) -> Self {
        Self { rest: item }
    }

    /// The next word.
    #[inline]
    pub(super) fn next(&mut self, text: &str) -> Option<Range<usize>> {
        while !self.rest.is_empty() {
            let run = self.run(text);
            if text[run.clone()].contains(char::is_alphanumeric) {
                return Some(run);
            }
        }
        None
    }

    /// The next characters that stay together.
    fn run(&mut self, text: &str) -> Range<usize> {
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
        self.rest.start = more.map_or(self.rest.end, |more| start + first.len_utf8() + more);
        start..self.rest.start
    }
}
