//! Plain text: a block a line.
//!
//! The line ends within a block are those of `<br>` and of `pre`. In `pre` they are the text's own; a `<br>` more often
//! than not breaks a line for its looks, so that a paragraph stays one line unless [`Form::breaks`] asks for its lines.
//! Either way a character of a block is a character of the output, which keeps the offsets of [`super::attributes`] simple.

use std::ops::Range;

use super::select::{Kept, around, trimmed};
use crate::html::page::{Block, Page};

/// How lines go out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// A `<br>` ends a line.
    pub breaks: bool,
}

/// What is kept of a page, as text: a line end between blocks, none at the end.
pub fn text<'a>(page: &Page, kept: impl Fn(usize) -> Kept<'a>, form: Form) -> String {
    let mut out = String::with_capacity(page.text.len() + page.blocks.len());
    for (at, block) in page.blocks.iter().enumerate() {
        let before = out.len();
        if before > 0 {
            out.push('\n');
        }
        let start = out.len();
        push_block(&mut out, page, block, &kept(at), form);
        if out.len() == start {
            out.truncate(before);
        }
    }
    out
}

/// What is kept of a block.
pub(super) fn push_block(out: &mut String, page: &Page, block: &Block, kept: &Kept<'_>, form: Form) {
    match kept {
        Kept::Nothing => {}
        Kept::All => {
            let flat = is_flat(page, block, form);
            push(out, &page.text[extent(page, block, flat)], flat);
        }
        Kept::Parts(parts) => push_parts(out, page, block, parts, form),
    }
}

/// Parts, with the white space that [`joint`] finds between them.
fn push_parts(out: &mut String, page: &Page, block: &Block, parts: &[Range<usize>], form: Form) {
    let flat = is_flat(page, block, form);
    let mut end = None;
    for part in parts {
        if let Some(end) = end {
            match joint(page, end..part.start, flat) {
                Some(joint) => push(out, &page.text[joint], flat),
                None if end < part.start => out.push(' '),
                None => {}
            }
        }
        push(out, &page.text[part.clone()], flat);
        end = Some(part.end);
    }
}

/// Text as it stands, or with spaces for its line ends.
pub(super) fn push(out: &mut String, text: &str, flat: bool) {
    if !flat || !has_lines(text) {
        out.push_str(text);
        return;
    }
    for (i, line) in text.split(['\n', '\r']).enumerate() {
        if i > 0 {
            out.push(' ');
        }
        out.push_str(line);
    }
}

/// The white space that stays where what is around it is cut: a line end, or else any other.
pub(super) fn joint(page: &Page, gap: Range<usize>, flat: bool) -> Option<Range<usize>> {
    let text = &page.text[gap.clone()];
    let line = if flat { None } else { text.find('\n') };
    let at = line.or_else(|| text.find(char::is_whitespace))?;
    let len = text[at..].chars().next().map_or(0, char::len_utf8);
    Some(gap.start + at..gap.start + at + len)
}

/// Whether the line ends of a block become spaces.
pub(super) fn is_flat(page: &Page, block: &Block, form: Form) -> bool {
    !has_lines(page.text_of(block)) || !form.breaks && !keeps_lines(page, block)
}

fn has_lines(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some()
}

pub(super) fn keeps_lines(page: &Page, block: &Block) -> bool {
    around(page, block).any(|(_, element)| element.tag.keeps_lines())
}

/// What of a block's text is not white space at its ends; in lines that are kept, the first one keeps its indent.
pub(super) fn extent(page: &Page, block: &Block, flat: bool) -> Range<usize> {
    let inner = trimmed(&page.text, block.text.clone());
    if flat || inner.is_empty() {
        return inner;
    }
    let before = &page.text[block.text.start..inner.start];
    let line = before.rfind('\n').map_or(block.text.start, |at| block.text.start + at + 1);
    line..inner.end
}

/// Text in a stream of documents: its lines that are not blank, and a blank line that ends it.
pub fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for line in text.split('\n').filter(|line| !line.trim().is_empty()) {
        out.push_str(line);
        out.push('\n');
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::select::tests::page_of;
    use super::*;

    fn all(html: &str, breaks: bool) -> String {
        text(&page_of(html), |_| Kept::All, Form { breaks })
    }

    #[test]
    fn a_block_is_a_line() {
        assert_eq!(all("<h1>A</h1><p>b <b>c</b> d<ul><li>e<li>f", false), "A\nb c d\ne\nf");
        assert_eq!(all("<p>a<br>b<p>c", false), "a b\nc");
        assert_eq!(all("<p>a<br>b<p>c", true), "a\nb\nc");
        assert_eq!(all("", false), "");
    }

    #[test]
    fn pre_keeps_its_lines_and_indents() {
        assert_eq!(all("<p>x<pre>\n  if a:\n\n    b\n</pre><p>y", false), "x\n  if a:\n\n    b\ny");
        assert_eq!(lines("x\n  if a:\n\n    b\n \ny"), "x\n  if a:\n    b\ny\n\n");
        assert_eq!(lines(""), "");
    }

    #[test]
    fn what_is_not_kept_leaves_no_line() {
        let page = page_of("<p>a<p>b<p>c");
        let only = |wanted: usize| move |at| if at == wanted { Kept::All } else { Kept::Nothing };
        assert_eq!(text(&page, only(0), Form::default()), "a");
        assert_eq!(text(&page, only(1), Form::default()), "b");
        assert_eq!(text(&page, only(9), Form::default()), "");
    }

    #[test]
    fn parts_are_joined_by_the_space_between_them() {
        // "one two\nthree", of which "two" goes; then "ab" and "cd" of "abxcd".
        let page = page_of("<pre>one two\nthree</pre><p>abxcd");
        let kept = |at| Kept::Parts(if at == 0 { vec![0..3, 8..13] } else { vec![13..15, 16..18] }.into());
        assert_eq!(text(&page, kept, Form::default()), "one\nthree\nab cd");
    }
}
