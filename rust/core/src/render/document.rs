//! A record's blocks in the forms of `blocktext`.

use super::attributes::{self, Span};
use super::select::{Classes, Kept};
use super::xml::escape_line;
use super::{markdown, text, vertical};
use crate::html::{labels, record};
use crate::json::split::Invalid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// What stands in the `text` of a record.
    Text,
    /// The same in Markdown.
    MarkdownText,
    /// Text of all blocks, and which parts of it are what.
    Attributes,
    /// In a stream of documents: lines, with a blank one after each document.
    Lines,
    /// In a stream of documents: Markdown, with a comment before each document.
    Markdown,
    Vertical,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub format: Format,
    pub classes: Classes,
    pub form: text::Form,
    /// Whether a vertical has `<g/>`.
    pub glue: bool,
}

/// A document as it goes out.
#[derive(Debug, Default)]
pub struct Document {
    pub text: String,
    pub spans: Vec<Span>,
    /// Whether a block has a class. If none has, all are kept.
    pub classified: bool,
    pub blocks: usize,
    /// Blocks of which something is kept.
    pub kept: usize,
}

/// Renders the value of a `blocks` field. `fields` say what the document is, where the format has a place for that.
pub fn document(value: &[u8], fields: &[(String, String)], options: &Options) -> Result<Document, Invalid> {
    let parsed = record::parse(value)?;
    let labels = labels::read(value, &parsed)?;
    let page = &parsed.page;
    let classified = page.blocks.is_empty() || labels.iter().any(|label| label.class.is_some());
    let all = Classes::new([Classes::ALL.to_owned()]);
    let classes = if classified { &options.classes } else { &all };
    let kept = |at: usize| classes.kept(page, &page.blocks[at], &labels[at]);
    let mut document = Document {
        classified,
        blocks: page.blocks.len(),
        kept: (0..page.blocks.len()).filter(|&at| kept(at) != Kept::Nothing).count(),
        ..Document::default()
    };
    document.text = match options.format {
        Format::Text => text::text(page, kept, options.form),
        Format::MarkdownText => markdown::markdown(page, kept).trim_end().to_owned(),
        Format::Attributes => {
            let found = attributes::attributes(page, &labels, classes, options.form);
            document.spans = found.spans;
            found.text
        }
        Format::Lines => text::lines(&text::text(page, kept, options.form)),
        Format::Markdown => with_comment(fields, &markdown::markdown(page, kept)),
        Format::Vertical => {
            let names: Vec<Option<&str>> = labels.iter().map(|label| label.class.as_deref()).collect();
            let wanted = classified && options.classes.are_many();
            let classes = wanted.then_some(names.as_slice());
            let form = vertical::Form { document: fields, glue: options.glue, classes };
            vertical::vertical(page, kept, &form)
        }
    };
    Ok(document)
}

