//! A text in its lines or paragraphs.

use std::ops::Range;

use super::Split;

/// Calls `put` with each part of a text, in order; none is blank.
pub(super) fn each(text: &str, split: Split, mut put: impl FnMut(Range<usize>)) {
    if split == Split::Whole {
        if !text.is_empty() {
            put(0..text.len());
        }
        return;
    }
    let mut at = 0;
    // The lines of the paragraph that is being read.
    let mut open: Option<Range<usize>> = None;
    for line in text.split_inclusive('\n') {
        let place = at..at + line.trim_end_matches(['\n', '\r']).len();
        at += line.len();
        let blank = line.trim().is_empty();
        match split {
            Split::Lines if !blank => put(place),
            Split::Paragraphs if blank => open.take().into_iter().for_each(&mut put),
            Split::Paragraphs => open = Some(open.map_or(place.start, |open| open.start)..place.end),
            _ => {}
        }
    }
    open.into_iter().for_each(put);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(text: &str, split: Split) -> Vec<&str> {
        let mut found = Vec::new();
        each(text, split, |part| found.push(&text[part]));
        found
    }

    #[test]
    fn lines_and_paragraphs() {
        let text = "one\ntwo \r\n\r\n  \nthree\n\n\nfour";
        assert_eq!(parts(text, Split::Whole), [text]);
        assert_eq!(parts(text, Split::Lines), ["one", "two ", "three", "four"]);
        assert_eq!(parts(text, Split::Paragraphs), ["one\ntwo ", "three", "four"]);
        for split in [Split::Whole, Split::Lines, Split::Paragraphs] {
            assert_eq!(parts("", split), [""; 0]);
        }
    }

    proptest! {
        /// What is not blank is in exactly one part.
        #[test]
        fn nothing_is_lost(text in "[ab \r\n]{0,40}") {
            for split in [Split::Lines, Split::Paragraphs] {
                let found = parts(&text, split);
                let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
                prop_assert_eq!(letters(&found.concat()), letters(&text));
                prop_assert!(found.iter().all(|part| !part.trim().is_empty()));
            }
        }
    }
}
