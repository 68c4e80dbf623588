//! Labels for the blocks of a page, from its gold: what classifiers learn from and are looked at with.

use crate::json::split::Invalid;

use super::align::{Text, align};
use super::gold::{self, Gold, Label, Object};
use super::words::{Ids, Reading};

/// What the labels are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The text that is wanted: all else is bad.
    Text,
    /// Labelled blocks or text nodes, whose labels are carried over.
    Nodes,
}

/// The blocks of a page with their labels.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The value of the `blocks` field: each block has a field `gold`, and all else is as it came.
    pub value: Vec<u8>,
    /// Blocks, and words, of each label: good, bad, undecided.
    pub blocks: [u64; 3],
    pub words: [u64; 3],
    /// Words of the gold, and how many of them stand in the page.
    pub gold_words: u64,
    pub gold_words_found: u64,
}

/// Labels blocks: a block is good when at least `share` of its words are words of the gold that are good.
pub fn label(
    value: &[u8],
    gold: &Gold,
    from: From,
    share: f64,
    reading: Reading,
) -> Result<Labelled, Invalid> {
    let objects = gold::elements(value)?.into_iter().map(|range| Object::read(value, range));
    let objects: Vec<Object<'_>> = objects.collect::<Result<_, _>>()?;
    let mut ids = Ids::default();
    let mut page = Text::default();
    let mut ranges = Vec::with_capacity(objects.len());
    for object in &objects {
        let text = object.text("text")?.ok_or_else(|| object.bad("has a block without 'text'"))?;
        let is_marked = object.text("mark")?.is_some_and(|mark| !mark.is_empty());
        let words = ids.words(&text, reading);
        ranges.push(if is_marked { page.push_marked(&words) } else { page.push(&words) });
    }
    let (wanted, labels) = wanted(gold, from, &mut ids, reading);
    let matched = align(&page, &wanted, ids.len());
    let of_block: Vec<Option<Label>> = ranges
        .iter()
        .map(|range| {
            let words = matched[range.clone()].iter().flatten();
            let (mut good, mut ignored) = (0, 0);
            for &word in words {
                match labels.get(word as usize).copied().unwrap_or(Label::Good) {
                    Label::Good => good += 1,
                    Label::Ignored => ignored += 1,
                    Label::Bad => {}
                }
            }
            let enough = |count: usize| count > 0 && count as f64 >= share * range.len() as f64;
            if range.is_empty() {
                None
            } else if enough(good) {
                Some(Label::Good)
            } else {
                Some(if enough(good + ignored) { Label::Ignored } else { Label::Bad })
            }
        })
        .collect();
    let found = matched.iter().flatten().count() as u64;
    let mut labelled = Labelled {
        value: Vec::with_capacity(value.len() + 16 * objects.len()),
        blocks: [0; 3],
        words: [0; 3],
        gold_words: wanted.ids.len() as u64,
        gold_words_found: found,
    };
    let mut end = 0;
    for (object, (label, range)) in objects.iter().zip(complete(&of_block).into_iter().zip(ranges)) {
        labelled.blocks[label as usize] += 1;
        labelled.words[label as usize] += range.len() as u64;
        labelled.value.extend_from_slice(&value[end..object.start]);
        object.with("gold", &format!("\"{}\"", label.name()), &mut labelled.value);
        end = object.end();
    }
    labelled.value.extend_from_slice(&value[end..]);
    Ok(labelled)
}

/// The words of the gold, and the label of each where they are not all good.
fn wanted(gold: &Gold, from: From, ids: &mut Ids, reading: Reading) -> (Text, Vec<Label>) {
    let nodes = gold.nodes.as_deref().unwrap_or_default();
    if from == From::Text {
        return (Text::of_lines(&gold.content().unwrap_or_default(), ids, reading), Vec::new());
    }
    let mut text = Text::default();
    let mut labels = Vec::new();
    for node in nodes {
        let words = text.push(&ids.words(&node.text, reading));
        labels.resize(words.end, node.label);
    }
    (text, labels)
}

/// A block without words (a rule, a bullet) is good between two good ones, and else bad.
fn complete(labels: &[Option<Label>]) -> Vec<Label> {
    let mut after = vec![Label::Bad; labels.len() + 1];
    for (k, label) in labels.iter().enumerate().rev() {
        after[k] = label.unwrap_or(after[k + 1]);
    }
    let mut before = Label::Bad;
    let mut complete = Vec::with_capacity(labels.len());
    for (k, label) in labels.iter().enumerate() {
        let between = if before == after[k] { before } else { Label::Bad };
        complete.push(label.unwrap_or(between));
        before = label.unwrap_or(before);
    }
    complete
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::gold::Node;

    fn labels(value: &str, gold: &Gold, from: From) -> String {
        let labelled = label(value.as_bytes(), gold, from, 0.5, Reading::default()).unwrap();
        String::from_utf8(labelled.value).unwrap()
    }

    #[test]
    fn everything_else_is_as_it_came() {
        let gold = Gold { text: Some("one two three".into()), ..Gold::default() };
        let value = r#"[ {"text":"one\u0020two", "n": 1e400} , {"gold":"x","text":"four"},{"text":"•" }]"#;
        let wanted = r#"[ {"text":"one\u0020two", "n": 1e400,"gold":"good"} , {"text":"four","gold":"bad"},{"text":"•","gold":"bad" }]"#;
        assert_eq!(labels(value, &gold, From::Text), wanted);
        assert_eq!(labels("[ ]", &gold, From::Text), "[ ]");
    }

    #[test]
    fn half_of_the_words_make_a_block_good() {
        let gold = Gold { text: Some("one two\nthree four five".into()), ..Gold::default() };
        let value = br#"[{"text":"one two x y"},{"text":"three four x y z"},{"text":"-"}]"#;
        let count = |share| label(value, &gold, From::Text, share, Reading::default()).unwrap();
        assert_eq!(count(0.5).blocks, [1, 2, 0]);
        assert_eq!(count(0.4).blocks, [2, 1, 0]);
        assert_eq!(count(0.4).words, [9, 0, 0]);
        assert_eq!((count(0.5).gold_words, count(0.5).gold_words_found), (5, 4));
    }

    #[test]
    fn labels_of_nodes_are_carried_over() {
        let node = |text: &str, label| Node { text: text.into(), label, agreement: None };
        let nodes = vec![
            node("Home", Label::Bad),
            node("One two three.", Label::Good),
            node("four", Label::Ignored),
            node("five six", Label::Ignored),
        ];
        let gold = Gold { nodes: Some(nodes), ..Gold::default() };
        let value = r#"[{"text":"Home"},{"text":"One two three. four"},{"text":"five six"}]"#;
        let found = labels(value, &gold, From::Nodes);
        let names: Vec<&str> = found.split("\"gold\":\"").skip(1).map(|rest| &rest[..3]).collect();
        assert_eq!(names, ["bad", "goo", "und"]);
    }

    #[test]
    fn a_block_without_words_is_like_both_its_neighbours() {
        use Label::{Bad, Good, Ignored};
        let some = [None, Some(Good), None, None, Some(Good), None, Some(Bad), None, Some(Ignored), None];
        assert_eq!(complete(&some), [Bad, Good, Good, Good, Good, Bad, Bad, Bad, Ignored, Bad]);
    }

    #[test]
    fn what_is_wrong_is_located() {
        let at = |value: &str| {
            label(value.as_bytes(), &Gold::default(), From::Text, 0.5, Reading::default()).unwrap_err().offset
        };
        assert_eq!((at("{}"), at("[1]"), at(r#"[{"text":"a"}, {}]"#)), (0, 1, 15));
    }
}
