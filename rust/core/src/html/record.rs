//! Blocks as the JSON that filters pass on, and back.
//!
//! A block is an object:
//!
//! | field | what |
//! |---|---|
//! | `text` | its text; white space is one space, a `<br>` a line end, and `pre` keeps its lines |
//! | `tag` | the innermost block-level element around it |
//! | `path` | the elements around it, `>` before each, with its hint words: `>div.content>p`; without those that it shares |
//! | `shared` | how many elements from the body inwards are the very same as the last block's |
//! | `words`, `links` | its words, and those of them in links |
//! | `tags` | tags in the HTML since the text of the block before |
//! | `heading` | 1 to 6 in a heading, else 0 |
//! | `mark` | why a reader may not see it: `select`, `noscript`, `hidden`, or empty |
//! | `nodes` | its text nodes; empty if it is one, with no more around it than perhaps a link |
//! | `span` | where it stands in the HTML's bytes, if asked for |
//!
//! A path that does not start with `>` is a whole one. The nodes of `One <b>two</b><br><a href=x>three</a>` are
//! `0|2 4+1b 8|3*a`: each starts at a code point of the text, after so many tags; `|` says that boilerpipe starts a new
//! block there, `*` that it is in a link, and then come the inline elements around it, `/` between them.
//!
//! Paths and nodes are short because they are most of a record: written out, they would make it larger than the HTML.

use std::borrow::Cow;
use std::ops::Range;

use super::hints::Hints;
use super::page::{Block, Element, Inline, Mark, Node, Page};
use super::tags::Tag;
use crate::json::split::{self, Invalid};
use crate::json::{list, string};
use crate::text::words;

/// The blocks of a page as a JSON list. `spans` are written if they are given, one for each block.
pub fn write(page: &Page, spans: Option<&[(usize, usize)]>, whole_paths: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(page.text.len() * 2 + page.blocks.len() * 160 + 2);
    let mut path = Path::default();
    out.push(b'[');
    for (i, block) in page.blocks.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        let shared = path.enter(page, block.element);
        out.extend_from_slice(b"{\"text\":");
        string::quote(page.text_of(block), &mut out);
        let numbers = [
            ("words", block.words),
            ("links", block.links),
            ("tags", block.tags),
            ("heading", block.heading.into()),
        ];
        put(&mut out, [",\"tag\":\"", page.tag_of(block).name(), "\",\"path\":\""]);
        put(&mut out, [if whole_paths { path.whole() } else { path.from(shared) }, "\",\"shared\":"]);
        put_number(&mut out, shared);
        for (name, number) in numbers {
            put(&mut out, [",\"", name, "\":"]);
            put_number(&mut out, number as usize);
        }
        put(&mut out, [",\"mark\":\"", block.mark.name(), "\",\"nodes\":\""]);
        if !has_default_nodes(page, block) {
            write_nodes(page, block, &mut out);
        }
        out.push(b'"');
        if let Some(&(start, end)) = spans.and_then(|spans| spans.get(i)) {
            put(&mut out, [",\"span\":["]);
            put_number(&mut out, start);
            put(&mut out, [","]);
            put_number(&mut out, end);
            put(&mut out, ["]"]);
        }
        out.push(b'}');
    }
    out.push(b']');
    out
}

fn put<const N: usize>(out: &mut Vec<u8>, parts: [&str; N]) {
    for part in parts {
        out.extend_from_slice(part.as_bytes());
    }
}

/// The digits of a number; half of a record's members are numbers, and formatting takes several times as long.
fn put_number(out: &mut Vec<u8>, mut number: usize) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// The path of the block that is written, and what of it may be the next one's.
#[derive(Default)]
struct Path {
    text: String,
    /// Each element with the length of the path up to its end.
    steps: Vec<(u32, usize)>,
    /// The elements around the block, outermost first.
    chain: Vec<u32>,
}

