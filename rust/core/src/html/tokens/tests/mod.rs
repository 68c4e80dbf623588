//! Hand-worked cases. `rust/core/tests/html_tokens` has the suite of html5lib.

mod properties;

use super::*;

/// The tokens in short: `<a b=c>`, `</a>`, `"text"`, `!--comment`, `!doctype`.
#[derive(Default)]
struct Shown {
    tokens: Vec<String>,
    spans: Vec<(usize, usize)>,
    foreign: bool,
}

impl<'a> Sink<'a> for Shown {
    fn start_tag(&mut self, tag: StartTag<'a>) -> Content {
        let mut shown = format!("<{}", tag.name().decode());
        for attribute in tag.attributes() {
            shown += &format!(" {}={}", attribute.decode_name(), attribute.value.decode());
        }
        shown += if tag.self_closing() { "/>" } else { ">" };
        self.tokens.push(shown);
        self.spans.push((tag.at(), tag.end()));
        if self.foreign { Content::Data } else { Content::of(tag.name()) }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.tokens.push(format!("</{}>", tag.name().decode()));
        self.spans.push((tag.at(), tag.end()));
    }

    fn text(&mut self, text: Text<'a>) {
        self.tokens.push(format!("{:?}", text.decode()));
        self.spans.push((text.at(), text.end()));
    }

    fn comment(&mut self, comment: Text<'a>) {
        self.tokens.push(format!("!--{}", comment.decode()));
        self.spans.push((comment.at(), comment.end()));
    }

    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.tokens.push(format!("!{}", doctype.parts().name.unwrap_or_default()));
        self.spans.push((doctype.at(), doctype.at() + doctype.raw().len()));
    }

    fn in_foreign_content(&self) -> bool {
        self.foreign
    }
}

fn show(html: &str) -> Vec<String> {
    let mut shown = Shown::default();
    tokenise(html, &mut shown);
    shown.tokens
}

#[test]
fn tokens_know_where_they_stand() {
    let html = "<!doctype html>\n<p class=a>Caf\u{e9} &amp; bar<br/><!-- no --></p>";
    let mut shown = Shown::default();
    tokenise(html, &mut shown);
    let tokens = ["!html", "\"\\n\"", "<p class=a>", "\"Café & bar\"", "<br/>", "!-- no ", "</p>"];
    assert_eq!(shown.tokens, tokens);
    let raw: Vec<&str> = shown.spans.iter().map(|&(start, end)| &html[start..end]).collect();
    assert_eq!(raw, ["<!doctype html>", "\n", "<p class=a>", "Café &amp; bar", "<br/>", " no ", "</p>"]);
}

#[test]
fn a_quoted_value_hides_the_end_of_the_tag() {
    assert_eq!(show("<a b='>' c=\">\" d>e"), ["<a b=> c=> d=>", "\"e\""]);
    // Not after a name, not at the start of a name, and not inside of an unquoted value.
    assert_eq!(show("<a b\">\"c"), ["<a b\"=>", "\"\\\"c\""]);
    assert_eq!(show("<a =\">\"c"), ["<a =\"=>", "\"\\\"c\""]);
    assert_eq!(show("<a b=c\">\"d"), ["<a b=c\">", "\"\\\"d\""]);
    assert_eq!(show("<a b = '>'c>d"), ["<a b=> c=>", "\"d\""]);
}

#[test]
fn a_slash_closes_only_before_the_end() {
    assert_eq!(show("<a/b=c/><a b=c /><a/ >"), ["<a b=c/>", "<a b=c/>", "<a>"]);
}

