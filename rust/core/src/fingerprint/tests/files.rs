//! Fingerprints in records and in files come back, and what is damaged is noticed.

use proptest::prelude::*;

use super::*;
use crate::fingerprint::record::{self, Form};
use crate::fingerprint::side_file::{SideFile, Writer};
use crate::store::seal;
use crate::units::{self, Reading};

#[test]
fn objects_come_back() {
    for kind in SCHEMES {
        let mut choice = choice(kind);
        choice.positions = kind.positions;
        let sketcher = Sketcher::new(choice).unwrap();
        for text in [TEXT, ""] {
            let print = sketcher.sketch(Given::Text(text), &mut sketcher.scratch());
            for form in [Form::Base64, Form::List] {
                let object = record::write(&sketcher, &print, form, kind.positions);
                assert!(crate::json::split::fields(&object).is_ok());
                let found = record::read(&object).unwrap();
                assert!(std::ptr::eq(found.kind().unwrap(), *kind));
                assert_eq!(found.parameters, sketcher.parameters());
                assert_eq!(found.fingerprint, print);
            }
        }
    }
}

#[test]
fn objects_by_hand() {
    let mut choice = Choice::new(&simhash::KIND);
    choice.seed = Some(5);
    let sketcher = Sketcher::new(choice).unwrap();
    let print = Fingerprint { shingles: 3, values: vec![1], positions: vec![] };
    let of =
        |print: &Fingerprint, form| String::from_utf8(record::write(&sketcher, print, form, false)).unwrap();
    let start =
        r#"{"scheme":"simhash","parameters":"version=1 unit=words fold=case n=1 bits=64 seed=5","shingles":"#;
    assert_eq!(of(&print, Form::Base64), format!(r#"{start}3,"values":"AQAAAAAAAAA="}}"#));
    assert_eq!(of(&print, Form::List), format!(r#"{start}3,"values":["0000000000000001"]}}"#));
    let none = Fingerprint::default();
    assert_eq!(of(&none, Form::Base64), format!(r#"{start}0,"values":""}}"#));
    assert_eq!(of(&none, Form::List), format!("{start}0}}"));
}

#[test]
fn bad_objects_are_refused() {
    let good = r#"{"scheme":"minhash","parameters":"n=1","shingles":1,"values":"AQAAAAAAAAA="}"#;
    assert!(record::read(good.as_bytes()).is_ok());
    for (from, to) in [
        (r#""minhash""#, "1"),
        (r#""n=1""#, "[]"),
        (":1,", ":-1,"),
        ("AQAAAAAAAAA=", "AQAAAAAAAAA"),
        (r#""AQAAAAAAAAA=""#, "7"),
        (r#""AQAAAAAAAAA=""#, r#"["1"]"#),
        (r#""scheme""#, r#""schema""#),
        ("{", "["),
    ] {
        assert!(record::read(good.replace(from, to).as_bytes()).is_err(), "{to}");
    }
}

#[test]
fn the_text_of_a_record_is_what_blocktext_writes() {
    let text = |line: &str| {
        let (mut document, mut joined) = (units::Document::default(), String::new());
        record::text_of(&Reading::default(), line.as_bytes(), &mut document, &mut joined).map(str::to_owned)
    };
    assert_eq!(text(r#"{"text":"One\ntwo"}"#).unwrap(), "One\ntwo");
    let blocks = r#"{"text":"x","blocks":[{"text":"One","class":"good"},{"text":"no","class":"bad"},{"text":"two","class":"good"}]}"#;
    assert_eq!(text(blocks).unwrap(), "One\ntwo");
    assert_eq!(text(r#"{"blocks":[{"text":"no","class":"bad"}]}"#).unwrap(), "");
    assert_eq!(text(r#"{"text":[1]}"#).unwrap_err().offset, 8);
}

fn file(sketcher: &Sketcher, documents: &[(String, Fingerprint)]) -> Vec<u8> {
    let mut writer = Writer::default();
    let mut bytes = writer.begin(sketcher);
    for (id, print) in documents {
        bytes.extend(writer.document(id, print).unwrap());
    }
    bytes.extend(writer.end());
    bytes
}

fn read(bytes: &[u8]) -> crate::Result<Vec<(String, Fingerprint)>> {
    let mut file = SideFile::open(bytes)?;
    let mut found = Vec::new();
    while let Some(document) = file.next_document()? {
        found.push(document);
    }
    assert_eq!(file.next_document()?, None);
    Ok(found)
}

#[test]
fn files_have_the_layout_that_is_written_down() {
    let sketcher = Sketcher::new(Choice::new(&exact::KIND)).unwrap();
    let print = Fingerprint { shingles: 1, values: vec![7, 8], positions: vec![] };
    let bytes = file(&sketcher, &[("abc".to_owned(), print)]);
    let header = bytes.len() - 60 - 40;
    assert_eq!(header % 8, 0);
    let document = &bytes[header..header + 40];
    let expected = [
        1u64.to_le_bytes(),
        (3u64 << 32 | 2).to_le_bytes(),
        7u64.to_le_bytes(),
        8u64.to_le_bytes(),
        *b"abc\0\0\0\0\0",
    ];
    assert_eq!(document, expected.as_flattened());
}

#[test]
fn damage_is_noticed() {
    let sketcher = Sketcher::new(Choice::new(&minhash::KIND)).unwrap();
    let print = sketcher.sketch(Given::Text(TEXT), &mut sketcher.scratch());
    let bytes = file(&sketcher, &[("a".to_owned(), print), (String::new(), Fingerprint::default())]);
    assert_eq!(read(&bytes).unwrap().len(), 2);
    for at in 0..bytes.len() {
        let mut bad = bytes.clone();
        bad[at] ^= 1;
        assert!(read(&bad).is_err(), "{at}");
        assert!(read(&bytes[..at]).is_err(), "{at}");
    }
    assert!(read(&[&bytes[..], b"x"].concat()).is_err());
    assert_eq!(read(&seal("exact", b"")).unwrap_err().to_string(), "holds exact, not fingerprints");
}

proptest! {
    #[test]
    fn documents_come_back(documents in proptest::collection::vec((".{0,12}", 0u64..1 << 40, proptest::collection::vec(any::<u64>(), 0..9)), 0..6)) {
        let sketcher = Sketcher::new(Choice::new(&winnow::KIND)).unwrap();
        let documents: Vec<_> = documents
            .into_iter()
            .map(|(id, shingles, values)| (id, Fingerprint { shingles, values, positions: Vec::new() }))
            .collect();
        let bytes = file(&sketcher, &documents);
        prop_assert_eq!(SideFile::open(&bytes[..]).unwrap().parameters, sketcher.parameters());
        prop_assert_eq!(read(&bytes).unwrap(), documents);
    }

    #[test]
    fn any_bytes(bytes: Vec<u8>) {
        let _ = record::read(&bytes);
        prop_assert!(read(&bytes).is_err());
        prop_assert!(prefixes::Prefixes::from_bytes(&bytes).is_err());
    }
}
