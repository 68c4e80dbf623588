//! Tokens as html5lib-tests writes them.

use serde_json::{Map, Value, json};
use streamclean_core::html::tokens::{Content, Doctype, EndTag, Sink, StartTag, Text};

#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) tokens: Vec<Value>,
    /// Where tags start and end.
    pub(crate) tags: Vec<(usize, usize)>,
    /// Whether what follows a start tag is read as in HTML, or always as data.
    pub(crate) as_html: bool,
}

pub(crate) fn push_text(tokens: &mut Vec<Value>, text: &str) {
    if let Some(Value::Array(last)) = tokens.last_mut()
        && last[0] == "Character"
        && let Value::String(before) = &mut last[1]
    {
        before.push_str(text);
    } else {
        tokens.push(json!(["Character", text]));
    }
}

pub(crate) fn start_tag(name: &str, attributes: Map<String, Value>, self_closing: bool) -> Value {
    let mut token = vec![json!("StartTag"), json!(name), Value::Object(attributes)];
    token.extend(self_closing.then_some(json!(true)));
    token.into()
}

impl<'a> Sink<'a> for Collected {
    fn start_tag(&mut self, tag: StartTag<'a>) -> Content {
        let mut attributes = Map::new();
        for attribute in tag.attributes() {
            attributes.entry(attribute.decode_name()).or_insert_with(|| attribute.value.decode().into());
        }
        self.tokens.push(start_tag(&tag.name().decode(), attributes, tag.self_closing()));
        self.tags.push((tag.at(), tag.end()));
        if self.as_html { Content::of(tag.name()) } else { Content::Data }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.tokens.push(json!(["EndTag", tag.name().decode()]));
        self.tags.push((tag.at(), tag.end()));
    }

    fn text(&mut self, text: Text<'a>) {
        push_text(&mut self.tokens, &text.decode());
    }

    fn comment(&mut self, comment: Text<'a>) {
        self.tokens.push(json!(["Comment", comment.decode()]));
    }

    fn doctype(&mut self, doctype: Doctype<'a>) {
        let parts = doctype.parts();
        self.tokens.push(json!([
            "DOCTYPE",
            parts.name,
            parts.public_id,
            parts.system_id,
            !parts.force_quirks
        ]));
    }
}
