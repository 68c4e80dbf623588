//! The open elements of a page: which tags open and close which, from the tokens of [`super::tokens`].
//!
//! Of the standard's tree construction (13.2.6) this is what matters to blocks: tags that imply the end of others, the
//! scopes of end tags, head and body that nobody wrote, and foreign content. Text that stands in a table but in no cell
//! is not moved before the table, and formatting is not opened again after a wrongly nested end tag.
//!
//! Nothing searches the stack: each open element remembers where the one before it of its kind was.

use std::borrow::Cow;

use super::builder::{Attributes, Builder};
use super::hidden;
use super::page::Page;
use super::tags::Tag;
use super::tokens::{Content, Doctype, EndTag, Name, Sink, StartTag, Text, tokenise};

/// The blocks of a page. `hints`: whether the hint words of its elements are wanted.
pub fn read(html: &str, hints: bool) -> Page {
    let mut tree = Tree::new(hints);
    tokenise(html, &mut tree);
    tree.builder.finish()
}

/// Of custom elements that look like the one that ends, no more are compared.
const MOST_COMPARED: usize = 64;

struct Tree<'a> {
    builder: Builder<Written<'a>>,
    before: Vec<Before>,
    /// The height of the innermost open element of each tag: its place in the stack and one; 0 if there is none.
    last: [u32; Tag::COUNT],
    scope: u32,
    special: u32,
    /// Special elements but `address`, `div` and `p`: they end the search for an open list item.
    barrier: u32,
    /// A page with a doctype is not in quirks mode: there, a table does not end a paragraph.
    has_doctype: bool,
}

/// What was innermost before an element was opened.
struct Before {
    same: u32,
    scope: u32,
    special: u32,
    barrier: u32,
}

/// A start tag, or none for an element that nobody wrote.
#[derive(Clone, Copy, Debug)]
struct Written<'a>(Option<StartTag<'a>>);

impl Attributes for Written<'_> {
    fn hint_values(&self, put: &mut dyn FnMut(&str)) {
        for attribute in self.0.iter().flat_map(StartTag::attributes) {
            if ["class", "id", "role", "itemprop"].iter().any(|name| attribute.is(name)) {
                put(attribute.value.raw());
            }
        }
    }

    fn is_anchor(&self) -> bool {
        let has = |name| self.0.is_some_and(|tag| tag.get(name).is_some());
        !has("href") && has("name")
    }

    fn is_hidden(&self) -> bool {
        self.0.iter().flat_map(StartTag::attributes).any(|attribute| {
            (attribute.is("style") && hidden::style_hides(attribute.value.raw()))
                || (attribute.is("hidden") && hidden::hides(attribute.value.raw()))
        })
    }

    fn is_telling(&self) -> bool {
        self.0.is_some_and(|tag| tag.is_telling())
    }

    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.0.and_then(|tag| tag.get(name)).map(|value| value.decode())
    }

    fn name(&self) -> Cow<'_, str> {
        self.0.map_or(Cow::Borrowed(""), |tag| tag.name().decode())
    }
}

impl<'a> Tree<'a> {
    fn new(hints: bool) -> Self {
        Self {
            builder: Builder::new(hints),
            before: Vec::with_capacity(64),
            last: [0; Tag::COUNT],
            scope: 0,
            special: 0,
            barrier: 0,
            has_doctype: false,
        }
    }

    fn last(&self, tag: Tag) -> u32 {
        self.last[tag as usize]
    }

    fn open(&mut self, tag: Tag, written: Written<'a>) {
        match written.0 {
            Some(_) => self.builder.start(tag, written),
            None => self.builder.imply(tag, written),
        }
        if tag.is_void() {
            return;
        }
        let height = self.builder.depth() as u32;
        self.before.push(Before {
            same: self.last(tag),
            scope: self.scope,
            special: self.special,
            barrier: self.barrier,
        });
        self.last[tag as usize] = height;
        if tag.is_scope() {
            self.scope = height;
        }
        if tag.is_special() {
            self.special = height;
            if !matches!(tag, Tag::Address | Tag::Div | Tag::P) {
                self.barrier = height;
            }
        }
    }

    /// Ends all elements down to a height, and with `written` the one that has it by its own end tag.
    fn close(&mut self, height: u32, written: bool) {
        while let depth = self.builder.depth() as u32
            && depth >= height.max(1)
            && let Some(before) = self.before.pop()
            && let Some(tag) = self.builder.tag_at(depth as usize - 1)
        {
            self.last[tag as usize] = before.same;
            self.scope = before.scope;
            self.special = before.special;
            self.barrier = before.barrier;
            self.builder.end(written && depth == height);
        }
    }

    /// Whether the innermost element is of SVG or MathML.
    fn is_foreign(&self) -> bool {
        self.last(Tag::Svg).max(self.last(Tag::Math)) > self.last(Tag::ForeignObject)
    }

