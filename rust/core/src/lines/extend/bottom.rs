//! The start of the epilogue.

use std::ops::Range;

use super::{
    LONGEST_CREDIT, all_frequent, first_words, is_dash_rule, is_end_line, is_star_rule, joined,
    opens_bracket, paragraph_start,
};
use crate::lines::boundaries::{Cut, Search, Side};
use crate::lines::normalise::Normaliser;
use crate::lines::rules::phrases;

/// How far before the end line a heading of transcriber's notes is looked for.
const LONGEST_NOTES: usize = 250;

pub(super) fn epilogue(search: &Search<'_>, by_frequency: Cut, window: usize) -> Cut {
    let doc = search.doc;
    let marker = end_anchor(search, window);
    let mut cut = match marker {
        Some(i) => Cut { line: i, marked: true },
        None if by_frequency.line >= doc.len() => by_frequency,
        None => Cut { line: paragraph_start(search, by_frequency.line), marked: false },
    };
    if let Some(i) = notes_heading(search, cut.line, window) {
        cut.line = i;
    }
    while let Some(before) = doc.paragraph_back(cut.line, window) {
        let mut found = boilerplate_at_bottom(search, before.clone(), window);
        if found.is_none() && first_words(search, &before).is_empty() {
            // An ornament belongs to what stands above it.
            found = doc
                .paragraph_back(before.start, window)
                .and_then(|above| boilerplate_at_bottom(search, above, window));
        }
        match found {
            Some(start) => cut.line = start,
            None => break,
        }
    }
    cut
}

/// The line with which the epilogue starts: the first end line, or a later one if more than a gap of text stands
/// between the two (works bound together each have their own).
fn end_anchor(search: &Search<'_>, window: usize) -> Option<usize> {
    let (mut anchor, mut seen) = next_end_line(search, window)?;
    while let Some((next, line)) = next_end_line(search, seen + 1) {
        let appendix = phrases::is_appendix(&search.folded(seen));
        if !appendix && longest_gap(search, seen + 1..next) >= search.options.gap_max {
            anchor = next;
        }
        seen = line;
    }
    Some(anchor)
}

/// Where the next epilogue starts, and the line that says so.
fn next_end_line(search: &Search<'_>, from: usize) -> Option<(usize, usize)> {
    (from..search.doc.len()).find_map(|i| {
        if phrases::is_file_name(&search.folded(i)) {
            // Some files of 2002 have no end line, but start their epilogue as preambles do.
            let start = paragraph_start(search, i).max(from);
            let title = (start..i).find(|&i| phrases::is_gutenberg_title(&search.folded(i)));
            return Some((title.unwrap_or(start), i));
        }
        is_end_line(search, i).then_some((i, i))
    })
}

/// The most non-trivial lines in a row that are not frequent.
fn longest_gap(search: &Search<'_>, lines: Range<usize>) -> usize {
    let mut normaliser = Normaliser::new();
    let (mut gap, mut longest) = (0, 0);
    for i in lines {
        match search.frequent(i, Side::Epilogue, &mut normaliser) {
            Some(true) => gap = 0,
            Some(false) => gap += 1,
            None => {}
        }
        longest = longest.max(gap);
    }
    longest
}

/// The heading of transcriber's notes that run up to the end line. Notes in brackets or boxes end themselves and are
/// found from below.
fn notes_heading(search: &Search<'_>, end: usize, window: usize) -> Option<usize> {
    let doc = search.doc;
    let from = window.max(end.saturating_sub(LONGEST_NOTES));
    let mut at = end;
    let mut heading = None;
    while let Some(paragraph) = doc.paragraph_back(at, from) {
        at = paragraph.start;
        let first = search.folded(paragraph.start);
        let headed = phrases::is_note_heading(&first) && !opens_bracket(search, &paragraph);
        if headed || (phrases::is_errata_heading(&first) && is_about_the_print(search, paragraph.end, end)) {
            heading = Some(paragraph.start);
        }
    }
    heading
}

/// Whether the first paragraph of errata tells them from those that the book itself had.
fn is_about_the_print(search: &Search<'_>, from: usize, end: usize) -> bool {
    let next = search.doc.paragraph(from, end);
    next.is_some_and(|next| phrases::speaks_of_the_print(&joined(search, next)))
}

/// The start of a paragraph at the bottom, and of what belongs to it, if it is boilerplate.
fn boilerplate_at_bottom(search: &Search<'_>, paragraph: Range<usize>, window: usize) -> Option<usize> {
    let doc = search.doc;
    let first = doc.line(paragraph.start).trim();
    let rule = is_star_rule(search, paragraph.start) || is_dash_rule(search, paragraph.start);
    if paragraph.len() == 1 && (rule || first == "\u{1a}") {
        return Some(paragraph.start);
    }
    let opening = start_of_bracket(search, &paragraph, window);
    let words = match opening {
        Some(start) => joined(search, start..(start + 5).min(paragraph.end)),
        None => first_words(search, &paragraph).to_string(),
    };
    let told = phrases::is_note_heading(&words)
        || (opening.is_some() && phrases::is_weak_credit(&words))
        || (paragraph.len() <= LONGEST_CREDIT
            && phrases::names_gutenberg(&joined(search, paragraph.clone())))
        || all_frequent(search, paragraph.clone(), Side::Epilogue);
    told.then_some(opening.unwrap_or(paragraph.start))
}

/// Where the bracket opens that closes at the end of the paragraph.
fn start_of_bracket(search: &Search<'_>, paragraph: &Range<usize>, window: usize) -> Option<usize> {
    if !search.doc.line(paragraph.end - 1).trim_end().ends_with([']', '}']) {
        return None;
    }
    let mut depth = 0i32;
    for i in (window.max(paragraph.end.saturating_sub(LONGEST_NOTES))..paragraph.end).rev() {
        for c in search.doc.line(i).chars().rev() {
            match c {
                ']' | '}' => depth += 1,
                '[' | '{' => depth -= 1,
                _ => {}
            }
        }
        if depth <= 0 {
            return search.doc.line(i).trim_start().starts_with(['[', '{']).then_some(i);
        }
    }
    None
}
