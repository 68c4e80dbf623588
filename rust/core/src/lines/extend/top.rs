//! The end of the preamble.

use std::ops::Range;
use std::rc::Rc;

use super::{
    LONGEST_CREDIT, all_frequent, first_words, is_dash_rule, is_end_line, is_star_rule, joined,
    opens_bracket, paragraph_end,
};
use crate::lines::boundaries::{Cut, Search, Side};
use crate::lines::rules::phrases::{self, fold};

/// How far a volunteer's title may stand before the credit that follows it, in lines and paragraphs.
const TITLE_LINES: usize = 20;
const TITLE_PARAGRAPHS: usize = 3;
/// A bracketed note longer than this was never closed.
const LONGEST_BRACKET: usize = 80;
/// The longest remark that stands between two lines of stars.
const LONGEST_REMARK: usize = 45;

pub(super) fn preamble(search: &Search<'_>, by_frequency: Cut, end_window: usize) -> Cut {
    let doc = search.doc;
    let anchor = top_anchor(search, end_window);
    // Files of the years of the small print have remarks in brackets where later ones have credits.
    let small_print = anchor.is_some_and(|i| !phrases::is_start_marker(&search.folded(i)));
    let mut cut = match anchor {
        Some(i) => Cut { line: end_of_marker(search, i), marked: true },
        None if by_frequency.line == 0 => by_frequency,
        None => Cut { line: paragraph_end(search, by_frequency.line), marked: false },
    };
    while let Some(next) = doc.paragraph(cut.line, doc.len()) {
        let end = boilerplate_at_top(search, next.clone())
            .or_else(|| between_rules(search, next.clone()))
            .or_else(|| if small_print { remark(search, &next) } else { None })
            // Without anything found so far, a title is just a title.
            .or_else(|| if cut.line > 0 { credit_after_title(search, next, small_print) } else { None })
            .or_else(|| gutenberg_title(search, cut.line));
        match end {
            Some(end) => cut.line = end,
            None => break,
        }
    }
    cut
}

/// The marker that ends the preamble: a START line, else the end of the small print.
fn top_anchor(search: &Search<'_>, end_window: usize) -> Option<usize> {
    let window = search.top_window();
    let (mut start, mut print, mut wrong) = (None, None, None);
    for i in 0..window {
        let line = search.folded(i);
        if phrases::is_start_marker(&line) {
            start = Some(i);
        } else if phrases::is_small_print_end(&line) && start.is_none() {
            print = Some(i);
        } else if is_end_line(search, i) {
            if i >= end_window.max(search.doc.len() / 2) || start.or(print).is_some() || wrong.is_some() {
                break;
            }
            // Somebody wrote END for START: true if another END follows.
            wrong = Some(i);
        }
    }
    if start.or(print).is_none()
        && let Some(i) = wrong
    {
        let again =
            (end_window.max(i + 1)..search.doc.len()).any(|i| phrases::is_end_marker(&search.folded(i)));
        return again.then_some(i);
    }
    start.or(print)
}

/// A marker's title may run over several lines: up to the one that ends in a star, or a blank one.
fn end_of_marker(search: &Search<'_>, i: usize) -> usize {
    let doc = search.doc;
    let starred = |i: usize| doc.line(i).trim_end().ends_with('*');
    let opened = doc.line(i).trim_start().starts_with("***");
    if opened && !starred(i) {
        for j in i + 1..(i + 5).min(doc.len()) {
            if doc.is_blank(j) {
                break;
            }
            if starred(j) {
                return j + 1;
            }
        }
    }
    i + 1
}

/// The end of a paragraph, and of what belongs to it, if it is boilerplate.
fn boilerplate_at_top(search: &Search<'_>, paragraph: Range<usize>) -> Option<usize> {
    if let Some(end) = note_at_top(search, paragraph.clone()) {
        return Some(end);
    }
    if paragraph.len() > LONGEST_CREDIT || paragraph.clone().any(|i| is_end_line(search, i)) {
        return None;
    }
    let text = joined(search, paragraph.clone());
    let first = search.folded(paragraph.start);
    let told = phrases::names_gutenberg(&text)
        || phrases::is_credit(&text)
        || phrases::is_credit(&first)
        || phrases::is_weak_credit(&text)
        || is_header_field(search.doc.line(paragraph.start))
        || all_frequent(search, paragraph.clone(), Side::Preamble);
    if !told {
        return None;
    }
    if opens_bracket(search, &paragraph) {
        return Some(end_of_bracket(search, &paragraph));
    }
    let titled = paragraph.clone().any(|i| phrases::is_gutenberg_title(&search.folded(i)));
    Some(if titled { byline_after(search, paragraph.end) } else { paragraph.end })
}

/// The library's title line may go on with the author: the end of a line `by ...` that comes next.
fn byline_after(search: &Search<'_>, end: usize) -> usize {
    match search.doc.paragraph(end, search.doc.len()) {
        Some(next) if next.len() == 1 && search.folded(next.start).starts_with("by ") => next.end,
        _ => end,
    }
}

