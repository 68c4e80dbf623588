//! Records: what stands between the two tags that are most often around useful parts, as SCOOP looks for them
//! (section 5): a delimiter begins with `<` and ends with `>`, near a boundary of a useful part.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memmem::Finder;
use memchr::{memchr2, memrchr2};

use super::model::Model;
use super::walk::Search;

/// The longest tag that is taken for a delimiter, in bytes: what is longer tells one record from another.
const LONGEST: usize = 200;
/// How far a tag may be from a boundary of a useful part, in bytes: frequent words of a text may stand between.
const NEAR: usize = 1 << 12;

/// What is before and after each record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delimiters {
    pub left: String,
    pub right: String,
}

impl Delimiters {
    /// The pair of tags that is around most useful parts of the documents; of equals the first in order. None if
    /// there is no pair that occurs twice.
    pub fn find(search: &Search, model: &Model) -> Option<Self> {
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        search.corpus.each_text(|text| {
            let mut last = None;
            for piece in model.pieces(text) {
                let tags = tags_around(text, &piece);
                // Pieces between the same two tags are parts of one record.
                if tags != last
                    && let Some((left, right)) = tags.clone()
                {
                    *counts.entry((text[left].to_owned(), text[right].to_owned())).or_default() += 1;
                }
                last = tags;
            }
        });
        let most = counts.into_iter().filter(|&(_, count)| count > 1);
        let ((left, right), _) = most.min_by(|(a, more), (b, less)| less.cmp(more).then_with(|| a.cmp(b)))?;
        Some(Self { left, right })
    }

    /// The records of a text: each between the two delimiters, with neither in it, and useful in part.
    pub fn records(&self, text: &str, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
        let (left, right) = (Finder::new(&self.left), Finder::new(&self.right));
        let mut records = Vec::new();
        let mut pieces = pieces.iter().peekable();
        let mut at = 0;
        while let Some(start) = left.find(&text.as_bytes()[at..]) {
            let mut start = at + start + self.left.len();
            let Some(length) = right.find(&text.as_bytes()[start..]) else { break };
            let end = start + length;
            while let Some(later) = left.find(&text.as_bytes()[start..end]) {
                start += later + self.left.len();
            }
            while pieces.next_if(|piece| piece.end <= start).is_some() {}
            if pieces.peek().is_some_and(|piece| piece.start < end) {
                records.push(start..end);
            }
            at = end;
        }
        records
    }
}

/// The tag before a piece of text and the one after it, if both are near: no other tag begins or ends between.
fn tags_around(text: &str, piece: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let bytes = text.as_bytes();
    let back = |end: usize, most: usize| {
        let start = end.saturating_sub(most);
        Some(start + memrchr2(b'<', b'>', &bytes[start..end])?)
    };
    let forth = |start: usize, most: usize| {
        let end = bytes.len().min(start + most);
        Some(start + memchr2(b'<', b'>', &bytes[start..end])?)
    };
    let before = back(piece.start, NEAR).filter(|&at| bytes[at] == b'>')?;
    let after = forth(piece.end, NEAR).filter(|&at| bytes[at] == b'<')?;
    let open = back(before, LONGEST).filter(|&at| bytes[at] == b'<')?;
    let close = forth(after + 1, LONGEST).filter(|&at| bytes[at] == b'>')?;
    Some((open..before + 1, after..close + 1))
}