/// A document of Markdown behind a comment that says which it is.
fn with_comment(fields: &[(String, String)], markdown: &str) -> String {
    if markdown.is_empty() {
        return String::new();
    }
    let mut out = String::with_capacity(markdown.len() + 100);
    out.push_str("<!-- doc");
    for (name, value) in fields {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        // No ">" is left in it, so that it cannot end the comment.
        escape_line(value, &mut out);
        out.push('"');
    }
    out.push_str(" -->\n\n");
    out.push_str(markdown);
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::json::string;

    const BLOCKS: &str = r#"[{"text":"One two.","path":">h1","heading":1,"class":"good"},{"text":"menu","class":"bad"},
        {"text":"a\n\nb","path":">pre","class":"dup"}]"#;

    fn of(value: &str, format: Format, keep: &[&str]) -> Document {
        let classes = Classes::new(keep.iter().map(ToString::to_string));
        let options = Options { format, classes, form: text::Form::default(), glue: true };
        document(value.as_bytes(), &[("id".to_owned(), "x-->".to_owned())], &options).unwrap()
    }

    #[test]
    fn forms() {
        let keep = ["good", "dup"];
        assert_eq!(of(BLOCKS, Format::Text, &keep).text, "One two.\na\n\nb");
        assert_eq!(of(BLOCKS, Format::Lines, &keep).text, "One two.\na\nb\n\n");
        assert_eq!(of(BLOCKS, Format::MarkdownText, &keep).text, "# One two.\n\n```\na\n\nb\n```");
        assert_eq!(
            of(BLOCKS, Format::Markdown, &["good"]).text,
            "<!-- doc id=\"x--&gt;\" -->\n\n# One two.\n\n"
        );
        let vertical = of(BLOCKS, Format::Vertical, &keep).text;
        assert!(vertical.starts_with(
            "<doc id=\"x--&gt;\">\n<p tag=\"h1\" heading=\"1\" class=\"good\">\nOne\ntwo\n<g/>\n.\n</p>"
        ));
        let found = of(BLOCKS, Format::Attributes, &["good"]);
        assert_eq!((found.text.as_str(), found.spans.len()), ("One two.\nmenu\na\n\nb", 3));
        assert_eq!((found.blocks, found.kept, found.classified), (3, 1, true));
    }

    #[test]
    fn nothing_and_no_classes() {
        for format in [Format::Text, Format::Lines, Format::Markdown, Format::MarkdownText, Format::Vertical]
        {
            assert_eq!(of(BLOCKS, format, &["none of them"]).text, "");
            assert_eq!(of("[]", format, &["good"]).text, "");
        }
        let found = of(r#"[{"text":"a"},{"text":"b"}]"#, Format::Text, &["good"]);
        assert_eq!((found.text.as_str(), found.classified, found.kept), ("a\nb", false, 2));
        assert!(of("[]", Format::Text, &["good"]).classified);
    }

    /// Each block is inside the one before it.
    #[test]
    fn depth_costs_no_time() {
        for tag in ["ul>li", "blockquote", "pre", "table>tr>td"] {
            let levels = tag.split('>').count();
            let deep = |at| format!(r#"{{"text":"a\nb","path":">{tag}","shared":{}}}"#, at * levels);
            let json = format!("[{}]", (0..20_000).map(deep).collect::<Vec<_>>().join(","));
            for format in [Format::Text, Format::Markdown, Format::Vertical, Format::Attributes] {
                assert_eq!(of(&json, format, &["all"]).kept, 20_000);
            }
        }
    }

    proptest! {
        /// Whatever stands in paths, texts and labels, each format has an answer.
        #[test]
        fn any_blocks(blocks in prop::collection::vec((
            r"(\PC|[ \n|`*<&>#\-\t\r0-9.]){0,12}",
            prop::sample::select(vec![
                ">ul>li", ">ol>li", ">li", ">p", ">blockquote", ">table>tr>td", ">td", ">tr>th", ">tr", ">pre", ">h1", "",
                "body>ol", ">a.b>c:d>>", ">table>tbody>tr>td>table>tr>td",
            ]),
            0..6u8, 0..9u8, prop::option::of(prop::sample::select(vec!["good", "bad", "dup"])), 0..5usize, 0..5usize,
        ), 0..12)) {
            let mut json = "[".to_owned();
            for (text, path, shared, heading, class, start, len) in &blocks {
                let mut quoted = Vec::new();
                string::quote(text, &mut quoted);
                let chars = text.chars().count();
                let (start, end) = ((*start).min(chars), (start + len).min(chars));
                let class = class.map_or("null".to_owned(), |class| format!("\"{class}\""));
                let comma = if json.len() > 1 { "," } else { "" };
                json += &format!(
                    "{comma}{{\"text\":{},\"path\":\"{path}\",\"shared\":{shared},\"heading\":{heading},\"class\":{class},\
                     \"parts\":[[{start},{end}]]}}",
                    String::from_utf8(quoted).unwrap()
                );
            }
            json.push(']');
            for format in [
                Format::Text, Format::Lines, Format::Markdown, Format::MarkdownText, Format::Vertical, Format::Attributes,
            ] {
                for keep in ["good", "bad", "all"] {
                    let out = of(&json, format, &[keep]).text;
                    if format == Format::Lines {
                        prop_assert!(out.is_empty() || out.ends_with("\n\n") && !out[..out.len() - 1].contains("\n\n"));
                    }
                }
            }
            super::super::view::page(json.as_bytes(), &Default::default()).unwrap();
        }
    }
}
