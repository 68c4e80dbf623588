//! Text as tokens, for corpus managers: words, numbers, addresses, and each mark of punctuation by itself.
//!
//! A word keeps the apostrophes, dots and hyphens within it (`don't`, `e.g`, `re-use`, `3.5`); no language is known
//! here, so that no clitic is cut off. Scripts without spaces are cut as everywhere ([`crate::text::words`]).

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::text::words;

/// The tokens of a text as byte ranges, in order. All that is not white space is in one of them.
pub fn tokens(text: &str, mut put: impl FnMut(Range<usize>)) {
    let mut at = 0;
    for word in words::spans(text) {
        punctuation(text, at..word.start, &mut put);
        at = word.end;
        if is_address(&text[word.clone()]) {
            address(text, word, &mut put);
        } else {
            pieces(text, word, &mut put);
        }
    }
    punctuation(text, at..text.len(), &mut put);
}

/// What is between words: white space, and in scripts without spaces punctuation.
fn punctuation(text: &str, range: Range<usize>, put: &mut impl FnMut(Range<usize>)) {
    let mut at = range.start;
    for item in text[range].split(words::is_space) {
        if !item.is_empty() {
            pieces(text, at..at + item.len(), put);
        }
        at += item.len() + text[at + item.len()..].chars().next().map_or(0, char::len_utf8);
    }
}

/// Numbers, words, pictures, and runs of the same mark; then anything else by itself. Each alternative looks no more than
/// one character beyond what it takes, so that time is linear.
static TOKEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?xs)
        \p{Nd}+ (?: [.,:] \p{Nd}+ )+
        | [\p{L}\p{N}\p{M}_] [\p{L}\p{N}\p{M}_\x{ad}\x{200c}\x{200d}]*
          (?: [.'’·\x{2010}\x{2011}-] [\p{L}\p{N}_] [\p{L}\p{N}\p{M}_\x{ad}\x{200c}\x{200d}]* )*
        | [\x{1f1e6}-\x{1f1ff}]{2}
        | \p{Extended_Pictographic} [\p{M}\x{1f3fb}-\x{1f3ff}\x{e0020}-\x{e007f}]*
          (?: \x{200d} \p{Extended_Pictographic} [\p{M}\x{1f3fb}-\x{1f3ff}]* )*
        | \.+ | -+ | [!?]+ | \*+ | =+ | ~+ | \#+
        | . [\p{M}\x{200d}]*",
    )
    .ok()
});

fn pieces(text: &str, range: Range<usize>, put: &mut impl FnMut(Range<usize>)) {
    let Some(token) = TOKEN.as_ref() else {
        put(range);
        return;
    };
    for found in token.find_iter(&text[range.clone()]) {
        put(range.start + found.start()..range.start + found.end());
    }
}

/// Whether an item between spaces is an address of the Web or of mail.
fn is_address(item: &str) -> bool {
    if item.contains("://") || item.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        return true;
    }
    let letter_at = |end: Option<char>| end.is_some_and(char::is_alphanumeric);
    item.split_once('@').is_some_and(|(name, host)| {
        letter_at(name.chars().next_back())
            && letter_at(host.chars().next())
            && host.contains('.')
            && !host.contains('@')
    })
}

/// An address is one token, without the punctuation around it.
fn address(text: &str, range: Range<usize>, put: &mut impl FnMut(Range<usize>)) {
    let item = &text[range.clone()];
    let start = item.find(char::is_alphanumeric).unwrap_or(item.len());
    let last = item.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '/');
    let end = last.len().max(start);
    pieces(text, range.start..range.start + start, put);
    if start < end {
        put(range.start + start..range.start + end);
    }
    pieces(text, range.start + end..range.end, put);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        tokens(text, |range| found.push(&text[range]));
        found
    }

    #[test]
    fn punctuation_is_split_off() {
        let expected = "“ I don't , ” she said ( twice ) : re-use it ... !? It costs $ 3.50 - or 1,000 km .";
        assert_eq!(
            of("“I don't,” she said (twice): re-use it...!? It costs $3.50 - or 1,000km."),
            expected.split(' ').collect::<Vec<_>>()
        );
        assert_eq!(
            of("e.g. U.S. l’été a/b x=y <b>"),
            "e.g . U.S . l’été a / b x = y < b >".split(' ').collect::<Vec<_>>()
        );
        assert_eq!(of(" \n\t"), [""; 0]);
    }

    #[test]
    fn addresses_stay_whole() {
        assert_eq!(
            of("(see http://a.example/b?c=d&e.) or me@mail.example, www.x.example/y/"),
            [
                "(",
                "see",
                "http://a.example/b?c=d&e",
                ".",
                ")",
                "or",
                "me@mail.example",
                ",",
                "www.x.example/y/"
            ]
        );
        assert_eq!(of("@home a@b @"), ["@", "home", "a", "@", "b", "@"]);
    }

    #[test]
    fn marks_belong_to_their_letters() {
        assert_eq!(of("हिन्दी में।"), ["हिन्दी", "में", "।"]);
        assert_eq!(of("e\u{301}te\u{301}."), ["e\u{301}te\u{301}", "."]);
        assert_eq!(of("👩\u{200d}🚀👍🏽🇨🇿!"), ["👩\u{200d}🚀", "👍🏽", "🇨🇿", "!"]);
    }

    #[test]
    fn scripts_without_spaces() {
        assert_eq!(of("我爱你。「好」"), ["我", "爱", "你", "。", "「", "好", "」"]);
    }

    #[test]
    fn time_is_linear() {
        for piece in ["1,", "a.", "a@", "👩\u{200d}", ".-", "://", "e\u{301}"] {
            let mut count = 0;
            tokens(&piece.repeat(300_000), |_| count += 1);
            assert!(count > 0);
        }
    }

    proptest! {
        #[test]
        fn all_but_space_is_in_a_token(text in r"(\PC|[ \n.,'@:/a1日本ก-]){0,40}") {
            let joined: String = of(&text).concat();
            let expected: String = text.chars().filter(|c| !words::is_space(*c)).collect();
            prop_assert_eq!(joined, expected);
        }
    }
}
