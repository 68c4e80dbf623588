//! Fingerprints in records: the object that is written, and read again.
//!
//! | key | is |
//! |---|---|
//! | `scheme` | its name |
//! | `parameters` | all that must be the same for two fingerprints to be comparable, as [`Sketcher::parameters`] |
//! | `shingles` | how many different ones the document has |
//! | `values` | the fingerprint, in [`base64`]; or a list of hexadecimal numbers of 16 digits |
//! | `positions` | where they stand, if asked for: in the same base64, or a list of numbers |
//!
//! Lists hold digits in quotes because few readers of JSON have numbers of 64 bits. No list is empty: of a document
//! without a fingerprint there is none.

use super::{Fingerprint, Kind, Sketcher, base64, find};
use crate::json::split::{self, Invalid};
use crate::json::{list, string};
use crate::units::{self, Reading, Wrong};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Base64,
    List,
}

/// The object of a fingerprint.
pub fn write(sketcher: &Sketcher, fingerprint: &Fingerprint, form: Form, positions: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(fingerprint.values.len() * 11 + 200);
    out.extend_from_slice(b"{\"scheme\":");
    string::quote(sketcher.kind().name, &mut out);
    out.extend_from_slice(b",\"parameters\":");
    string::quote(sketcher.parameters(), &mut out);
    out.extend_from_slice(format!(",\"shingles\":{}", fingerprint.shingles).as_bytes());
    numbers("values", &fingerprint.values, form, |value| format!("\"{value:016x}\""), &mut out);
    if positions {
        numbers("positions", &fingerprint.positions, form, |value| value.to_string(), &mut out);
    }
    out.push(b'}');
    out
}

fn numbers(name: &str, values: &[u64], form: Form, digits: impl Fn(u64) -> String, out: &mut Vec<u8>) {
    match form {
        Form::Base64 => {
            out.extend_from_slice(format!(",\"{name}\":\"").as_bytes());
            base64::encode(values, out);
            out.push(b'"');
        }
        Form::List if values.is_empty() => {}
        Form::List => {
            out.extend_from_slice(format!(",\"{name}\":").as_bytes());
            for (at, &value) in values.iter().enumerate() {
                out.push(if at == 0 { b'[' } else { b',' });
                out.extend_from_slice(digits(value).as_bytes());
            }
            out.push(b']');
        }
    }
}

/// A fingerprint that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub scheme: String,
    pub parameters: String,
    pub fingerprint: Fingerprint,
}

impl Found {
    /// The scheme, if it is known here.
    pub fn kind(&self) -> Option<&'static Kind> {
        find(&self.scheme)
    }
}

/// Reads the value of a `fingerprint` member.
pub fn read(value: &[u8]) -> Result<Found, Invalid> {
    let bad = |offset, what| Invalid { offset, what };
    let mut found =
        Found { scheme: String::new(), parameters: String::new(), fingerprint: Fingerprint::default() };
    let mut seen = [false; 3];
    for field in split::fields(value)? {
        let (start, raw) = (field.value.start, &value[field.value.clone()]);
        let text = || inside(raw).map(|inner| string::unescape(inner).into_owned());
        match field.unescaped(value).as_ref() {
            "scheme" => {
                found.scheme = text().ok_or_else(|| bad(start, "the scheme is no string"))?;
                seen[0] = true;
            }
            "parameters" => {
                found.parameters = text().ok_or_else(|| bad(start, "the parameters are no string"))?;
                seen[1] = true;
            }
            "shingles" => {
                let count = std::str::from_utf8(raw).ok().and_then(|digits| digits.parse().ok());
                found.fingerprint.shingles = count.ok_or_else(|| bad(start, "the shingles are no count"))?;
                seen[2] = true;
            }
            "values" => {
                let hex = |raw: &str| {
                    let digits =
                        raw.strip_prefix('"')?.strip_suffix('"').filter(|digits| digits.len() == 16)?;
                    u64::from_str_radix(digits, 16).ok()
                };
                let values = read_numbers(raw, hex);
                found.fingerprint.values =
                    values.ok_or_else(|| bad(start, "the values are no fingerprint"))?;
            }
            "positions" => {
                let positions = read_numbers(raw, |digits| digits.parse().ok());
                found.fingerprint.positions =
                    positions.ok_or_else(|| bad(start, "the positions are no numbers"))?;
            }
            _ => {}
        }
    }
    if seen == [true; 3] { Ok(found) } else { Err(bad(0, "not the output of fingerprint")) }
}

fn inside(raw: &[u8]) -> Option<&[u8]> {
    raw.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

fn read_numbers(raw: &[u8], number: impl Fn(&str) -> Option<u64>) -> Option<Vec<u64>> {
    if let Some(inner) = inside(raw) {
        return base64::decode(inner);
    }
    let elements = list::elements(raw).ok()?;
    elements.into_iter().map(|place| number(std::str::from_utf8(&raw[place]).ok()?)).collect()
}

/// The text of a record: of its units, each on lines of its own, as `blocktext` would write it.
pub fn text_of<'a>(
    reading: &Reading,
    line: &[u8],
    document: &'a mut units::Document,
    joined: &'a mut String,
) -> Result<&'a str, Wrong> {
    reading.read(line, document)?;
    if let [only] = document.units.as_slice() {
        return Ok(&document.text[only.text.clone()]);
    }
    joined.clear();
    for unit in &document.units {
        if !joined.is_empty() {
            joined.push('\n');
        }
        joined.push_str(&document.text[unit.text.clone()]);
    }
    Ok(joined)
}
