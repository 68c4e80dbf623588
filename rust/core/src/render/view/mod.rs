//! One HTML file that shows pages with their blocks in colours, as figure 2.1 of the thesis does: green is content, red
//! boilerplate, yellow what is neither.
//!
//! The text comes from pages that may be hostile. All of it is escaped, nothing of it becomes the name of anything, and
//! the file's own policy forbids any script and style but the two whose hashes it names, and any network.

use std::fmt::Write;
use std::ops::Range;

use super::select::has_parts;
use super::text::keeps_lines;
use super::xml::escape;
use crate::html::labels::{self, Label};
use crate::html::page::{Block, Page};
use crate::html::record;
use crate::html::tags::Tag;
use crate::json::split::Invalid;
use crate::text::words;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// The SHA-256 of the two, in Base64: what is not exactly these is not run.
const STYLE_HASH: &str = "5pSPl733aaefo/Ex00LfLFNoWXvyr2IzCqnYhdhf12U=";
const SCRIPT_HASH: &str = "Ew0WQe/GMfthSoEQ9YosFZqzz1Q13ffjmz+iJQ8UvB8=";

/// The start of the file; pages follow, then [`end`].
pub fn start(title: &str) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; \
         script-src 'sha256-{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>"
    );
    escape(title, &mut out);
    let _ = write!(out, "</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>");
    escape(title, &mut out);
    out.push_str(
        "</h1>\n<p class=\"legend\"><span class=\"g bg\">good</span><span class=\"r br\">bad</span>\
         <span class=\"y by\">neither</span><span class=\"e\">not as in the gold</span>\
         The bar on the left has the colour of the class without regard to the neighbours.</p>\n\
         <p class=\"keys\"><kbd>n</kbd> <kbd>p</kbd> next and previous error, <kbd>j</kbd> <kbd>k</kbd> next and previous \
         page, <kbd>Enter</kbd> opens it, <kbd>o</kbd> opens or closes all.</p>\n</header>\n<main>\n",
    );
    out
}

/// The end of the file.
pub fn end(pages: usize, blocks: usize, errors: usize) -> String {
    let mut out = "</main>\n<footer><p>".to_owned();
    count(pages, "page", &mut out);
    out.push_str(", ");
    count(blocks, "block", &mut out);
    if errors > 0 {
        out.push_str(", ");
        count(errors, "error", &mut out);
    }
    let _ = write!(out, "</p></footer>\n<output></output>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

/// What is known of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'a> {
    pub id: &'a str,
    pub url: Option<&'a str>,
    pub title: Option<&'a str>,
}

/// A page in HTML.
#[derive(Debug)]
pub struct View {
    html: String,
    pub blocks: usize,
    /// Blocks whose class is not that of the gold.
    pub errors: usize,
}

impl View {
    /// `open`: whether its blocks are shown, or only its line.
    pub fn html(&self, open: bool) -> String {
        let open = if open { " open" } else { "" };
        format!("<details class=\"page\"{open}>{}", self.html)
    }
}

/// Shows the value of a `blocks` field.
pub fn page(value: &[u8], about: &About<'_>) -> Result<View, Invalid> {
    let parsed = record::parse(value)?;
    let labels = labels::read(value, &parsed)?;
    let page = &parsed.page;
    let mut body = String::with_capacity(page.text.len() + page.blocks.len() * 160);
    let (mut good, mut good_words, mut words, mut errors) = (0, 0, 0, 0);
    for (block, label) in page.blocks.iter().zip(&labels) {
        let seen = Seen::of(label);
        write_block(page, block, label, &seen, &mut body);
        errors += usize::from(seen.error.is_some());
        good += usize::from(seen.colour == Colour::Good);
        words += block.words as usize;
        good_words += match (seen.colour, has_parts(label)) {
            (_, true) => label.parts.iter().map(|part| words::count(&page.text[part.clone()])).sum(),
            (Colour::Good, false) => block.words as usize,
            _ => 0,
        };
    }
    let mut html = String::with_capacity(body.len() + 400);
    html.push_str("<summary><b>");
    escape(about.title.filter(|title| !title.trim().is_empty()).unwrap_or(about.id), &mut html);
    html.push_str("</b><span>");
    let _ = write!(html, "{good} of {} good, {good_words} of ", grouped(page.blocks.len(), "block"));
    count(words, "word", &mut html);
    html.push_str("</span>");
    if errors > 0 {
        html.push_str(" <em>");
        count(errors, "error", &mut html);
        html.push_str("</em>");
    }
    html.push_str("</summary>\n<div class=\"blocks\">\n");
    write_source(about, &mut html);
    html.push_str(&body);
    html.push_str("</div>\n</details>\n");
    Ok(View { html, blocks: page.blocks.len(), errors })
}

fn grouped(number: usize, name: &str) -> String {
    let mut out = String::new();
    count(number, name, &mut out);
    out
}

/// `1 block`, `2 blocks`.
fn count(number: usize, name: &str, out: &mut String) {
    let _ = write!(out, "{number} {name}{}", if number == 1 { "" } else { "s" });
}

/// The id and the address; a link only where it leads to the Web.
fn write_source(about: &About<'_>, out: &mut String) {
    out.push_str("<p><small>");
    escape(about.id, out);
    if let Some(url) = about.url.filter(|url| *url != about.id) {
        out.push(' ');
        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
        let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
        if is_web && !url.contains(|c: char| c.is_control() || c.is_whitespace()) {
            out.push_str("<a rel=\"noopener noreferrer\" href=\"");
            escape(url, out);
            out.push_str("\">");
            escape(url, out);
            out.push_str("</a>");
        } else {
            escape(url, out);
        }
    }
    out.push_str("</small></p>\n");
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    Good,
    Bad,
    Other,
}

impl Colour {
    fn of(class: &str) -> Self {
        match class {
            "good" => Self::Good,
            "bad" => Self::Bad,
            _ => Self::Other,
        }
    }

    /// Its letter in the style.
    fn letter(self) -> char {
        match self {
            Self::Good => 'g',
            Self::Bad => 'r',
            Self::Other => 'y',
        }
    }
}

/// What is seen of a label at the first glance.
struct Seen<'a> {
    class: &'a str,
    colour: Colour,
    /// The class without regard to the neighbours.
    bar: Colour,
    error: Option<&'static str>,
}

