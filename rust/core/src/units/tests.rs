use proptest::prelude::*;

use super::*;

fn read(reading: &Reading, line: &str) -> Result<Document, Wrong> {
    let mut document = Document::default();
    reading.read(line.as_bytes(), &mut document)?;
    Ok(document)
}

fn of(source: Source) -> Reading {
    Reading { source, ..Reading::default() }
}

/// The texts of the units.
fn texts(reading: &Reading, line: &str) -> Vec<String> {
    let document = read(reading, line).unwrap();
    document.units.iter().map(|unit| document.text[unit.text.clone()].to_owned()).collect()
}

const BOTH: &str = r#"{"id":7,"text":"t\u00e9xt","blocks":[{"text":"a b","class":"good"},{"text":"c","class":"bad"},
    {"text":"d","class":"good","context_free":"near-good","words":9}],"url":"https://A.org/x"}"#;

#[test]
fn which_text_is_read() {
    assert_eq!(texts(&of(Source::Auto), BOTH), ["a b", "d"]);
    assert_eq!(texts(&of(Source::Blocks), BOTH), ["a b", "d"]);
    assert_eq!(texts(&of(Source::Text), BOTH), ["téxt"]);
    assert_eq!(texts(&of(Source::Both), BOTH), ["a b", "d", "téxt"]);
    let text = r#"{"text":"x"}"#;
    assert_eq!(texts(&of(Source::Auto), text), ["x"]);
    assert_eq!(texts(&of(Source::Both), text), ["x"]);
    // A page on which blockify found nothing.
    let empty = r#"{"id":"1","blockify":{}}"#;
    for source in [Source::Auto, Source::Blocks, Source::Both] {
        assert_eq!(texts(&of(source), empty), [""; 0]);
    }
    for (value, source) in [("text", Source::Text), ("blocks", Source::Blocks)] {
        assert_eq!(texts(&of(source), &format!(r#"{{"{value}":null}}"#)), [""; 0]);
    }
}

#[test]
fn what_is_known_of_blocks() {
    let document = read(&Reading::default(), BOTH).unwrap();
    let known = |at: usize| {
        let block = &document.blocks[at];
        (block.class, block.context_free, block.words, block.unit)
    };
    assert_eq!(known(0), (Class::Good, None, 2, Some(0)));
    assert_eq!(known(1), (Class::Other, None, 1, None));
    assert_eq!(known(2), (Class::Good, Some("near-good"), 9, Some(1)));
    assert_eq!(&BOTH[document.blocks[1].object.clone()], r#"{"text":"c","class":"bad"}"#);
    assert_eq!(document.host(BOTH.as_bytes()), "a.org");
    assert_eq!(document.id(BOTH.as_bytes()).as_deref(), Some("7"));
}

#[test]
fn blocks_that_nobody_classified_are_all_read() {
    let blocks = r#"{"blocks":[{"text":"a"},{"text":"b","class":null}]}"#;
    assert_eq!(texts(&Reading::default(), blocks), ["a", "b"]);
    let one = r#"{"blocks":[{"text":"a"},{"text":"b","class":"dup"}]}"#;
    assert_eq!(texts(&Reading::default(), one), [""; 0]);
}

#[test]
fn parts_of_blocks() {
    let blocks = r#"{"blocks":[{"text":"é one two three","class":"bad","parts":[[0,5],[10,15]]},
        {"text":"four","class":"dup","parts":[[0,1]]}]}"#;
    assert_eq!(texts(&Reading::default(), blocks), ["é one three"]);
}

#[test]
fn units_of_text() {
    let line = r#"{"text":"a\nb\n\nc"}"#;
    let split = |split| texts(&Reading { split, ..Reading::default() }, line);
    assert_eq!(split(Split::Whole), ["a\nb\n\nc"]);
    assert_eq!(split(Split::Lines), ["a", "b", "c"]);
    assert_eq!(split(Split::Paragraphs), ["a\nb", "c"]);
}

#[test]
fn what_is_wrong_is_located() {
    for (source, line, what, offset) in [
        (Source::Auto, "[]", "not a JSON object", 0),
        (Source::Auto, "{}", "neither 'blocks' nor 'text'", 0),
        (Source::Text, r#"{"blocks":[]}"#, "no 'text' field", 0),
        (Source::Blocks, r#"{"text":""}"#, "no 'blocks' field", 0),
        (Source::Auto, r#"{"text":1}"#, "'text' is a number, not a string", 8),
        (Source::Auto, r#"{"blocks":{}}"#, "'blocks' is an object, not a list", 10),
        (Source::Auto, r#"{"blocks":[ 1]}"#, "a block is a number, not a JSON object", 12),
        (Source::Auto, r#"{"blocks":[{}]}"#, "a block without 'text'", 11),
        (Source::Auto, r#"{"blocks":[{"text":1}]}"#, "a block's 'text' is a number, not a string", 19),
        (Source::Auto, r#"{"blocks":[{"text":"","words":-1}]}"#, "a block's number is no count", 30),
        (
            Source::Auto,
            r#"{"blocks":[{"text":"","class":1}]}"#,
            "a block's 'class' is a number, not a string",
            30,
        ),
        (
            Source::Auto,
            r#"{"blocks":[{"text":"a","class":"good","parts":[[0,2]]}]}"#,
            "a block's 'parts' are not pairs in order, or not in its text",
            46,
        ),
    ] {
        let wrong = read(&of(source), line).unwrap_err();
        assert_eq!((wrong.what.as_str(), wrong.offset), (what, offset), "{line}");
    }
    let named = Names { text: "body".to_owned(), ..Names::default() };
    let wrong = read(&Reading { names: named, source: Source::Text, ..Reading::default() }, "{}");
    assert_eq!(wrong.unwrap_err().what, "no 'body' field");
    let wrong = read(&Reading::default(), r#"{"id":[],"text":""}"#).unwrap_err();
    assert_eq!((wrong.what.as_str(), wrong.offset), ("'id' is a list, not a string", 6));
    let nobody = r#"{"id":null,"text":""}"#;
    assert_eq!(read(&Reading::default(), nobody).unwrap().id(nobody.as_bytes()), None);
}

#[test]
fn the_last_member_of_a_name_counts() {
    assert_eq!(texts(&Reading::default(), r#"{"text":"a","te\u0078t":"b"}"#), ["b"]);
    assert_eq!(texts(&Reading::default(), r#"{"blocks":[{"text":1,"text":"b"}]}"#), ["b"]);
}

proptest! {
    #[test]
    fn any_bytes(line: Vec<u8>) {
        let _ = Reading::default().read(&line, &mut Document::default());
    }

    /// A document that is used again has nothing of the record before.
    #[test]
    fn nothing_is_carried_over(first in 0..4usize, second in 0..4usize) {
        let lines = [BOTH, r#"{"text":"x"}"#, r#"{"blocks":[{"text":"y"}]}"#, r#"{"blockify":{}}"#];
        let mut document = Document::default();
        let reading = of(Source::Both);
        reading.read(lines[first].as_bytes(), &mut document).unwrap();
        reading.read(lines[second].as_bytes(), &mut document).unwrap();
        let fresh = read(&reading, lines[second]).unwrap();
        prop_assert_eq!(&document.units, &fresh.units);
        prop_assert_eq!(&document.text, &fresh.text);
        prop_assert_eq!(&document.places, &fresh.places);
        prop_assert_eq!(document.blocks.len(), fresh.blocks.len());
        prop_assert_eq!(&document.own_text, &fresh.own_text);
    }
}
