//! The map against its definition: the bytes before the place of a character decode to the text before it.

use super::*;
use crate::html::encoding::decode;
use proptest::prelude::*;

const ENCODINGS: [&str; 16] = [
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "windows-1253",
    "koi8-r",
    "ibm866",
    "cp437",
    "x-user-defined",
    "shift_jis",
    "euc-jp",
    "gb18030",
    "gbk",
    "big5",
    "euc-kr",
    "iso-2022-jp",
];

fn offsets_of(text: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).collect()
}

#[test]
fn worked_by_hand() {
    // é is 2 bytes of UTF-8 and 1 of Latin-1; the offset in its middle is its own.
    assert_eq!(source_offsets(b"a\xe9b", "windows-1252", 0, &[0, 1, 2, 3, 4, 9]), [0, 1, 1, 2, 3, 3]);
    assert_eq!(source_offsets(b"\xef\xbb\xbfa\xc3\xa9b", "utf-8", 3, &[0, 1, 3, 4]), [3, 4, 6, 7]);
    assert_eq!(source_offsets(b"a\xe2\x80b\xffc", "utf-8", 0, &[0, 1, 4, 5, 8, 9]), [0, 1, 3, 4, 5, 6]);
    assert_eq!(
        source_offsets(b"\xff\xfea\0=\xd8\0\xdeb\0c", "utf-16le", 2, &[0, 1, 5, 6, 9]),
        [2, 4, 8, 10, 11]
    );
    assert_eq!(source_offsets(b"\0\xe4\xd8\xbdp", "utf-16be", 0, &[0, 2, 5]), [0, 2, 5]);
    // A trail byte that is a tag: the lead byte alone is malformed.
    assert_eq!(source_offsets(b"\x8c\xe1<\x8c<p", "shift_jis", 0, &[0, 3, 4, 7, 8, 9]), [0, 2, 3, 4, 5, 6]);
    assert_eq!(source_offsets(b"\x82", "cp437", 0, &[0, 2]), [0, 1]);
    assert_eq!(source_offsets(b"abc", "utf-8", 0, &[]), [0; 0]);
}

#[test]
fn a_page_of_a_megabyte_in_every_encoding() {
    for name in ENCODINGS {
        let bytes = b"<p>\xb5\xc0\xbf\xc9 text of no more than ASCII</p>\n".repeat(25_000);
        let decoded = decode(&bytes, Some(name), None, None).unwrap();
        let offsets: Vec<usize> = (0..decoded.text.len()).step_by(97).collect();
        let found = source_offsets(&bytes, name, 0, &offsets);
        assert!(found.is_sorted() && found.last() < Some(&bytes.len()), "{name}");
    }
}

proptest! {
    #[test]
    fn characters_are_where_their_encoder_put_them(
        words in prop::collection::vec(prop::sample::select(vec![
            "a", "<p>", "é", "Ж", "道", "可", "あ", "ｶ", "한", "€", "\u{2014}", "𠀀", "\n", "Ω",
        ]), 0..30),
        name in prop::sample::select(ENCODINGS.to_vec()),
    ) {
        // Pieces are encoded one by one: their lengths are the truth. Those the encoding lacks are left out.
        let (mut bytes, mut text, mut places) = (Vec::new(), String::new(), Vec::new());
        for word in words {
            let piece = match (name, codec(name)) {
                ("utf-16le", _) => word.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                ("utf-16be", _) => word.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                (_, Ok(Codec::Web(encoding))) => match encoding.encode(word) {
                    (piece, _, false) => piece.into_owned(),
                    _ => continue,
                },
                _ if word.is_ascii() => word.as_bytes().to_vec(),
                _ => continue,
            };
            places.push((text.len(), bytes.len()));
            bytes.extend(piece);
            text.push_str(word);
        }
        places.push((text.len(), bytes.len()));
        let offsets: Vec<usize> = places.iter().map(|place| place.0).collect();
        let wanted: Vec<usize> = places.iter().map(|place| place.1).collect();
        let found = source_offsets(&bytes, name, 0, &offsets);
        if name == "iso-2022-jp" {
            // The switch back to ASCII belongs to the character after it.
            prop_assert!(found.is_sorted());
        } else {
            prop_assert_eq!(found, wanted);
        }
    }

    #[test]
    fn any_bytes_are_cut_where_their_characters_begin(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"<p>\x81\x1b$B(\xa4\xe5".to_vec())], 0..40),
        name in prop::sample::select(ENCODINGS.to_vec()),
    ) {
        let decoded = decode(&bytes, Some(name), None, None).unwrap();
        let offsets = offsets_of(&decoded.text);
        let found = source_offsets(&bytes, decoded.encoding, decoded.bom, &offsets);
        prop_assert!(found.is_sorted());
        prop_assert!(found.iter().all(|&at| at >= decoded.bom && at <= bytes.len()));
        prop_assert_eq!(found.last(), Some(&bytes.len()));
        // ASCII is found as itself, except where it is a switch of ISO-2022-JP or its letter.
        if decoded.encoding != "iso-2022-jp" && decoded.encoding != "gb18030" && decoded.encoding != "gbk" && !decoded.encoding.starts_with("utf-16") {
            for (character, &at) in decoded.text.chars().zip(&found) {
                if character.is_ascii() {
                    prop_assert_eq!(u32::from(bytes[at]), u32::from(character));
                }
            }
        }
        if decoded.encoding == "utf-8" {
            for (&offset, &at) in offsets.iter().zip(&found) {
                prop_assert_eq!(String::from_utf8_lossy(&bytes[decoded.bom..at]), &decoded.text[..offset]);
            }
        }
    }
}