impl Path {
    /// Goes to an element; returns how much of the path is as before.
    fn enter(&mut self, page: &Page, element: Option<u32>) -> usize {
        self.chain.clear();
        self.chain.extend(page.ancestors(element).map(|(at, _)| at));
        self.chain.reverse();
        let shared = self.chain.iter().zip(&self.steps).take_while(|(new, old)| **new == old.0).count();
        self.steps.truncate(shared);
        self.text.truncate(self.steps.last().map_or(0, |step| step.1));
        for &at in &self.chain[shared..] {
            self.text.push('>');
            let element = &page.elements[at as usize];
            match &element.name {
                Some(name) => self.text.extend(name.chars().map(|c| if is_plain(c) { c } else { '_' })),
                None => self.text.push_str(element.tag.name()),
            }
            for hint in element.hints.words() {
                self.text.push('.');
                self.text.push_str(hint);
            }
            self.steps.push((at, self.text.len()));
        }
        shared
    }

    /// The path from its first element on.
    fn whole(&self) -> &str {
        self.text.get(1..).unwrap_or_default()
    }

    /// The path without its first elements.
    fn from(&self, shared: usize) -> &str {
        let start = shared.checked_sub(1).map_or(0, |last| self.steps[last].1);
        &self.text[start..]
    }
}

/// Whether a character of an element's name can stand in a path as it is.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | ':')
}

/// Whether the nodes can be told from the rest of the block.
fn has_default_nodes(page: &Page, block: &Block) -> bool {
    page.nodes[block.nodes.clone()] == [default_node(block)]
}

/// The node of a block that says nothing of its nodes.
fn default_node(block: &Block) -> Node {
    let link = block.links > 0;
    let mut inline = Inline::default();
    if link {
        inline.push(Tag::A);
    }
    Node { start: block.text.start, tags: block.tags, inline, link, cut: true }
}

fn write_nodes(page: &Page, block: &Block, out: &mut Vec<u8>) {
    let (mut at, mut chars) = (block.text.start, 0);
    for (i, node) in page.nodes[block.nodes.clone()].iter().enumerate() {
        chars += page.text[at..node.start].chars().count();
        at = node.start;
        put(out, [if i > 0 { " " } else { "" }]);
        put_number(out, chars);
        put(out, [if node.cut { "|" } else { "+" }]);
        put_number(out, node.tags as usize);
        put(out, [if node.link { "*" } else { "" }]);
        for (i, tag) in node.inline.iter().enumerate() {
            if i > 0 {
                out.push(b'/');
            }
            out.extend_from_slice(tag.name().as_bytes());
        }
    }
}

/// A page read back, with the places of its blocks' objects in the value.
#[derive(Debug)]
pub struct Parsed {
    pub page: Page,
    pub objects: Vec<Object>,
}

/// One block's object: where it stands, and its members (relative to its own start).
#[derive(Debug)]
pub struct Object {
    pub range: Range<usize>,
    pub fields: Vec<split::Field>,
}

/// Reads the value of a `blocks` field. Only `text` must be there: what else is missing is worked out from the text,
/// so that blocks which other programs made can be classified.
pub fn parse(value: &[u8]) -> Result<Parsed, Invalid> {
    let mut reader = PageReader::default();
    let mut objects = Vec::new();
    let found = list::objects(value)?;
    // The list was checked to be UTF-8.
    let text = std::str::from_utf8(value).unwrap_or_default();
    for (range, fields) in found {
        let located = |error: Invalid| Invalid { offset: range.start + error.offset, what: error.what };
        let Some(fields) = fields else {
            return Err(located(Invalid { offset: 0, what: "not a JSON object" }));
        };
        reader.block(&Members::new(&text[range.clone()], &fields)).map_err(located)?;
        objects.push(Object { range, fields });
    }
    Ok(Parsed { page: reader.page, objects })
}

#[derive(Default)]
struct PageReader {
    page: Page,
    /// The elements of the last block's path.
    chain: Vec<u32>,
}

/// The members of a block that are read.
#[derive(Clone, Copy)]
enum Member {
    Text,
    Path,
    Shared,
    Words,
    Links,
    Tags,
    Heading,
    Mark,
    Nodes,
}

impl Member {
    const COUNT: usize = Self::Nodes as usize + 1;

    fn called(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"text" => Self::Text,
            b"path" => Self::Path,
            b"shared" => Self::Shared,
            b"words" => Self::Words,
            b"links" => Self::Links,
            b"tags" => Self::Tags,
            b"heading" => Self::Heading,
            b"mark" => Self::Mark,
            b"nodes" => Self::Nodes,
            _ => return None,
        })
    }
}

