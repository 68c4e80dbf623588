//! The tokeniser against html5gum, another one that follows the standard, on pages made of what tokenisers stumble over.

use ::html5gum::{DefaultEmitter, HtmlString, Token, Tokenizer};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use streamclean_core::html::tokens::tokenise;

use crate::collected::{Collected, push_text, start_tag};

/// The tokens, and where tags start and end.
fn theirs(html: &str) -> (Vec<Value>, Vec<(usize, usize)>) {
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let (mut tokens, mut tags) = (Vec::new(), Vec::new());
    for token in Tokenizer::new_with_emitter(html, emitter) {
        match token.unwrap() {
            Token::StartTag(tag) => {
                let attributes: Map<String, Value> = tag
                    .attributes
                    .iter()
                    .map(|(name, value)| (text(name), text(&value.value).into()))
                    .collect();
                tokens.push(start_tag(&text(&tag.name), attributes, tag.self_closing));
                tags.push((tag.span.start, tag.span.end));
            }
            Token::EndTag(tag) => {
                tokens.push(json!(["EndTag", text(&tag.name)]));
                tags.push((tag.span.start, tag.span.end));
            }
            Token::String(string) => push_text(&mut tokens, &text(&string.value)),
            Token::Comment(comment) => tokens.push(json!(["Comment", text(&comment.value)])),
            Token::Doctype(doctype) => {
                // It has no name for a missing one.
                let name = Some(text(&doctype.name)).filter(|name| !name.is_empty());
                let public_id = doctype.public_identifier.as_ref().map(text);
                let system_id = doctype.system_identifier.as_ref().map(text);
                tokens.push(json!(["DOCTYPE", name, public_id, system_id, !doctype.force_quirks]));
            }
            Token::Error(_) => {}
        }
    }
    (tokens, tags)
}

fn text(string: &HtmlString) -> String {
    String::from_utf8(string.0.clone()).unwrap()
}

const PIECES: &[&str] = &[
    "<",
    "</",
    "<!",
    "<!-",
    "<!--",
    "-",
    "--",
    "-->",
    "--!>",
    "!",
    "?",
    ">",
    "/",
    "/>",
    "=",
    "\"",
    "'",
    "`",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\x0c",
    "\x0b",
    "\0",
    "a",
    "Z",
    "é",
    "\u{10ffff}",
    "b=c",
    "class=\"",
    "<p",
    "</p>",
    "<br/>",
    "script",
    "<script",
    "<script>",
    "</script",
    "</SCRIPT>",
    "<!--<script>",
    "<title>",
    "</title",
    "<textarea>",
    "</textarea>",
    "<style>",
    "</style ",
    "<iframe>",
    "</iframe/",
    "<xmp>",
    "</xmp>",
    "&",
    "&amp;",
    "&amp",
    "&not",
    "&notin;",
    "&notit;",
    "&NotEqualTilde;",
    "&CounterClockwiseContourIntegral",
    ";",
    "&#",
    "&#x",
    "41",
    "0",
    "80;",
    "D800",
    "110000;",
    "[CDATA[",
    "]]>",
    "<!DOCTYPE",
    "<!doctype html",
    "PUBLIC",
    "system",
    "<plaintext>",
    "</>",
];

const SCRIPT_PIECES: &[&str] = &[
    "<",
    "<!",
    "<!--",
    "<!-->",
    "-",
    "--",
    "-->",
    "--!>",
    ">",
    "a",
    " ",
    "<script",
    "<script>",
    "</script",
    "</script>",
];

fn check(html: &str) {
    let mut ours = Collected { as_html: true, ..Collected::default() };
    tokenise(html, &mut ours);
    let (tokens, tags) = theirs(html);
    assert_eq!(json!(ours.tokens), json!(tokens), "{html:?}");
    assert_eq!(ours.tags, tags, "{html:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn on_pages_made_of_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..20)) {
        check(&pieces.concat());
    }

    #[test]
    fn on_any_tag(inside in "[a =\"'/>\\x00\r\n\t<&;A]{0,24}") {
        check(&format!("<a{inside}>b"));
    }

    #[test]
    fn on_any_script(pieces in prop::collection::vec(prop::sample::select(SCRIPT_PIECES), 0..12)) {
        check(&format!("<script>{}", pieces.concat()));
    }

    #[test]
    fn on_any_characters(html in "\\PC{0,40}") {
        check(&html);
    }
}
