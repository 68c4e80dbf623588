//! The block model, by hand: what a page's blocks are, and that any page has some.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::kinds::Kinds;
use super::page::{Mark, Page};
use super::tree::read;

/// Each block as `tag: text`.
fn blocks(html: &str) -> Vec<String> {
    let page = read(html, true);
    page.blocks
        .iter()
        .map(|block| format!("{}: {}", page.tag_of(block).name(), page.text_of(block)))
        .collect()
}

fn paths(html: &str) -> Vec<String> {
    let page = read(html, true);
    let path = |element| {
        let mut names: Vec<String> =
            page.ancestors(element).map(|(_, element)| element.name().to_owned()).collect();
        names.reverse();
        names.join(">")
    };
    page.blocks.iter().map(|block| path(block.element)).collect()
}

/// Footnote 15: "A sequence of two or more BR tags also separates blocks."
#[test]
fn line_breaks() {
    assert_eq!(
        blocks("<p>a<br>b<br><br>c<br> <br/>d<br>\n<b>e</b><br></br>f"),
        ["p: a\nb", "p: c", "p: d\ne", "p: f"]
    );
    // A tag between them keeps them one line end each, as in jusText.
    assert_eq!(blocks("a<br><img><br>b"), ["body: a\nb"]);
}

#[test]
fn words_do_not_glue_together() {
    assert_eq!(blocks("<p>a <b>b</b> <i>c</i>d<span> e</span>"), ["p: a b cd e"]);
    assert_eq!(blocks("<div>a<div>b</div>c</div>d"), ["div: a", "div: b", "div: c", "body: d"]);
    assert_eq!(blocks("<p>a&nbsp;&#x2003;b\u{3000}c"), ["p: a b c"]);
    assert_eq!(blocks("<p>so<!-- x -->ft<wbr>er so\u{ad}ft"), ["p: softer so\u{ad}ft"]);
}

/// 2.7.1: heads, styles and scripts are removed.
#[test]
fn what_is_no_text_is_dropped() {
    let html = "<head><title> A\n&amp; B </title><style>p{}</style><meta></head><p>a<script>b<p></script>c\
                <template><p>d</template><style>e</style><iframe>f</iframe><noframes>g</noframes>\
                <svg><title>h</title><desc>i</desc><text>j</text></svg>k<textarea>l";
    assert_eq!(blocks(html), ["p: acjk", "textarea: l"]);
    assert_eq!(read(html, false).title, "A & B");
    assert_eq!(read("<p>x<title>Late</title><title>Again</title>", false).title, "Late");
}

#[test]
fn lines_of_pre_are_kept() {
    assert_eq!(blocks("<pre>\n  a\n\n\tb  <b>c</b>\n </pre>d"), ["pre:   a\n\n\tb  c", "body: d"]);
    assert_eq!(blocks("<textarea>\r\na\r\nb</textarea>"), ["textarea: a\nb"]);
}

#[test]
fn what_readers_do_not_see_is_marked() {
    let html = "<p>a<noscript>b</noscript> c<span style='display: none'>d</span> e</p><div hidden>f<p>g</div>\
                <select><option>h<option>i</select><p aria-hidden=true>j<datalist>k</datalist>";
    let page = read(html, false);
    let marked: Vec<_> = page.blocks.iter().map(|block| (page.text_of(block), block.mark)).collect();
    assert_eq!(
        marked,
        [
            ("a c e", Mark::None),
            ("b", Mark::Noscript),
            ("d", Mark::Hidden),
            ("f", Mark::Hidden),
            ("g", Mark::Hidden),
            ("h", Mark::Select),
            ("i", Mark::Select),
            ("j", Mark::None),
            ("k", Mark::Select),
        ]
    );
}

fn kinds(html: &str) -> String {
    read(html, false).kinds.to_string()
}

