//! The elements of a JSON array in its bytes: the blocks of a record, each of which is an object for [`super::split`].

use std::ops::Range;

use super::split::{Invalid, Scanner};

/// Where the elements of the array that is `value` stand in it, in order. Offsets of errors are into `value` too.
pub fn elements(value: &[u8]) -> Result<Vec<Range<usize>>, Invalid> {
    let mut scanner = Scanner::new(value)?;
    if scanner.peek() != Some(b'[') {
        return Err(scanner.bad("not a JSON array"));
    }
    let elements = scanner.array()?;
    scanner.end("something after the JSON array")?;
    Ok(elements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(value: &str) -> Vec<&str> {
        elements(value.as_bytes()).unwrap().into_iter().map(|range| &value[range]).collect()
    }

    #[test]
    fn finds_elements_as_they_stand() {
        assert_eq!(
            found(r#" [ {"a":[1,"]"]} ,1.0,"x,\"y", null,[[],{}], 1e400 ] "#),
            [r#"{"a":[1,"]"]}"#, "1.0", r#""x,\"y""#, "null", "[[],{}]", "1e400"]
        );
        assert_eq!(found("[]"), [""; 0]);
        assert_eq!(found(" [ ] "), [""; 0]);
        assert_eq!(found("[[]]"), ["[]"]);
    }

    #[test]
    fn broken_arrays_are_located() {
        for (value, offset) in [
            ("", 0),
            ("{}", 0),
            ("null", 0),
            ("[1", 2),
            ("[1,]", 3),
            ("[,1]", 1),
            ("[1 2]", 3),
            ("[1}", 2),
            ("[1]2", 3),
            ("[{]", 2),
            ("[\"a]", 4),
        ] {
            assert_eq!(elements(value.as_bytes()).unwrap_err().offset, offset, "{value}");
        }
        assert_eq!(elements(b"[\"\xff\"]").unwrap_err(), Invalid { offset: 2, what: "not UTF-8" });
    }

    #[test]
    fn depth_needs_no_stack() {
        let n = 1_000_000;
        let value = format!("[{}{},1]", "[".repeat(n), "]".repeat(n));
        assert_eq!(found(&value).len(), 2);
    }

    proptest! {
        #[test]
        fn any_bytes(value: Vec<u8>) {
            let _ = elements(&value);
        }

        #[test]
        fn what_is_joined_is_found_again(
            parts in prop::collection::vec(
                prop::sample::select(vec!["1", "-0.5e3", r#""a,]\\""#, "[]", r#"{"a":[1,2]}"#, "true", "null"]), 0..9),
            space in prop::sample::select(vec!["", " ", "\n\t "]),
        ) {
            let separator = format!("{space},{space}");
            let value = format!("{space}[{space}{}{space}]{space}", parts.join(&separator));
            prop_assert_eq!(found(&value), parts);
        }
    }
}
