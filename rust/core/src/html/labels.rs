//! What filters say of blocks, read from their objects: `class` and what comes with it, and `gold`.
//!
//! | member | what |
//! |---|---|
//! | `class` | `good`, `bad`, or what another filter says, such as `dup` |
//! | `parts` | the parts of the text that are good, `[[start,end],…]` in code points, where not all of it is of one class |
//! | `context_free` | the class without regard to the neighbours |
//! | `score` | from 0 to 1 |
//! | `reason` | which rule decided |
//! | `gold` | what people say: `good`, `bad`, `undecided` |
//!
//! All of them may be absent, or `null`.

use std::borrow::Cow;
use std::ops::Range;

use super::page::{Block, Page};
use super::record::{Object, Parsed};
use crate::json::split::{Field, Invalid};
use crate::json::{list, string};

/// What is said of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label<'a> {
    pub class: Option<Cow<'a, str>>,
    /// In bytes of [`Page::text`], in order and apart from each other; empty if the block is all of its class.
    pub parts: Vec<Range<usize>>,
    pub context_free: Option<Cow<'a, str>>,
    pub score: Option<f64>,
    pub reason: Option<Cow<'a, str>>,
    pub gold: Option<Cow<'a, str>>,
}

/// The labels of the blocks of a `blocks` field that was parsed, one for each.
pub fn read<'a>(value: &'a [u8], parsed: &Parsed) -> Result<Vec<Label<'a>>, Invalid> {
    let blocks = parsed.page.blocks.iter().zip(&parsed.objects);
    blocks.map(|(block, object)| Members { value, object }.label(&parsed.page, block)).collect()
}

/// Whether people say that each block is good; `None` where they say nothing, or that they cannot tell. What else they
/// may have called it is an error: a slip would go unnoticed.
pub fn gold(value: &[u8], parsed: &Parsed) -> Result<Vec<Option<bool>>, Invalid> {
    let labels = read(value, parsed)?.into_iter().zip(&parsed.objects);
    let good = |(label, object): (Label<'_>, &Object)| match label.gold.as_deref() {
        Some("good") => Ok(Some(true)),
        Some("bad") => Ok(Some(false)),
        Some("undecided") | None => Ok(None),
        Some(_) => Err(Invalid {
            offset: object.range.start,
            what: "a block's 'gold' is none of good, bad, undecided",
        }),
    };
    labels.map(good).collect()
}

struct Members<'a, 'b> {
    value: &'a [u8],
    object: &'b Object,
}

impl<'a> Members<'a, '_> {
    fn label(&self, page: &Page, block: &Block) -> Result<Label<'a>, Invalid> {
        let object = &self.value[self.object.range.clone()];
        let mut label = Label::default();
        // Of members of the same name the last one counts.
        for field in &self.object.fields {
            let name = match field.plain_name(object) {
                Some(name) => Cow::Borrowed(name),
                None => Cow::Owned(field.unescaped(object).into_owned().into_bytes()),
            };
            match name.as_ref() {
                b"class" => label.class = self.string(field, "a block's 'class' is not a string")?,
                b"context_free" => {
                    label.context_free = self.string(field, "a block's 'context_free' is not a string")?;
                }
                b"reason" => label.reason = self.string(field, "a block's 'reason' is not a string")?,
                b"gold" => label.gold = self.string(field, "a block's 'gold' is not a string")?,
                b"score" => label.score = self.number(field)?,
                b"parts" => label.parts = self.parts(field, page, block)?,
                _ => {}
            }
        }
        Ok(label)
    }

    /// The bytes of a member's value, unless it is `null`.
    fn present(&self, field: &Field) -> Option<&'a [u8]> {
        let start = self.object.range.start;
        let value = &self.value[start + field.value.start..start + field.value.end];
        (value != b"null").then_some(value)
    }

    fn bad(&self, field: &Field, what: &'static str) -> Invalid {
        Invalid { offset: self.object.range.start + field.value.start, what }
    }

    fn string(&self, field: &Field, what: &'static str) -> Result<Option<Cow<'a, str>>, Invalid> {
        match self.present(field) {
            None => Ok(None),
            Some([b'"', inner @ .., b'"']) => Ok(Some(string::unescape(inner))),
            Some(_) => Err(self.bad(field, what)),
        }
    }

    fn number(&self, field: &Field) -> Result<Option<f64>, Invalid> {
        let Some(value) = self.present(field) else { return Ok(None) };
        let is_number = matches!(value.first(), Some(b'-' | b'0'..=b'9'));
        let number =
            std::str::from_utf8(value).ok().filter(|_| is_number).and_then(|digits| digits.parse().ok());
        number.map(Some).ok_or(self.bad(field, "a block's 'score' is not a number"))
    }

    fn parts(&self, field: &Field, page: &Page, block: &Block) -> Result<Vec<Range<usize>>, Invalid> {
        let Some(value) = self.present(field) else { return Ok(Vec::new()) };
        let parts = parts_of(value, page.text_of(block)).ok_or_else(|| self.bad(field, BAD_PARTS))?;
        Ok(parts.into_iter().map(|part| block.text.start + part.start..block.text.start + part.end).collect())
    }
}

