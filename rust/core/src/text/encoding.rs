//! Which encoding a plain text file is in, and its characters.
//!
//! Order of evidence: what the caller says, a byte-order mark, valid UTF-8, UTF-8 with some stray bytes, then a
//! contest of the legacy encodings in which a declaration inside the text counts as a hint: declarations are often
//! wrong, because files were converted without touching them.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, MACINTOSH, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::dos::{CP437, CP850, CodePage};
use crate::error::{Error, Result};

/// A text, and what was decided about its bytes.
#[derive(Debug)]
pub struct Decoded<'a> {
    pub text: Cow<'a, str>,
    /// Lower-case name: `ascii`, `utf-8`, `iso-8859-1`, `windows-1252`, `cp437`, `utf-16le`, `big5`, ...
    pub encoding: String,
    /// Bytes that could not be decoded and stand as U+FFFD in the text.
    pub replaced: usize,
    /// Bytes of a byte-order mark before the text.
    pub bom: usize,
}

/// What decodes the bytes: the web's encodings, or a DOS code page.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Codec {
    Web(&'static Encoding),
    Dos(&'static CodePage),
}

/// Bytes looked at for statistics, of lines that are not ASCII: enough for any verdict.
const SAMPLE: usize = 1 << 16;

/// Decodes a whole file. `forced` overrules all evidence; an unknown name is an error.
pub fn decode<'a>(bytes: &'a [u8], forced: Option<&str>) -> Result<Decoded<'a>> {
    if let Some(name) = forced {
        return Ok(with_codec(bytes, codec(name)?));
    }
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Ok(with_codec(bytes, Codec::Web(encoding)));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let name = if text.is_ascii() { "ascii" } else { "utf-8" };
            Ok(Decoded { text: Cow::Borrowed(text), encoding: name.to_owned(), replaced: 0, bom: 0 })
        }
        Err(_) => Ok(legacy(bytes)),
    }
}

/// Whether an encoding of that name is known; for options, before any file is read.
pub fn is_known(name: &str) -> bool {
    codec(name).is_ok()
}

/// What a name that a user gave stands for. Encodings that the web only knows to refuse them are unknown here.
pub(crate) fn codec(name: &str) -> Result<Codec> {
    let plain = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    match plain.as_str() {
        "cp437" | "ibm437" | "cp-437" => Ok(Codec::Dos(&CP437)),
        "cp850" | "ibm850" | "cp-850" => Ok(Codec::Dos(&CP850)),
        _ => match Encoding::for_label(plain.as_bytes()) {
            Some(encoding) if encoding != REPLACEMENT => Ok(Codec::Web(encoding)),
            _ => Err(Error::Parameter {
                name: "encoding",
                expected: format!("a known encoding such as utf-8, windows-1252 or cp437, not '{name}'"),
            }),
        },
    }
}

fn with_codec(bytes: &[u8], codec: Codec) -> Decoded<'_> {
    match codec {
        Codec::Dos(page) => Decoded {
            text: Cow::Owned(page.decode(bytes)),
            encoding: page.name.to_owned(),
            replaced: 0,
            bom: 0,
        },
        Codec::Web(encoding) => {
            let bom = match Encoding::for_bom(bytes) {
                Some((of_bom, len)) if of_bom == encoding => len,
                _ => 0,
            };
            let (text, had_errors) = encoding.decode_without_bom_handling(&bytes[bom..]);
            let replaced = if had_errors { text.matches('\u{fffd}').count() } else { 0 };
            Decoded { encoding: name_of(encoding, bytes), text, replaced, bom }
        }
    }
}

fn name_of(encoding: &'static Encoding, bytes: &[u8]) -> String {
    // The web reads ISO-8859-1 as its superset; where the two are the same, say the commoner name.
    if encoding == WINDOWS_1252 && !bytes.iter().any(|b| (0x80..0xa0).contains(b)) {
        return "iso-8859-1".to_owned();
    }
    encoding.name().to_ascii_lowercase()
}

