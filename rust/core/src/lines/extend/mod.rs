//! The full rules: marker lines anchor a boundary, and the paragraphs beside it that volunteers wrote go with it.
//!
//! Frequent lines say where the mass of the boilerplate is; what stands between it and the book (credits, notes on the
//! transcription) differs from book to book and is told by its words.

mod bottom;
mod top;

use std::ops::Range;
use std::rc::Rc;

use super::boundaries::{Cut, Search, Side};
use super::normalise::Normaliser;
use super::rules::phrases;

/// A paragraph longer than this is the book's, whatever it speaks of.
const LONGEST_CREDIT: usize = 25;
/// Non-trivial lines before the frequent ones in which an end line may still stand.
const SLACK: usize = 60;

/// Both boundaries, from those that frequency alone gives.
pub(super) fn both(search: &Search<'_>, top: Cut, bottom: Cut) -> (Cut, Cut) {
    let window = end_window(search, bottom.line);
    let top = top::preamble(search, top, window);
    // The rules may have moved the preamble's end past what frequency took for an epilogue.
    let bottom = if bottom.line <= top.line { Cut { line: search.doc.len(), marked: false } } else { bottom };
    let bottom = bottom::epilogue(search, bottom, window.max(top.line));
    (top, bottom)
}

fn joined(search: &Search<'_>, lines: Range<usize>) -> String {
    lines.take(LONGEST_CREDIT).map(|i| search.folded(i)).collect::<Vec<_>>().join(" ")
}

/// Where "near the end" starts.
fn end_window(search: &Search<'_>, frequent_from: usize) -> usize {
    let mut start = search.bottom_window().min(frequent_from);
    let mut normaliser = Normaliser::new();
    let mut left = SLACK;
    while start > 0 && left > 0 {
        start -= 1;
        left -= usize::from(normaliser.line(search.doc.line(start).as_bytes()).is_some());
    }
    start
}

/// The end of the paragraph that line `i - 1` belongs to; `i` if that is too far to be boilerplate.
fn paragraph_end(search: &Search<'_>, i: usize) -> usize {
    let end = search.doc.len();
    let near = (i..end.min(i + LONGEST_CREDIT)).find(|&i| search.doc.is_blank(i));
    near.unwrap_or(if end <= i + LONGEST_CREDIT { end } else { i })
}

/// The start of the paragraph that line `i` belongs to; `i` if that is too far to be boilerplate.
fn paragraph_start(search: &Search<'_>, i: usize) -> usize {
    let near = (i.saturating_sub(LONGEST_CREDIT)..i).rev().find(|&i| search.doc.is_blank(i));
    near.map_or(if i <= LONGEST_CREDIT { 0 } else { i }, |i| i + 1)
}

fn opens_bracket(search: &Search<'_>, paragraph: &Range<usize>) -> bool {
    search.doc.line(paragraph.start).trim_start().starts_with(['[', '{'])
}

/// The first line of a paragraph that has words (a box starts with one that has none).
fn first_words(search: &Search<'_>, paragraph: &Range<usize>) -> Rc<str> {
    paragraph.clone().map(|i| search.folded(i)).find(|line| !line.is_empty()).unwrap_or_default()
}

/// A line of stars at the margin, without spaces; elsewhere, or with spaces, they are an ornament of the book.
fn is_star_rule(search: &Search<'_>, i: usize) -> bool {
    let line = search.doc.line(i).trim_end();
    (3..=10).contains(&line.len()) && line.bytes().all(|b| b == b'*')
}

/// A line drawn at the margin.
fn is_dash_rule(search: &Search<'_>, i: usize) -> bool {
    let line = search.doc.line(i).trim_end();
    line.len() >= 3 && line.bytes().all(|b| matches!(b, b'-' | b'=' | b'_'))
}

/// Whether all non-trivial lines of a paragraph are frequent, and there is one.
fn all_frequent(search: &Search<'_>, paragraph: Range<usize>, side: Side) -> bool {
    let mut normaliser = Normaliser::new();
    let mut any = false;
    for i in paragraph {
        match search.frequent(i, side, &mut normaliser) {
            Some(false) => return false,
            Some(true) => any = true,
            None => {}
        }
    }
    any
}

/// Whether an end line starts there: some are broken after `The end of the`.
fn is_end_line(search: &Search<'_>, i: usize) -> bool {
    let line = search.folded(i);
    if line.ends_with("end of the") || line.ends_with("end of") {
        return phrases::is_end_marker(&joined(search, i..i + 2));
    }
    phrases::is_end_marker(&line) || phrases::is_appendix(&line)
}
