//! The types in a page's JSON-LD.
//!
//! No tree is built, and broken JSON has an answer: in valid JSON the bytes `"@type"` are a key wherever a colon follows,
//! unless a backslash before them says that they are part of a string.

use memchr::{memchr2, memmem};

use super::kinds::Kinds;

const KEY: &[u8] = b"\"@type\"";

/// Whether a script of that `type` holds JSON-LD.
pub fn is_type(value: &str) -> bool {
    let media = value.split(';').next().unwrap_or_default().trim_ascii().as_bytes();
    let start = media.len().checked_sub(b"ld+json".len());
    start.is_some_and(|start| media[start..].eq_ignore_ascii_case(b"ld+json"))
}

/// Adds the value of each `@type`: a string, or those of a list.
pub fn read(script: &str, kinds: &mut Kinds) {
    let bytes = script.as_bytes();
    let key = memmem::Finder::new(KEY);
    let mut at = 0;
    while let Some(found) = key.find(&bytes[at..]) {
        let start = at + found;
        at = start + KEY.len();
        if start.checked_sub(1).is_some_and(|before| bytes[before] == b'\\') {
            continue;
        }
        let colon = skip(bytes, at, |byte| byte.is_ascii_whitespace());
        if bytes.get(colon) == Some(&b':') {
            at = value(script, colon + 1, kinds);
        }
    }
}

/// Reads the value that starts at `at`; gives the place from where to go on.
fn value(script: &str, at: usize, kinds: &mut Kinds) -> usize {
    let bytes = script.as_bytes();
    let mut at = skip(bytes, at, |byte| byte.is_ascii_whitespace());
    match bytes.get(at) {
        Some(b'"') => string(script, at + 1, kinds),
        Some(b'[') => loop {
            at = skip(bytes, at + 1, |byte| byte.is_ascii_whitespace() || byte == b',');
            if bytes.get(at) != Some(&b'"') {
                return at;
            }
            // Its quote is the one before.
            at = string(script, at + 1, kinds) - 1;
        },
        _ => at,
    }
}

/// Adds the string whose quote was before `start`; gives the place after the other quote.
fn string(script: &str, start: usize, kinds: &mut Kinds) -> usize {
    let bytes = script.as_bytes();
    let mut at = start;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        if bytes[at] == b'"' {
            kinds.add_types(&script[start..at]);
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}

fn skip(bytes: &[u8], mut at: usize, skipped: impl Fn(u8) -> bool) -> usize {
    while bytes.get(at).is_some_and(|&byte| skipped(byte)) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn kinds(script: &str) -> String {
        let mut kinds = Kinds::default();
        read(script, &mut kinds);
        kinds.to_string()
    }

    #[test]
    fn types_anywhere_in_the_tree() {
        let script = r#"{"@context":"https://schema.org","@graph":[{"@type":"WebPage","breadcrumb":{"@type" :
            "BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1},{"@type":"ListItem"}]}},
            {"@type":[ "Product" , "SomeThing","Offer"],"offers":{"@type":"http:\/\/schema.org\/AggregateOffer"}}]}"#;
        assert_eq!(kinds(script), "product offer*2 listitem*2 breadcrumblist webpage");
        assert_eq!(
            kinds(r#"[{"@type":"PRODUCT"},{"@type":" article "},{"@type":["schema:QAPage"]}]"#),
            "product article qapage"
        );
    }

    #[test]
    fn what_stands_in_strings_is_no_key() {
        assert_eq!(kinds(r#"{"text":"so: {\"@type\":\"Product\"}","@type":"Comment"}"#), "comment");
        assert_eq!(kinds(r#"{"a":"@type","@type":"Answer"}"#), "answer");
        assert_eq!(kinds(r#"{"a":["@type","Product"],"b":"@type"}"#), "");
        // A type that is named in a type's own string.
        assert_eq!(kinds(r#"{"@type":"a \"@type\":\"Product\" b","@type":"Offer"}"#), "offer");
        assert_eq!(kinds(r#"{"@type":"a\\","@type":"Offer"}"#), "offer");
    }

    #[test]
    fn values_that_are_no_types() {
        assert_eq!(
            kinds(r#"{"@type":null,"x":{"@type":"@id"},"y":{"@type":[]},"z":{"@type":[1,"Offer"]}}"#),
            ""
        );
        assert_eq!(kinds(r#"{"@type":{"@type":"Review"}}"#), "review");
        assert_eq!(kinds(r#"{"@type":[["Offer"],{"@type":"Review"}]}"#), "review");
    }

    #[test]
    fn broken_json_has_an_answer() {
        assert_eq!(kinds("{\"name\":\"a 5\" screen\",\"@type\":\"Product\",,"), "product");
        assert_eq!(
            kinds("// <![CDATA[\n{'x':y,\n\"@type\":\n\t\"Recipe\",\"text\":\"line\nend\"\n// ]]>"),
            "recipe"
        );
        assert_eq!(kinds(r#"{"@type":["Product" "Offer","Review"#), "product offer");
        for cut in [
            "",
            "\"",
            "\"@type\"",
            "\"@type\":",
            "\"@type\":[",
            "\"@type\":\"",
            "\"@type\":\"Offer",
            "\"@type\":\"Offer\\",
        ] {
            assert_eq!(kinds(cut), "", "{cut}");
        }
    }

    #[test]
    fn scripts_of_the_type() {
        for media in [
            "application/ld+json",
            "APPLICATION/LD+JSON",
            " application/ld+json; charset=utf-8",
            "text/ld+json",
        ] {
            assert!(is_type(media), "{media}");
        }
        for media in ["", "text/javascript", "application/json", "ld+jsonp", "application/json; ld+json"] {
            assert!(!is_type(media), "{media}");
        }
    }

    /// 10 MB of each take a time that grows with their length and no faster.
    #[test]
    fn time_is_linear() {
        let pieces = [
            "\"@type\"",
            "\"@type\":",
            "\"@type\":[",
            "\"@type\":\"",
            "\"@type\":\"Offer\",",
            "\"@type\":\"\\",
            "\\\"@type\":\"x\\",
            "\"@type\":[\"a\",",
            "\"@type\":\"aaaaaaaaaaaaaaaa",
            "a b/",
            "\"@type\" ",
        ];
        for piece in pieces {
            for start in ["", "\"@type\":\"", "\"@type\":["] {
                let script = format!("{start}{}", piece.repeat(10_000_000 / piece.len()));
                let before = Instant::now();
                kinds(&script);
                assert!(before.elapsed() < Duration::from_secs(3), "{start}{piece}");
            }
        }
    }
}
