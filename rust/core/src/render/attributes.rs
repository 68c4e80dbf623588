//! Blocks as spans of the text that all of them make, for programs that cut later: dolma's mixer takes such spans from
//! a file beside the documents, `{"attributes":{NAME:[[start,end,score],…]}}`, in code points.
//!
//! Spans of what is not kept hold one of the line ends beside them too: cutting them all leaves the very text that
//! [`super::text`] makes of what is kept.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use super::select::{Classes, Kept, has_parts};
use super::text::{Form, extent, is_flat, joint, push};
use crate::html::labels::Label;
use crate::html::page::{Block, Page};
use crate::json::string;

/// The text of all blocks, and what each part of it is.
#[derive(Debug, Default)]
pub struct Attributes {
    pub text: String,
    pub spans: Vec<Span>,
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// In code points.
    pub chars: Range<usize>,
    pub class: String,
    /// How sure the class is.
    pub score: f64,
}

/// The class of blocks that have none.
const NO_CLASS: &str = "none";

/// The text of all blocks with a span for each block, or for each of its parts. `labels` are those of the blocks.
pub fn attributes(page: &Page, labels: &[Label<'_>], classes: &Classes, form: Form) -> Attributes {
    let mut writer = Writer { page, classes, out: Attributes::default(), unkept: Vec::new() };
    writer.out.text.reserve(page.text.len() + page.blocks.len());
    for (block, label) in page.blocks.iter().zip(labels) {
        writer.block(block, label, form);
    }
    writer.trailing();
    in_chars(&writer.out.text, &mut writer.out.spans);
    writer.out
}

struct Writer<'a> {
    page: &'a Page,
    classes: &'a Classes,
    /// Its spans are in bytes until all is written.
    out: Attributes,
    /// The first spans of the last blocks, as long as nothing is kept of them.
    unkept: Vec<usize>,
}

impl Writer<'_> {
    fn block(&mut self, block: &Block, label: &Label<'_>, form: Form) {
        let flat = is_flat(self.page, block, form);
        let extent = extent(self.page, block, flat);
        if extent.is_empty() {
            return;
        }
        if !self.out.text.is_empty() {
            self.out.text.push('\n');
            // What is not kept takes the line end after it.
            if let Some(last) = self.out.spans.last_mut().filter(|_| !self.unkept.is_empty()) {
                last.chars.end += 1;
            }
        }
        let kept = self.classes.kept(self.page, block, label);
        let first = self.out.spans.len();
        let start = self.out.text.len();
        push(&mut self.out.text, &self.page.text[extent.clone()], flat);
        let end = self.out.text.len();
        if has_parts(label) {
            let place = |at: usize| start + at.clamp(extent.start, extent.end) - extent.start;
            self.parts(&extent, label, &kept, flat, place);
        } else {
            self.span(start..end, label.class.as_deref(), label.score);
        }
        if kept == Kept::Nothing {
            self.unkept.push(first);
        } else {
            self.unkept.clear();
        }
    }

    /// The spans of a block that is partly good: `place` is where its text stands in the output.
    fn parts(
        &mut self,
        extent: &Range<usize>,
        label: &Label<'_>,
        kept: &Kept<'_>,
        flat: bool,
        place: impl Fn(usize) -> usize,
    ) {
        let (inner, outer, ranges) = match kept {
            Kept::Parts(parts) if self.classes.keep(Some("bad")) => ("bad", "good", parts.as_ref()),
            _ => ("good", "bad", label.parts.as_slice()),
        };
        // Where all is kept or all is cut, white space is as what is around it.
        let cut = matches!(kept, Kept::Parts(_));
        let outer_of = |gap: Range<usize>| {
            if cut || !self.page.text[gap].trim().is_empty() { outer } else { inner }
        };
        let mut end = None;
        for range in ranges {
            let gap = end.unwrap_or(extent.start)..range.start.max(extent.start);
            let joint = end.filter(|_| cut).and_then(|_| joint(self.page, gap.clone(), flat));
            let joint = joint.unwrap_or(gap.end..gap.end);
            self.span(place(gap.start)..place(joint.start), Some(outer_of(gap.clone())), label.score);
            self.span(place(joint.end)..place(gap.end), Some(outer), label.score);
            self.span(place(range.start)..place(range.end), Some(inner), label.score);
            end = Some(range.end);
        }
        self.span(place(end.unwrap_or(extent.start))..place(extent.end), Some(outer), label.score);
    }

    fn span(&mut self, bytes: Range<usize>, class: Option<&str>, score: Option<f64>) {
        if bytes.is_empty() {
            return;
        }
        let score = score.map_or(1.0, |good| if class == Some("good") { good } else { 1.0 - good });
        let class = class.unwrap_or(NO_CLASS).to_owned();
        self.out.spans.push(Span { chars: bytes, class, score });
    }

    /// What is not kept at the end of the text takes the line end before it instead.
    fn trailing(&mut self) {
        for (i, &first) in self.unkept.iter().enumerate() {
            let start = &mut self.out.spans[first].chars.start;
            *start = start.saturating_sub(1);
            if let Some(&next) = self.unkept.get(i + 1) {
                self.out.spans[next - 1].chars.end -= 1;
            }
        }
    }
}

/// From bytes to code points; the spans are in order.
fn in_chars(text: &str, spans: &mut [Span]) {
    let (mut bytes, mut chars) = (0, 0);
    let mut count = |to: usize| {
        chars += text[bytes..to].chars().count();
        bytes = to;
        chars
    };
    for span in spans {
        span.chars = count(span.chars.start)..count(span.chars.end);
    }
}

