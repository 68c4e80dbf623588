//! Markdown by hand, and against a parser of it that others wrote.

use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::super::select::Kept;
use super::super::select::tests::page_of;
use super::markdown;
use crate::html::record;
use crate::json::string;

fn of(html: &str) -> String {
    markdown(&page_of(html), |_| Kept::All)
}

#[test]
fn headings_paragraphs_and_lines() {
    assert_eq!(of("<h2>A<br>b</h2><p>One *star*<br>- two<p>c"), "## A b\n\nOne \\*star\\*\\\n\\- two\n\nc\n");
    assert_eq!(of(""), "");
}

#[test]
fn lists() {
    assert_eq!(
        of("<p>x<ul><li>a<li>b<ol><li>c<li>d</ol><li>e</ul>y"),
        "x\n\n- a\n- b\n  1. c\n  2. d\n- e\n\ny\n"
    );
    // A second paragraph of an item; a list after a list; an item that starts with a list.
    assert_eq!(of("<ul><li><p>a</p><p>b</p><li>c</ul>"), "- a\n\n  b\n- c\n");
    assert_eq!(of("<ol><li>a</ol><ol><li>b</ol>"), "1. a\n\n1) b\n");
    assert_eq!(of("<ul><li><ul><li>a<br>b</ul></ul>"), "- - a\\\n    b\n");
}

#[test]
fn items_keep_their_numbers() {
    let page = page_of("<ol><li>a<li>b<li>c</ol>");
    let kept = |at| if at == 1 { Kept::Nothing } else { Kept::All };
    assert_eq!(markdown(&page, kept), "1. a\n3. c\n");
}

#[test]
fn quotes_and_pre() {
    assert_eq!(of("<blockquote><p>a<p>b</blockquote><blockquote>c</blockquote>"), "> a\n>\n> b\n\n> c\n");
    assert_eq!(of("<pre>\n a\n\n```b</pre>"), "````\n a\n\n```b\n````\n");
    assert_eq!(of("<ul><li>a<pre>b\n c</pre></ul>"), "- a\n\n  ```\n  b\n   c\n  ```\n");
}

#[test]
fn tables() {
    let data = "<table><tr><th>A<th>b|c<tr><td>1<td>2</table>";
    assert_eq!(of(data), "| A | b\\|c |\n| --- | --- |\n| 1 | 2 |\n");
    assert_eq!(
        of("<table><tr><td>1<td>2<tr><td>3<td>4</table>"),
        "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n"
    );
    // An empty cell: nobody knows which.
    assert_eq!(of("<table><tr><td>1<td>2<tr><td>3<td>4<td>5</table>"), "1 | 2\\\n3 | 4 | 5\n");
    // Layout.
    assert_eq!(of("<table><tr><td>menu<td><p>one<p>two</table>"), "menu\n\none\n\ntwo\n");
    assert_eq!(of("<table><tr><td>a<td><table><tr><td>b</table><td>c</table>"), "a\n\nb\n\nc\n");
}

/// What the parser finds: the text of each block, with what it is in.
fn parsed(markdown: &str) -> Vec<(String, String)> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    let (mut path, mut found, mut text) = (Vec::new(), Vec::new(), String::new());
    let mut numbers: Vec<Option<u64>> = Vec::new();
    let mut flush = |path: &[String], text: &mut String| {
        if !text.is_empty() {
            found.push((path.join(" "), std::mem::take(text)));
        }
    };
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(tag) => {
                flush(&path, &mut text);
                match tag {
                    Tag::Paragraph => {}
                    Tag::Heading { level, .. } => path.push(format!("h{}", level as u8)),
                    Tag::BlockQuote(_) => path.push("quote".to_owned()),
                    Tag::CodeBlock(CodeBlockKind::Fenced(_)) => path.push("pre".to_owned()),
                    Tag::List(first) => numbers.push(first),
                    Tag::Item => {
                        path.push(if numbers.last() == Some(&None) { "ul" } else { "ol" }.to_owned())
                    }
                    other => panic!("{other:?} in {markdown:?}"),
                }
            }
            Event::End(tag) => {
                flush(&path, &mut text);
                match tag {
                    TagEnd::Paragraph => {}
                    TagEnd::List(_) => drop(numbers.pop()),
                    _ => drop(path.pop()),
                }
            }
            Event::Text(more) => text.push_str(&more),
            Event::HardBreak => text.push('\n'),
            other => panic!("{other:?} in {markdown:?}"),
        }
    }
    found
}