#[test]
fn what_a_page_says_it_is() {
    let html = "<html><head><meta property=og:type content=product.item><META NAME='OG:Type' CONTENT=' Article '>\
                <meta property=og:title content=book><meta name=description property=x content=article>\
                <script type='application/ld+json; charset=utf-8'>{\"@type\":[\"Product\",\"Thing\"],\"offers\":{\"@type\":\
                \"Offer\"},\"description\":\"a \\\"@type\\\":\\\"Movie\\\" b</p>\"}</script>\
                <script>{\"@type\":\"Movie\"}</script><script type=text/javascript>{\"@type\":\"Movie\"}</script></head>\
                <body itemscope itemtype='https://schema.org/WebPage http://schema.org/QAPage'><div typeof=schema:Review>\
                <p ITEMTYPE=http://schema.org/comment>itemtype=Movie</p><br itemtype=/Person><p data-itemtype=/Movie>\
                <template><p itemtype=/Event></template><svg><g itemtype=/Book></svg>";
    assert_eq!(
        kinds(html),
        "product offer qapage comment webpage review event book person og:article og:product"
    );
    assert_eq!(kinds("<p>product"), "");
}

#[test]
fn kinds_in_places_where_nothing_is_opened() {
    assert_eq!(
        kinds("<p>a<html itemtype=/WebPage><head typeof=WebSite><body itemtype=/AboutPage>"),
        "webpage website aboutpage"
    );
    assert_eq!(
        kinds("<body><meta property=og:type content=video.movie><noscript itemtype=/Answer>"),
        "answer og:video"
    );
    assert_eq!(kinds("<p itemtype=/Answer itemtype=/Comment typeof=Question>"), "question answer");
}

#[test]
fn references_in_attributes_that_say_kinds() {
    let script = "{\"@type\":\"Recipe\"}</script>";
    assert_eq!(kinds(&format!("<script type=\"application&#x2F;ld&#x2B;json\">{script}")), "recipe");
    assert_eq!(kinds("<p itemtype=https:&#x2F;&#x2F;schema.org&#x2F;Answer&#32;/Comment>"), "answer comment");
    assert_eq!(kinds("<meta property=' og:type' content=&#97;rticle>"), "og:article");
}

#[test]
fn scripts_that_do_not_end_say_kinds_too() {
    assert_eq!(kinds("<script type=application/ld+json>{\"@type\":\"Recipe\","), "recipe");
    let two = "<script type=application/ld+json>{\"@type\":</script>".to_owned()
        + "<script type=application/ld+json>\"Offer\"";
    assert_eq!(kinds(&two), "");
}

/// Link words are those that start in a link that leads somewhere.
#[test]
fn links() {
    let page =
        read("<p><a href=x>a b</a> c <a name=y>d <a href=z>e</a>f g<div><a href=x><div>h</div>i</a>", false);
    let links: Vec<_> =
        page.blocks.iter().map(|block| (page.text_of(block), block.links, block.words)).collect();
    assert_eq!(links, [("a b c d ef g", 3, 6), ("h", 1, 1), ("i", 1, 1)]);
}

/// An end tag of a link that stands within other blocks ends it there.
#[test]
fn a_wrongly_nested_link_ends() {
    let page = read("<a href=x><div>a</a> b<p>c</div>d", false);
    let links: Vec<_> = page.blocks.iter().map(|block| (page.text_of(block), block.links)).collect();
    assert_eq!(links, [("a b", 1), ("c", 0), ("d", 0)]);
}

/// HTML standard, 13.1.2.4 and 13.2.6: end tags that may be left out.
#[test]
fn implied_end_tags() {
    assert_eq!(paths("<p>a<p>b<div>c</div>d"), ["body>p", "body>p", "body>div", "body"]);
    assert_eq!(paths("<ul><li>a<ul><li>b</ul><li>c</ul>"), ["body>ul>li", "body>ul>li>ul>li", "body>ul>li"]);
    assert_eq!(paths("<dl><dt>a<dd>b<dt>c"), ["body>dl>dt", "body>dl>dd", "body>dl>dt"]);
    assert_eq!(
        paths("<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d<tr><td>e</table>f"),
        [
            "body>table>thead>tr>th",
            "body>table>thead>tr>th",
            "body>table>tbody>tr>td",
            "body>table>tbody>tr>td",
            "body>table>tbody>tr>td",
            "body"
        ]
    );
    assert_eq!(paths("<h1>a<h2>b</h1>c"), ["body>h1", "body>h2", "body"]);
    assert_eq!(paths("<div><span><p>a</div>b"), ["body>div>span>p", "body"]);
    assert_eq!(
        paths("<!doctype html><p>a<table><tr><td>b</p>c</table>d"),
        ["body>p", "body>table>tr>td", "body>table>tr>td", "body"]
    );
    assert_eq!(
        paths("<div><table><tr><td>a</div>b</table>c</div>d"),
        ["body>div>table>tr>td", "body>div", "body"][..]
    );
}

