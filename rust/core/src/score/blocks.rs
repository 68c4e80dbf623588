//! The blocks of a page in its record, as far as scoring looks at them.

use crate::json::split::Invalid;

use super::gold::{Object, elements, moved};
use super::words::{self, Ids, Reading};

/// A block of a page.
#[derive(Clone, Debug)]
pub struct Block {
    pub text: String,
    /// Whether its class is `good`; `None` if it has no class.
    pub good: Option<bool>,
    /// Where its text nodes begin, in code points, and whether each is good, if the algorithm says so of nodes.
    nodes: Vec<(usize, Option<bool>)>,
}

impl Block {
    /// The words, each with whether it is kept: what its node says, or else its block.
    pub(super) fn words(&self, ids: &mut Ids, reading: Reading) -> Vec<(u32, bool)> {
        let kept = self.good.unwrap_or(false);
        let mut found = Vec::new();
        // Nodes are counted in code points, words in bytes: both go on from where the last word was.
        let (mut byte, mut code_point, mut node) = (0, 0, 0);
        for word in words::words(&self.text) {
            let start = word.as_ptr() as usize - self.text.as_ptr() as usize;
            code_point += self.text[byte..start].chars().count();
            byte = start;
            while self.nodes.get(node).is_some_and(|&(at, _)| at <= code_point) {
                node += 1;
            }
            if let Some(id) = ids.word(word, reading) {
                let own = node.checked_sub(1).and_then(|node| self.nodes[node].1);
                found.push((id, own.unwrap_or(kept)));
            }
        }
        found
    }
}

/// The value of a `blocks` field.
pub fn read(value: &[u8]) -> Result<Vec<Block>, Invalid> {
    elements(value)?.into_iter().map(|range| block(&Object::read(value, range)?)).collect()
}

fn block(object: &Object<'_>) -> Result<Block, Invalid> {
    let text = object.text("text")?.ok_or_else(|| object.bad("has a block without 'text'"))?;
    let mut nodes = Vec::new();
    if let Some((at, value)) = object.value("nodes") {
        let base = object.start + at;
        for range in elements(value).map_err(|e| moved(e, base))? {
            let node = Object::read(value, range).map_err(|e| moved(e, base))?;
            let start = node.number("at").map_err(|e| moved(e, base))?;
            nodes.push((start.unwrap_or(0.0) as usize, good(&node).map_err(|e| moved(e, base))?));
        }
    }
    Ok(Block { text, good: good(object)?, nodes })
}

fn good(object: &Object<'_>) -> Result<Option<bool>, Invalid> {
    Ok(object.text("class")?.map(|class| class == "good"))
}

/// Where a block without a class stands, if there is one: such blocks cannot be scored.
pub fn first_unclassified(blocks: &[Block]) -> Option<usize> {
    blocks.iter().position(|block| block.good.is_none() && block.nodes.iter().all(|node| node.1.is_none()))
}

/// The text that is kept, a line a block; of a block whose nodes have classes, that of its good nodes.
pub fn kept(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        let before = text.len();
        let kept = block.good.unwrap_or(false);
        if block.nodes.iter().all(|node| node.1.is_none()) {
            text.push_str(if kept { &block.text } else { "" });
        } else {
            let mut node = 0;
            for (at, c) in block.text.chars().enumerate() {
                while block.nodes.get(node).is_some_and(|&(start, _)| start <= at) {
                    node += 1;
                }
                if node.checked_sub(1).and_then(|node| block.nodes[node].1).unwrap_or(kept) {
                    text.push(c);
                }
            }
        }
        if text.len() > before {
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
    fn or_of_their_node() {
        // "é" is two bytes and one code point: the second node starts at "more", the third inside of "word".
        let value = r#"[{"text":"é more word — end","class":"good",
            "nodes":[{"at":0,"class":"good"},{"at":2,"class":"bad"},{"at":9},{"at":12,"class":"bad"}]}]"#;
        assert_eq!(flags(value), [true, false, false, false]);
        assert_eq!(
            flags(r#"[{"text":"a b","class":"good","nodes":[{"at":0},{"at":2,"class":"bad"}]}]"#),
            [true, false]
        );
    }

    #[test]
    fn the_text_that_is_kept() {
        let value = r#"[{"text":"Menu","class":"bad"},{"text":"One.","class":"good"},{"text":"é more end","class":"good",
            "nodes":[{"at":0},{"at":2,"class":"bad"},{"at":7,"class":"good"}]},{"text":"x","class":"good"}]"#;
        assert_eq!(kept(&read(value.as_bytes()).unwrap()), "One.\né end\nx\n");
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (value, offset) in [
            (r#"[{"class":"good"}]"#, 1),
            (r#"[{"text":"a","class":1}]"#, 21),
            (r#"[{"text":"a","nodes":{}}]"#, 21),
            (r#"[{"text":"a","nodes":[{"at":"x"}]}]"#, 28),
        ] {
            assert_eq!(read(value.as_bytes()).unwrap_err().offset, offset, "{value}");
        }
        let blocks = read(br#"[{"text":"a","class":"bad"},{"text":"b"}]"#).unwrap();
        assert_eq!(first_unclassified(&blocks), Some(1));
    }
}
