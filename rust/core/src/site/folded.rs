//! Text as it is compared between pages: what differs in case, punctuation or numbers is the same, for templates count
//! comments and tell the time.

use xxhash_rust::xxh3::xxh3_64;

/// Calls `put` with the characters of a text, folded: letters in lower case, `0` for a number, a space for all else
/// between them. The digits of a name such as B402HW stay: it is not another.
pub(super) fn each(text: &str, mut put: impl FnMut(char)) {
    let mut last = ' ';
    let mut in_name = false;
    let mut put = |c: char| {
        if matches!(c, ' ' | '0') && c == last {
            return;
        }
        last = c;
        put(c);
    };
    for c in text.chars() {
        let number = c.is_numeric();
        in_name = c.is_alphabetic() || (number && in_name);
        if number && !in_name {
            put('0');
        } else if in_name {
            c.to_lowercase().for_each(&mut put);
        } else {
            put(' ');
        }
    }
}

/// The hash of a folded text. One without letters is known by its characters: one price is not another.
pub(super) fn hash(text: &str) -> u64 {
    let mut folded = String::with_capacity(text.len());
    each(text, |c| folded.push(c));
    let folded = folded.trim_end();
    let says_something = folded.contains(char::is_alphabetic);
    xxh3_64(if says_something { folded } else { text }.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_number_case_or_punctuation_is_the_same() {
        let folded = |text: &str| {
            let mut folded = String::new();
            each(text, |c| folded.push(c));
            folded
        };
        assert_eq!(folded("  12 Comments (3,456)"), "0 comments 0 0 ");
        assert_eq!(folded("Ärger\u{2014}№ ٣"), "ärger 0");
        assert_eq!(folded("B402HW, 3rd of 12"), "b402hw 0rd of 0");
        assert_eq!(hash("12 Comments!"), hash("7 comments"));
        assert_ne!(hash("|"), hash("\u{bb}"));
        assert_ne!(hash("$12.50"), hash("$13.50"));
        assert_ne!(hash("a b"), hash("ab"));
    }
}