fn legacy(bytes: &[u8]) -> Decoded<'_> {
    let utf16 = looks_like_utf16(bytes).map(|encoding| with_codec(bytes, Codec::Web(encoding)));
    if let Some(decoded) = utf16.or_else(|| utf8_with_stray_bytes(bytes)) {
        return decoded;
    }
    let sample = &sample(bytes);
    let declared = declared(bytes).and_then(|name| codec(&name).ok());
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    // In lines of such an encoding nearly every byte is above ASCII; a few accents may look like it by chance.
    let dense = sample.iter().filter(|&&b| b >= 0x80).count() > sample.len() / 7;
    for multi_byte in [declared, Some(Codec::Web(guess))].into_iter().flatten() {
        if let Codec::Web(encoding) = multi_byte
            && dense
            && !encoding.is_single_byte()
            && encoding != UTF_8
            && !encoding.decode_without_bom_handling(bytes).1
        {
            return with_codec(bytes, multi_byte);
        }
    }
    let mut candidates = vec![Codec::Web(WINDOWS_1252)];
    if let Some(Codec::Web(encoding)) = declared
        && encoding.is_single_byte()
    {
        candidates.insert(0, Codec::Web(encoding));
    }
    candidates.extend([Codec::Dos(&CP850), Codec::Dos(&CP437), Codec::Web(MACINTOSH)]);
    if guess.is_single_byte() {
        candidates.push(Codec::Web(guess));
    }
    if let Some(page @ Codec::Dos(_)) = declared {
        candidates.insert(0, page);
    }
    let mut best = (i64::MIN, candidates[0]);
    for candidate in candidates {
        let score = plausibility(sample, candidate);
        if score > best.0 {
            best = (score, candidate);
        }
    }
    with_codec(bytes, best.1)
}

/// The first lines that are not ASCII.
pub(crate) fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    for line in bytes.split_inclusive(|&b| b == b'\n').filter(|line| !line.is_ascii()) {
        sample.extend_from_slice(&line[..line.len().min(SAMPLE)]);
        if sample.len() >= SAMPLE {
            break;
        }
    }
    sample
}

/// UTF-16 without a mark: text in it has its zero bytes at odd, or at even, places only.
pub(crate) fn looks_like_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(4096) & !1];
    let zeros = |from: usize| sample.iter().skip(from).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let many = sample.len() / 5;
    match (even > many, odd > many) {
        (true, false) if odd == 0 => Some(UTF_16BE),
        (false, true) if even == 0 => Some(UTF_16LE),
        _ => None,
    }
}

/// A UTF-8 file into which somebody pasted a few Latin-1 characters: these are read as windows-1252.
fn utf8_with_stray_bytes(bytes: &[u8]) -> Option<Decoded<'_>> {
    let (mut good, mut stray) = (0, 0);
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().bytes().filter(|b| b & 0xc0 == 0xc0).count();
        text.push_str(chunk.valid());
        stray += chunk.invalid().len();
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
    (good >= 10 * stray).then(|| Decoded {
        text: Cow::Owned(text),
        encoding: "utf-8+windows-1252".to_owned(),
        replaced: 0,
        bom: 0,
    })
}

/// The value of a line `Character set encoding: ISO-8859-1`, as a label.
fn declared(bytes: &[u8]) -> Option<String> {
    let top = &bytes[..bytes.len().min(30_000)];
    let key = b"character set encoding:";
    let at = top.windows(key.len()).position(|w| w.eq_ignore_ascii_case(key))?;
    let value = top[at + key.len()..].split(|b| matches!(b, b'\r' | b'\n')).next()?;
    let value = String::from_utf8_lossy(value).trim().to_ascii_lowercase();
    // "ISO Latin-1", "Windows Code-Page 1252" and "CP-1252" are how volunteers wrote it.
    let digits: String = value.chars().filter(char::is_ascii_digit).collect();
    Some(match digits.as_str() {
        "1" if value.contains("latin") => "iso-8859-1".to_owned(),
        "437" | "850" => format!("cp{digits}"),
        "1250" | "1251" | "1252" | "1253" => format!("windows-{digits}"),
        _ => value,
    })
}

/// How much a one-byte encoding makes of the bytes above ASCII: letters inside words speak for it, symbols there
/// and capitals after small letters against it.
pub(crate) fn plausibility(sample: &[u8], codec: Codec) -> i64 {
    let table: Vec<char> = match codec {
        Codec::Dos(page) => page.upper(),
        Codec::Web(encoding) => {
            let upper: Vec<u8> = (0x80..=0xff).collect();
            encoding.decode_without_bom_handling(&upper).0.chars().collect()
        }
    };
    let at = |i: usize| match sample.get(i) {
        Some(&b) if b >= 0x80 => table.get(usize::from(b - 0x80)).copied().unwrap_or('\u{fffd}'),
        Some(&b) => char::from(b),
        None => ' ',
    };
    let mut score = 0;
    for (i, &byte) in sample.iter().enumerate() {
        if byte >= 0x80 {
            let before = if i == 0 { ' ' } else { at(i - 1) };
            score += fit(before, at(i), at(i + 1));
        }
    }
    score
}