const MARKS: [&str; 46] = [
    "a",
    "b1",
    " ",
    "  ",
    "\n",
    "*",
    "**",
    "_",
    "__",
    "`",
    "``",
    "```",
    "~~",
    "~~~",
    "\\",
    "<",
    ">",
    "<b>",
    "&",
    "&amp;",
    "#",
    "##",
    "-",
    "--",
    "+",
    "=",
    "|",
    ":",
    "[",
    "]",
    "](",
    "[a]: b",
    "(",
    ")",
    "!",
    "1.",
    "2)",
    "[x] ",
    "é",
    "\t",
    "--- | ---",
    ":-",
    "$",
    "http://x.y/a_b_",
    "^",
    "\u{a0}",
];

const PLACES: [(&str, &str, u8); 8] = [
    (">p", "", 0),
    (">h2", "h2", 2),
    (">pre", "pre", 0),
    (">blockquote>p", "quote", 0),
    (">ul>li", "ul", 0),
    (">ol>li>p", "ol", 0),
    (">ul>li>ol>li", "ul ol", 0),
    (">blockquote>ul>li>pre", "quote ul pre", 0),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    /// CommonMark and GitHub's tables, strikethrough, tasks and footnotes read each block as what it was.
    #[test]
    fn a_parser_of_others_reads_the_same_text(
        blocks in prop::collection::vec((prop::collection::vec(prop::sample::select(&MARKS[..]), 1..9), 0..PLACES.len()), 1..6)
    ) {
        let mut json = b"[".to_vec();
        let mut expected = Vec::new();
        for (pieces, place) in &blocks {
            let (path, inside, heading) = PLACES[*place];
            let text = pieces.concat().replace('\t', " ");
            let is_pre = inside.ends_with("pre");
            let line = |part: &str| part.trim().to_owned();
            let wanted = if is_pre && text.contains('\n') {
                let kept: Vec<&str> = text.split('\n').collect();
                let first = kept.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
                kept[first..].join("\n").trim_end().to_owned()
            } else if heading > 0 {
                text.split('\n').map(line).collect::<Vec<_>>().join(" ").trim().to_owned()
            } else {
                text.split('\n').map(line).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
            };
            if !wanted.trim().is_empty() {
                expected.push((inside.to_owned(), if is_pre { unspaced_lines(&wanted) } else { wanted }));
            }
            if json.len() > 1 {
                json.push(b',');
            }
            json.extend_from_slice(b"{\"text\":");
            string::quote(&text, &mut json);
            json.extend_from_slice(format!(",\"path\":\"{path}\",\"heading\":{heading}}}").as_bytes());
        }
        json.push(b']');
        let page = record::parse(&json).unwrap().page;
        let markdown = markdown(&page, |_| Kept::All);
        let found: Vec<(String, String)> = parsed(&markdown)
            .into_iter()
            .map(|(inside, text)| {
                let text = if inside.ends_with("pre") { unspaced_lines(text.trim_end_matches('\n')) } else { text };
                (inside, text)
            })
            .collect();
        prop_assert_eq!(found, expected, "{}", markdown);
    }
}

/// Lines without white space at their ends: it is not kept there.
fn unspaced_lines(text: &str) -> String {
    text.split('\n')
        .map(|line| line.trim_end_matches([' ', '\t']))
        .collect::<Vec<_>>()
        .join("\n")
        .trim_end()
        .to_owned()
}
