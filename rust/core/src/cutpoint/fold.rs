//! The paper's preprocessing (section 3): tabs and newlines are spaces, and consecutive spaces are one.

/// A document with its white space folded, and where its characters were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    pub text: String,
    /// After each space that stands for several: the byte of `text` that follows, and how many characters the
    /// document has had up to there beyond those of `text`.
    skipped: Vec<(usize, usize)>,
}

impl Folded {
    /// What pieces of `text` were in the document, in characters. The pieces are in order and apart, and begin and
    /// end between characters.
    pub fn places(&self, pieces: &[std::ops::Range<usize>]) -> Vec<(usize, usize)> {
        let mut skipped = self.skipped.iter().peekable();
        let (mut byte, mut chars, mut beyond) = (0, 0, 0);
        let mut place = |at: usize| {
            chars += self.text[byte..at].chars().count();
            byte = at;
            while let Some(&(_, more)) = skipped.next_if(|&&(after, _)| after <= at) {
                beyond = more;
            }
            chars + beyond
        };
        pieces.iter().map(|piece| (place(piece.start), place(piece.end))).collect()
    }
}

/// Folds the white space of a document.
pub fn fold(document: &str) -> Folded {
    let mut folded = Folded { text: String::with_capacity(document.len()), skipped: Vec::new() };
    let mut beyond = 0;
    let mut rest = document;
    while let Some(at) = rest.bytes().position(is_space) {
        folded.text.push_str(&rest[..at]);
        folded.text.push(' ');
        let length = rest.as_bytes()[at..].iter().take_while(|&&byte| is_space(byte)).count();
        if length > 1 {
            beyond += length - 1;
            folded.skipped.push((folded.text.len(), beyond));
        }
        rest = &rest[at + length..];
    }
    folded.text.push_str(rest);
    folded
}

/// Folds the white space of bytes that may be no text.
pub(super) fn fold_bytes(document: &[u8], out: &mut Vec<u8>) {
    let mut after_space = false;
    for &byte in document {
        let space = is_space(byte);
        if !space {
            out.push(byte);
        } else if !after_space {
            out.push(b' ');
        }
        after_space = space;
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spaces_are_folded_and_found_again() {
        let folded = fold("a\t\n b \u{e9}\r\nc  ");
        assert_eq!(folded.text, "a b \u{e9} c ");
        // The e with its accent has two bytes.
        assert_eq!(folded.places(&[0..2, 2..4, 4..7, 7..9]), [(0, 4), (4, 6), (6, 9), (9, 12)]);
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in "[ab \\t\\né語]{0,30}") {
            let once = fold(&text).text;
            prop_assert_eq!(&fold(&once).text, &once);
            let mut bytes = Vec::new();
            fold_bytes(text.as_bytes(), &mut bytes);
            prop_assert_eq!(bytes, once.into_bytes());
        }

        #[test]
        fn pieces_of_the_text_are_folded_pieces_of_the_document(text in "[ab \\t\\né語]{0,30}") {
            let folded = fold(&text);
            let chars: Vec<char> = text.chars().collect();
            let cuts: Vec<usize> = folded.text.char_indices().map(|(at, _)| at).chain([folded.text.len()]).collect();
            let pieces: Vec<_> = cuts.windows(2).map(|pair| pair[0]..pair[1]).collect();
            let mut end = 0;
            for (piece, (from, to)) in pieces.iter().zip(folded.places(&pieces)) {
                prop_assert_eq!(from, end);
                let there: String = chars[from..to].iter().collect();
                prop_assert_eq!(&fold(&there).text, &folded.text[piece.clone()]);
                end = to;
            }
            prop_assert_eq!(end, chars.len());
        }
    }
}