    /// Before content: it is in the body, whether that was written or not.
    fn enter_body(&mut self) {
        let head = self.last(Tag::Head);
        if head > 0 {
            self.close(head, false);
        }
        if self.last(Tag::Body) == 0 && self.last(Tag::Frameset) == 0 {
            self.open(Tag::Body, Written(None));
        }
    }

    /// What a start tag ends.
    fn close_implied(&mut self, tag: Tag) {
        let top = self.builder.depth().checked_sub(1).and_then(|top| self.builder.tag_at(top));
        match tag {
            Tag::Li => self.close_if(self.last(Tag::Li), self.barrier),
            Tag::Dd | Tag::Dt => {
                let item = self.last(Tag::Dd).max(self.last(Tag::Dt));
                self.close_if(item, self.barrier);
            }
            Tag::Option | Tag::Optgroup if top == Some(Tag::Option) => {
                self.close(self.last(Tag::Option), false);
            }
            Tag::Caption
            | Tag::Colgroup
            | Tag::Thead
            | Tag::Tbody
            | Tag::Tfoot
            | Tag::Tr
            | Tag::Td
            | Tag::Th => {
                self.close_cells(tag);
            }
            Tag::Table => {
                let cell = self.last(Tag::Td).max(self.last(Tag::Th)).max(self.last(Tag::Caption));
                self.close_if(self.last(Tag::Table), cell.max(self.last(Tag::Template)) + 1);
            }
            Tag::Button => self.close_if(self.last(Tag::Button), self.scope + 1),
            Tag::Select => self.close_if(self.last(Tag::Select), self.scope),
            Tag::A => self.close_link(false),
            _ => {}
        }
        if tag.ends_p() || (tag == Tag::Table && self.has_doctype) {
            self.close_if(self.last(Tag::P), self.scope.max(self.last(Tag::Button)) + 1);
        }
        let top = self.builder.depth().checked_sub(1).and_then(|top| self.builder.tag_at(top));
        if tag.is_heading() && top.is_some_and(Tag::is_heading) {
            self.close(self.builder.depth() as u32, false);
        }
    }

    /// Ends what is open at a height, if there is something and it is not below another.
    fn close_if(&mut self, height: u32, above: u32) {
        if height > 0 && height >= above {
            self.close(height, false);
        }
    }

    /// Rows and cells end each other within their table.
    fn close_cells(&mut self, tag: Tag) {
        let table = self.last(Tag::Table);
        let inside = |candidates: &[Tag]| {
            candidates.iter().map(|&tag| self.last(tag)).filter(|&height| height > table).min()
        };
        let cells = [Tag::Td, Tag::Th, Tag::Caption, Tag::Colgroup];
        let ended = match tag {
            Tag::Td | Tag::Th => inside(&cells),
            Tag::Tr => inside(&[Tag::Tr]).or_else(|| inside(&cells)),
            _ => inside(&[Tag::Thead, Tag::Tbody, Tag::Tfoot])
                .or_else(|| inside(&[Tag::Tr]))
                .or_else(|| inside(&cells)),
        };
        if table > 0
            && let Some(height) = ended
        {
            self.close(height, false);
        }
    }

    /// Ends an open link; what was opened in it and is still open is no longer in it.
    fn close_link(&mut self, written: bool) {
        let link = self.last(Tag::A);
        if link == 0 {
            return;
        }
        if link > self.special {
            self.close(link, written);
        } else {
            self.builder.end_link(link as usize - 1);
            self.last[Tag::A as usize] = 0;
        }
    }

    /// The height of the element that an end tag ends, 0 if there is none.
    fn ended_by(&self, tag: Tag, name: Name<'_>) -> u32 {
        let open = self.last(tag);
        let in_scope = |height: u32, above: u32| if height > above { height } else { 0 };
        match tag {
            Tag::P => in_scope(open, self.scope.max(self.last(Tag::Button))),
            Tag::Li => in_scope(open, self.scope.max(self.last(Tag::Ul)).max(self.last(Tag::Ol))),
            Tag::Table | Tag::Template | Tag::Select | Tag::Svg | Tag::Math | Tag::Head => open,
            Tag::Td
            | Tag::Th
            | Tag::Tr
            | Tag::Tbody
            | Tag::Thead
            | Tag::Tfoot
            | Tag::Caption
            | Tag::Colgroup => in_scope(open, self.last(Tag::Table)),
            Tag::Body | Tag::Html => 0,
            Tag::Other => self.ended_custom(name),
            Tag::Applet | Tag::Marquee | Tag::Object | Tag::ForeignObject => open,
            _ if tag.is_heading() => {
                let headings = Tag::H1 as usize..=Tag::H6 as usize;
                in_scope(self.last[headings].iter().copied().max().unwrap_or(0), self.scope)
            }
            _ if tag.is_special() => in_scope(open, self.scope),
            _ => in_scope(open, self.special),
        }
    }

