//! HTML standard, 13.2.3.2: each expectation is read off the steps of the algorithms there.

use super::*;
use proptest::prelude::*;

fn found(page: &str) -> Option<&'static str> {
    meta(page.as_bytes()).map(Encoding::name)
}

#[test]
fn forms_of_a_charset_attribute() {
    for page in [
        "<meta charset=koi8-r>",
        "<META CHARSET='KOI8-R'>",
        "<meta charset = \" koi8-r \" />",
        "<meta/charset=koi8-r>",
        "<meta\tname=x\n charset\r=\r\"koi8\" lang=ru>",
        "<!doctype html><html lang=ru><head><title>x</title><meta charset=koi8-r>",
        "<meta charset=koi8-r charset=utf-8>",
        "<meta = charset=koi8-r>",
        "<meta charset=no-such-label><meta charset=koi8-r>",
        "< meta charset=utf-8><meta charset=koi8-r>",
        "<metas charset=utf-8><meta charset=koi8-r>",
        "</meta charset=utf-8><meta charset=koi8-r>",
    ] {
        assert_eq!(found(page), Some("KOI8-R"), "{page}");
    }
}

#[test]
fn forms_of_a_pragma() {
    for page in [
        "<meta http-equiv=Content-Type content='text/html; charset=big5'>",
        "<meta content='text/html;charset=big5' http-equiv=\"content-type\">",
        "<meta http-equiv=content-type content=\"text/html; charset = 'big5'; x\">",
        "<meta http-equiv=content-type content='charset; charset=big5;x'>",
        "<meta http-equiv=content-type content=text/html;charset=big5>",
    ] {
        assert_eq!(found(page), Some("Big5"), "{page}");
    }
    for page in [
        "<meta content='text/html; charset=big5'>",
        "<meta http-equiv=refresh content='text/html; charset=big5'>",
        "<meta http-equiv=content-type>",
        "<meta http-equiv=content-type content='text/html'>",
        "<meta http-equiv=content-type content=\"charset='big5\">",
        // The first of two attributes of a name is the one that counts.
        "<meta http-equiv=refresh http-equiv=content-type content='charset=big5'>",
        "<meta http-equiv=content-type content='text/html' content='charset=big5'>",
    ] {
        assert_eq!(found(page), None, "{page}");
    }
}

#[test]
fn charset_outranks_content_in_one_tag() {
    assert_eq!(found("<meta content='charset=big5' charset=koi8-r>"), Some("KOI8-R"));
    assert_eq!(found("<meta charset=koi8-r content='charset=big5' http-equiv=content-type>"), Some("KOI8-R"));
    // A charset that is unknown is no reason to look at the content.
    assert_eq!(found("<meta http-equiv=content-type charset=nonsense content='charset=big5'>"), None);
}

#[test]
fn encodings_that_cannot_be_meant() {
    assert_eq!(found("<meta charset=utf-16>"), Some("UTF-8"));
    assert_eq!(found("<meta charset=utf-16be>"), Some("UTF-8"));
    assert_eq!(found("<meta charset=x-user-defined>"), Some("windows-1252"));
    assert_eq!(found("<meta charset=iso-8859-1>"), Some("windows-1252"));
    // What the web refuses to read is no declaration to us: one U+FFFD for a page is no text.
    assert_eq!(found("<meta charset=hz-gb-2312>"), None);
}

#[test]
fn what_hides_a_tag() {
    for page in [
        "<!-- <meta charset=big5> --><meta charset=koi8-r>",
        "<!--><meta charset=koi8-r>-->",
        "<!---><meta charset=koi8-r>-->",
        "<a title='<meta charset=big5>'><meta charset=koi8-r>",
        "<a title=\">\" x=y/><meta charset=koi8-r>",
        "<?php <meta charset=big5><meta charset=koi8-r>",
        "<!x <meta charset=big5><meta charset=koi8-r>",
        "</ <meta charset=big5><meta charset=koi8-r>",
    ] {
        assert_eq!(found(page), Some("KOI8-R"), "{page}");
    }
    for page in [
        "<!-- <meta charset=big5>",
        "<a title='<meta charset=big5>",
        "<meta charset=big5",
        "<meta charset='big5>",
        "",
    ] {
        assert_eq!(found(page), None, "{page}");
    }
}

#[test]
fn declarations_after_the_window_count_where_they_are_tags() {
    let far = |before: &str, after: &str| format!("{before}{}{after}<meta charset=koi8-r>", " ".repeat(1100));
    assert_eq!(found(&far("", "")), Some("KOI8-R"));
    assert_eq!(
        found(&format!("{}<meta charset=koi8-r>", " ".repeat(1010))),
        Some("KOI8-R"),
        "across its end"
    );
    assert_eq!(found(&far("<script>", "'<meta charset=big5>'</SCRIPT >")), Some("KOI8-R"));
    assert_eq!(found(&far("<script/>", "'<meta charset=big5>'</script>")), Some("KOI8-R"));
    assert_eq!(found(&far("<title>", "</titl<meta charset=big5></title>")), Some("KOI8-R"));
    assert_eq!(found(&far("<style>", "")), None, "a style sheet that never ends");
    assert_eq!(
        found("<script>'<meta charset=big5>'</script>"),
        Some("Big5"),
        "the standard's window knows no scripts"
    );
}

#[test]
fn xml_declarations() {
    let of = |page: &str| xml(page.as_bytes()).map(Encoding::name);
    assert_eq!(of("<?xml version='1.0' encoding='koi8-r'?>"), Some("KOI8-R"));
    assert_eq!(of("<?xml version=\"1.0\" encoding = \"Shift_JIS\" standalone='yes'?>"), Some("Shift_JIS"));
    assert_eq!(of("<?xml encoding='utf-16'?>"), Some("UTF-8"));
    for page in [
        " <?xml encoding='koi8-r'?>",
        "<?xml version='1.0'?><p title=\"encoding='koi8-r'\">",
        "<?xml encoding=koi8-r?>",
        "<?xml encoding='koi8-r?>",
        "<?xml encoding=' koi8-r'?>",
        "<?xml encoding='koi8-r'",
        "<?xml encoding",
    ] {
        assert_eq!(of(page), None, "{page}");
    }
    assert_eq!(xml(b"<\0?\0x\0m\0"), Some(UTF_16LE));
    assert_eq!(xml(b"\0<\0?\0x\0m"), Some(UTF_16BE));
}

#[test]
fn time_is_linear() {
    for piece in
        ["<meta ", "<meta a=", "<!--", "<script>", "<a b='", "</", "<title></titl", "<meta content=charset"]
    {
        assert_eq!(found(&piece.repeat(300_000)), None);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_scanned(bytes: Vec<u8>, before in 0usize..2) {
        let page = [vec![b' '; before * 1100], bytes].concat();
        meta(&page);
        xml(&page);
    }

    #[test]
    fn any_markup_is_scanned(parts in prop::collection::vec(prop::sample::select(vec![
        "<", ">", "/", "=", "'", "\"", " ", "meta", "charset", "content", "http-equiv", "script", "!--", "-->", "?xml", "encoding", "x",
    ]), 0..40)) {
        let page = parts.concat();
        meta(page.as_bytes());
        xml(page.as_bytes());
    }
}
