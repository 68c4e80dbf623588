//! Line preprocessing, section 3.1.
//!
//! White space is trimmed at both ends; runs of `*`, `-` and white space become `***`, `---` and one space; lines
//! then shorter than [`MIN_CHARS`] characters, or without a letter, are trivial and not looked at.

use memchr::memchr_iter;

/// "short (less than 30 characters)"
pub const MIN_CHARS: usize = 30;

/// Normalises lines one after another, reusing its buffer.
#[derive(Debug, Default)]
pub struct Normaliser {
    buffer: Vec<u8>,
}

impl Normaliser {
    pub fn new() -> Self {
        Self::default()
    }

    /// The line as it is compared, or `None` if it is trivial. Takes UTF-8; bytes that are not count as letters.
    pub fn line<'a>(&'a mut self, line: &'a [u8]) -> Option<&'a [u8]> {
        let line = line.trim_ascii();
        if line.len() < MIN_CHARS && !line.iter().any(|&b| b == b'*' || b == b'-') {
            return None;
        }
        let shape = Shape::of(line);
        if shape.plain {
            return (shape.letter && line.len() >= MIN_CHARS).then_some(line);
        }
        self.collapse(line);
        let text = &self.buffer[..];
        (chars(text) >= MIN_CHARS && (shape.letter || foreign_letter(text))).then_some(text)
    }

    fn collapse(&mut self, line: &[u8]) {
        self.buffer.clear();
        let mut previous = Run::Other;
        let mut rest = line;
        while let Some((&byte, tail)) = rest.split_first() {
            let (run, len) = match byte {
                b'*' => (Run::Star, 1),
                b'-' => (Run::Dash, 1),
                b'\t'..=b'\r' | b' ' => (Run::Space, 1),
                0xc2 if tail.first() == Some(&0xa0) => (Run::Space, 2), // no-break space
                0xe3 if tail.starts_with(&[0x80, 0x80]) => (Run::Space, 3), // ideographic space
                _ => (Run::Other, 1),
            };
            match run {
                Run::Other => self.buffer.push(byte),
                _ if run == previous => {}
                Run::Star => self.buffer.extend_from_slice(b"***"),
                Run::Dash => self.buffer.extend_from_slice(b"---"),
                Run::Space => self.buffer.push(b' '),
            }
            previous = run;
            rest = &rest[len..];
        }
        // White space that is not ASCII was not trimmed above.
        if self.buffer.last() == Some(&b' ') {
            self.buffer.pop();
        }
        if self.buffer.first() == Some(&b' ') {
            self.buffer.remove(0);
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Run {
    Star,
    Dash,
    Space,
    Other,
}

/// What one pass over the bytes of a line tells; without branches, so that the compiler can use vectors.
struct Shape {
    /// ASCII, and nothing to collapse: the line stands for itself.
    plain: bool,
    letter: bool,
}

impl Shape {
    fn of(line: &[u8]) -> Self {
        let (mut odd, mut letter) = (0u8, 0u8);
        for &b in line {
            odd |= u8::from(b == b'*') | u8::from(b == b'-') | u8::from(b < 0x20) | (b & 0x80);
            letter |= u8::from((b | 0x20).wrapping_sub(b'a') < 26);
        }
        for (a, b) in line.iter().zip(line.iter().skip(1)) {
            odd |= u8::from((a | b) == b' ' && (a & b) == b' ');
        }
        Self { plain: odd == 0, letter: letter != 0 }
    }
}

fn chars(text: &[u8]) -> usize {
    text.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}

fn foreign_letter(text: &[u8]) -> bool {
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().any(char::is_alphabetic),
        Err(_) => true,
    }
}

/// Appends to `out` the normalised non-trivial lines of a document, each ended by `\n`: the first `top` and the last
/// `bottom` of them (the p_max and e_max of Algorithm 1), or all where those meet.
pub fn tops_and_bottoms(text: &[u8], top: usize, bottom: usize, out: &mut Vec<u8>) {
    let mut normaliser = Normaliser::new();
    let mut rest = text;
    let mut left = top;
    while left > 0 && !rest.is_empty() {
        let (line, after) = split_line(rest);
        rest = after;
        if let Some(line) = normaliser.line(line) {
            out.extend_from_slice(line);
            out.push(b'\n');
            left -= 1;
        }
    }
    let mut tail = Vec::new();
    for line in LinesBack::new(rest) {
        if tail.len() == bottom {
            break;
        }
        if normaliser.line(line).is_some() {
            tail.push(line);
        }
    }
    for line in tail.into_iter().rev() {
        if let Some(line) = normaliser.line(line) {
            out.extend_from_slice(line);
            out.push(b'\n');
        }
    }
}

/// Normalises every line of a buffer; see [`tops_and_bottoms`].
pub fn all_lines(text: &[u8], out: &mut Vec<u8>) {
    let mut normaliser = Normaliser::new();
    let mut start = 0;
    for end in memchr_iter(b'\n', text).chain(std::iter::once(text.len())) {
        if let Some(line) = normaliser.line(&text[start..end]) {
            out.extend_from_slice(line);
            out.push(b'\n');
        }
        start = end + 1;
    }
}

/// A text's first line without its `\n`, and what follows.
pub fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b'\n', text) {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[]),
    }
}