    /// As [`Self::ended_by`], for an element without a tag of its own.
    fn ended_custom(&self, name: Name<'_>) -> u32 {
        let mut height = self.last(Tag::Other);
        for _ in 0..MOST_COMPARED {
            if height <= self.special {
                break;
            }
            let place = height as usize - 1;
            let open = self.builder.attributes_at(place).and_then(|written| written.0);
            if open.is_some_and(|open| open.name().is(name.raw())) {
                return height;
            }
            height = self.before[place].same;
        }
        0
    }

    /// Start tags that open nothing of their own, or not there. Whether this was one.
    fn is_structure(&mut self, tag: Tag, written: StartTag<'a>) -> bool {
        match tag {
            Tag::Html if self.builder.depth() > 0 => self.builder.describe(tag, &Written(Some(written))),
            Tag::Html => self.open(tag, Written(Some(written))),
            Tag::Head if self.last(Tag::Head).max(self.last(Tag::Body)) > 0 => {
                self.builder.describe(tag, &Written(Some(written)));
            }
            Tag::Head => self.open(tag, Written(Some(written))),
            Tag::Body | Tag::Frameset => {
                if self.last(Tag::Head) > 0 {
                    self.close(self.last(Tag::Head), false);
                }
                match self.last(Tag::Body).checked_sub(1) {
                    // The standard merges the attributes.
                    Some(place) => {
                        self.builder.describe(tag, &Written(Some(written)));
                        self.builder.complete(place as usize, Written(Some(written)));
                    }
                    None => self.open(tag, Written(Some(written))),
                }
            }
            _ => return false,
        }
        true
    }

    /// In SVG and MathML: elements of HTML end it, all others are open without a meaning.
    fn leaves_foreign(&self, tag: Tag) -> bool {
        let stays = matches!(tag, Tag::Title | Tag::Style | Tag::Script | Tag::ForeignObject | Tag::A);
        let breaks = matches!(tag, Tag::Span | Tag::Ruby | Tag::Sub | Tag::Sup | Tag::Var);
        !stays && (tag.is_special() || tag.is_formatting() || breaks)
    }
}

impl<'a> Sink<'a> for Tree<'a> {
    fn start_tag(&mut self, written: StartTag<'a>) -> Content {
        let tag = Tag::of(written.name().raw().as_bytes());
        if self.is_foreign() {
            if self.leaves_foreign(tag) {
                let outer = [Tag::Svg, Tag::Math].map(|tag| self.last(tag));
                let outer = outer.into_iter().filter(|&height| height > self.last(Tag::ForeignObject)).min();
                self.close(outer.unwrap_or(0), false);
            } else {
                self.open(tag, Written(Some(written)));
                if written.self_closing() && !tag.is_void() {
                    self.close(self.builder.depth() as u32, false);
                }
                return Content::Data;
            }
        }
        if self.is_structure(tag, written) {
            return Content::Data;
        }
        if !tag.may_be_in_head() || self.last(Tag::Body) > 0 {
            self.enter_body();
        }
        self.close_implied(tag);
        self.open(tag, Written(Some(written)));
        if written.self_closing() && matches!(tag, Tag::Svg | Tag::Math) {
            self.close(self.builder.depth() as u32, false);
        }
        Content::of(written.name())
    }

    fn end_tag(&mut self, end: EndTag<'a>) {
        let tag = Tag::of(end.name().raw().as_bytes());
        let height = self.ended_by(tag, end.name());
        match tag {
            Tag::A if height == 0 => self.close_link(true),
            Tag::P if height == 0 => self.builder.stray(tag),
            Tag::Br => self.builder.start(tag, Written(None)),
            _ if height > 0 => self.close(height, true),
            _ => self.builder.ignored(tag),
        }
    }

    fn text(&mut self, text: Text<'a>) {
        let blank = text.is_blank();
        if !blank {
            let top = self.builder.depth().checked_sub(1).and_then(|top| self.builder.tag_at(top));
            let in_head = self.last(Tag::Head) > 0;
            if matches!(top, None | Some(Tag::Html | Tag::Head)) || (in_head && top == Some(Tag::Noscript)) {
                self.enter_body();
            }
        }
        let raw = text.raw();
        let start = text.at() + (raw.len() - raw.trim_ascii_start().len());
        let end = text.at() + raw.trim_ascii_end().len();
        self.builder.text(&text.decode(), start..end.max(start));
    }

    fn mends(&self) -> bool {
        true
    }

    fn doctype(&mut self, _doctype: Doctype<'a>) {
        self.has_doctype = true;
    }

    fn in_foreign_content(&self) -> bool {
        self.is_foreign()
    }
}
