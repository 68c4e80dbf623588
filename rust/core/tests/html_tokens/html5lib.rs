//! The tokeniser against html5lib-tests, the suite that browsers and parsers share. `make html-tests` fetches it.
//!
//! Left out are parse errors, which the tokeniser does not report, and xmlViolation.test, which is about another thing:
//! making of a page what XML allows. A lone surrogate cannot be in a `str`; in its place is U+FFFD, as a decoder has it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use streamclean_core::html::tokens::{Content, Start, tokenise_from};

use crate::collected::Collected;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.venv/html5lib-tests/tokenizer")
}

/// How many tests of the file there are, times the states to start in.
fn check(file: &str) -> usize {
    let path = folder().join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}: `make html-tests` fetches it", path.display()));
    let suite: Value = serde_json::from_str(&text).unwrap();
    let mut checked = 0;
    let mut failed = Vec::new();
    for test in suite["tests"].as_array().unwrap() {
        let double = test["doubleEscaped"] == true;
        let input = unescape(test["input"].as_str().unwrap(), double);
        let expected = unescape_all(&test["output"], double);
        let default = json!(["Data state"]);
        let states = test.get("initialStates").unwrap_or(&default);
        let last = test["lastStartTag"].as_str().unwrap_or_default();
        for state in states.as_array().unwrap() {
            let mut found = Collected::default();
            tokenise_from(&input, start(state.as_str().unwrap(), last), &mut found);
            checked += 1;
            if json!(found.tokens) != expected {
                failed.push(format!(
                    "{} ({state}): {input:?}\n  not {expected}\n  but {}",
                    test["description"],
                    json!(found.tokens)
                ));
            }
        }
    }
    assert!(failed.is_empty(), "{file}: {} of {checked} failed\n{}", failed.len(), failed.join("\n"));
    checked
}

fn start<'a>(state: &str, last: &'a str) -> Start<'a> {
    let content = match state {
        "Data state" => Content::Data,
        "RCDATA state" => Content::Rcdata,
        "RAWTEXT state" => Content::Rawtext,
        "Script data state" => Content::Script,
        "PLAINTEXT state" => Content::Plaintext,
        "CDATA section state" => return Start::Cdata,
        _ => panic!("unknown state {state}"),
    };
    Start::After(last, content)
}

fn unescape(text: &str, double: bool) -> String {
    if !double {
        return text.to_owned();
    }
    let mut parts = text.split("\\u");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let point = u32::from_str_radix(&part[..4], 16).unwrap();
        out.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
        out.push_str(&part[4..]);
    }
    out
}

fn unescape_all(value: &Value, double: bool) -> Value {
    match value {
        Value::String(text) => unescape(text, double).into(),
        Value::Array(values) => values.iter().map(|value| unescape_all(value, double)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (unescape(name, double), unescape_all(value, double)))
            .collect(),
        other => other.clone(),
    }
}

macro_rules! files {
    ($($test:ident $file:literal $count:literal,)*) => {
        const FILES: &[&str] = &[$($file),*];
        $(#[test]
        fn $test() {
            assert_eq!(check($file), $count);
        })*
    };
}

files! {
    content_model_flags "contentModelFlags.test" 24,
    domjs "domjs.test" 58,
    entities "entities.test" 80,
    escape_flag "escapeFlag.test" 9,
    named_entities "namedEntities.test" 4210,
    numeric_entities "numericEntities.test" 336,
    pending_spec_changes "pendingSpecChanges.test" 1,
    test1 "test1.test" 68,
    test2 "test2.test" 45,
    test3 "test3.test" 1786,
    test4 "test4.test" 85,
    unicode_chars "unicodeChars.test" 323,
    unicode_chars_problematic "unicodeCharsProblematic.test" 5,
}

#[test]
fn no_file_is_left_out() {
    let found = std::fs::read_dir(folder()).expect("`make html-tests` fetches them");
    let mut names: Vec<_> = found.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut expected = [FILES, &["xmlViolation.test"]].concat();
    expected.sort_unstable();
    assert_eq!(names, expected);
}