/// `Title: ...` and its kind, which head files since 2003.
fn is_header_field(line: &str) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    !value.trim().is_empty() && phrases::is_header_name(&fold(name))
}

/// The end of a transcriber's note that starts with this paragraph.
fn note_at_top(search: &Search<'_>, paragraph: Range<usize>) -> Option<usize> {
    let doc = search.doc;
    let bracketed = opens_bracket(search, &paragraph);
    let first_words = first_words(search, &paragraph);
    let headed = phrases::is_note_heading(&first_words) || (bracketed && first_words.starts_with("note"));
    if !headed {
        return None;
    }
    let mut end = if bracketed { end_of_bracket(search, &paragraph) } else { paragraph.end };
    let mut heading_only = paragraph.len() == 1 && !bracketed;
    // The note goes on while its paragraphs are one blank line apart; in brackets, while the next is too.
    while let Some(next) = doc.paragraph(end, doc.len()) {
        let apart = next.start - end > 1 && !(heading_only && next.start - end <= 3);
        if apart || looks_like_title(search, next.clone()) || (bracketed && !opens_bracket(search, &next)) {
            break;
        }
        end = if bracketed { end_of_bracket(search, &next) } else { next.end };
        heading_only = false;
    }
    Some(end)
}

fn end_of_bracket(search: &Search<'_>, paragraph: &Range<usize>) -> usize {
    let last = (paragraph.start + LONGEST_BRACKET).min(search.doc.len());
    let mut depth = 0i32;
    for i in paragraph.start..last {
        for c in search.doc.line(i).chars() {
            match c {
                '[' | '{' => depth += 1,
                ']' | '}' => depth -= 1,
                _ => {}
            }
        }
        if depth <= 0 {
            return paragraph_end(search, i + 1);
        }
    }
    paragraph.end
}

fn looks_like_title(search: &Search<'_>, paragraph: Range<usize>) -> bool {
    let line = search.doc.line(paragraph.start).trim();
    paragraph.len() <= 2 && !line.chars().any(char::is_lowercase) && line.chars().any(char::is_uppercase)
}

/// Volunteers set remarks of theirs between lines of three or more stars: the line of the second one, so that it may
/// open another remark; or the line after the only one.
fn between_rules(search: &Search<'_>, paragraph: Range<usize>) -> Option<usize> {
    if paragraph.len() == 1 && is_dash_rule(search, paragraph.start) {
        return Some(paragraph.end);
    }
    if paragraph.len() > 1 || !is_star_rule(search, paragraph.start) {
        return None;
    }
    let last = (paragraph.end + LONGEST_REMARK).min(search.doc.len());
    Some((paragraph.end..last).find(|&i| is_star_rule(search, i)).unwrap_or(paragraph.end))
}

/// Volunteers typed the title once more before their credit: the end of that credit.
fn credit_after_title(search: &Search<'_>, title: Range<usize>, small_print: bool) -> Option<usize> {
    let doc = search.doc;
    let limit = (title.start + TITLE_LINES).min(doc.len());
    let mut at = title;
    for _ in 0..TITLE_PARAGRAPHS {
        if at.len() > 4 {
            return None;
        }
        at = doc.paragraph(at.end, doc.len())?;
        if at.start >= limit {
            return None;
        }
        let text = joined(search, at.clone());
        // Notes in brackets, and lines in capitals, are about the page they stand on.
        let told = (phrases::is_note_heading(&text) && !opens_bracket(search, &at))
            || phrases::names_gutenberg(&text)
            || (phrases::is_credit(&text) && !looks_like_title(search, at.start..at.start + 1));
        if told {
            return boilerplate_at_top(search, at);
        }
        if small_print
            && phrases::speaks_of_typing(&text)
            && let Some(end) = remark(search, &at)
        {
            return Some(end);
        }
    }
    None
}

/// The end of a volunteer's remark: several lines in brackets.
fn remark(search: &Search<'_>, paragraph: &Range<usize>) -> Option<usize> {
    if !opens_bracket(search, paragraph) {
        return None;
    }
    let end = end_of_bracket(search, paragraph);
    (end - paragraph.start >= 3).then_some(end)
}

/// The end of a line `The Project Gutenberg Etext of ...` that stands a little after what is known so far.
fn gutenberg_title(search: &Search<'_>, from: usize) -> Option<usize> {
    let last = (from + LONGEST_REMARK).min(search.top_window());
    let lines: Vec<Rc<str>> = (from..last).map(|i| search.folded(i)).collect();
    let text_ends = (from..last).position(|i| is_end_line(search, i)).unwrap_or(lines.len());
    let title = lines[..text_ends].iter().rposition(|line| phrases::is_gutenberg_title(line))?;
    Some(byline_after(search, paragraph_end(search, from + title + 1)))
}
