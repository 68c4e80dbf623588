//! A document as numbered lines and paragraphs.

use std::ops::Range;

/// Lines are split at `\n` and counted from 0; what follows the last `\n` is a line if it is not empty.
#[derive(Debug)]
pub struct Document<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Document<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut starts = Vec::with_capacity(text.len() / 32 + 2);
        starts.push(0);
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        if starts.last() != Some(&text.len()) {
            starts.push(text.len());
        }
        Self { text, starts }
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Line `i` with its line end; empty past the end.
    pub fn line(&self, i: usize) -> &'a str {
        match (self.starts.get(i), self.starts.get(i + 1)) {
            (Some(&start), Some(&end)) => &self.text[start..end],
            _ => "",
        }
    }

    /// The byte at which line `i` starts; the text's length past the end.
    pub fn offset(&self, i: usize) -> usize {
        self.starts.get(i).copied().unwrap_or(self.text.len())
    }

    /// Nothing to read on it. (A lone Ctrl-Z ended files under DOS; it is read as boilerplate, not as blank.)
    pub fn is_blank(&self, i: usize) -> bool {
        self.line(i).trim().is_empty()
    }

    /// The first line from `i` on, before `end`, that is not blank; `end` if there is none.
    pub fn skip_blank(&self, i: usize, end: usize) -> usize {
        (i..end).find(|&i| !self.is_blank(i)).unwrap_or(end)
    }

    /// The line after the last one before `end`, not before `start`, that is not blank.
    pub fn skip_blank_back(&self, end: usize, start: usize) -> usize {
        (start..end).rev().find(|&i| !self.is_blank(i)).map_or(start, |i| i + 1)
    }

    /// The paragraph (lines up to a blank one) that starts at the first line from `i` on that is not blank.
    pub fn paragraph(&self, i: usize, end: usize) -> Option<Range<usize>> {
        let start = self.skip_blank(i, end);
        (start < end).then(|| start..(start..end).find(|&i| self.is_blank(i)).unwrap_or(end))
    }

    /// The last paragraph that ends before `end` and does not reach before `start`.
    pub fn paragraph_back(&self, end: usize, start: usize) -> Option<Range<usize>> {
        let end = self.skip_blank_back(end, start);
        (end > start).then(|| (start..end).rev().find(|&i| self.is_blank(i)).map_or(start, |i| i + 1)..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_paragraphs() {
        let doc = Document::new("\na\nb\r\n \n\nc");
        assert_eq!(doc.len(), 6);
        assert_eq!((doc.line(2), doc.line(5), doc.line(6)), ("b\r\n", "c", ""));
        assert_eq!(doc.paragraph(0, 6), Some(1..3));
        assert_eq!(doc.paragraph(3, 6), Some(5..6));
        assert_eq!(doc.paragraph(6, 6), None);
        assert_eq!(doc.paragraph_back(5, 0), Some(1..3));
        assert_eq!(doc.paragraph_back(1, 0), None);
        assert_eq!((doc.skip_blank(3, 6), doc.skip_blank_back(5, 0)), (5, 3));
        assert_eq!((Document::new("").len(), Document::new("\n").len()), (0, 1));
    }
}