#[test]
fn elements_without_a_tag_of_their_own() {
    assert_eq!(
        paths("<my-app><X-Y><p>a</p></x-y><p>b</p></my-app>c"),
        ["body>my-app>x-y>p", "body>my-app>p", "body"]
    );
}

/// In SVG and MathML names of HTML mean HTML again.
#[test]
fn foreign_content() {
    assert_eq!(paths("<p>a<svg><g><p>b"), ["body>p", "body>p"]);
    assert_eq!(blocks("<svg><title/>a</svg><p>b<math><mi>x</mi></math>c"), ["body: a", "p: bxc"]);
    assert_eq!(blocks("<svg><![CDATA[a<b>]]></svg>c<![CDATA[d]]>e"), ["body: a<b>ce"]);
}

#[test]
fn heads_and_bodies_that_nobody_wrote() {
    assert_eq!(paths("a"), ["body"]);
    assert_eq!(paths("<html><head><meta><p>a"), ["body>p"]);
    let page = read("<head><noscript><img></noscript></head><body class=content>a", true);
    let body = &page.elements[page.blocks[0].element.unwrap() as usize];
    assert_eq!(body.hints.words().collect::<Vec<_>>(), ["content"]);
    assert_eq!(blocks("</p>a</div></br>b</body>c</html>d"), ["body: a\nbcd"]);
}

#[test]
fn tags_between_texts_are_counted() {
    let page = read("<html><body><p>a <b>b</b></p><script>x</script><hr><p>c", false);
    assert_eq!(page.nodes.iter().map(|node| node.tags).collect::<Vec<_>>(), [3, 1, 4]);
}

#[test]
fn spans_are_bytes_of_the_html() {
    let html = "<p> é <b>b</b>\n</p><div>c<i hidden>d</i>e</div>";
    let page = read(html, false);
    let spans: Vec<_> = page.blocks.iter().map(|block| &html[block.span.clone()]).collect();
    assert_eq!(spans, ["é <b>b", "c<i hidden>d</i>e", "d"]);
}