/// What is wrong where [`parts_of`] finds none.
pub(crate) const BAD_PARTS: &str = "a block's 'parts' are not pairs in order, or not in its text";

/// The bytes of a text that the value of `parts` says are good; `None` if that is not what it is.
pub(crate) fn parts_of(value: &[u8], text: &str) -> Option<Vec<Range<usize>>> {
    let mut places = Places { text, chars: 0, bytes: 0 };
    let mut parts = Vec::new();
    for pair in list::elements(value).ok()? {
        let pair = &value[pair];
        let ends = list::elements(pair).ok()?;
        let [start, end] = ends.as_slice() else { return None };
        let (start, end) = (places.find(&pair[start.clone()])?, places.find(&pair[end.clone()])?);
        if start < end {
            parts.push(start..end);
        }
    }
    Some(parts)
}

/// Finds the bytes of code points that come in order.
struct Places<'a> {
    text: &'a str,
    chars: usize,
    bytes: usize,
}

impl Places<'_> {
    /// Where a code point starts, by its number in digits; `None` if it lies behind the last one found or after the end.
    fn find(&mut self, digits: &[u8]) -> Option<usize> {
        let wanted: usize = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let mut rest = self.text[self.bytes..].chars();
        for _ in 0..wanted.checked_sub(self.chars)? {
            self.bytes += rest.next()?.len_utf8();
        }
        self.chars = wanted;
        Some(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::record;

    fn labels(json: &str) -> Result<Vec<Label<'_>>, Invalid> {
        read(json.as_bytes(), &record::parse(json.as_bytes()).unwrap())
    }

    #[test]
    fn what_filters_say() {
        let json = r#"[{"text":"a"},{"text":"éé b","cl\u0061ss":"dup","parts":[[0,2],[3,4]],"context_free":"near-good",
            "score":2.5e-1,"reason":"\u00e9","gold":"bad"},{"text":"c","class":"bad","class":"good","score":null}]"#;
        let labels = labels(json).unwrap();
        assert_eq!(labels[0], Label::default());
        assert_eq!(labels[1].class.as_deref(), Some("dup"));
        // "a" is byte 0 of the page's text, "éé" 1 to 5, "b" 6.
        assert_eq!(labels[1].parts, [1..5, 6..7]);
        assert_eq!((labels[1].context_free.as_deref(), labels[1].score), (Some("near-good"), Some(0.25)));
        assert_eq!((labels[1].reason.as_deref(), labels[1].gold.as_deref()), (Some("é"), Some("bad")));
        assert_eq!((labels[2].class.as_deref(), labels[2].score), (Some("good"), None));
    }

    #[test]
    fn what_is_no_label_is_located() {
        for (member, what) in [
            (r#""class":1"#, "a block's 'class' is not a string"),
            (r#""gold":true"#, "a block's 'gold' is not a string"),
            (r#""score":"1""#, "a block's 'score' is not a number"),
            (r#""parts":{}"#, "a block's 'parts' are not pairs in order, or not in its text"),
            (r#""parts":[[0,1,2]]"#, "a block's 'parts' are not pairs in order, or not in its text"),
            (r#""parts":[[1,0]]"#, "a block's 'parts' are not pairs in order, or not in its text"),
            (r#""parts":[[0,2],[1,3]]"#, "a block's 'parts' are not pairs in order, or not in its text"),
            (r#""parts":[[0,4]]"#, "a block's 'parts' are not pairs in order, or not in its text"),
            (r#""parts":[[0,-1]]"#, "a block's 'parts' are not pairs in order, or not in its text"),
        ] {
            let json = format!(r#"[{{"text":"x"}},{{"text":"éab",{member}}}]"#);
            let offset = json.rfind(':').unwrap() + 1;
            assert_eq!(labels(&json), Err(Invalid { offset, what }), "{member}");
        }
    }
}
