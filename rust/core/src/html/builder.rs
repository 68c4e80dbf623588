//! Builds blocks out of start tags, end tags and text, whoever finds them: our own tokeniser or lxml.
//!
//! A block is what jusText segments (2.7): the text between two block-level tags, or two `<br>`. Each step takes
//! time that does not depend on the depth of the tree, counted over the whole page.

use std::borrow::Cow;
use std::ops::Range;

use super::hints::Hints;
use super::json_ld;
use super::page::{Block, Element, Inline, Mark, Node, Page};
use super::tags::Tag;
use super::whitespace::{Gap, Text};
use crate::text::words;

/// What the builder asks of an element's attributes: most of it only if the element holds text.
pub trait Attributes {
    /// Calls `put` with the values of class, id, role and itemprop.
    fn hint_values(&self, put: &mut dyn FnMut(&str));
    /// Whether an `a` leads nowhere: `<a name=top>` marks a place, and often nothing ends it.
    fn is_anchor(&self) -> bool;
    /// Whether the element is hidden by its own attributes.
    fn is_hidden(&self) -> bool;
    /// Whether they may say what is on the page: false only if there is no `itemtype`, no `typeof`, no `type` that a
    /// script of JSON-LD has, and no `property` or `name` that is `og:type`. Asked of every element.
    fn is_telling(&self) -> bool;
    /// The value of the attribute of that name, in lower case.
    fn get(&self, name: &str) -> Option<Cow<'_, str>>;
    /// The element's name in lower case; asked for if it has no [`Tag`].
    fn name(&self) -> Cow<'_, str>;
}

/// Elements deeper than this count as their ancestor at this depth, so that paths stay short on any page.
pub const MAX_DEPTH: usize = 64;

const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub struct Builder<A> {
    page: Page,
    title: Text,
    /// The JSON-LD of the open script: lxml tells it in pieces.
    json_ld: String,
    open: Vec<Open<A>>,
    /// One for each [`Mark`]: text that readers may not see can stand in the middle of text that they do.
    collectors: [Collector; Mark::COUNT],
    /// Whether hint words are wanted.
    hints: bool,
    tags: u32,
    cut: bool,
    /// Whether a tag came since the last text.
    moved: bool,
    /// Whether the last tag but end tags was a `<br>`.
    br: bool,
}

#[derive(Debug)]
struct Open<A> {
    attributes: A,
    tag: Tag,
    /// The innermost block-level element here, as a place in the stack.
    block: u32,
    /// Its place in [`Page::elements`], once it holds text.
    element: Option<u32>,
    /// Unknown until text is in it.
    mark: Option<Mark>,
    heading: u8,
    dropped: bool,
    link: bool,
    keeps_lines: bool,
}

/// The block that is being built.
#[derive(Debug, Default)]
struct Collector {
    text: Text,
    nodes: Vec<Node>,
    element: Option<u32>,
    heading: u8,
    span: Range<usize>,
}

impl<A: Attributes> Builder<A> {
    /// `hints`: whether the elements' hint words are wanted.
    pub fn new(hints: bool) -> Self {
        Self {
            page: Page::default(),
            title: Text::default(),
            json_ld: String::new(),
            open: Vec::with_capacity(64),
            collectors: Default::default(),
            hints,
            tags: 0,
            cut: true,
            moved: true,
            br: false,
        }
    }

    /// How many elements are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// The tag of the open element at a place of the stack.
    pub fn tag_at(&self, place: usize) -> Option<Tag> {
        self.open.get(place).map(|open| open.tag)
    }

    pub fn attributes_at(&self, place: usize) -> Option<&A> {
        self.open.get(place).map(|open| &open.attributes)
    }

    /// A start tag. Elements without content ([`Tag::is_void`]) are not opened.
    pub fn start(&mut self, tag: Tag, attributes: A) {
        if attributes.is_telling() {
            self.describe(tag, &attributes);
        }
        let around = self.open.last();
        let inside = around.is_some_and(|open| open.dropped);
        let dropped = tag.is_dropped() || inside;
        self.saw_tag(tag, dropped);
        // Where a script stands, boilerpipe's text blocks end.
        self.cut |= dropped && !inside;
        if tag == Tag::Br {
            self.line_break();
            return;
        }
        self.br = false;
        if tag.is_void() {
            return;
        }
        let around = self.open.last();
        let place = self.open.len() as u32;
        let block = if tag.is_block() { place } else { around.map_or(NONE, |open| open.block) };
        let heading = match tag.heading_level() {
            0 => around.map_or(0, |open| open.heading),
            level => level,
        };
        let link = (tag == Tag::A && !attributes.is_anchor()) || around.is_some_and(|open| open.link);
        let keeps_lines = tag.keeps_lines() || around.is_some_and(|open| open.keeps_lines);
        self.open.push(Open {
            attributes,
            tag,
            block,
            element: None,
            mark: None,
            heading,
            dropped,
            link,
            keeps_lines,
        });
    }