fn fit(before: char, c: char, after: char) -> i64 {
    let inside = before.is_alphabetic() && after.is_alphabetic();
    let alone = !before.is_alphabetic() && !after.is_alphabetic();
    match c {
        '\u{80}'..='\u{9f}' | '\u{fffd}' => -4,
        '\u{2018}' | '\u{2019}' | '\u{b4}' if inside => 2,
        '\u{2018}'..='\u{201e}' | '\u{ab}' | '\u{bb}' => {
            if inside {
                -3
            } else {
                2
            }
        }
        '\u{2013}' | '\u{2014}' | '\u{2026}' | '\u{a0}' => {
            if inside {
                0
            } else {
                2
            }
        }
        '\u{a3}' | '\u{a7}' | '\u{b0}' | '\u{bd}' | '\u{bc}' | '\u{be}' | '\u{a9}' | '\u{ae}' => {
            if inside {
                -3
            } else {
                1
            }
        }
        // A letter of a currency or of phonetics in the middle of a word is a sign of the wrong table.
        'ƒ' | 'ª' | 'º' | 'µ' => -2,
        _ if c.is_lowercase() && after.is_uppercase() => -3,
        _ if c.is_uppercase() && before.is_lowercase() => -3,
        // A letter that is a word by itself is a small one.
        _ if alone => i64::from(c.is_lowercase()),
        _ if c.is_lowercase() => 2,
        _ if c.is_alphabetic() => 1,
        _ => {
            if inside {
                -3
            } else {
                -1
            }
        }
    }
}

/// The byte at which the given line (0-based, split at `\n`) starts in a file of that encoding.
pub fn line_offset(bytes: &[u8], encoding: &str, bom: usize, line: usize) -> usize {
    if line == 0 {
        return bom;
    }
    let wide = match encoding {
        "utf-16le" => Some([b'\n', 0]),
        "utf-16be" => Some([0, b'\n']),
        _ => None,
    };
    let nth = match wide {
        Some(newline) => {
            let units = bytes[bom..].chunks_exact(2).enumerate().filter(|(_, unit)| *unit == newline);
            units.map(|(i, _)| bom + 2 * i + 2).nth(line - 1)
        }
        // In every other encoding here the byte 0x0a is a line feed and nothing else.
        None => memchr::memchr_iter(b'\n', bytes).map(|at| at + 1).nth(line - 1),
    };
    nth.unwrap_or(bytes.len())
}

