//! One HTML file that shows documents with their useless characters grey, as figures 4 and 5 do.
//!
//! What documents hold may be hostile. All of it is escaped and nothing of it becomes a name or an address; the file has
//! no script, and its own policy forbids any, any network, and any style but the one whose hash it names.

use std::fmt::Write;

use super::Unit;
use super::model::{Model, Useful};
use crate::render::xml::escape;

const STYLE: &str = include_str!("view/style.css");
/// The SHA-256 of the style, in Base64.
const STYLE_HASH: &str = "t7/+BPyFvleeFDzHACWyjIgkjpXkp5mfwfhmL6qCkjw=";

/// The start of the file; documents follow, then [`end`].
pub fn start(title: &str, model: &Model) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>"
    );
    escape(title, &mut out);
    let _ = write!(out, "</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>");
    escape(title, &mut out);
    let unit = match model.unit {
        Unit::Characters => "characters",
        Unit::Bytes => "bytes",
    };
    let _ = write!(
        out,
        "</h1>\n<p class=\"legend\"><b>useful</b><i>useless</i> Cut point ({}, {}): useless is what one of the {} per cent \
         most frequent strings of {} {unit} covers.</p>\n</header>\n<main>\n",
        model.point.n, model.point.a, model.point.a, model.point.n
    );
    out
}

/// A document. `open`: whether it is shown, or only its line.
pub fn document(id: &str, useful: &Useful, open: bool) -> String {
    let mut out = String::with_capacity(useful.text.len() + useful.text.len() / 8 + 200);
    let _ = write!(out, "<details{}><summary>", if open { " open" } else { "" });
    escape(id, &mut out);
    let (all, kept) = useful.characters();
    let _ = write!(out, "<span>{kept} of {all} characters useful</span></summary>\n<div class=\"text\">");
    for (text, good) in useful.parts() {
        let (before, after) = if good { ("<b>", "</b>") } else { ("", "") };
        out.push_str(before);
        escape(text, &mut out);
        out.push_str(after);
    }
    out.push_str("</div>\n</details>\n");
    out
}

/// The end of the file.
pub fn end(documents: usize) -> String {
    let s = if documents == 1 { "" } else { "s" };
    format!("</main>\n<footer><p>{documents} document{s}</p></footer>\n</body>\n</html>\n")
}
