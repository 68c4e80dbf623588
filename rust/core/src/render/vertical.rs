//! One token a line, as Sketch Engine, NoSketch Engine and the Corpus Workbench read corpora: documents are `<doc>`,
//! blocks `<p>`, and `<g/>` stands between two tokens that the text does not separate.

use super::select::Kept;
use super::tokens::tokens;
use super::xml::{escape_line, escape_text};
use crate::html::page::{Block, Page};

/// How a vertical is written.
#[derive(Debug)]
pub struct Form<'a> {
    /// Names and values of the attributes of `<doc>`.
    pub document: &'a [(String, String)],
    /// Whether `<g/>` is written.
    pub glue: bool,
    /// The class of each block, if it is wanted.
    pub classes: Option<&'a [Option<&'a str>]>,
}

/// What is kept of a page, one token a line; nothing if nothing is kept.
pub fn vertical<'a>(page: &Page, kept: impl Fn(usize) -> Kept<'a>, form: &Form<'_>) -> String {
    let mut out = String::with_capacity(page.text.len() * 5 / 4 + 64);
    for (at, block) in page.blocks.iter().enumerate() {
        let kept = kept(at);
        let whole = [block.text.clone()];
        let parts = match &kept {
            Kept::Nothing => continue,
            Kept::All => &whole[..],
            Kept::Parts(parts) => parts,
        };
        let start = out.len();
        if start == 0 {
            open_document(form, &mut out);
        }
        open_block(page, block, form.classes.and_then(|classes| classes[at]), &mut out);
        let head = out.len();
        for part in parts {
            write_tokens(&page.text[part.clone()], form.glue, &mut out);
        }
        if out.len() == head {
            out.truncate(start);
        } else {
            out.push_str("</p>\n");
        }
    }
    if !out.is_empty() {
        out.push_str("</doc>\n");
    }
    out
}

fn open_document(form: &Form<'_>, out: &mut String) {
    out.push_str("<doc");
    for (name, value) in form.document {
        attribute(name, value, out);
    }
    out.push_str(">\n");
}

fn open_block(page: &Page, block: &Block, class: Option<&str>, out: &mut String) {
    out.push_str("<p");
    attribute("tag", page.tag_of(block).name(), out);
    attribute("heading", ["0", "1", "2", "3", "4", "5", "6"][usize::from(block.heading.min(6))], out);
    if let Some(class) = class {
        attribute("class", class, out);
    }
    out.push_str(">\n");
}

fn attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape_line(value, out);
    out.push('"');
}

fn write_tokens(text: &str, glue: bool, out: &mut String) {
    let mut end = None;
    tokens(text, |token| {
        if glue && end == Some(token.start) {
            out.push_str("<g/>\n");
        }
        // A token that looks like a structure would be taken for one.
        escape_text(&text[token.clone()], out);
        out.push('\n');
        end = Some(token.end);
    });
}

#[cfg(test)]
mod tests {
    use super::super::select::tests::page_of;
    use super::*;

    #[test]
    fn a_document() {
        let page = page_of("<h2>A title</h2><p>One, two <b>&lt;p></b><p>gone");
        let document = [("id".to_owned(), "a\"b".to_owned()), ("url".to_owned(), "http://x/?a&b".to_owned())];
        let form = Form { document: &document, glue: true, classes: Some(&[Some("good"), None, None]) };
        let kept = |at| if at < 2 { Kept::All } else { Kept::Nothing };
        let expected = "<doc id=\"a&quot;b\" url=\"http://x/?a&amp;b\">\n\
            <p tag=\"h2\" heading=\"2\" class=\"good\">\nA\ntitle\n</p>\n\
            <p tag=\"p\" heading=\"0\">\nOne\n<g/>\n,\ntwo\n&lt;\n<g/>\np\n<g/>\n&gt;\n</p>\n</doc>\n";
        assert_eq!(vertical(&page, kept, &form), expected);
    }

    #[test]
    fn nothing_of_nothing_and_parts_apart() {
        let page = page_of("<p>a b c");
        let form = Form { document: &[], glue: false, classes: None };
        assert_eq!(vertical(&page, |_| Kept::Nothing, &form), "");
        let parts = |_| Kept::Parts(vec![0..1, 4..5].into());
        assert_eq!(vertical(&page, parts, &form), "<doc>\n<p tag=\"p\" heading=\"0\">\na\nc\n</p>\n</doc>\n");
    }
}