    /// As [`Self::start`], for an element that nobody wrote.
    pub fn imply(&mut self, tag: Tag, attributes: A) {
        let tags = self.tags;
        self.start(tag, attributes);
        self.tags = tags;
    }

    /// What an element says of the page, also where its tag opens nothing.
    #[cold]
    pub fn describe(&mut self, tag: Tag, attributes: &A) {
        for types in ["itemtype", "typeof"].iter().filter_map(|name| attributes.get(name)) {
            self.page.kinds.add_types(&types);
        }
        if tag == Tag::Meta {
            let names = |name| {
                attributes.get(name).is_some_and(|value| value.trim_ascii().eq_ignore_ascii_case("og:type"))
            };
            if (names("property") || names("name"))
                && let Some(value) = attributes.get("content")
            {
                self.page.kinds.add_og_type(&value);
            }
        }
    }

    /// Ends the innermost open element. `written` says that its end tag is there, and not only implied.
    pub fn end(&mut self, written: bool) {
        let Some(open) = self.open.pop() else { return };
        if open.tag == Tag::Script {
            self.end_script();
        }
        let tags = self.tags;
        self.saw_tag(open.tag, open.dropped);
        if !written {
            self.tags = tags;
        }
    }

    /// An end tag of a link that is not the innermost element: what is still open in it is outside of the link now.
    pub fn end_link(&mut self, place: usize) {
        self.moved = true;
        self.tags += 1;
        for open in &mut self.open[place..] {
            open.link = false;
        }
    }

    /// A tag that opens and closes nothing, such as a stray `</p>`.
    pub fn stray(&mut self, tag: Tag) {
        let dropped = self.open.last().is_some_and(|open| open.dropped);
        self.saw_tag(tag, dropped);
    }

    /// An end tag that ends nothing.
    pub fn ignored(&mut self, tag: Tag) {
        self.moved = true;
        self.tags += 1;
        self.cut |= !tag.is_inline();
    }

    /// Gives an element that was opened unwritten its attributes, if nothing has asked for them yet.
    pub fn complete(&mut self, place: usize, attributes: A) {
        if let Some(open) = self.open.get_mut(place)
            && open.element.is_none()
            && open.mark.is_none()
        {
            open.attributes = attributes;
        }
    }

    fn saw_tag(&mut self, tag: Tag, dropped: bool) {
        self.moved = true;
        self.tags += u32::from(!dropped);
        self.cut |= !tag.is_inline() && !dropped;
        if tag.is_block() && !dropped {
            self.flush();
        }
    }

    fn line_break(&mut self) {
        if self.br {
            self.flush();
        } else {
            for collector in &mut self.collectors {
                collector.text.gap(Gap::Line);
            }
        }
        self.br = !self.br;
    }

    /// Text with its references decoded. `at` is where it stands in the HTML.
    pub fn text(&mut self, text: &str, at: Range<usize>) {
        let Some(top) = self.open.last() else { return self.plain_text(text, at, Mark::None, None) };
        if top.dropped {
            match top.tag {
                Tag::Title => self.title(text),
                Tag::Script if is_json_ld(&top.attributes) => self.json_ld.push_str(text),
                _ => {}
            }
            return;
        }
        let mark = self.mark();
        let top = self.open.len() - 1;
        self.plain_text(text, at, mark, Some(top));
    }

    fn plain_text(&mut self, text: &str, at: Range<usize>, mark: Mark, top: Option<usize>) {
        let keeps_lines = top.is_some_and(|top| self.open[top].keeps_lines);
        let collector = self.collector(mark);
        let Some(start) = collector.text.push(text, keeps_lines) else { return };
        self.br = false;
        let first = self.collector(mark).nodes.is_empty();
        if !first && !self.moved {
            self.collector(mark).span.end = at.end;
            return;
        }
        let block = top.map_or(NONE, |top| self.open[top].block);
        let node = Node {
            start,
            tags: std::mem::take(&mut self.tags),
            inline: top.map_or_else(Inline::default, |top| self.inline(block, top)),
            link: top.is_some_and(|top| self.open[top].link),
            cut: std::mem::take(&mut self.cut),
        };
        self.moved = false;
        let element = if first && block != NONE { self.element(block as usize) } else { None };
        let heading = top.map_or(0, |top| self.open[top].heading);
        let collector = self.collector(mark);
        if first {
            collector.element = element;
            collector.heading = heading;
            collector.span.start = at.start;
        }
        collector.span.end = at.end;
        collector.nodes.push(node);
    }

