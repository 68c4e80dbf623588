//! The gold of a page: its text, its labelled text nodes, snippets.

use crate::json::split::{self, Field, Invalid};
use crate::json::string;
use crate::json::{list, splice};

/// What a label of a node says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Good,
    Bad,
    /// Undecided, or the votes were tied: not scored (2.9.1).
    Ignored,
}

impl Label {
    pub fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Ignored => "undecided",
        }
    }
}

/// Which labels say what: those in neither list are content.
#[derive(Clone, Debug)]
pub struct Labels {
    pub bad: Vec<String>,
    pub ignored: Vec<String>,
}

impl Labels {
    fn read(&self, label: &str) -> Label {
        let is_in = |list: &[String]| list.iter().any(|name| name == label);
        if is_in(&self.bad) {
            Label::Bad
        } else if is_in(&self.ignored) {
            Label::Ignored
        } else {
            Label::Good
        }
    }
}

/// A text node, or a block, as it was annotated.
#[derive(Clone, Debug)]
pub struct Node {
    pub text: String,
    pub label: Label,
    /// Percentage of the annotators who gave the label (annotation reliability, 2.8.2).
    pub agreement: Option<f64>,
}

#[derive(Clone, Debug, Default)]
pub struct Gold {
    pub text: Option<String>,
    pub nodes: Option<Vec<Node>>,
    pub with: Vec<String>,
    pub without: Vec<String>,
}

impl Gold {
    /// Whether there is anything to score against.
    pub fn is_empty(&self) -> bool {
        self.text.is_none() && self.nodes.is_none() && self.with.is_empty() && self.without.is_empty()
    }

    /// The text, or that of the nodes that are content.
    pub fn content(&self) -> Option<String> {
        let of_nodes = || {
            let nodes = self.nodes.as_ref()?.iter().filter(|node| node.label == Label::Good);
            Some(nodes.map(|node| node.text.as_str()).collect::<Vec<_>>().join("\n"))
        };
        self.text.clone().or_else(of_nodes)
    }
}

/// A JSON string's text.
pub fn text(value: &[u8]) -> Result<String, Invalid> {
    match value {
        [b'"', raw @ .., b'"'] => Ok(string::unescape(raw).into_owned()),
        _ => Err(Invalid { offset: 0, what: "is not a string" }),
    }
}

/// A list of strings.
pub fn texts(value: &[u8]) -> Result<Vec<String>, Invalid> {
    elements(value)?
        .into_iter()
        .map(|range| text(&value[range.clone()]).map_err(|e| moved(e, range.start)))
        .collect()
}

/// `[{"label", "text", "agreement"}]`: text nodes in document order. One without a label is content.
pub fn nodes(value: &[u8], labels: &Labels) -> Result<Vec<Node>, Invalid> {
    let mut nodes = Vec::new();
    for range in elements(value)? {
        let object = Object::read(value, range)?;
        let label = object.text("label")?;
        nodes.push(Node {
            text: object.text("text")?.ok_or_else(|| object.bad("is no node: it has no 'text'"))?,
            label: label.map_or(Label::Good, |label| labels.read(&label)),
            agreement: object.number("agreement")?,
        });
    }
    Ok(nodes)
}

pub(super) fn elements(value: &[u8]) -> Result<Vec<std::ops::Range<usize>>, Invalid> {
    if !value.starts_with(b"[") {
        return Err(Invalid { offset: 0, what: "is not a list" });
    }
    list::elements(value)
}

pub(super) fn moved(error: Invalid, by: usize) -> Invalid {
    Invalid { offset: error.offset + by, ..error }
}

/// An object in a list.
pub(super) struct Object<'a> {
    bytes: &'a [u8],
    pub(super) start: usize,
    fields: Vec<Field>,
}

impl<'a> Object<'a> {
    pub(super) fn read(list: &'a [u8], range: std::ops::Range<usize>) -> Result<Self, Invalid> {
        let bytes = &list[range.clone()];
        if !bytes.starts_with(b"{") {
            return Err(Invalid { offset: range.start, what: "holds something that is not an object" });
        }
        let fields = split::fields(bytes).map_err(|e| moved(e, range.start))?;
        Ok(Self { bytes, start: range.start, fields })
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.bytes.len()
    }

    pub(super) fn bad(&self, what: &'static str) -> Invalid {
        Invalid { offset: self.start, what }
    }

    /// Where the last field of that name has its value, which is not null.
    pub(super) fn value(&self, name: &str) -> Option<(usize, &'a [u8])> {
        let field = self.fields.iter().rev().find(|field| field.is_called(self.bytes, name))?;
        let value = &self.bytes[field.value.clone()];
        if value == b"null" { None } else { Some((field.value.start, value)) }
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Invalid> {
        let Some((at, value)) = self.value(name) else { return Ok(None) };
        text(value).map(Some).map_err(|e| moved(e, self.start + at))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, Invalid> {
        let Some((at, value)) = self.value(name) else { return Ok(None) };
        let number = std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
        let wrong = Invalid { offset: self.start + at, what: "holds something that is not a number" };
        number.map(Some).ok_or(wrong)
    }

    /// The object with a field set; others of that name go.
    pub(super) fn with(&self, name: &str, value: &str, out: &mut Vec<u8>) {
        splice::put(self.bytes, &self.fields, &[name], format!("\"{name}\":{value}").as_bytes(), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_with_their_labels() {
        let labels = Labels { bad: vec!["bad".into()], ignored: vec!["tied".into()] };
        let value =
            br#"[{"label":"bad","text":"Home"},{"text":"a\nb","label":"headline","agreement":80, "x":[1]},
            {"label":"tied","text":""},{"text":"c","label":null}]"#;
        let read = nodes(value, &labels).unwrap();
        let kinds: Vec<_> = read.iter().map(|n| (n.text.as_str(), n.label, n.agreement)).collect();
        let wanted = [
            ("Home", Label::Bad, None),
            ("a\nb", Label::Good, Some(80.0)),
            ("", Label::Ignored, None),
            ("c", Label::Good, None),
        ];
        assert_eq!(kinds, wanted);
        let gold = Gold { nodes: Some(read), ..Gold::default() };
        assert_eq!(gold.content().unwrap(), "a\nb\nc");
    }

    #[test]
    fn what_is_wrong_is_located() {
        let labels = Labels { bad: vec![], ignored: vec![] };
        for (value, offset) in [
            ("{}", 0),
            ("[1]", 1),
            ("[{}, {}]", 1),
            (r#"[{"text":1}]"#, 9),
            (r#"[{"text":"","agreement":"x"}]"#, 24),
            (r#"[{"text":""},{"text":}]"#, 21),
        ] {
            assert_eq!(nodes(value.as_bytes(), &labels).unwrap_err().offset, offset, "{value}");
        }
        assert_eq!(texts(b"[\"a\", 2]").unwrap_err().offset, 6);
        assert_eq!(texts(b"[\"a\", \"b\"]").unwrap(), ["a", "b"]);
    }
}
