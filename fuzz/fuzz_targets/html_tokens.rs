//! A page of any characters has tokens, in its order, and each of them can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::html::tokens::{Content, Doctype, EndTag, Key, Name, Sink, StartTag, Text, tokenise};

struct Reader<'a> {
    html: &'a str,
    last: usize,
    foreign: bool,
    decoded: String,
}

impl<'a> Reader<'a> {
    fn pass(&mut self, start: usize, end: usize) {
        assert!(self.last <= start && start <= end && end <= self.html.len());
        self.last = end;
    }

    fn name(&self, name: Name<'a>) {
        assert_eq!(name.key(), Key::of(name.raw()));
        assert!(name.is(name.raw()));
        name.decode();
    }
}

impl<'a> Sink<'a> for Reader<'a> {
    fn start_tag(&mut self, tag: StartTag<'a>) -> Content {
        self.pass(tag.at(), tag.end());
        self.name(tag.name());
        assert_eq!(tag.raw(), &self.html[tag.at()..tag.end()]);
        for attribute in tag.attributes() {
            assert!(!attribute.name.is_empty());
            assert!(tag.get(attribute.name).is_some());
            attribute.decode_name();
            attribute.value.decode();
        }
        self.foreign |= tag.name().is("svg");
        if self.foreign { Content::Data } else { Content::of(tag.name()) }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.pass(tag.at(), tag.end());
        self.name(tag.name());
        self.foreign &= !tag.name().is("svg");
    }

    fn text(&mut self, text: Text<'a>) {
        self.pass(text.at(), text.end());
        assert_eq!(text.raw(), &self.html[text.at()..text.end()]);
        assert!(!text.raw().is_empty());
        self.decoded.clear();
        text.decode_into(&mut self.decoded);
        assert_eq!(self.decoded, text.decode());
    }

    fn comment(&mut self, comment: Text<'a>) {
        self.pass(comment.at(), comment.end());
        comment.decode();
    }

    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.pass(doctype.at(), doctype.at() + doctype.raw().len());
        doctype.parts();
    }

    fn in_foreign_content(&self) -> bool {
        self.foreign
    }
}

fuzz_target!(|html: &str| {
    tokenise(html, &mut Reader { html, last: 0, foreign: false, decoded: String::new() });
});