impl<'a> Seen<'a> {
    fn of(label: &'a Label<'_>) -> Self {
        let gold = label.gold.as_deref();
        // Blocks that nobody has classified show what people say of them.
        let class = label.class.as_deref().or(gold).unwrap_or("no class");
        let error = match (label.class.as_deref(), gold) {
            (Some("good"), Some("bad")) => Some("false good"),
            (Some(class), Some("good")) if class != "good" => Some("false bad"),
            _ => None,
        };
        let colour = Colour::of(class);
        let bar = label.context_free.as_deref().map_or(colour, Colour::of);
        Self { class, colour, bar, error }
    }
}

fn write_block(page: &Page, block: &Block, label: &Label<'_>, seen: &Seen<'_>, out: &mut String) {
    let error = if seen.error.is_some() { " e" } else { "" };
    let _ = write!(out, "<div class=\"b {}{error}\" title=\"", seen.colour.letter());
    write_all(page, block, label, out);
    let _ = write!(out, "\"><div class=\"b{}\">", seen.bar.letter());
    if let Some(error) = seen.error {
        let _ = write!(out, "<strong>{error}</strong>");
    }
    if seen.error.is_none() || seen.colour == Colour::Other {
        out.push(' ');
        escape(seen.class, out);
    }
    if let Some(score) = label.score {
        let _ = write!(out, " {score:.2}");
    }
    out.push_str("<small>");
    out.push_str(page.tag_of(block).name());
    if let Some(reason) = &label.reason {
        out.push_str(", ");
        escape(reason, out);
    }
    out.push_str("</small></div><p");
    if let Some(look) = look(page, block) {
        let _ = write!(out, " class=\"{look}\"");
    }
    out.push('>');
    let parts = if has_parts(label) { label.parts.as_slice() } else { &[] };
    write_text(page, &block.text, parts, out);
    out.push_str("</p></div>\n");
}

