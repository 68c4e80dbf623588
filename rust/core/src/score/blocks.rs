//! The blocks of a page in its record, as far as scoring looks at them.

use std::ops::Range;

use crate::json::split::Invalid;
use crate::text::words::spans;

use super::gold::{Object, elements, moved};
use super::words::{Ids, Reading};

/// A block of a page.
#[derive(Clone, Debug)]
pub struct Block {
    pub text: String,
    /// Whether its class is `good`; `None` if it has no class.
    pub good: Option<bool>,
    /// The parts of it that are good, in code points, where not all of it is (an algorithm that decides on text nodes).
    parts: Option<Vec<Range<usize>>>,
}

impl Block {
    /// What is kept of the text, in bytes.
    fn kept(&self) -> Vec<Range<usize>> {
        let Some(parts) = &self.parts else {
            return self.good.filter(|&good| good).map(|_| 0..self.text.len()).into_iter().collect();
        };
        let mut places = self.text.char_indices().map(|(at, _)| at).enumerate().peekable();
        let mut byte_of = |code_point: usize| {
            while places.next_if(|&(n, _)| n < code_point).is_some() {}
            places.peek().map_or(self.text.len(), |&(_, at)| at)
        };
        parts.iter().map(|part| byte_of(part.start)..byte_of(part.end)).collect()
    }

    /// The words, each with whether it is kept, which is told by where it begins.
    pub(super) fn words(&self, ids: &mut Ids, reading: Reading) -> Vec<(u32, bool)> {
        let kept = self.kept();
        let mut part = 0;
        let mut found = Vec::new();
        for span in spans(&self.text) {
            while kept.get(part).is_some_and(|range| range.end <= span.start) {
                part += 1;
            }
            if let Some(id) = ids.word(&self.text[span.clone()], reading) {
                found.push((id, kept.get(part).is_some_and(|range| range.contains(&span.start))));
            }
        }
        found
    }

    /// How many characters are kept.
    pub(super) fn kept_length(&self) -> u64 {
        self.kept().into_iter().map(|range| self.text[range].chars().count() as u64).sum()
    }
}

/// The value of a `blocks` field.
pub fn read(value: &[u8]) -> Result<Vec<Block>, Invalid> {
    elements(value)?.into_iter().map(|range| block(&Object::read(value, range)?)).collect()
}

fn block(object: &Object<'_>) -> Result<Block, Invalid> {
    let text = object.text("text")?.ok_or_else(|| object.bad("has a block without 'text'"))?;
    let class = object.text("class")?;
    let good = class.as_deref().map(|class| class == "good");
    let is_judged = class.as_deref().is_some_and(|class| class == "good" || class == "bad");
    let parts = match object.value("parts") {
        Some((at, value)) => Some(parts(value).map_err(|e| moved(e, object.start + at))?),
        None => None,
    };
    // Of a block that is mostly bad, the good part is kept; another class is of the whole block.
    let parts = parts.filter(|_| is_judged);
    Ok(Block { text, good, parts })
}

/// `[[START, END], ...]`, in order.
fn parts(value: &[u8]) -> Result<Vec<Range<usize>>, Invalid> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for range in elements(value)? {
        let wrong = Invalid { offset: range.start, what: "has parts that are not [START, END] in order" };
        let pair: Vec<usize> = elements(&value[range.clone()])
            .map_err(|e| moved(e, range.start))?
            .into_iter()
            .filter_map(|number| std::str::from_utf8(&value[range.clone()][number]).ok()?.parse().ok())
            .collect();
        match pair[..] {
            [start, end] if start <= end && parts.last().is_none_or(|last| last.end <= start) => {
                parts.push(start..end);
            }
            _ => return Err(wrong),
        }
    }
    Ok(parts)
}

/// Whether there is a block without a class: such a page cannot be scored.
pub fn is_unclassified(blocks: &[Block]) -> bool {
    blocks.iter().any(|block| block.good.is_none())
}

/// The text that is kept, a line a block.
pub fn kept(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        let parts = block.kept();
        for (i, part) in parts.iter().enumerate() {
            if i > 0 && !text.ends_with(char::is_whitespace) {
                // Parts end where their words do: what stood between two is not kept.
                text.push(' ');
            }
            text.push_str(&block.text[part.clone()]);
        }
        if !parts.is_empty() {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(value: &str) -> Vec<bool> {
        let mut ids = Ids::default();
        let blocks = read(value.as_bytes()).unwrap();
        blocks.iter().flat_map(|b| b.words(&mut ids, Reading::default())).map(|word| word.1).collect()
    }

    #[test]
    fn words_have_the_class_of_their_block() {
        let value =
            r#"[{"text":"a b","class":"good"},{"class":"bad","text":"c"},{"text":"d","class":"dup"}]"#;
        assert_eq!(flags(value), [true, true, false, false]);
    }

    #[test]
    fn or_of_their_part() {
        // "é" is two bytes and one code point; the second part begins inside of "word" and reaches beyond the end.
        let value = r#"[{"text":"é more word — end","class":"good","parts":[[0,2],[9,99]]}]"#;
        assert_eq!(flags(value), [true, false, false, true]);
        assert_eq!(flags(r#"[{"text":"a b c","class":"good","parts":[[2,3]]}]"#), [false, true, false]);
        assert_eq!(flags(r#"[{"text":"a b c","class":"dup","parts":[[2,3]]}]"#), [false; 3]);
        assert_eq!(flags(r#"[{"text":"a b c","class":"bad","parts":[[2,3]]}]"#), [false, true, false]);
        assert_eq!(flags(r#"[{"text":"a b","class":"good","parts":[]}]"#), [false; 2]);
    }

    #[test]
    fn the_text_that_is_kept() {
        let value = r#"[{"text":"Menu","class":"bad"},{"text":"One.","class":"good"},
            {"text":"é more end","class":"good","parts":[[0,1],[7,10]]},{"text":"x","class":"good"}]"#;
        let blocks = read(value.as_bytes()).unwrap();
        assert_eq!(kept(&blocks), "One.\né end\nx\n");
        assert_eq!(blocks.iter().map(Block::kept_length).collect::<Vec<_>>(), [0, 4, 4, 1]);
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (value, offset) in [
            (r#"[{"class":"good"}]"#, 1),
            (r#"[{"text":"a","class":1}]"#, 21),
            (r#"[{"text":"a","parts":{}}]"#, 21),
            (r#"[{"text":"a","parts":[[1]]}]"#, 22),
            (r#"[{"text":"a","parts":[[2,1]]}]"#, 22),
            (r#"[{"text":"a","parts":[[0,2],[1,3]]}]"#, 28),
            (r#"[{"text":"a","parts":[[0,"x"]]}]"#, 22),
            (r#"[{"text":"a","parts":[7]}]"#, 22),
        ] {
            assert_eq!(read(value.as_bytes()).unwrap_err().offset, offset, "{value}");
        }
        assert!(is_unclassified(&read(br#"[{"text":"a","class":"bad"},{"text":"b"}]"#).unwrap()));
    }
}