/// Whether bytes are of no text at all (an image, a program): too many control characters near the start.
pub fn looks_binary(bytes: &[u8]) -> bool {
    if Encoding::for_bom(bytes).is_some() || looks_like_utf16(bytes).is_some() {
        return false;
    }
    let sample = &bytes[..bytes.len().min(1 << 16)];
    let control = |b: &&u8| **b < 0x20 && !matches!(**b, b'\t' | b'\n' | b'\r' | 0x0c | 0x08 | 0x1a | 0x1b);
    sample.iter().filter(control).count() > sample.len() / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decided(bytes: &[u8]) -> (String, String) {
        let decoded = decode(bytes, None).unwrap();
        (decoded.encoding, decoded.text.into_owned())
    }

    #[test]
    fn plain_cases() {
        assert_eq!(decided(b"plain").0, "ascii");
        assert_eq!(decided("é".as_bytes()), ("utf-8".to_owned(), "é".to_owned()));
        assert_eq!(decided(b"\xef\xbb\xbfx"), ("utf-8".to_owned(), "x".to_owned()));
        assert_eq!(decided(b"\xff\xfeh\0\xe9\0"), ("utf-16le".to_owned(), "hé".to_owned()));
        assert_eq!(decided(b"\xfe\xff\0h\0\xe9"), ("utf-16be".to_owned(), "hé".to_owned()));
    }

    #[test]
    fn western_one_byte_encodings_are_told_apart() {
        let french = "Les âmes étaient à l'été, où ça gêne; « voilà » dit l'élève. ".repeat(3);
        let german = "Die Mädchen hörten über Größe und Füße; Äpfel und Öl. ".repeat(3);
        for text in [&french, &german] {
            let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
            assert_eq!(decided(&latin), ("iso-8859-1".to_owned(), text.clone()));
            for page in [&CP850, &CP437] {
                let upper = page.upper();
                let byte = |c: char| match upper.iter().position(|&u| u == c) {
                    Some(at) => u8::try_from(at + 0x80).unwrap(),
                    None => u8::try_from(u32::from(c)).unwrap(),
                };
                let bytes: Vec<u8> = text.chars().map(byte).collect();
                let (name, got) = decided(&bytes);
                assert_eq!(&got, text, "{} read as {name}", page.name);
            }
        }
        let quotes = b"\x93We hold,\x94 they\x92ve said \x96 life\x92s ills. It\x92s \x93so\x94.";
        assert_eq!(decided(quotes).0, "windows-1252");
    }

    #[test]
    fn asian_encodings() {
        for (encoding, text) in [
            (encoding_rs::BIG5, "道可道，非常道。名可名，非常名。無名天地之始；有名萬物之母。"),
            (encoding_rs::SHIFT_JIS, "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"),
        ] {
            let text = text.repeat(4);
            let (bytes, _, _) = encoding.encode(&text);
            assert_eq!(decided(&bytes), (encoding.name().to_ascii_lowercase(), text));
        }
    }

    #[test]
    fn a_few_accents_are_no_asian_text() {
        // The bytes of this accent and the letter after it are a character of Shift_JIS, too.
        let line = b"He said it was \xe0 la mode, and so it was for all that I could see of it from there.\n";
        let file = line.repeat(20);
        assert_eq!(decided(&file).0, "iso-8859-1");
    }

    #[test]
    fn a_declaration_is_a_hint() {
        let russian = "Все счастливые семьи похожи друг на друга";
        let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(russian);
        let mut file = b"Character set encoding: CP-1251\r\n\r\n".to_vec();
        file.extend_from_slice(&bytes);
        assert!(decided(&file).1.ends_with(russian));
        // Declared UTF-8, but Latin-1 bytes.
        let lying = b"Character set encoding: UTF-8\r\n\r\nThey have \xa3500 a year, the f\xeate was over.";
        assert_eq!(decided(lying).0, "iso-8859-1");
    }

    #[test]
    fn a_stray_byte_does_not_undo_utf8() {
        let text = "naïve café über ".repeat(20);
        let mut bytes = text.clone().into_bytes();
        bytes.extend_from_slice(b"caf\xe9");
        assert_eq!(decided(&bytes), ("utf-8+windows-1252".to_owned(), text + "café"));
    }

    #[test]
    fn forced_and_unknown() {
        assert_eq!(decode(b"\x82", Some("CP437")).unwrap().text, "é");
        assert_eq!(decode(b"\xe9", Some("latin1")).unwrap().text, "é");
        assert_eq!(decode(b"a\xff", Some("utf-8")).unwrap().replaced, 1);
        assert!(decode(b"", Some("klingon")).unwrap_err().to_string().contains("'klingon'"));
    }

    #[test]
    fn lines_are_found_in_the_bytes() {
        assert_eq!(line_offset(b"a\nbc\nd", "ascii", 0, 2), 5);
        assert_eq!(line_offset(b"a\nbc\nd", "ascii", 0, 9), 6);
        assert_eq!(line_offset(b"\xff\xfea\0\n\0b\0", "utf-16le", 2, 1), 6);
        // U+0A00 holds the byte 0x0a, and is no line feed.
        assert_eq!(line_offset(b"\x0a\x00\x00\x0a\x00b", "utf-16be", 0, 1), 4);
    }

    #[test]
    fn programs_and_images_are_not_text() {
        let noise: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        assert!(looks_binary(&noise));
        assert!(!looks_binary(
            b"text with one \0 in the middle of it, and more text than a hundred bytes, so that \
            the share of control characters is small enough."
        ));
        assert!(!looks_binary("Œuvres complètes\x1a".as_bytes()));
    }

    proptest! {
        #[test]
        fn any_bytes_decode(bytes: Vec<u8>) {
            let decoded = decode(&bytes, None).unwrap();
            let lines = decoded.text.matches('\n').count();
            prop_assert!(line_offset(&bytes, &decoded.encoding, decoded.bom, lines + 1) == bytes.len());
            looks_binary(&bytes);
        }
    }
}
