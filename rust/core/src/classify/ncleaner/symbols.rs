//! Text as the symbols that a model reads.

use crate::text::unspaced;

/// What a model tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folding {
    /// Letters without their case.
    Letters,
    /// Only whether something is a letter, and a large one.
    Classes,
}

/// Before a block's first character and after its last.
pub(super) const EDGE: char = '\u{0}';
/// What stands for all digits, small letters, large letters.
const DIGIT: char = '0';
const SMALL: char = 'a';
const LARGE: char = 'A';

/// The symbols of a block, with its edges.
pub(super) fn of(text: &str, folding: Folding, symbols: &mut Vec<char>) {
    symbols.clear();
    symbols.push(EDGE);
    match folding {
        Folding::Letters => symbols.extend(text.chars().map(letter)),
        Folding::Classes => classes(text, symbols),
    }
    symbols.push(EDGE);
}

fn letter(c: char) -> char {
    match c {
        'A'..='Z' => c.to_ascii_lowercase(),
        _ if c.is_ascii() => shared(c),
        _ => shared(c.to_lowercase().next().unwrap_or(c)),
    }
}

/// What both foldings do alike.
fn shared(c: char) -> char {
    match c {
        _ if c.is_whitespace() => ' ',
        _ if c.is_numeric() => DIGIT,
        // No text has it but what a page smuggles in.
        EDGE => ' ',
        _ => c,
    }
}

/// Letters of scripts without spaces have no words to be seen; two of them stand for a word of six letters, which is
/// about what they say, and their punctuation for what Latin script has in its place.
fn classes(text: &str, symbols: &mut Vec<char>) {
    let mut run = 0;
    for c in text.chars() {
        if unspaced::script(c).is_some() {
            if run > 0 && run % 2 == 0 {
                symbols.push(' ');
            }
            symbols.extend([SMALL; 3]);
            run += 1;
            continue;
        }
        if is_mark(c) {
            continue;
        }
        let symbol = class(c);
        symbols.push(symbol);
        if run > 0 && symbol.is_ascii_punctuation() {
            symbols.push(' ');
        }
        run = 0;
    }
}

/// What goes with a letter and is none: accents of their own, vowel points, the viramas and nuktas of India, joiners.
fn is_mark(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => false,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' => true,
        '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' => true,
        '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' => true,
        // The scripts of India have them at the same places of their ranges.
        '\u{900}'..='\u{dff}' => matches!(u32::from(c) & 0x7f, 0x3c | 0x4d) || c == '\u{dca}',
        '\u{1dc0}'..='\u{1dff}' | '\u{200c}' | '\u{200d}' => true,
        '\u{3099}' | '\u{309a}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' => true,
        _ => false,
    }
}

fn class(c: char) -> char {
    match c {
        'a'..='z' => SMALL,
        'A'..='Z' => LARGE,
        _ if c.is_ascii() => shared(c),
        _ if c.is_uppercase() => LARGE,
        _ if c.is_alphabetic() => SMALL,
        '。' | '．' | '｡' | '।' | '॥' | '۔' => '.',
        '、' | '，' | '،' => ',',
        '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' | '《' | '》' => '"',
        '‘' | '’' => '\'',
        '：' => ':',
        '；' | '؛' => ';',
        '！' => '!',
        '？' | '؟' => '?',
        '（' | '【' => '(',
        '）' | '】' => ')',
        _ => shared(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, folding: Folding) -> String {
        let mut symbols = Vec::new();
        of(text, folding, &mut symbols);
        assert_eq!((symbols.first(), symbols.last()), (Some(&EDGE), Some(&EDGE)));
        symbols[1..symbols.len() - 1].iter().collect()
    }

    #[test]
    fn letters_have_no_case_and_digits_no_value() {
        assert_eq!(read("Añ ÉB\n12,5 ٣\0Я", Folding::Letters), "añ éb 00,0 0 я");
    }

    #[test]
    fn classes_know_no_language() {
        assert_eq!(read("Añ ÉB\n12,5 ٣ „Яя“ × ß", Folding::Classes), "Aa AA 00,0 0 \"Aa\" × a");
    }

    /// A word is a run of letters, however its accents are written, and whatever joins its consonants.
    #[test]
    fn marks_are_no_symbols() {
        assert_eq!(read("Cafe\u{301} so\u{ad}ft", Folding::Classes), read("Café soft", Folding::Classes));
        assert_eq!(read("विद्या ज़रा।", Folding::Classes), "aaaaa aaa.");
        assert_eq!(read("مُدَرِّس، بَيْت؟", Folding::Classes), "aaaa, aaa?");
        assert_eq!(read("שָׁלוֹם־עוֹלָם", Folding::Classes), "aaaa־aaaa");
        assert_eq!(read("සිංහල ශ්‍රී", Folding::Classes), "aaaaa aaa");
    }

    #[test]
    fn scripts_without_spaces_have_words_of_two() {
        assert_eq!(read("漢字, 日本語。ok", Folding::Classes), "aaaaaa,  aaaaaa aaa. aa");
    }
}
