//! Labels as members of the blocks' objects.

use std::io::Write;

use super::Labels;
use crate::html::page::Page;
use crate::html::record::Parsed;
use crate::json::{splice, string};

/// The members of a block that labelling owns: what an earlier run has left goes.
const OWN: [&str; 5] = ["class", "context_free", "score", "reason", "parts"];

/// The value of a `blocks` field with the labels of its blocks. `explain`: whether the rules that decided are wanted.
pub fn write(value: &[u8], parsed: &Parsed, labels: &Labels, explain: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len() + 20 * labels.blocks.len());
    let mut at = 0;
    let mut members = Vec::new();
    for (i, (object, label)) in parsed.objects.iter().zip(&labels.blocks).enumerate() {
        out.extend_from_slice(&value[at..object.range.start]);
        members.clear();
        let class: &[u8] = if label.good { b"\"class\":\"good\"" } else { b"\"class\":\"bad\"" };
        members.extend_from_slice(class);
        if let Some(class) = label.context_free {
            members.extend_from_slice(b",\"context_free\":\"");
            members.extend_from_slice(class.as_bytes());
            members.push(b'"');
        }
        if let Some(score) = label.score {
            members.extend_from_slice(b",\"score\":");
            put_score(score, &mut members);
        }
        if explain {
            members.extend_from_slice(b",\"reason\":");
            string::quote(label.reason, &mut members);
        }
        write_parts(&parsed.page, labels, i, &mut members);
        splice::put(&value[object.range.clone()], &object.fields, &OWN, &members, &mut out);
        at = object.range.end;
    }
    out.extend_from_slice(&value[at..]);
    out
}

/// The good parts of a block that has bad ones too, in code points.
fn write_parts(page: &Page, labels: &Labels, block: usize, members: &mut Vec<u8>) {
    let block = &page.blocks[block];
    let parts = labels.parts(page, block);
    let (mut at, mut chars) = (block.text.start, 0);
    let mut place = |offset: usize| {
        chars += page.text[at..offset].chars().count();
        at = offset;
        chars
    };
    for (i, part) in parts.iter().enumerate() {
        members.extend_from_slice(if i == 0 { b",\"parts\":[" } else { b"," });
        let _ = write!(members, "[{},{}]", place(part.start), place(part.end));
    }
    if !parts.is_empty() {
        members.push(b']');
    }
}

/// A number from 0 to 1 with four digits after the point, as `{:.4}` has them: that takes as long as some algorithms.
fn put_score(score: f32, out: &mut Vec<u8>) {
    // No digit is lost: a factor of 10,000 has 14 bits, and an `f32` has 24.
    let mut rest = (f64::from(score) * 10_000.0).round_ties_even().clamp(0.0, 99_999.0) as u32;
    let mut digits = *b"0.0000";
    for at in [5, 4, 3, 2, 0] {
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::classify::Label;
    use crate::html::record;

    #[test]
    fn labels_are_members() {
        let value = r#"[{"text":"é b c","nodes":"0|1 2|1 4|1","mine":1e999}, {"class":"good","reason":"x","text":"d"}]"#;
        let parsed = record::parse(value.as_bytes()).unwrap();
        let nodes = [false, true, true, false].map(|good| (good, "why"));
        let mut labels = Labels::of_nodes(&parsed.page, &nodes);
        labels.blocks[1] = Label { score: Some(0.25), context_free: Some("short"), ..labels.blocks[1] };
        let written =
            |explain| String::from_utf8(write(value.as_bytes(), &parsed, &labels, explain)).unwrap();
        assert_eq!(
            written(false),
            r#"[{"text":"é b c","nodes":"0|1 2|1 4|1","mine":1e999,"class":"good","parts":[[2,5]]}, {"text":"d","class":"bad","context_free":"short","score":0.2500}]"#
        );
        assert!(written(true).ends_with(r#","score":0.2500,"reason":"why"}]"#));
    }

    fn score(score: f32) -> String {
        let mut out = Vec::new();
        put_score(score, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn scores_have_four_digits() {
        // 0.03125 and 0.09375 are as far from the one as from the other: to the even one.
        let scores = [0.0, 1.0, 0.5, 0.00004, 0.00006, 0.99996, 0.03125, 0.09375, f32::NAN];
        let written =
            ["0.0000", "1.0000", "0.5000", "0.0000", "0.0001", "1.0000", "0.0312", "0.0938", "0.0000"];
        assert_eq!(scores.map(score), written);
    }

    proptest! {
        #[test]
        fn scores_are_written_as_the_library_does(value in 0.0..=1.0_f32) {
            prop_assert_eq!(score(value), format!("{value:.4}"));
        }
    }
}
