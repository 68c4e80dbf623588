//! Pages in all encodings; the bytes were made by Python's codecs.

use super::*;
use encoding_rs::{BIG5, EUC_KR, GBK, ISO_8859_2, KOI8_U, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251};
use proptest::prelude::*;

type Verdict = (String, &'static str, Source);

fn with_hints(bytes: &[u8], user: Option<&str>, transport: Option<&str>, tld: Option<&str>) -> Verdict {
    let decoded = decode(bytes, user, transport, tld).unwrap();
    (decoded.text.into_owned(), decoded.encoding, decoded.source)
}

fn verdict(bytes: &[u8]) -> Verdict {
    with_hints(bytes, None, None, None)
}

/// Texts and their bytes. All but the last three can be declared in the page itself.
const SAMPLES: [(&str, &str, &[u8]); 18] = [
    ("shift_jis", "吾輩は猫である。ｶﾅ", b"\x8c\xe1\x94y\x82\xcd\x94L\x82\xc5\x82\xa0\x82\xe9\x81B\xb6\xc5"),
    ("euc-jp", "吾輩は猫である。", b"\xb8\xe3\xc7\xda\xa4\xcf\xc7\xad\xa4\xc7\xa4\xa2\xa4\xeb\xa1\xa3"),
    (
        "gb18030",
        "道可道，非常道。𠀀",
        b"\xb5\xc0\xbf\xc9\xb5\xc0\xa3\xac\xb7\xc7\xb3\xa3\xb5\xc0\xa1\xa3\x952\x826",
    ),
    ("gbk", "道可道，非常道。", b"\xb5\xc0\xbf\xc9\xb5\xc0\xa3\xac\xb7\xc7\xb3\xa3\xb5\xc0\xa1\xa3"),
    ("big5", "道可道，非常道。", b"\xb9D\xa5i\xb9D\xa1A\xabD\xb1`\xb9D\xa1C"),
    ("euc-kr", "모든 인간은 태어날", b"\xb8\xf0\xb5\xe7 \xc0\xce\xb0\xa3\xc0\xba \xc5\xc2\xbe\xee\xb3\xaf"),
    ("windows-1250", "Źdźbło žluťoučký kůň", b"\x8fd\x9fb\xb3o \x9elu\x9dou\xe8k\xfd k\xf9\xf2"),
    ("windows-1251", "Все счастливые", b"\xc2\xf1\xe5 \xf1\xf7\xe0\xf1\xf2\xeb\xe8\xe2\xfb\xe5"),
    ("windows-1252", "“naïve” café – €5", b"\x93na\xefve\x94 caf\xe9 \x96 \x805"),
    ("windows-1253", "Όλοι οι άνθρωποι", b"\xbc\xeb\xef\xe9 \xef\xe9 \xdc\xed\xe8\xf1\xf9\xf0\xef\xe9"),
    ("windows-1254", "İstanbul'da ğüşıöç", b"\xddstanbul'da \xf0\xfc\xfe\xfd\xf6\xe7"),
    ("windows-1255", "כל בני האדם", b"\xeb\xec \xe1\xf0\xe9 \xe4\xe0\xe3\xed"),
    ("windows-1256", "يولد جميع الناس", b"\xed\xe6\xe1\xcf \xcc\xe3\xed\xda \xc7\xe1\xe4\xc7\xd3"),
    ("koi8-r", "Все счастливые", b"\xf7\xd3\xc5 \xd3\xde\xc1\xd3\xd4\xcc\xc9\xd7\xd9\xc5"),
    ("iso-8859-2", "Źdźbło žluťoučký", b"\xacd\xbcb\xb3o \xbelu\xbbou\xe8k\xfd"),
    ("iso-2022-jp", "吾輩は猫", b"\x1b$B8cGZ$OG-\x1b(B"),
    ("utf-16le", "é道𠀀", b"\xe9\x00S\x90@\xd8\x00\xdc"),
    ("utf-16be", "é道𠀀", b"\x00\xe9\x90S\xd8@\xdc\x00"),
];

#[test]
fn what_is_declared_is_read() {
    for (name, text, bytes) in SAMPLES {
        assert_eq!(with_hints(bytes, Some(name), None, None), (text.to_owned(), name, Source::Override));
        if name.starts_with("utf-16") {
            continue;
        }
        assert_eq!(with_hints(bytes, None, Some(name), None), (text.to_owned(), name, Source::Transport));
        let tag = format!("<meta charset={name}>");
        let page = [tag.as_bytes(), bytes].concat();
        assert_eq!(verdict(&page), (format!("{tag}{text}"), name, Source::Meta));
        let tag = format!("<?xml version='1.0' encoding='{name}'?>");
        let page = [tag.as_bytes(), bytes].concat();
        assert_eq!(verdict(&page), (format!("{tag}{text}"), name, Source::Xml));
    }
}

#[test]
fn the_order_of_evidence() {
    let page = b"\xef\xbb\xbf<meta charset=koi8-r>\xc3\xa9";
    let decoded = decode(page, Some("big5"), Some("koi8-r"), None).unwrap();
    assert_eq!((&*decoded.text, decoded.bom), ("<meta charset=koi8-r>é", 3));
    assert_eq!((decoded.encoding, decoded.source), ("utf-8", Source::Bom));
    assert!(matches!(decoded.text, Cow::Borrowed(_)));

    let page = b"<?xml encoding='iso-8859-2'?><meta charset=koi8-r>\xc1\xff";
    let source = |user, transport| {
        let (_, encoding, source) = with_hints(page, user, transport, None);
        (encoding, source)
    };
    assert_eq!(source(Some("windows-1251"), Some("big5")), ("windows-1251", Source::Override));
    assert_eq!(source(None, Some(" Windows-1257 ")), ("windows-1257", Source::Transport));
    assert_eq!(source(None, Some("nonsense")), ("koi8-r", Source::Meta));
    assert_eq!(source(None, None), ("koi8-r", Source::Meta));
    assert_eq!(verdict(&page[..29]).2, Source::Xml);
}

#[test]
fn a_name_nobody_knows() {
    assert!(decode(b"", Some("klingon"), None, None).unwrap_err().to_string().contains("'klingon'"));
    assert!(decode(b"", Some("hz-gb-2312"), None, None).is_err());
    assert_eq!(with_hints(b"\x82", Some("CP437"), None, None), ("é".to_owned(), "cp437", Source::Override));
}

#[test]
fn valid_utf8_outranks_a_declaration_of_something_else() {
    let page = "<meta charset=iso-8859-1>it’s".as_bytes();
    assert_eq!(verdict(page), ("<meta charset=iso-8859-1>it’s".to_owned(), "utf-8", Source::Utf8));
    assert_eq!(with_hints(page, None, Some("windows-1251"), None).1, "utf-8");
    assert_eq!(
        with_hints(page, Some("windows-1252"), None, None).1,
        "windows-1252",
        "what the user says stands"
    );
    // One bad byte in a page of good ones does not speak for Latin-1.
    let page = [b"<meta charset=iso-8859-1>".as_slice(), "é".repeat(10).as_bytes(), b"\xe2\x80 "].concat();
    assert_eq!(verdict(&page).1, "utf-8");
    assert_eq!(verdict(&page[20..]).1, "utf-8", "nor without a declaration");
    // A page of ASCII is in whatever it says.
    assert_eq!(verdict(b"<meta charset=iso-8859-1>its").1, "windows-1252");
    assert_eq!(verdict(b"its"), ("its".to_owned(), "utf-8", Source::Utf8));
}

#[test]
fn two_byte_text_that_happens_to_be_utf8() {
    // The bytes of this word in GBK are those of two letters in UTF-8.
    let word = b"\xcd\xa8\xd6\xaa";
    assert!(std::str::from_utf8(word).is_ok());
    let page = [b"<meta charset=gb2312>".as_slice(), word].concat();
    assert_eq!(verdict(&page).0, "<meta charset=gb2312>通知");
    let page = format!("<meta charset=gb2312>{}", "道可道，非常道。");
    assert_eq!(verdict(page.as_bytes()), (page.clone(), "utf-8", Source::Utf8));
}

#[test]
fn declared_utf8_that_is_none() {
    let latin =
        b"<meta charset=utf-8>The caf\xe9 and the fianc\xe9e of Andr\xe9, \x93so to say\x94, na\xefve.";
    assert_eq!(verdict(latin).1, "windows-1252");
    assert_eq!(verdict(latin).2, Source::Detected);
    let cut = b"<meta charset=utf-8>caf\xc3\xa9 na\xc3\xafve cut\xe2\x80.";
    let decoded = decode(cut, None, None, None).unwrap();
    assert_eq!((decoded.encoding, decoded.source, decoded.replaced), ("utf-8", Source::Meta, 1));
    assert!(decoded.text.ends_with("café naïve cut\u{fffd}."));
}

#[test]
fn a_page_cut_in_a_character_is_what_it_says() {
    for cut in [&b"\xc3"[..], b"\xe6\x97", b"\xf0\x9f\x98", b"\xf0"] {
        let page = [b"<meta charset=utf-8>caf", cut].concat();
        assert_eq!(verdict(&page), ("<meta charset=utf-8>caf\u{fffd}".to_owned(), "utf-8", Source::Meta));
    }
    // Nobody said that this is UTF-8, and these are no starts of characters.
    assert_eq!(verdict(b"caf\xe9").0, "café");
    assert_eq!(verdict(b"<meta charset=utf-8>caf\xe9.").0, "<meta charset=utf-8>café.");
    assert_ne!(verdict(b"<meta charset=utf-8>\xa3\xa3").1, "utf-8");
}

#[test]
fn malformed_sequences_are_counted_and_genuine_replacement_characters_are_not() {
    let replaced = |bytes: &[u8], name| decode(bytes, Some(name), None, None).unwrap().replaced;
    assert_eq!(replaced("\u{fffd}\u{fffd}".as_bytes(), "utf-8"), 0);
    assert_eq!(replaced(b"\xef\xbf\xbd \xff \xe2\x80 \xc3", "utf-8"), 3);
    assert_eq!(replaced(b"\xfd\xff\x00\xd8a\x00b", "utf-16le"), 2);
    assert_eq!(replaced(b"\x81 \x81", "shift_jis"), 2);
    assert_eq!(replaced(b"\xd2", "windows-1253"), 1);
}

#[test]
fn utf16_without_a_mark() {
    for (name, encoding) in [("utf-16le", UTF_16LE), ("utf-16be", UTF_16BE)] {
        let text = "<!doctype html><p>été — 道</p>".repeat(3);
        let bytes: Vec<u8> = text
            .encode_utf16()
            .flat_map(|unit| if encoding == UTF_16LE { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect();
        assert_eq!(verdict(&bytes), (text.clone(), name, Source::Detected));
        assert_eq!(with_hints(&bytes, None, Some(name), None), (text.clone(), name, Source::Transport));
        assert_eq!(with_hints(&bytes, None, Some("utf-8"), None).1, name, "a server that is wrong");
    }
    assert_eq!(verdict(b"<\0?\0x\0m\0l\0 \0").2, Source::Xml);
    let page = "<p>no zero byte: é</p>";
    assert_eq!(
        with_hints(page.as_bytes(), None, Some("utf-16"), None),
        (page.to_owned(), "utf-8", Source::Utf8)
    );
    let page = "a zero byte \0 in the middle: é";
    assert_eq!(verdict(page.as_bytes()), (page.to_owned(), "utf-8", Source::Utf8));
}

#[test]
fn what_nobody_declared_is_detected() {
    for (encoding, text, tld) in [
        (WINDOWS_1251, "Все счастливые семьи похожи друг на друга", None),
        (KOI8_U, "Все счастливые семьи похожи друг на друга", None),
        (WINDOWS_1250, "Příliš žluťoučký kůň úpěl ďábelské ódy", Some("cz")),
        (ISO_8859_2, "Zażółć gęślą jaźń, Łódź i Śląsk są piękne", Some("pl")),
        (SHIFT_JIS, "吾輩は猫である。名前はまだ無い。", None),
        (GBK, "道可道，非常道。名可名，非常名。无名天地之始。", Some("cn")),
        (BIG5, "道可道，非常道。名可名，非常名。無名天地之始；有名萬物之母。", Some("tw")),
        (EUC_KR, "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", None),
        (WINDOWS_1252, "Les âmes étaient à l'été, où ça gêne; « voilà » dit l'élève.", None),
    ] {
        let text = format!("<p>{}</p>", text.repeat(4));
        let (bytes, _, _) = encoding.encode(&text);
        let name = name_of(encoding);
        assert_eq!(with_hints(&bytes, None, None, tld), (text, name, Source::Detected), "{name}");
    }
    let page = b"<p>\x1b$B8cGZ$OG-\x1b(B</p>";
    assert_eq!(verdict(page), ("<p>吾輩は猫</p>".to_owned(), "iso-2022-jp", Source::Detected));
}

#[test]
fn signs_in_english_are_no_letters() {
    for (page, text) in [
        (b"<p>It costs \xa3500,000.</p>".as_slice(), "<p>It costs £500,000.</p>"),
        (b"<p>\xa91999 Smith & Sons</p>", "<p>©1999 Smith & Sons</p>"),
        (b"<b>\xbb</b> For starters", "<b>»</b> For starters"),
        (b"<b>\xa7\xa7\xa7\xa7\xa7</b> The law", "<b>§§§§§</b> The law"),
    ] {
        assert_eq!(verdict(page), (text.to_owned(), "windows-1252", Source::Detected));
    }
}

#[test]
fn odd_hints_are_no_hints() {
    for tld in ["", "CZ", "co.uk", "рф", "xn--p1ai", "\0"] {
        assert_eq!(with_hints(b"caf\xe9 na\xefve", None, None, Some(tld)).0, "café naïve");
    }
}

#[test]
fn every_encoding_has_its_name() {
    for name in NAMES {
        let encoding = Encoding::for_label(name.as_bytes());
        assert_eq!(
            encoding.map(name_of),
            if name == "replacement" { Some(name) } else { encoding.map(|_| name) }
        );
    }
    assert_eq!(
        NAMES.iter().filter(|name| Encoding::for_label(name.as_bytes()).is_some()).count(),
        NAMES.len()
    );
}

proptest! {
    #[test]
    fn any_bytes_decode(bytes: Vec<u8>, transport in prop::option::of(prop::sample::select(NAMES.to_vec()))) {
        let decoded = decode(&bytes, None, transport, None).unwrap();
        prop_assert!(NAMES.contains(&decoded.encoding));
        let shown = decoded.text.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        prop_assert!(decoded.replaced <= shown);
    }

    #[test]
    fn utf8_is_never_changed(text: String) {
        prop_assume!(!text.contains(['\0', '\u{feff}', '\u{1b}']));
        let (same, encoding, _) = verdict(text.as_bytes());
        prop_assert_eq!((same, encoding), (text, "utf-8"));
    }
}
