//! boilerpipe's words: runs of letters, digits and the punctuation of prose, with at least one letter or digit.

use crate::text::{unspaced, words};

/// What a byte is to a token.
const STOP: u8 = 0;
const PUNCTUATION: u8 = 1;
const LETTER: u8 = 2;
/// A byte of a character beyond ASCII.
const LOOK: u8 = 4;
/// It belongs to the letter before it.
const MARK: u8 = 8;

static CLASSES: [u8; 256] = {
    let mut classes = [STOP; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => LETTER,
            b'_' | b'"' | b'\'' | b'.' | b',' | b'!' | b'@' | b'-' | b':' | b';' | b'$' => PUNCTUATION,
            b'?' | b'(' | b')' | b'/' => PUNCTUATION,
            0x80..=0xff => LOOK,
            _ => STOP,
        };
        byte += 1;
    }
    classes
};

/// Calls `word` with the length of each word, in characters. Returns whether there was any token at all, be it only
/// punctuation.
pub(super) fn scan(text: &str, mut word: impl FnMut(u32)) -> bool {
    let bytes = text.as_bytes();
    let mut any = false;
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let (mut seen, mut continued, mut unspaced) = (0, 0, false);
        let mut stop = 1;
        while let Some(&byte) = bytes.get(at) {
            let class = CLASSES[usize::from(byte)];
            if class & (LETTER | PUNCTUATION) != 0 {
                seen |= class;
                at += 1;
                continue;
            }
            if class == STOP {
                break;
            }
            let Some(c) = text[at..].chars().next() else { break };
            let class = class_of(c);
            if class == STOP || (class == MARK && seen & LETTER == 0) {
                stop = c.len_utf8();
                break;
            }
            seen |= class;
            unspaced |= unspaced::script(c).is_some();
            continued += c.len_utf8() - 1;
            at += c.len_utf8();
        }
        if seen != STOP {
            any = true;
            if unspaced {
                pieces(&text[start..at], &mut word);
            } else if seen & LETTER != 0 {
                word((at - start - continued) as u32);
            }
        }
        at += stop;
    }
    any
}

/// The words of a token in which letters of scripts without spaces are.
fn pieces(token: &str, word: &mut impl FnMut(u32)) {
    for piece in words::words(token).filter(|piece| piece.contains(char::is_alphanumeric)) {
        word(piece.chars().count() as u32);
    }
}

fn class_of(c: char) -> u8 {
    // All letters of the commonest alphabets, to spare them a search.
    let is_letter = matches!(c, '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{24f}')
        || matches!(c, '\u{400}'..='\u{481}' | '\u{48a}'..='\u{52f}' | '\u{3a3}'..='\u{3f5}')
        || c.is_alphanumeric()
        || unspaced::script(c).is_some();
    if is_letter {
        LETTER
    } else if is_mark(c) {
        MARK
    } else {
        STOP
    }
}

/// Whether a character that is no letter belongs to the letter before it: accents, signs of vowels, joiners.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'..='\u{5c7}')
        || matches!(c, '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}')
        || matches!(c, '\u{900}'..='\u{963}' | '\u{966}'..='\u{df3}' | '\u{1ab0}'..='\u{1aff}')
        || matches!(c, '\u{1dc0}'..='\u{1dff}' | '\u{200c}' | '\u{200d}' | '\u{20d0}'..='\u{20ff}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(text: &str) -> (Vec<u32>, bool) {
        let mut words = Vec::new();
        let any = scan(text, |word| words.push(word));
        (words, any)
    }

    /// Lengths found by hand. boilerpy3 1.0.7 answers the same but for accents of their own and the last two lines.
    #[test]
    fn words_have_a_letter_or_a_digit() {
        for (text, expected) in [
            ("", &[] as &[u32]),
            ("One, two (2) - 3.5", &[4, 3, 3, 3]),
            ("e-mail: me@example.org/x?y", &[7, 18]),
            ("rock&roll a+b c*d 50%", &[4, 4, 1, 1, 1, 1, 2]),
            ("it’s “quoted”… déjà", &[2, 1, 6, 4]),
            ("fünf—Пять ½ x²", &[4, 4, 1, 2]),
            ("__ -- _a_ |", &[3]),
            ("| • »", &[]),
            ("हिन्दी में", &[6, 3]),
            ("e\u{301}te\u{301}", &[5]),
            ("\u{200d} a", &[1]),
            ("漢字。a字b", &[1, 1, 1, 1, 1]),
            ("カタカナ の", &[4, 1]),
        ] {
            assert_eq!(lengths(text).0, expected, "{text}");
        }
    }

    #[test]
    fn punctuation_is_a_token_but_no_word() {
        for (text, any) in [
            ("", false),
            ("| • »", false),
            ("-", true),
            ("...", true),
            ("_", true),
            (" © ", false),
            ("\u{200d}", false),
        ] {
            assert_eq!(lengths(text), (vec![], any), "{text}");
        }
    }
}
