//! Relations as JSON lines: always the same keys, each of one type.

use super::matches::Match;
use super::relations::{Relation, Verdict};
use super::shelf::Pages;
use super::signals::Signals;
use crate::json::string;

/// Adds a number with a fraction: of four digits at most, so that lines are the same everywhere.
pub(super) fn put_float(out: &mut Vec<u8>, number: f64) {
    let text = format!("{:.4}", if number.is_finite() { number } else { 0.0 });
    let short = text.trim_end_matches('0');
    let short = if short == "-0." { "0." } else { short };
    out.extend_from_slice(short.as_bytes());
    if short.ends_with('.') {
        out.push(b'0');
    }
}

pub(super) fn put_key(out: &mut Vec<u8>, key: &str) {
    if !matches!(out.last(), Some(b'{' | b'[')) {
        out.push(b',');
    }
    out.push(b'"');
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(b"\":");
}

pub(super) fn put_number(out: &mut Vec<u8>, key: &str, number: u64) {
    put_key(out, key);
    out.extend_from_slice(number.to_string().as_bytes());
}

pub(super) fn put_text(out: &mut Vec<u8>, key: &str, text: &str) {
    put_key(out, key);
    string::quote(text, out);
}

fn put_floats(out: &mut Vec<u8>, key: &str, numbers: &[(&str, f64)]) {
    put_key(out, key);
    out.push(b'{');
    for &(name, number) in numbers {
        put_key(out, name);
        put_float(out, number);
    }
    out.push(b'}');
}

/// The pages of a relation, with how many places two can collide in.
#[derive(Clone, Copy, Debug)]
pub struct PagePairs<'a> {
    pub first: &'a Pages,
    pub second: &'a Pages,
    pub matches: &'a [Match],
    pub width: usize,
}

/// Adds the line of a relation.
pub fn put(
    out: &mut Vec<u8>,
    names: [&str; 2],
    verdict: &Verdict,
    signals: &Signals,
    pages: Option<PagePairs<'_>>,
) {
    out.push(b'{');
    put_text(out, "first", names[0]);
    put_text(out, "second", names[1]);
    put_text(out, "relation", verdict.relation.name());
    put_key(out, "confidence");
    put_float(out, verdict.confidence());
    let contained = match verdict.relation {
        Relation::ContiguousSubset if signals.coverage_first > signals.coverage_second => "first",
        Relation::ContiguousSubset => "second",
        _ => "",
    };
    put_text(out, "contained", contained);
    let confidences = Relation::ALL.map(|relation| (relation.name(), verdict.confidences[relation as usize]));
    put_floats(out, "confidences", &confidences);
    put_floats(out, "signals", &of_signals(signals));
    out.pop();
    put_number(out, "pages", u64::from(signals.pages));
    out.push(b'}');
    if let Some(pairs) = pages.filter(|pairs| !pairs.matches.is_empty()) {
        put_key(out, "pages");
        out.push(b'[');
        for found in pairs.matches {
            if out.last() != Some(&b'[') {
                out.push(b',');
            }
            out.push(b'{');
            put_number(out, "first", u64::from(pairs.first.numbers[found.first as usize]));
            put_number(out, "second", u64::from(pairs.second.numbers[found.second as usize]));
            put_key(out, "similarity");
            put_float(out, f64::from(found.collisions) / pairs.width.max(1) as f64);
            out.push(b'}');
        }
        out.push(b']');
    }
    out.extend_from_slice(b"}\n");
}

fn of_signals(signals: &Signals) -> [(&'static str, f64); 13] {
    [
        ("book_similarity", signals.book_similarity),
        ("page_similarity", signals.page_similarity),
        ("slope", signals.slope),
        ("offset", signals.offset),
        ("page_count_deviation", signals.page_count_deviation),
        ("correlation", signals.correlation),
        ("straddle", signals.straddle),
        ("coverage_first", signals.coverage_first),
        ("coverage_second", signals.coverage_second),
        ("contiguity", signals.contiguity),
        ("monotone", signals.monotone),
        ("changed", signals.changed),
        ("error_rate", signals.error_rate),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_fraction() {
        let text = |number| {
            let mut out = Vec::new();
            put_float(&mut out, number);
            String::from_utf8(out).unwrap()
        };
        let expected = ["1.0", "0.5", "-12.3457", "0.0", "0.0", "0.0"];
        assert_eq!([1.0, 0.5, -12.345_67, 0.0, -0.000_01, f64::NAN].map(text), expected);
    }
}