    fn collector(&mut self, mark: Mark) -> &mut Collector {
        &mut self.collectors[mark as usize]
    }

    /// The outermost inline elements within the block-level element.
    fn inline(&self, block: u32, top: usize) -> Inline {
        let mut inline = Inline::default();
        let first = if block == NONE { 0 } else { block as usize + 1 };
        for open in self.open[first..=top].iter().take(Inline::MOST) {
            inline.push(open.tag);
        }
        inline
    }

    /// The mark of the innermost open element, found out once for each.
    fn mark(&mut self) -> Mark {
        let unknown = self.open.iter().rposition(|open| open.mark.is_some()).map_or(0, |known| known + 1);
        let mut mark = unknown.checked_sub(1).and_then(|known| self.open[known].mark).unwrap_or_default();
        for open in &mut self.open[unknown..] {
            if mark == Mark::None {
                mark = match open.tag {
                    Tag::Select | Tag::Datalist => Mark::Select,
                    Tag::Noscript => Mark::Noscript,
                    _ if open.attributes.is_hidden() => Mark::Hidden,
                    _ => Mark::None,
                };
            }
            open.mark = Some(mark);
        }
        mark
    }

    /// The open element at a place of the stack as one of the page's elements, made when it first holds text.
    fn element(&mut self, place: usize) -> Option<u32> {
        let place = place.min(MAX_DEPTH - 1);
        let known = self.open[..=place].iter().rposition(|open| open.element.is_some());
        let mut parent = known.and_then(|known| self.open[known].element);
        for open in &mut self.open[known.map_or(0, |known| known + 1)..=place] {
            if open.tag == Tag::Html {
                continue;
            }
            let mut hints = Hints::default();
            if self.hints {
                open.attributes.hint_values(&mut |value| hints.add(value));
            }
            let name = (open.tag == Tag::Other).then(|| open.attributes.name().into());
            self.page.elements.push(Element { tag: open.tag, name, parent, hints });
            parent = Some(self.page.elements.len() as u32 - 1);
            open.element = parent;
        }
        parent
    }

    fn title(&mut self, text: &str) {
        let in_image = self.open.iter().rev().skip(1).take(8).any(|open| open.tag == Tag::Svg);
        if in_image || (self.moved && !self.title.as_str().is_empty()) {
            return;
        }
        self.moved = false;
        self.title.push(text, false);
    }

    fn end_script(&mut self) {
        if !self.json_ld.is_empty() {
            json_ld::read(&self.json_ld, &mut self.page.kinds);
            self.json_ld.clear();
        }
    }

    /// Ends the block: what is visible, and then what is not.
    fn flush(&mut self) {
        self.br = false;
        for (collector, mark) in self.collectors.iter_mut().zip(Mark::ALL) {
            if !collector.nodes.is_empty() {
                collector.emit(&mut self.page, mark);
            }
            collector.text.clear();
        }
    }

    /// The page, when all of it was told.
    pub fn finish(mut self) -> Page {
        self.flush();
        self.end_script();
        self.page.title = self.title.into_string();
        self.page
    }
}

fn is_json_ld(script: &impl Attributes) -> bool {
    script.is_telling() && script.get("type").is_some_and(|value| json_ld::is_type(&value))
}

impl Collector {
    fn emit(&mut self, page: &mut Page, mark: Mark) {
        let text = self.text.as_str().trim_end();
        let base = page.text.len();
        page.text.push_str(text);
        let first = page.nodes.len();
        let tags = self.nodes.iter().map(|node| node.tags).sum();
        page.nodes.extend(self.nodes.drain(..).map(|mut node| {
            node.start += base;
            node
        }));
        let mut block = Block {
            text: base..page.text.len(),
            nodes: first..page.nodes.len(),
            element: self.element,
            words: words::count(text) as u32,
            links: 0,
            tags,
            heading: self.heading,
            mark,
            span: self.span.clone(),
        };
        block.links = page.count_link_words(&block);
        page.blocks.push(block);
    }
}