#[test]
fn any_bytes_have_an_answer() {
    assert_eq!(blocks(""), [""; 0]);
    assert_eq!(blocks("<p>a\0b<!-- unclosed <p>c"), ["p: ab"]);
    assert_eq!(blocks("<p>a<script>b"), ["p: a"]);
    let jpeg = String::from_utf8_lossy(b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01<\xff\0>&\0").into_owned();
    assert!(read(&jpeg, true).blocks.len() <= 2);
}

/// Paths end where they are too deep, so that a record does not grow with the square of a page.
#[test]
fn depth_is_bounded() {
    let page = read(&format!("{}x", "<div>".repeat(100_000)), true);
    assert_eq!(page.elements.len(), super::builder::MAX_DEPTH);
    assert_eq!(page.blocks.len(), 1);
}

/// Pages made to be slow take a time that grows with their length and no faster.
#[test]
fn time_is_linear() {
    let pieces = [
        "<div>",
        "<div>x",
        "<p><b><a href=x>x",
        "</a>x",
        "</p>",
        "<a><div>x",
        "<table><tr><td>x",
        "<li><ul>x",
        "</li>x",
        "<x-a>x</x-b>",
        "<b>x</i>",
        "<svg><g>x",
        "<br>x<br>",
        "<span hidden>x",
        "<noscript>x",
        "<option>x",
        "</td>",
        "<button><p>x",
        "<pre>\n \n",
        "<template>",
        "<h1>x</h2>",
        "<dd><dt>x",
        "</x-a>",
        "<title>",
        "<textarea>x",
        "<p itemtype=/Answer>",
        "<p itemtype='a b c d'>",
        "<meta name=og:type content=x>",
        "<script type=application/ld+json>{\"@type\":\"</script>",
    ];
    let starts = ["", "<p>", "<table>", "<a href=x>", "<x-a><x-b><x-c>", "<svg>", "<ul><li>"];
    for start in starts {
        for piece in pieces {
            let html = format!("{start}{}", piece.repeat(400_000 / piece.len()));
            let before = Instant::now();
            let page = read(&html, true);
            assert!(
                before.elapsed() < Duration::from_secs(3),
                "{start}{piece}: {} blocks",
                page.blocks.len()
            );
        }
    }
}

/// By the standard, there is nothing else on these pages than a title, a form, or nothing.
#[test]
fn elements_of_text_that_are_not_closed_end_before_the_next_tag() {
    let page = read("<title>A title &amp; more\n<meta><p>a<title>b<p>c", false);
    assert_eq!(page.title, "A title & more");
    assert_eq!(blocks("<title>A title\n<meta><p>a<p>b"), ["p: a", "p: b"]);
    assert_eq!(blocks("<p>a<iframe src=x><p>b<noframes><p>c"), ["p: a", "p: b", "p: c"]);
    assert_eq!(blocks("<p>a<textarea>b<p>c"), blocks("<p>a<textarea>b</textarea><p>c"));
    // What has its end tag, however late, is what it was; so are scripts and styles, which are no text.
    assert_eq!(blocks("<title>A<p>b</title><p>c"), ["p: c"]);
    assert_eq!(blocks("<p>a<script>b<p>c"), ["p: a"]);
}

/// What holds for all pages.
fn check(page: &Page) {
    let (mut text, mut node) = (0, 0);
    for block in &page.blocks {
        assert_eq!((block.text.start, block.nodes.start), (text, node));
        assert!(!block.nodes.is_empty() && !page.text_of(block).trim().is_empty());
        assert_eq!(page.nodes[block.nodes.start].start, block.text.start);
        assert!(page.nodes[block.nodes.clone()].is_sorted_by_key(|node| node.start));
        assert!(block.links <= block.words && block.heading <= 6);
        (text, node) = (block.text.end, block.nodes.end);
    }
    assert_eq!((text, node), (page.text.len(), page.nodes.len()));
    for (at, element) in page.elements.iter().enumerate() {
        assert!(element.parent.is_none_or(|parent| (parent as usize) < at));
    }
}

proptest! {
    #[test]
    fn any_page_is_well_formed(parts in prop::collection::vec(prop::sample::select(vec![
        "<p>", "</p>", "<div class=main>", "</div>", "<a href=x>", "</a>", "<a name=x>", "<b>", "</b>", "<br>", "x", " ",
        "\0", "&nbsp;", "y z", "<table>", "<tr>", "<td>", "</td>", "</table>", "<li>", "<ul>", "</ul>", "<pre>", "\n",
        "</pre>", "<span hidden>", "</span>", "<noscript>", "</noscript>", "<svg>", "</svg>", "<title>", "</title>",
        "<script>", "</script>", "<select>", "<option>", "</select>", "<h2>", "</h3>", "<my-x>", "</my-x>", "<head>",
        "<body>", "<template>", "</template>", "<textarea>", "</textarea>", "<foreignObject>", "日本", "<dd>", "<dt>",
        "<p itemtype=/Answer>", "<script type=application/ld+json>", "\"@type\":", "\"Offer\"", "<meta name=og:type content=x>",
    ]), 0..40)) {
        let page = read(&parts.concat(), true);
        check(&page);
        let json = super::record::write(&page, None, false);
        let again = super::record::parse(&json).unwrap().page;
        prop_assert_eq!((&again.text, &again.nodes), (&page.text, &page.nodes));
        prop_assert_eq!(&Kinds::parse(&page.kinds.to_string()), &page.kinds);
        prop_assert_eq!(super::record::write(&again, None, false), json);
    }

    #[test]
    fn any_text_is_a_page(html: String) {
        check(&read(&html, true));
    }
}
