//! What the text of a node has or has not, as bits.

use super::super::learning::shape::{Seen, Shape};

macro_rules! signs {
    ($($name:ident)*) => {
        /// Models depend on their order.
        #[derive(Clone, Copy, Debug)]
        pub(in crate::classify) enum Sign { $($name,)* }

        impl Sign {
            pub(in crate::classify) const COUNT: usize = [$(Self::$name,)*].len();
        }
    };
}

signs! {
    StartsWithCapital StartsWithSmall StartsWithDigit StartsWithMark
    EndsSentence EndsWithColon EndsWithLetter
    Copyright Bar At Arrow Url Clock Year AllCapitals
    Repeated RepeatedFirst
    FirstOfBlock LastOfBlock Cut Link LinkBlock Heading
    Select Noscript Hidden
    BeforeHeadline NoHeadline
}

impl Sign {
    /// The sign's bit, if it is there.
    pub(in crate::classify) fn when(self, is_there: bool) -> u64 {
        u64::from(is_there) << self as usize
    }
}

pub(in crate::classify) fn of_text(text: &str, shape: &Shape) -> u64 {
    let first = text.chars().next().unwrap_or(' ');
    let last = text.trim_end_matches(['"', '\'', '”', '’', '»', ')']).chars().next_back().unwrap_or(' ');
    let mut signs = Sign::StartsWithCapital.when(first.is_uppercase())
        | Sign::StartsWithSmall.when(first.is_lowercase())
        | Sign::StartsWithDigit.when(first.is_ascii_digit())
        | Sign::StartsWithMark.when(!first.is_alphanumeric())
        | Sign::EndsSentence.when(matches!(last, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।'))
        | Sign::EndsWithColon.when(matches!(last, ':' | '：'))
        | Sign::EndsWithLetter.when(last.is_alphabetic())
        | Sign::AllCapitals.when(shape.letters > 1 && shape.capitals == shape.letters);
    signs |= Sign::Copyright.when(shape.has(Seen::Copyright))
        | Sign::Arrow.when(shape.has(Seen::Arrow))
        | Sign::Bar.when(shape.has(Seen::Bar))
        | Sign::At.when(shape.has(Seen::At))
        | Sign::Url.when(
            (shape.has(Seen::Colon) && text.contains("://"))
                || (shape.has(Seen::Dot) && text.contains("www.")),
        );
    if shape.digits > 0 {
        let (clock, year) = times(text.as_bytes());
        signs |= Sign::Clock.when(clock) | Sign::Year.when(year);
    }
    signs
}

/// Whether there is a time of day (`9:05`), and whether there is a year (`1999`, `2024`).
fn times(text: &[u8]) -> (bool, bool) {
    let (mut clock, mut year, mut start) = (false, false, 0);
    while let Some(first) = text[start..].iter().position(u8::is_ascii_digit) {
        start += first;
        let digits = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let at = start + digits;
        let run = &text[start..at];
        year |= run.len() == 4 && (run.starts_with(b"19") || run.starts_with(b"20"));
        if matches!(run.len(), 1 | 2) && text.get(at) == Some(&b':') {
            let minutes = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).take(3).count();
            clock |= minutes == 2;
        }
        start = at;
    }
    (clock, year)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(text: &str, sign: Sign) -> bool {
        of_text(text, &Shape::of(text)) & sign.when(true) != 0
    }

    #[test]
    fn how_texts_begin_and_end() {
        assert!(has("Éva", Sign::StartsWithCapital) && has("on", Sign::StartsWithSmall));
        assert!(has("3 more", Sign::StartsWithDigit) && has("• one", Sign::StartsWithMark));
        assert!(has("He said “no.”", Sign::EndsSentence) && has("本当？", Sign::EndsSentence));
        assert!(has("See:", Sign::EndsWithColon) && has("Home", Sign::EndsWithLetter));
        assert!(has("MENU 2", Sign::AllCapitals) && !has("A", Sign::AllCapitals));
    }

    #[test]
    fn what_texts_hold() {
        assert!(has("© 2024 A", Sign::Copyright) && has("© 2024 A", Sign::Year));
        assert!(has("a | b", Sign::Bar) && has("a@b.org", Sign::At) && has("more »", Sign::Arrow));
        assert!(has("http://a.org", Sign::Url) && has("www.a.org", Sign::Url) && !has("://", Sign::Clock));
    }

    #[test]
    fn times_of_day_and_years() {
        for (text, clock, year) in [
            ("at 9:05", true, false),
            ("12:30:59 on 1/2/1999", true, true),
            ("1:234", false, false),
            ("verse 3:16b of 20245", true, false),
            ("123:45 1899", false, false),
        ] {
            assert_eq!(times(text.as_bytes()), (clock, year), "{text}");
        }
    }
}
