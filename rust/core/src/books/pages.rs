//! The pages of a book, out of the fields of a record.

use crate::json::list;
use crate::json::split::Invalid;
use crate::json::string;

/// What ends a page in plain text.
pub const FORM_FEED: char = '\u{c}';

/// The pages of a `pages` field: a list of strings, in which `null` is an empty page.
pub fn of_list(value: &[u8]) -> Result<Vec<String>, Invalid> {
    if value == b"null" {
        return Ok(Vec::new());
    }
    let mut pages = Vec::new();
    for place in list::elements(value)? {
        pages.push(match &value[place.clone()] {
            b"null" => String::new(),
            [b'"', inner @ .., b'"'] => string::unescape(inner).into_owned(),
            _ => return Err(Invalid { offset: place.start, what: "a page is neither a string nor null" }),
        });
    }
    Ok(pages)
}

/// The pages of a `text` field, a JSON string with its quotes.
pub fn of_string(value: &[u8]) -> Vec<String> {
    match value {
        [b'"', inner @ .., b'"'] => of_text(&string::unescape(inner)),
        _ => Vec::new(),
    }
}

/// The pages of a text with form feeds between them, or after each.
pub fn of_text(text: &str) -> Vec<String> {
    let mut pages: Vec<String> = text.split(FORM_FEED).map(str::to_owned).collect();
    pages.pop_if(|last| last.trim().is_empty());
    pages
}

/// Pages as a JSON list of strings.
pub fn to_json(pages: &[String]) -> Vec<u8> {
    let mut out = vec![b'['];
    for (at, page) in pages.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        string::quote(page, &mut out);
    }
    out.push(b']');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn form_feeds_end_pages() {
        assert_eq!(of_text("one\u{c}two\n\u{c}\n"), ["one", "two\n"]);
        assert_eq!(of_text("one\u{c}\u{c}three"), ["one", "", "three"]);
        assert_eq!(of_text("one"), ["one"]);
        assert_eq!(of_text(""), [""; 0]);
        assert_eq!(of_string(br#""a\fb\u000cc""#), ["a", "b", "c"]);
    }

    #[test]
    fn lists_hold_strings() {
        assert_eq!(of_list(br#" ["a\n", null,"", "b" ]"#).unwrap(), ["a\n", "", "", "b"]);
        assert_eq!(of_list(b"[]").unwrap(), [""; 0]);
        assert_eq!(of_list(b"null").unwrap(), [""; 0]);
        assert_eq!(of_list(br#"["a",1]"#).unwrap_err().offset, 5);
    }

    proptest! {
        #[test]
        fn pages_come_back(pages: Vec<String>) {
            prop_assert_eq!(of_list(&to_json(&pages)).unwrap(), pages);
        }
    }
}
