//! What keeps a wrong boundary from costing a book, and says which documents a person should look at.

use super::boundaries::{Boundaries, Cut, Search};

/// No boilerplate was found.
pub const NOTHING_FOUND: &str = "nothing-found";
/// All of it looked like boilerplate, so nothing was cut.
pub const EVERYTHING_FOUND: &str = "everything-found";
/// A cut without a marker line was over the share allowed, so it was not made.
pub const SHARE_LIMIT: &str = "share-limit";
/// What is left still names Project Gutenberg.
pub const GUTENBERG_LEFT: &str = "gutenberg-left";

/// Makes the boundaries of two cuts: blank lines go with the boilerplate, and no cut is larger than it may be.
pub(super) fn settle(search: &Search<'_>, mut top: Cut, mut bottom: Cut) -> Boundaries {
    let doc = search.doc;
    let lines = doc.len();
    let mut warnings = Vec::new();
    let everything = doc.skip_blank(top.line, bottom.line) >= bottom.line;
    if everything && (top.line > 0 || bottom.line < lines) {
        warnings.push(EVERYTHING_FOUND);
        (top.line, bottom.line) = (0, lines);
    }
    let most = doc.text().len() as f64 * search.options.max_share;
    let (cut_top, cut_bottom) = (doc.offset(top.line), doc.text().len() - doc.offset(bottom.line));
    let over = |cut: Cut, bytes: usize| !cut.marked && bytes as f64 > most;
    if over(top, cut_top) || over(bottom, cut_bottom) {
        warnings.push(SHARE_LIMIT);
        if over(top, cut_top) {
            top.line = 0;
        }
        if over(bottom, cut_bottom) {
            bottom.line = lines;
        }
    }
    if top.line == 0 && bottom.line == lines && warnings.is_empty() {
        warnings.push(NOTHING_FOUND);
    }
    if top.line > 0 {
        top.line = doc.skip_blank(top.line, bottom.line);
    }
    if bottom.line < lines {
        bottom.line = doc.skip_blank_back(bottom.line, top.line);
    }
    let body = &doc.text()[doc.offset(top.line)..doc.offset(bottom.line)];
    if names_gutenberg(body) {
        warnings.push(GUTENBERG_LEFT);
    }
    Boundaries { lines, preamble_end: top.line, epilogue_start: bottom.line, warnings }
}

fn names_gutenberg(text: &str) -> bool {
    ["Project Gutenberg", "PROJECT GUTENBERG", "Project\nGutenberg", "Project\r\nGutenberg"]
        .iter()
        .any(|name| memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some())
}
