//! The full rules: marker lines anchor a boundary, and the paragraphs beside it that volunteers wrote go with it.
//!
//! Frequent lines say where the mass of the boilerplate is; what stands between it and the book (credits, notes on the
//! transcription) differs from book to book and is told by its words.

use std::ops::Range;
use std::rc::Rc;

use super::boundaries::{Cut, Search, Side};
use super::normalise::Normaliser;
use super::rules::phrases::{self, fold};

/// How far a volunteer's title may stand before the credit that follows it, in lines and paragraphs.
const TITLE_LINES: usize = 20;
const TITLE_PARAGRAPHS: usize = 3;
/// A paragraph longer than this is the book's, whatever it speaks of.
const LONGEST_CREDIT: usize = 25;
/// A bracketed note longer than this was never closed.
const LONGEST_BRACKET: usize = 80;
/// The longest remark that stands between two lines of stars.
const LONGEST_REMARK: usize = 45;
/// How far before the end line a heading of transcriber's notes is looked for.
const LONGEST_NOTES: usize = 250;
/// Non-trivial lines before the frequent ones in which an end line may still stand.
const SLACK: usize = 60;

/// Both boundaries, from those that frequency alone gives.
pub(super) fn both(search: &Search<'_>, top: Cut, bottom: Cut) -> (Cut, Cut) {
    let window = end_window(search, bottom.line);
    let top = preamble(search, top, window);
    // The rules may have moved the preamble's end past what frequency took for an epilogue.
    let bottom = if bottom.line <= top.line { Cut { line: search.doc.len(), marked: false } } else { bottom };
    let bottom = epilogue(search, bottom, window.max(top.line));
    (top, bottom)
}

fn joined(search: &Search<'_>, lines: Range<usize>) -> String {
    lines.map(|i| search.folded(i)).collect::<Vec<_>>().join(" ")
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

fn preamble(search: &Search<'_>, by_frequency: Cut, end_window: usize) -> Cut {
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

/// The end of the paragraph that line `i - 1` belongs to.
fn paragraph_end(search: &Search<'_>, i: usize) -> usize {
    (i..search.doc.len()).find(|&i| search.doc.is_blank(i)).unwrap_or(search.doc.len())
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

fn opens_bracket(search: &Search<'_>, paragraph: &Range<usize>) -> bool {
    search.doc.line(paragraph.start).trim_start().starts_with(['[', '{'])
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

/// The first line of a paragraph that has words (a box starts with one that has none).
fn first_words(search: &Search<'_>, paragraph: &Range<usize>) -> Rc<str> {
    paragraph.clone().map(|i| search.folded(i)).find(|line| !line.is_empty()).unwrap_or_default()
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
    Some(byline_after(search, paragraph_end(search, from + title)))
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

fn epilogue(search: &Search<'_>, by_frequency: Cut, window: usize) -> Cut {
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
    let mut anchor = next_end_line(search, window)?;
    let mut after = anchor + 1;
    while let Some(next) = next_end_line(search, after) {
        let list = phrases::is_bookmarks(&search.folded(after - 1));
        if !list && longest_gap(search, after..next) >= search.options.gap_max {
            anchor = next;
        }
        after = next + 1;
    }
    Some(anchor)
}

fn next_end_line(search: &Search<'_>, from: usize) -> Option<usize> {
    (from..search.doc.len()).find_map(|i| {
        if phrases::is_file_name(&search.folded(i)) {
            // Some files of 2002 have no end line, but start their epilogue as preambles do.
            let start = paragraph_start(search, i).max(from);
            let title = (start..i).find(|&i| phrases::is_gutenberg_title(&search.folded(i)));
            return Some(title.unwrap_or(start));
        }
        is_end_line(search, i).then_some(i)
    })
}

/// Whether an end line starts there: some are broken after `The end of the`.
fn is_end_line(search: &Search<'_>, i: usize) -> bool {
    let line = search.folded(i);
    if line.ends_with("end of the") || line.ends_with("end of") {
        return phrases::is_end_marker(&joined(search, i..i + 2));
    }
    phrases::is_end_marker(&line) || phrases::is_bookmarks(&line)
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

fn paragraph_start(search: &Search<'_>, i: usize) -> usize {
    (0..i).rev().find(|&i| search.doc.is_blank(i)).map_or(0, |i| i + 1)
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
