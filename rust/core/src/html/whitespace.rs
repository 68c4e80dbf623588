//! Text in which white space is one space, as a browser shows it.

/// White space that the next character will be set off by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    None,
    Space,
    Line,
}

/// Text that grows: without white space at its start, and with no more than one of it between words, but for
/// text whose lines are kept.
#[derive(Debug, Default)]
pub(super) struct Text {
    text: String,
    gap: Gap,
}

/// What a byte may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Space,
    Null,
    /// A byte that some white space beyond ASCII begins with.
    Lead,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut byte = 9;
    while byte <= 13 {
        classes[byte] = Class::Space;
        byte += 1;
    }
    byte = 0x1c;
    while byte <= 0x20 {
        classes[byte] = Class::Space;
        byte += 1;
    }
    classes[0] = Class::Null;
    // U+0085 and U+00A0; U+1680; U+2000 to U+205F; U+3000.
    classes[0xc2] = Class::Lead;
    classes[0xe1] = Class::Lead;
    classes[0xe2] = Class::Lead;
    classes[0xe3] = Class::Lead;
    classes
};

/// How many bytes of white space, or of what is no character of the page, are at a place.
fn space_at(bytes: &[u8], at: usize) -> usize {
    match CLASSES[usize::from(bytes[at])] {
        Class::Word => 0,
        Class::Space | Class::Null => 1,
        Class::Lead => match (bytes[at], bytes.get(at + 1), bytes.get(at + 2)) {
            (0xc2, Some(0x85 | 0xa0), _) => 2,
            (0xe1, Some(0x9a), Some(0x80))
            | (0xe2, Some(0x80), Some(0x80..=0x8a | 0xa8 | 0xa9 | 0xaf))
            | (0xe2, Some(0x81), Some(0x9f))
            | (0xe3, Some(0x80), Some(0x80)) => 3,
            _ => 0,
        },
    }
}

impl Text {
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn into_string(self) -> String {
        self.text
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.gap = Gap::None;
    }

    /// White space before whatever comes next.
    pub(super) fn gap(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// Adds text. Returns where its first word starts; `None` if there is none.
    pub(super) fn push(&mut self, text: &str, keep_lines: bool) -> Option<usize> {
        if keep_lines {
            return self.push_lines(text);
        }
        let bytes = text.as_bytes();
        let mut first = None;
        let mut at = 0;
        loop {
            while at < bytes.len() {
                let space = space_at(bytes, at);
                if space == 0 {
                    break;
                }
                if bytes[at] != 0 {
                    self.gap(Gap::Space);
                }
                at += space;
            }
            if at == bytes.len() {
                return first;
            }
            let start = at;
            loop {
                while at < bytes.len() && CLASSES[usize::from(bytes[at])] == Class::Word {
                    at += 1;
                }
                // One space between two words is as it will be.
                let single = at + 1 < bytes.len()
                    && bytes[at] == b' '
                    && CLASSES[usize::from(bytes[at + 1])] == Class::Word;
                if single || (at < bytes.len() && space_at(bytes, at) == 0) {
                    at += 1;
                } else {
                    break;
                }
            }
            self.close_gap();
            first.get_or_insert(self.text.len());
            self.text.push_str(&text[start..at]);
        }
    }

    fn push_lines(&mut self, text: &str) -> Option<usize> {
        let text = if self.text.is_empty() { text.trim_start_matches(['\n', '\r']) } else { text };
        let word = text.find(|c: char| !c.is_whitespace() && c != '\0');
        if self.text.is_empty() && word.is_none() {
            return None;
        }
        self.close_gap();
        let start = self.text.len();
        self.text.extend(text.chars().filter(|&c| c != '\0'));
        word.map(|_| start)
    }

    fn close_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if !self.text.is_empty() {
            match gap {
                Gap::None => {}
                Gap::Space => self.text.push(' '),
                Gap::Line => self.text.push('\n'),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pushed(parts: &[&str]) -> (String, Vec<Option<usize>>) {
        let mut text = Text::default();
        let firsts = parts.iter().map(|part| text.push(part, false)).collect();
        (text.into_string(), firsts)
    }

    #[test]
    fn white_space_is_one_space() {
        assert_eq!(pushed(&["  a \n\t b\u{a0}\u{3000}c "]), ("a b c".into(), vec![Some(0)]));
        assert_eq!(pushed(&["a", "b"]).0, "ab");
        assert_eq!(pushed(&["a ", " ", "b"]), ("a b".into(), vec![Some(0), None, Some(2)]));
        assert_eq!(pushed(&["a\0b", "\0", "“c”"]).0, "ab“c”");
    }

    #[test]
    fn lines_are_kept() {
        let mut text = Text::default();
        assert_eq!(text.push("\n\n  if x:\n    y\0", true), Some(0));
        assert_eq!(text.push("\n\n", true), None);
        assert_eq!(text.push("z", true), Some(15));
        assert_eq!(text.as_str(), "  if x:\n    y\n\nz");
    }

    proptest! {
        #[test]
        fn as_splitting_and_joining(parts in prop::collection::vec("[ab é\u{a0}\u{2003}\u{3000}\n\u{2028}“]{0,8}", 0..5)) {
            let refs: Vec<&str> = parts.iter().map(String::as_str).collect();
            let words: Vec<String> = parts.concat().split_whitespace().map(str::to_owned).collect();
            prop_assert_eq!(pushed(&refs).0, words.join(" "));
        }
    }
}