/// The spans as the value of `attributes`: a list for each class that occurs, its name behind `prefix`.
pub fn to_json(spans: &[Span], prefix: &str) -> Vec<u8> {
    let mut lists: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for span in spans {
        let list = lists.entry(&span.class).or_default();
        let score = (span.score * 1e6).round() / 1e6;
        list.extend_from_slice(if list.is_empty() { b"[" } else { b"," });
        // Writing to memory cannot fail. Scores are always floats: column readers want one type.
        let _ = write!(list, "[{},{},{score:?}]", span.chars.start, span.chars.end);
    }
    let mut out = vec![b'{'];
    for (class, list) in lists {
        if out.len() > 1 {
            out.push(b',');
        }
        string::quote(&format!("{prefix}{class}"), &mut out);
        out.push(b':');
        out.extend_from_slice(&list);
        out.push(b']');
    }
    out.push(b'}');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::text::text;
    use super::*;
    use crate::html::{labels, record};

    fn of(json: &str) -> Attributes {
        let parsed = record::parse(json.as_bytes()).unwrap();
        let labels = labels::read(json.as_bytes(), &parsed).unwrap();
        attributes(&parsed.page, &labels, &Classes::new(["good".to_owned()]), Form::default())
    }

    fn cut(found: &Attributes, classes: &Classes) -> String {
        let mut chars: Vec<Option<char>> = found.text.chars().map(Some).collect();
        let mut end = 0;
        for span in found.spans.iter() {
            assert!(end <= span.chars.start && !span.chars.is_empty(), "{span:?}");
            end = span.chars.end;
            if !classes.keep(Some(&span.class)) {
                chars[span.chars.clone()].fill(None);
            }
        }
        chars.into_iter().flatten().collect()
    }

    #[test]
    fn spans_of_blocks_and_parts() {
        let found =
            of(r#"[{"text":"é","class":"bad","score":0.25},{"text":"ab","class":"good","score":0.875},
            {"text":"c d e","class":"good","parts":[[0,1],[4,5]]},{"text":"f"},{"text":"g","class":"dup"}]"#);
        assert_eq!(found.text, "é\nab\nc d e\nf\ng");
        let spans: Vec<_> =
            found.spans.iter().map(|s| (s.chars.clone(), s.class.as_str(), s.score)).collect();
        assert_eq!(
            spans,
            [
                (0..2, "bad", 0.75),
                (2..4, "good", 0.875),
                (5..6, "good", 1.0),
                (7..9, "bad", 1.0),
                (9..10, "good", 1.0),
                (10..12, "none", 1.0),
                (12..14, "dup", 1.0),
            ]
        );
        assert_eq!(cut(&found, &Classes::new(["good".to_owned()])), "ab\nc e");
        let json = r#"{"x__bad":[[0,2,0.75],[7,9,1.0]],"x__dup":[[12,14,1.0]],"x__good":[[2,4,0.875],[5,6,1.0],[9,10,1.0]],"x__none":[[10,12,1.0]]}"#;
        assert_eq!(String::from_utf8(to_json(&found.spans, "x__")).unwrap(), json);
    }

    /// A block's object, of words that are good or not, each with the white space after it. As text nodes do, parts
    /// start and end at words.
    fn object(words: &[(String, bool, &str)], class: &str, tag: &str) -> Vec<u8> {
        let (mut text, mut parts) = (" ".to_owned(), String::new());
        for (word, good, space) in words {
            let start = text.chars().count();
            let comma = if parts.is_empty() { "" } else { "," };
            if *good {
                parts += &format!("{comma}[{start},{}]", start + word.chars().count());
            }
            text = text + word + space;
        }
        let mut json = b"{\"text\":".to_vec();
        string::quote(&text, &mut json);
        let _ = write!(json, ",\"path\":\">{tag}\",\"class\":{class},\"parts\":[{parts}]}}");
        json
    }

    proptest! {
        #[test]
        fn what_is_cut_leaves_what_is_kept(blocks in prop::collection::vec((
            prop::collection::vec(("[a-cé]{1,3}", any::<bool>(), prop::sample::select(vec![" ", "\n", "\n\n "])), 0..5),
            prop::sample::select(vec![r#""good""#, r#""bad""#, r#""dup""#, "null"]),
            prop::sample::select(vec!["p", "pre"]),
        ), 0..7)) {
            let objects: Vec<Vec<u8>> = blocks.iter().map(|(words, class, tag)| object(words, class, tag)).collect();
            let json = [b"[", objects.join(&b","[..]).as_slice(), b"]"].concat();
            let parsed = record::parse(&json).unwrap();
            let labels = labels::read(&json, &parsed).unwrap();
            let page = &parsed.page;
            for names in [&["good"][..], &["bad"], &["dup"], &["good", "dup"], &["all"]] {
                let classes = Classes::new(names.iter().map(ToString::to_string));
                let found = attributes(page, &labels, &classes, Form::default());
                let whole = text(page, |_| Kept::All, Form::default());
                prop_assert_eq!(&found.text, &whole);
                let kept = text(page, |at| classes.kept(page, &page.blocks[at], &labels[at]), Form::default());
                prop_assert_eq!(cut(&found, &classes), kept, "{:?}", names);
            }
        }
    }
}