/// The members of a block as they stand: of each name the last.
struct Members<'a> {
    object: &'a str,
    values: [Option<Range<usize>>; Member::COUNT],
}

impl<'a> Members<'a> {
    fn new(object: &'a str, fields: &[split::Field]) -> Self {
        let mut values = [const { None }; Member::COUNT];
        for field in fields {
            let member = match field.plain_name(object.as_bytes()) {
                Some(name) => Member::called(name),
                None => Member::called(field.unescaped(object.as_bytes()).as_bytes()),
            };
            if let Some(member) = member {
                values[member as usize] = Some(field.value.clone());
            }
        }
        Self { object, values }
    }

    fn find(&self, member: Member) -> Option<&Range<usize>> {
        self.values[member as usize].as_ref()
    }

    /// The inside of a string, with its escapes.
    fn raw(&self, member: Member) -> Result<Option<&'a str>, Invalid> {
        let Some(value) = self.find(member) else { return Ok(None) };
        match self.object[value.clone()].strip_prefix('"').and_then(|value| value.strip_suffix('"')) {
            Some(inner) => Ok(Some(inner)),
            None => {
                Err(Invalid { offset: value.start, what: "a block's text, path or mark is not a string" })
            }
        }
    }

    fn string(&self, member: Member) -> Result<Option<Cow<'a, str>>, Invalid> {
        Ok(self.raw(member)?.map(|raw| {
            if raw.contains('\\') { string::unescape(raw.as_bytes()) } else { Cow::Borrowed(raw) }
        }))
    }

    fn number(&self, member: Member) -> Result<Option<u32>, Invalid> {
        let Some(value) = self.find(member) else { return Ok(None) };
        match self.object[value.clone()].parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(Invalid { offset: value.start, what: "a block's number is no count" }),
        }
    }
}

impl PageReader {
    fn block(&mut self, members: &Members<'_>) -> Result<(), Invalid> {
        let Some(text) = members.raw(Member::Text)? else {
            return Err(Invalid { offset: 0, what: "a block without 'text'" });
        };
        let start = self.page.text.len();
        string::unescape_into(text, &mut self.page.text);
        let words = match members.number(Member::Words)? {
            Some(words) => words,
            None => words::count(&self.page.text[start..]) as u32,
        };
        let path = members.string(Member::Path)?.unwrap_or_default();
        let shared = members.number(Member::Shared)?.unwrap_or(0) as usize;
        let element = self.enter(&path, shared);
        let mut block = Block {
            text: start..self.page.text.len(),
            nodes: self.page.nodes.len()..self.page.nodes.len(),
            element,
            words,
            links: members.number(Member::Links)?.unwrap_or(0),
            tags: members.number(Member::Tags)?.unwrap_or(1),
            heading: members.number(Member::Heading)?.unwrap_or(0).min(6) as u8,
            mark: Mark::of(&members.string(Member::Mark)?.unwrap_or_default()),
            span: 0..0,
        };
        match members.string(Member::Nodes)?.as_deref() {
            None | Some("") => self.page.nodes.push(default_node(&block)),
            Some(nodes) => {
                let offset = members.find(Member::Nodes).map_or(0, |value| value.start);
                let bad = Invalid { offset, what: "a block's nodes are not in order, or not in its text" };
                self.nodes(nodes, &block).ok_or(bad)?;
            }
        }
        block.nodes.end = self.page.nodes.len();
        self.page.blocks.push(block);
        Ok(())
    }

    /// The element at the end of a path of which the first `shared` elements are as before.
    fn enter(&mut self, path: &str, shared: usize) -> Option<u32> {
        let whole = !path.is_empty() && !path.starts_with('>');
        self.chain.truncate(shared);
        let steps = path.split('>').filter(|step| !step.is_empty());
        for step in steps.skip(if whole { self.chain.len() } else { 0 }) {
            let mut parts = step.split('.');
            let name = parts.next().unwrap_or_default();
            let tag = Tag::of(name.as_bytes());
            let hints = parts.fold(0, |hints, word| hints | Hints::of_word(word.as_bytes()).0);
            self.page.elements.push(Element {
                tag,
                name: (tag == Tag::Other).then(|| name.into()),
                parent: self.chain.last().copied(),
                hints: Hints(hints),
            });
            self.chain.push(self.page.elements.len() as u32 - 1);
        }
        self.chain.last().copied()
    }

