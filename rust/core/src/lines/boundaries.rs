//! Where the preamble ends and the epilogue starts: pass 2 of Algorithm 1, and the rules of section 3.4 on top.

use std::cell::RefCell;
use std::rc::Rc;

use super::document::Document;
use super::normalise::Normaliser;
use super::rules::paper;
use super::rules::phrases::fold;
use super::{extend, safety};

/// Which end of a document a line stands at: models may tell the two apart (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Preamble,
    Epilogue,
}

/// Says which normalised lines are frequent: a model.
pub trait Frequent {
    fn is_frequent(&self, line: &[u8], side: Side) -> bool;
}

/// Which rules help the frequent lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristics {
    /// Frequent lines alone.
    None,
    /// The three regular expressions of section 3.4.
    Paper,
    /// Those, and what volunteers write around them: credits, transcribers' notes, end lines in other languages.
    Full,
}

/// Bytes of a line that rules look at: what they look for stands near its start, and a line may be 100 MB long.
const LONGEST_LINE: usize = 1000;

/// A file of numbers may have a million lines and hardly one that counts: a window of n lines that count is no wider
/// than so many times n.
const TRIVIAL_SHARE: usize = 20;

/// The constants of Algorithm 1, and what goes with them.
#[derive(Clone, Debug)]
pub struct Options {
    pub gap_max: usize,
    pub p_max: usize,
    pub e_max: usize,
    pub heuristics: Heuristics,
    /// The share of a text that may go when no marker line says so.
    pub max_share: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { gap_max: 10, p_max: 300, e_max: 300, heuristics: Heuristics::Full, max_share: 0.5 }
    }
}

/// The answer for one document; lines are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundaries {
    pub lines: usize,
    /// The first line that is not preamble.
    pub preamble_end: usize,
    /// The first line that is epilogue, or the number of lines.
    pub epilogue_start: usize,
    /// What a person should look at; empty most of the time.
    pub warnings: Vec<&'static str>,
}

/// A boundary in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) line: usize,
    /// A marker line, not only frequency, stands for it.
    pub(super) marked: bool,
}

/// Finds both boundaries of a document.
pub fn find(text: &str, frequent: &dyn Frequent, options: &Options) -> Boundaries {
    let doc = Document::new(text);
    let search = Search { doc: &doc, frequent, options, folded: RefCell::new(vec![None; doc.len()]) };
    let mut top = Cut { line: search.preamble_by_frequency(), marked: false };
    let mut bottom = Cut { line: search.epilogue_by_frequency(), marked: false };
    if bottom.line < top.line {
        // In a short file the backward walk may run through the text into the preamble.
        bottom.line = doc.len();
    }
    match options.heuristics {
        Heuristics::None => {}
        Heuristics::Paper => {
            top = paper::preamble(&search, top);
            bottom = paper::epilogue(&search, bottom);
        }
        Heuristics::Full => (top, bottom) = extend::both(&search, top, bottom),
    }
    safety::settle(&search, top, bottom)
}

pub(super) struct Search<'a> {
    pub(super) doc: &'a Document<'a>,
    frequent: &'a dyn Frequent,
    pub(super) options: &'a Options,
    /// Lines as the rules compare them; several rules ask for the same ones.
    folded: RefCell<Vec<Option<Rc<str>>>>,
}

impl Search<'_> {
    /// Line `i` as the rules compare it.
    pub(super) fn folded(&self, i: usize) -> Rc<str> {
        let mut known = self.folded.borrow_mut();
        let Some(place) = known.get_mut(i) else { return "".into() };
        let fold = || {
            let line = self.doc.line(i);
            let end = line.char_indices().map(|(at, _)| at).find(|&at| at >= LONGEST_LINE);
            fold(&line[..end.unwrap_or(line.len())]).into()
        };
        Rc::clone(place.get_or_insert_with(fold))
    }

    /// The first line not in the top p_max non-trivial lines: what "near the beginning" means.
    pub(super) fn top_window(&self) -> usize {
        let end = self.doc.len().min(self.options.p_max.saturating_mul(TRIVIAL_SHARE));
        self.line_after(0..end, self.options.p_max).unwrap_or(end)
    }

    /// The first of the last e_max non-trivial lines.
    pub(super) fn bottom_window(&self) -> usize {
        let start = self.doc.len().saturating_sub(self.options.e_max.saturating_mul(TRIVIAL_SHARE));
        self.line_after((start..self.doc.len()).rev(), self.options.e_max).map_or(start, |i| i + 1)
    }

    /// The first non-trivial line after `n` others.
    fn line_after(&self, lines: impl Iterator<Item = usize>, n: usize) -> Option<usize> {
        let mut normaliser = Normaliser::new();
        lines.filter(|&i| normaliser.line(self.doc.line(i).as_bytes()).is_some()).nth(n)
    }

    /// Whether a line counts as frequent there; `None` if it is trivial.
    pub(super) fn frequent(&self, i: usize, side: Side, normaliser: &mut Normaliser) -> Option<bool> {
        let line = normaliser.line(self.doc.line(i).as_bytes())?;
        Some(self.frequent.is_frequent(line, side))
    }

    /// Algorithm 1, forwards: the line after the last frequent one before a gap of GAP_MAX others. All preambles are
    /// there, so lines before the first frequent one are skipped.
    fn preamble_by_frequency(&self) -> usize {
        self.last_frequent(0..self.doc.len(), Side::Preamble, self.options.p_max).map_or(0, |i| i + 1)
    }

    /// Algorithm 1, backwards: the most recently seen frequent line, or the end if there was none. Not all files have
    /// an epilogue, so lines that are not frequent count from the very end.
    fn epilogue_by_frequency(&self) -> usize {
        let lines = (0..self.doc.len()).rev();
        self.last_frequent(lines, Side::Epilogue, self.options.e_max).unwrap_or(self.doc.len())
    }

    fn last_frequent(&self, lines: impl Iterator<Item = usize>, side: Side, most: usize) -> Option<usize> {
        let skip = side == Side::Preamble;
        let mut normaliser = Normaliser::new();
        let (mut last, mut gap, mut seen) = (None, 0, 0);
        if most == 0 {
            return None;
        }
        for i in lines {
            match self.frequent(i, side, &mut normaliser) {
                None => continue,
                Some(true) => (last, gap) = (Some(i), 0),
                Some(false) => gap += 1,
            }
            seen += 1;
            let counts = last.is_some() || !skip;
            if seen == most || (counts && gap >= self.options.gap_max) {
                break;
            }
        }
        last
    }
}