#[test]
fn the_first_of_two_attributes_counts() {
    struct Get(Vec<String>);
    impl<'a> Sink<'a> for Get {
        fn start_tag(&mut self, tag: StartTag<'a>) -> Content {
            self.0.push(tag.get("class").map_or_else(|| "none".into(), |value| value.decode().into_owned()));
            Content::Data
        }
        fn end_tag(&mut self, _tag: EndTag<'a>) {}
        fn text(&mut self, _text: Text<'a>) {}
    }
    let mut found = Get(Vec::new());
    tokenise("<p id=a CLASS='x&amp;y' class=z><p class><p>", &mut found);
    assert_eq!(found.0, ["x&y", "", "none"]);
}

#[test]
fn what_is_no_tag_is_text_or_a_comment() {
    assert_eq!(show("1 < 2 <3 <é << </"), ["\"1 < 2 <3 <é << </\""]);
    assert_eq!(show("a</>b</3><?php x?><!x><!>"), ["\"a\"", "\"b\"", "!--3", "!--?php x?", "!--x", "!--"]);
}

#[test]
fn a_tag_that_never_ends_is_dropped() {
    for html in ["a<b", "a<b c", "a<b c='>", "a<b c=\">'", "a</b", "a</b c="] {
        assert_eq!(show(html), ["\"a\""], "{html}");
    }
}

#[test]
fn comments_end_as_the_standard_says() {
    assert_eq!(show("<!-->a<!--->b"), ["!--", "\"a\"", "!--", "\"b\""]);
    assert_eq!(show("<!--a--!>b<!--a--b-- >c-->d"), ["!--a", "\"b\"", "!--a--b-- >c", "\"d\""]);
    assert_eq!(show("<!----!><!-----><!--!>-->"), ["!--", "!---", "!--!>"]);
    // 13.2.5.43 to 13.2.5.52: what could have been the beginning of the end is not part of an unclosed comment.
    for (html, comment) in
        [("a", "a"), ("a-", "a"), ("a--", "a"), ("a---", "a-"), ("a--!", "a"), ("-", ""), ("-!", "-!")]
    {
        assert_eq!(show(&format!("<!--{html}")), [format!("!--{comment}")], "{html}");
    }
}

#[test]
fn raw_text_ends_with_its_own_end_tag() {
    assert_eq!(
        show("<title>a&lt;<b></titles></TITLE x>c"),
        ["<title>", "\"a<<b></titles>\"", "</title>", "\"c\""]
    );
    assert_eq!(show("<style>a&lt;</styl></style"), ["<style>", "\"a&lt;</styl></style\""]);
    assert_eq!(show("<plaintext></plaintext>"), ["<plaintext>", "\"</plaintext>\""]);
    // Scripting is off, so there is something in it.
    assert_eq!(show("<noscript><p>"), ["<noscript>", "<p>"]);
}

#[test]
fn a_script_may_hide_its_end_in_a_comment() {
    let script = |inside: &str| show(&format!("<script>{inside}"));
    assert_eq!(script("a</script>b"), ["<script>", "\"a\"", "</script>", "\"b\""]);
    assert_eq!(script("<!--</script>b"), ["<script>", "\"<!--\"", "</script>", "\"b\""]);
    let hidden = "<!--<script >a</script >b";
    assert_eq!(
        script(&format!("{hidden}</script>c")),
        ["<script>", &format!("{hidden:?}"), "</script>", "\"c\""]
    );
    // The dashes that open may close too; then nothing is hidden.
    assert_eq!(script("<!--><script></script>b"), ["<script>", "\"<!--><script>\"", "</script>", "\"b\""]);
    assert_eq!(
        script("<!--<script>--></script>b"),
        ["<script>", "\"<!--<script>-->\"", "</script>", "\"b\""]
    );
}

#[test]
fn cdata_is_text_in_foreign_content_only() {
    assert_eq!(show("<![CDATA[a]]>b"), ["!--[CDATA[a]]", "\"b\""]);
    let mut shown = Shown { foreign: true, ..Shown::default() };
    tokenise("<title><![CDATA[<a>&lt;\r\n]]>b</title><![CDATA[c]]", &mut shown);
    assert_eq!(shown.tokens, ["<title>", "\"<a>&lt;\\n\"", "\"b\"", "</title>", "\"c]]\""]);
}

#[test]
fn nulls_and_ends_of_lines() {
    assert_eq!(show("a\0\r\n\rb&#13;"), ["\"a\\0\\n\\nb\\r\""]);
    assert_eq!(show("<a\0 b\0='\0\r\n'>"), ["<a\u{fffd} b\u{fffd}=\u{fffd}\n>"]);
    assert_eq!(show("<!--\0\r--><title>\0\r"), ["!--\u{fffd}\n", "<title>", "\"\u{fffd}\\n\""]);
}

#[test]
fn text_is_borrowed_if_nothing_changes() {
    struct Borrowed(Vec<(bool, bool)>);
    impl<'a> Sink<'a> for Borrowed {
        fn start_tag(&mut self, _tag: StartTag<'a>) -> Content {
            Content::Data
        }
        fn end_tag(&mut self, _tag: EndTag<'a>) {}
        fn text(&mut self, text: Text<'a>) {
            self.0.push((matches!(text.decode(), std::borrow::Cow::Borrowed(_)), text.is_blank()));
        }
    }
    let mut found = Borrowed(Vec::new());
    tokenise("a b<p> \n\t<p>\r\n<p>&nbsp;<p>é", &mut found);
    assert_eq!(found.0, [(true, false), (true, true), (false, true), (false, false), (true, false)]);
}

#[test]
fn keys_tell_names_apart() {
    let mut keys = Vec::new();
    for name in [
        "p",
        "P\0",
        "b",
        "blockquote",
        "figcaption",
        "annotation-xml",
        "h1",
        "h\x11",
        "@",
        "`",
        "[",
        "{",
        "é",
    ] {
        keys.push(Key::of(name));
        assert_eq!(Key::of(&name.to_ascii_uppercase()), Key::of(name), "{name}");
    }
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 13);
    assert_eq!(Key::of("a234567890123456"), Key::LONG);
    assert_ne!(Key::of("a23456789012345"), Key::LONG);
}