/// Everything that is known of a block.
fn write_all(page: &Page, block: &Block, label: &Label<'_>, out: &mut String) {
    let mut item = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            let _ = write!(out, "{name}: ");
            escape(value, out);
            out.push('\n');
        }
    };
    item("class", label.class.as_deref());
    item("context-free class", label.context_free.as_deref());
    item("reason", label.reason.as_deref());
    item("gold", label.gold.as_deref());
    item("mark", Some(block.mark.name()).filter(|name| !name.is_empty()));
    if let Some(score) = label.score {
        let _ = writeln!(out, "score: {score}");
    }
    let _ = write!(out, "{}, ", grouped(block.words as usize, "word"));
    let _ = write!(out, "{} in links, in {}", block.links, page.tag_of(block).name());
}

/// What a block looks like, beside its colour.
fn look(page: &Page, block: &Block) -> Option<&'static str> {
    if block.heading > 0 {
        Some("h")
    } else if keeps_lines(page, block) {
        Some("pre")
    } else {
        (page.tag_of(block) == Tag::Li).then_some("li")
    }
}

/// A block's text with its good parts marked.
fn write_text(page: &Page, text: &Range<usize>, parts: &[Range<usize>], out: &mut String) {
    let mut at = text.start;
    for part in parts {
        escape(&page.text[at..part.start], out);
        out.push_str("<mark>");
        escape(&page.text[part.clone()], out);
        out.push_str("</mark>");
        at = part.end;
    }
    escape(&page.text[at..text.end], out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(blocks: &str) -> View {
        let about = About { id: "i<d", url: Some("javascript:alert(1)"), title: None };
        page(blocks.as_bytes(), &about).unwrap()
    }

    #[test]
    fn classes_gold_and_parts() {
        let view = of(r#"[{"text":"a b","class":"good","gold":"bad","score":0.5,"reason":"long & good"},
            {"text":"c","class":"bad","gold":"good","context_free":"near-good","path":">ul>li"},
            {"text":"d","class":"bad","gold":"bad"},{"text":"e","gold":"undecided"},{"text":"f"},
            {"text":"g h i","class":"bad","parts":[[0,1],[4,5]]},{"text":"j","class":"dup","gold":"good"}]"#);
        assert_eq!((view.blocks, view.errors), (7, 3));
        let html = view.html(false);
        for wanted in [
            "<details class=\"page\"><summary><b>i&lt;d</b><span>1 of 7 blocks good, 4 of 10 words</span> <em>3 errors</em>",
            "<div class=\"b g e\" title=\"class: good\nreason: long &amp; good\ngold: bad\nscore: 0.5\n2 words, 0 in links, in body\">",
            "<div class=\"bg\"><strong>false good</strong> 0.50<small>body, long &amp; good</small></div><p>a b</p>",
            "<div class=\"b r e\" title=\"class: bad\ncontext-free class: near-good\ngold: good\n",
            "<div class=\"by\"><strong>false bad</strong><small>li</small></div><p class=\"li\">c</p>",
            "<div class=\"br\"> bad<small>body</small></div><p>d</p>",
            "<div class=\"by\"> undecided<small>",
            "<div class=\"by\"> no class<small>",
            "<strong>false bad</strong> dup<small>",
            "<p><mark>g</mark> h <mark>i</mark></p>",
        ] {
            assert!(html.contains(wanted), "{wanted}\n{html}");
        }
        assert!(view.html(true).starts_with("<details class=\"page\" open>"));
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        assert!(!of("[]").html(true).contains("<a "));
        let link =
            |url: &str| page(b"[]", &About { id: "x", url: Some(url), title: None }).unwrap().html(true);
        assert!(
            link("HTTPS://a.example/?\"'&<").contains("href=\"HTTPS://a.example/?&quot;&#39;&amp;&lt;\"")
        );
        for url in
            ["data:text/html,x", "java\nscript://x", "http://a b", "ftp://a", "//a", "jav&#97;script:x", ""]
        {
            assert!(!link(url).contains("<a "), "{url}");
        }
    }

    #[test]
    fn a_whole_file() {
        let file = start("a<b") + &end(0, 1, 2);
        assert!(file.contains("<title>a&lt;b</title>") && file.contains("<h1>a&lt;b</h1>"));
        assert!(file.contains("<p>0 pages, 1 block, 2 errors</p>"));
        assert!(!SCRIPT.contains("</") && !STYLE.contains("</"), "they would end too early");
    }
}
