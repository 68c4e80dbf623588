//! The tokens of an HTML page, as section 13.2.5 of the HTML standard has them, scripting disabled.
//!
//! A token is a piece of the page: it borrows, and what is seldom asked for (attributes, character references) is read
//! when it is asked for. Every byte is looked at a bounded number of times, whatever the page.

mod attributes;
mod doctype;
mod machine;
mod name;
mod scan;
mod script;
mod tag;
#[cfg(test)]
mod tests;
mod text;

pub use attributes::{Attribute, Attributes, Value};
pub use doctype::{Doctype, DoctypeParts};
pub use name::{Key, Name};
pub use tag::{EndTag, StartTag};
pub use text::Text;

/// How what follows a start tag is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Content {
    #[default]
    Data,
    /// Text with character references, up to the end tag.
    Rcdata,
    /// Text as it stands, up to the end tag.
    Rawtext,
    /// As `Rawtext`; but `<!-- <script>` hides the next `</script>`.
    Script,
    /// All the rest is text.
    Plaintext,
}

impl Content {
    /// What follows an HTML element's start tag. In SVG and MathML it is always `Data`.
    #[inline]
    pub fn of(name: Name<'_>) -> Self {
        const TITLE: Key = Key::of("title");
        const TEXTAREA: Key = Key::of("textarea");
        const STYLE: Key = Key::of("style");
        const XMP: Key = Key::of("xmp");
        const IFRAME: Key = Key::of("iframe");
        const NOEMBED: Key = Key::of("noembed");
        const NOFRAMES: Key = Key::of("noframes");
        const SCRIPT: Key = Key::of("script");
        const PLAINTEXT: Key = Key::of("plaintext");
        match name.key() {
            TITLE | TEXTAREA => Self::Rcdata,
            STYLE | XMP | IFRAME | NOEMBED | NOFRAMES => Self::Rawtext,
            SCRIPT => Self::Script,
            PLAINTEXT => Self::Plaintext,
            _ => Self::Data,
        }
    }
}

/// What takes the tokens, in the order of the page.
pub trait Sink<'a> {
    /// The sink says how to go on: `Content::of(tag.name())` in HTML, `Content::Data` in SVG and MathML.
    fn start_tag(&mut self, tag: StartTag<'a>) -> Content;

    fn end_tag(&mut self, tag: EndTag<'a>);

    /// Never empty. Text that no other token interrupts comes in one piece, but for the odd `</>`.
    fn text(&mut self, text: Text<'a>);

    fn comment(&mut self, _comment: Text<'a>) {}

    fn doctype(&mut self, _doctype: Doctype<'a>) {}

    /// Whether a `title` and its like that no end tag closes end before the next tag, and not with the page, as the
    /// standard has it: browsers show nothing of such a page.
    fn mends(&self) -> bool {
        false
    }

    /// Whether `<![CDATA[` opens text: the element the sink is in is of SVG or MathML. In HTML it is a comment.
    fn in_foreign_content(&self) -> bool {
        false
    }
}

/// Where a text that is no whole page starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// As after a start tag of that name.
    After(&'a str, Content),
    /// Inside of `<![CDATA[`.
    Cdata,
}

/// Reads a page.
pub fn tokenise<'a>(html: &'a str, sink: &mut impl Sink<'a>) {
    tokenise_from(html, Start::After("", Content::Data), sink);
}

/// Reads a text that starts in the middle of something: what stands inside of an element.
pub fn tokenise_from<'a>(html: &'a str, start: Start<'_>, sink: &mut impl Sink<'a>) {
    machine::Machine::new(html, sink).run(start);
}