    /// Reads nodes; `None` if they are none of this text.
    fn nodes(&mut self, nodes: &str, block: &Block) -> Option<()> {
        let text = &self.page.text[block.text.clone()];
        let mut places = text.char_indices().map(|(at, _)| at);
        let mut next = 0;
        for (i, node) in nodes.split(' ').enumerate() {
            let (at, rest) = node.split_at(node.find(['|', '+'])?);
            let rest = &rest[1..];
            let (tags, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
            let link = rest.starts_with('*');
            let at: usize = at.parse().ok()?;
            if i == 0 && at > 0 {
                return None;
            }
            let place = places.nth(at.checked_sub(next)?)?;
            next = at + 1;
            let mut inline = Inline::default();
            for name in rest.trim_start_matches('*').split('/').filter(|name| !name.is_empty()) {
                inline.push(Tag::of(name.as_bytes()));
            }
            self.page.nodes.push(Node {
                start: block.text.start + place,
                tags: tags.parse().ok()?,
                inline,
                link,
                cut: node.contains('|'),
            });
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    const HTML: &str = "<title>T</title><body class=main><div id='content'><h2>Héad</h2><p>One <b>two</b><br>\
        <a href=x>three four</a></p><ul><li><a href=y>Link</a><li hidden>gone</ul></div><pre>\n a\n  b\n</pre>";

    #[test]
    fn blocks_as_json() {
        let page = tree::read(HTML, true);
        let json = String::from_utf8(write(&page, None, false)).unwrap();
        let expected = [
            r#"[{"text":"Héad","tag":"h2","path":">body.main>div.content>h2","shared":0,"words":1,"links":0,"tags":3,"heading":2,"mark":"","nodes":""}"#,
            r#"{"text":"One two\nthree four","tag":"p","path":">p","shared":2,"words":4,"links":2,"tags":6,"heading":0,"mark":"","nodes":"0|2 4+1b 8|3*a"}"#,
            r#"{"text":"Link","tag":"li","path":">ul>li","shared":2,"words":1,"links":1,"tags":5,"heading":0,"mark":"","nodes":""}"#,
            r#"{"text":"gone","tag":"li","path":">li","shared":3,"words":1,"links":0,"tags":2,"heading":0,"mark":"hidden","nodes":""}"#,
            r#"{"text":" a\n  b","tag":"pre","path":">pre","shared":1,"words":2,"links":0,"tags":3,"heading":0,"mark":"","nodes":""}]"#,
        ];
        assert_eq!(json, expected.join(","));
        assert_eq!(page.title, "T");
    }

    #[test]
    fn numbers() {
        for number in [0, 9, 10, 1234567890, usize::MAX] {
            let mut out = Vec::new();
            put_number(&mut out, number);
            assert_eq!(out, number.to_string().as_bytes());
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let page = tree::read(HTML, true);
        for whole_paths in [false, true] {
            let read = parse(&write(&page, Some(&[(0, 1); 5]), whole_paths)).unwrap().page;
            assert_eq!((&read.text, &read.nodes, &read.elements), (&page.text, &page.nodes, &page.elements));
            for (a, b) in read.blocks.iter().zip(&page.blocks) {
                assert_eq!(format!("{a:?}"), format!("{:?}", Block { span: 0..0, ..b.clone() }));
            }
        }
    }

    #[test]
    fn blocks_of_others() {
        let page = parse(br#"[{"text":"a b"},{"text":"c","path":"body>div"}]"#).unwrap().page;
        assert_eq!(page.blocks.iter().map(|block| block.words).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(page.tag_of(&page.blocks[1]), Tag::Div);
        for (bad, offset) in [
            (r#"{}"#, 0),
            (r#"[{"tag":"p"}]"#, 1),
            (r#"[{"text":1}]"#, 9),
            (r#"[{"text":"a","words":-1}]"#, 21),
            (r#"[{"text":"a","nodes":"2|1"}]"#, 21),
            (r#"[{"text":"ab","nodes":"0|1 0|1"}]"#, 22),
            (r#"[{"text":"ab","nodes":"x"}]"#, 22),
            (r#"[1]"#, 1),
        ] {
            assert_eq!(parse(bad.as_bytes()).unwrap_err().offset, offset, "{bad}");
        }
    }
}
