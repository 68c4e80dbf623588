//! The tree of a page's blocks: the elements that hold text, and the text in them, in order.

use crate::html::builder::MAX_DEPTH;
use crate::html::page::Page;

/// What an element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// A node of the outline.
    Node(usize),
    /// A block of the page.
    Block(usize),
}

/// Node 0 is the page, node i + 1 is element i. A node comes after the one that it is in.
#[derive(Debug)]
pub(super) struct Outline {
    children: Vec<Vec<Child>>,
}

impl Outline {
    /// Elements deeper than pages of our own have them count as the one around them, so that no walk is too deep.
    pub(super) fn of(page: &Page) -> Self {
        let (mut nodes, mut depths) = (vec![0], vec![0]);
        for (at, element) in page.elements.iter().enumerate() {
            let parent = element.parent.map_or(0, |parent| parent as usize + 1);
            let deep = depths[parent] >= MAX_DEPTH;
            nodes.push(if deep { nodes[parent] } else { at + 1 });
            depths.push(if deep { depths[parent] } else { depths[parent] + 1 });
        }
        let mut children = vec![Vec::new(); nodes.len()];
        let mut placed = vec![false; nodes.len()];
        placed[0] = true;
        let mut above = Vec::new();
        for (number, block) in page.blocks.iter().enumerate() {
            let own = nodes[block.element.map_or(0, |element| element as usize + 1)];
            let mut node = own;
            while !placed[node] {
                placed[node] = true;
                above.push(node);
                let parent = page.elements[node - 1].parent.map_or(0, |parent| parent as usize + 1);
                node = nodes[parent];
            }
            while let Some(next) = above.pop() {
                children[node].push(Child::Node(next));
                node = next;
            }
            children[own].push(Child::Block(number));
        }
        Self { children }
    }

    /// How many nodes there are, with those that hold nothing.
    pub(super) fn len(&self) -> usize {
        self.children.len()
    }

    pub(super) fn children(&self, node: usize) -> &[Child] {
        &self.children[node]
    }
}

/// What an element is called, and what its hint words are: two elements that differ in these are not alike.
pub(super) fn name(page: &Page, node: usize) -> u64 {
    let Some(element) = node.checked_sub(1).and_then(|at| page.elements.get(at)) else { return 0 };
    let hints = element.hints.0;
    let mut bytes = Vec::with_capacity(32);
    bytes.extend_from_slice(element.name().as_bytes());
    bytes.push(0);
    bytes.extend_from_slice(&hints.to_le_bytes());
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{record, tree};

    fn shown(page: &Page) -> String {
        fn show(page: &Page, outline: &Outline, node: usize, out: &mut String) {
            for child in outline.children(node) {
                match *child {
                    Child::Block(block) => out.push_str(page.text_of(&page.blocks[block])),
                    Child::Node(node) => {
                        out.push_str(page.elements[node - 1].name());
                        out.push('(');
                        show(page, outline, node, out);
                        out.push(')');
                    }
                }
            }
        }
        let mut out = String::new();
        show(page, &Outline::of(page), 0, &mut out);
        out
    }

    #[test]
    fn text_between_elements_is_in_its_place() {
        let page = tree::read("<div>a<p>b<p>c</p>d<ul><li>e<li>f</ul></div><p>g", true);
        assert_eq!(shown(&page), "body(div(ap(b)p(c)dul(li(e)li(f)))p(g))");
    }

    #[test]
    fn depth_is_bounded() {
        let path = "div>".repeat(5000);
        let json = format!(r#"[{{"text":"a","path":"{path}p"}},{{"text":"b","path":"p"}}]"#);
        let page = record::parse(json.as_bytes()).unwrap().page;
        let shown = shown(&page);
        assert_eq!(shown.matches("div(").count(), MAX_DEPTH);
        assert!(shown.ends_with("p(b)"), "{shown}");
    }
}