/// The lines of a text from its last to its first.
#[derive(Debug)]
pub struct LinesBack<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> LinesBack<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        Self { rest: (!text.is_empty()).then_some(text) }
    }
}

impl<'a> Iterator for LinesBack<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.rest?;
        match memchr::memrchr(b'\n', text) {
            Some(at) => {
                self.rest = Some(&text[..at]);
                Some(&text[at + 1..])
            }
            None => {
                self.rest = None;
                Some(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn norm(line: &str) -> Option<String> {
        let mut normaliser = Normaliser::new();
        normaliser.line(line.as_bytes()).map(|l| String::from_utf8(l.to_vec()).unwrap())
    }

    #[test]
    fn section_3_1_runs_are_unified() {
        let typed = "  *****These  eBooks\tWere Prepared By Thousands of Volunteers!*****\r";
        assert_eq!(norm(typed).unwrap(), "***These eBooks Were Prepared By Thousands of Volunteers!***");
        assert_eq!(norm("*These eBooks Were Prepared By--Volunteers!*").unwrap(), {
            "***These eBooks Were Prepared By---Volunteers!***"
        });
    }

    #[test]
    fn section_3_1_trivial_lines_are_left_out() {
        assert_eq!(norm("CHAPTER ONE."), None);
        assert_eq!(norm("* * * * * * * * * * * * * * * * * * * * *"), None);
        assert_eq!(norm("1234567890 1234567890 1234567890 1234567890"), None);
        assert_eq!(norm(&"x".repeat(29)), None);
        assert_eq!(norm(&"x".repeat(30)).unwrap(), "x".repeat(30));
        assert_eq!(norm(&"é".repeat(29)), None, "characters count, not bytes");
        assert_eq!(norm(&"é".repeat(30)).unwrap(), "é".repeat(30));
        assert_eq!(norm(&"…".repeat(30)), None, "no letter");
    }

    #[test]
    fn white_space_beyond_ascii_is_white_space() {
        let line = "\u{a0}\u{3000}one two three\u{a0} four five six seven eight\u{3000}";
        assert_eq!(norm(line).unwrap(), "one two three four five six seven eight");
    }

    #[test]
    fn tops_and_bottoms_of_algorithm_1() {
        let line = |i: usize| format!("line number {i} is long enough to be counted");
        let text: String = (0..10).map(|i| line(i) + "\nshort\n").collect();
        let mut out = Vec::new();
        tops_and_bottoms(text.as_bytes(), 2, 3, &mut out);
        let want: String = [0, 1, 7, 8, 9].map(|i| line(i) + "\n").concat();
        assert_eq!(String::from_utf8(out).unwrap(), want);
        let mut all = Vec::new();
        tops_and_bottoms(text.as_bytes(), 7, 7, &mut all);
        assert_eq!(String::from_utf8(all).unwrap(), (0..10).map(|i| line(i) + "\n").collect::<String>());
    }

    /// Section 3.1 word by word, to compare with.
    fn slow(line: &str) -> Option<String> {
        let mut out = String::new();
        let mut last = None;
        let space = |c: char| matches!(c, '\t'..='\r' | ' ' | '\u{a0}' | '\u{3000}');
        for c in line.trim_matches(space).chars() {
            let class = if space(c) { ' ' } else { c };
            if !matches!(class, '*' | '-' | ' ') {
                out.push(c);
            } else if last != Some(class) {
                out.push_str(&class.to_string().repeat(if class == ' ' { 1 } else { 3 }));
            }
            last = Some(class);
        }
        (out.chars().count() >= 30 && out.chars().any(char::is_alphabetic)).then_some(out)
    }

    proptest! {
        #[test]
        fn agrees_with_the_words_of_the_paper(line in "[ab*\\- \t\u{a0}é.]{0,60}") {
            prop_assert_eq!(norm(&line), slow(&line));
        }

        #[test]
        fn is_idempotent(line in "[ -~é\t]{0,80}") {
            if let Some(once) = norm(&line) {
                prop_assert_eq!(norm(&once), Some(once));
            }
        }

        #[test]
        fn any_bytes(line: Vec<u8>) {
            let mut out = Vec::new();
            all_lines(&line, &mut out);
            tops_and_bottoms(&line, 3, 3, &mut out);
        }

        #[test]
        fn lines_back_are_lines_forward(text in "[a\n]{0,20}") {
            let body = text.strip_suffix('\n').unwrap_or(&text);
            let mut forward: Vec<&str> = if body.is_empty() { vec![] } else { body.split('\n').collect() };
            forward.reverse();
            let back: Vec<&str> =
                LinesBack::new(text.as_bytes()).map(|l| std::str::from_utf8(l).unwrap()).collect();
            prop_assert_eq!(back, forward);
        }
    }
}
