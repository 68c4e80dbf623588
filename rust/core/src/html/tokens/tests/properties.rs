//! What holds for every page.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::Shown;
use crate::html::tokens::*;

/// Pages of one thing over and over, closed nowhere: each is read in the time of any other.
#[test]
fn time_is_linear() {
    let pieces = [
        "<",
        "</",
        "<a",
        "<a<",
        "</a",
        "<!",
        "<!-",
        "<!--",
        "<!-->",
        "<!----!",
        "-->",
        "--",
        ">",
        "<?",
        "</>",
        "&",
        "&#",
        "&#0",
        "&a",
        "&amp",
        "&NotEqualTilde",
        "=",
        "a=",
        "a='",
        "\"",
        "/",
        " ",
        "\r",
        "\0",
        "<![CDATA[",
        "]]",
        "]]>",
        "<!DOCTYPE ",
        "<!DOCTYPE a SYSTEM \"",
        "</script",
        "<script",
        "</title",
        "</title ",
        "</t",
    ];
    let starts = [
        "",
        "<a ",
        "<a b=",
        "<a b='",
        "<!--",
        "<!-- ",
        "<script>",
        "<script><!--",
        "<script><!--<script>",
        "<title>",
        "<style>",
        "<textarea>&",
        "<plaintext>",
        "<![CDATA[",
        "<!DOCTYPE",
    ];
    for foreign in [false, true] {
        for start in starts {
            for piece in pieces {
                let html = start.to_owned() + &piece.repeat((1 << 18) / piece.len());
                let begun = Instant::now();
                tokenise(&html, &mut Shown { foreign, ..Shown::default() });
                // It is a hundredth of that; in quadratic time it would be minutes.
                assert!(
                    begun.elapsed() < Duration::from_secs(2),
                    "{start}{piece}{piece}... took {:?}",
                    begun.elapsed()
                );
            }
        }
    }
}

fn page() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "<",
        "<a",
        "</",
        "</a>",
        "<!--",
        "-->",
        "--",
        "!",
        "?",
        ">",
        "/",
        "=",
        "\"",
        "'",
        " ",
        "\r",
        "\n",
        "\0",
        "é",
        "a",
        "B",
        "&amp",
        "&#x41;",
        "<script>",
        "</script>",
        "<title>",
        "</title>",
        "[CDATA[",
        "]]>",
        "<!doctype ",
        "<style>",
    ]);
    prop_oneof![any::<String>(), prop::collection::vec(pieces, 0..30).prop_map(|pieces| pieces.concat())]
}

proptest! {
    /// Nothing is read twice, and nothing is left out but what delimits, and a last tag that does not end.
    #[test]
    fn tokens_cover_the_page_in_order(html in page(), foreign: bool) {
        let mut shown = Shown { foreign, ..Shown::default() };
        tokenise(&html, &mut shown);
        let mut last = 0;
        for &(start, end) in &shown.spans {
            prop_assert!(last <= start && start <= end);
            let between = &html[last..start];
            prop_assert!(between.chars().all(|character| "<>/!-?[]CDAT".contains(character)), "{between:?}");
            last = end;
        }
        let rest = &html[last..];
        let dropped = rest.find(|character: char| !"<>/!-?[]".contains(character));
        prop_assert!(dropped.is_none_or(|at| rest[..at].contains('<') || rest.starts_with("]]>")), "{rest:?}");
    }

    #[test]
    fn names_are_the_same_if_their_keys_are(a in "[a-cA-C@\\[`{\0é1]{0,3}", b in "[a-cA-C@\\[`{\0é1]{0,3}") {
        prop_assert_eq!(Key::of(&a) == Key::of(&b), a.eq_ignore_ascii_case(&b));
    }

    #[test]
    fn a_key_is_that_of_the_name_read(name in "[a-zA-Z][a-zA-Z0-9é\0<=\"&-]{0,18}", padding in " {0,20}") {
        struct Same(String, usize);
        impl<'a> Sink<'a> for Same {
            fn start_tag(&mut self, tag: StartTag<'a>) -> Content {
                assert_eq!(tag.name().raw(), self.0);
                assert_eq!(tag.name().key(), Key::of(&self.0));
                assert!(tag.name().is(&self.0.to_ascii_uppercase()));
                self.1 += 1;
                Content::Data
            }
            fn end_tag(&mut self, tag: EndTag<'a>) {
                assert_eq!((tag.name().raw(), tag.name().key()), (self.0.as_str(), Key::of(&self.0)));
                self.1 += 1;
            }
            fn text(&mut self, _text: Text<'a>) {}
        }
        let mut same = Same(name.clone(), 0);
        tokenise(&format!("<{name}></{name}>{padding}"), &mut same);
        prop_assert_eq!(same.1, 2);
    }

    #[test]
    fn appended_text_is_decoded_text(html in "[&a-c#0-9x;\r\n\0é]{0,30}") {
        struct Same;
        impl<'a> Sink<'a> for Same {
            fn start_tag(&mut self, tag: StartTag<'a>) -> Content {
                Content::of(tag.name())
            }
            fn end_tag(&mut self, _tag: EndTag<'a>) {}
            fn text(&mut self, text: Text<'a>) {
                let mut out = "before".to_owned();
                text.decode_into(&mut out);
                assert_eq!(out, format!("before{}", text.decode()));
            }
        }
        tokenise(&format!("{html}<title>{html}</title><style>{html}"), &mut Same);
    }
}
