//! The elements of a JSON array in its bytes: the blocks of a record, each of which is an object for [`super::split`].

use std::ops::Range;

use super::split::{Field, Invalid, Scanner};

/// Where the elements of the array that is `value` stand in it, in order. Offsets of errors are into `value` too.
pub fn elements(value: &[u8]) -> Result<Vec<Range<usize>>, Invalid> {
    let mut elements = Vec::new();
    each(value, |scanner| {
        let start = scanner.place();
        scanner.value()?;
        elements.push(start..scanner.place());
        Ok(())
    })?;
    Ok(elements)
}

/// The elements with their members, relative to the element's start, found in the same pass; `None` for an element
/// that is no object.
#[allow(clippy::type_complexity)]
pub fn objects(value: &[u8]) -> Result<Vec<(Range<usize>, Option<Vec<Field>>)>, Invalid> {
    let mut objects = Vec::new();
    each(value, |scanner| {
        let start = scanner.place();
        let fields = if scanner.peek() == Some(b'{') {
            Some(scanner.object(start)?)
        } else {
            scanner.value()?;
            None
        };
        objects.push((start..scanner.place(), fields));
        Ok(())
    })?;
    Ok(objects)
}

fn each(value: &[u8], element: impl FnMut(&mut Scanner<'_>) -> Result<(), Invalid>) -> Result<(), Invalid> {
    let mut scanner = Scanner::new(value)?;
    if scanner.peek() != Some(b'[') {
        return Err(scanner.bad("not a JSON array"));
    }
    scanner.array(element)?;
    scanner.end("something after the JSON array")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::split;
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

    #[test]
    fn objects_have_the_members_that_splitting_them_finds() {
        let value = br#" [ {"a":[1,"]"], "b" :{}} ,1,{}, "x" ,{"c":"\u00e9"}]"#;
        let found = objects(value).unwrap();
        assert_eq!(
            found.iter().map(|(range, _)| range.clone()).collect::<Vec<_>>(),
            elements(value).unwrap()
        );
        for (range, fields) in found {
            assert_eq!(fields, split::fields(&value[range]).ok());
        }
    }

    proptest! {
        #[test]
        fn any_bytes(value: Vec<u8>) {
            prop_assert_eq!(elements(&value).err(), objects(&value).err());
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
