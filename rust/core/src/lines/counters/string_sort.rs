//! Sorting many byte strings that lie scattered in memory.
//!
//! Comparing them would wait for memory at every comparison. Instead eleven bytes of each are fetched into a key
//! that stands beside its reference; what is equal in those is sorted by the next eleven, and so on.

use std::hint::black_box;

/// Groups up to this size are cheaper compared string by string than keyed again.
const SMALL: usize = 12;
const STEP: usize = 11;
const MORE_FOLLOWS: u8 = STEP as u8 + 1;

/// Orders references by the bytes `string` gives for them.
pub(super) fn sort_strings<'a>(references: &[u32], string: impl Fn(u32) -> &'a [u8]) -> Vec<u32> {
    let keyed_at = |reference: u32, depth| key(string(reference), depth) << 32 | u128::from(reference);
    let mut keyed: Vec<u128> = references.iter().map(|&reference| keyed_at(reference, 0)).collect();
    // An explicit stack: strings that share a megabyte must not recurse a hundred thousand deep.
    let mut groups = vec![(0, keyed.len(), 0)];
    while let Some((start, end, depth)) = groups.pop() {
        let group = &mut keyed[start..end];
        if group.len() <= SMALL && depth > 0 {
            // Wait for all of them at once, not for each in turn.
            black_box(group.iter().fold(0, |sum, &item| sum ^ string(item as u32)[depth]));
            group.sort_unstable_by(|&a, &b| string(a as u32)[depth..].cmp(&string(b as u32)[depth..]));
            continue;
        }
        if depth > 0 {
            for item in &mut *group {
                *item = keyed_at(*item as u32, depth);
            }
        }
        group.sort_unstable();
        let mut from = start;
        for equals in group.chunk_by(|a, b| a >> 32 == b >> 32) {
            // A key that holds a string's end holds all of it, so its equals are equal as they are.
            if equals.len() > 1 && (equals[0] >> 32) as u8 == MORE_FOLLOWS {
                groups.push((from, from + equals.len(), depth + STEP));
            }
            from += equals.len();
        }
    }
    keyed.into_iter().map(|item| item as u32).collect()
}

/// 96 bits in the order of the strings: eleven bytes from `depth` on, then how many there were, or that more follow.
fn key(string: &[u8], depth: usize) -> u128 {
    let rest = &string[depth..];
    let mut chunk = [0; 16];
    if let Some(first) = rest.first_chunk::<12>() {
        chunk[4..].copy_from_slice(first);
        chunk[15] = MORE_FOLLOWS;
    } else {
        chunk[4..4 + rest.len()].copy_from_slice(rest);
        chunk[15] = rest.len() as u8;
    }
    u128::from_be_bytes(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted(strings: &[Vec<u8>]) -> Vec<&[u8]> {
        let order = sort_strings(&(0..strings.len() as u32).collect::<Vec<_>>(), |i| &strings[i as usize]);
        order.into_iter().map(|i| strings[i as usize].as_slice()).collect()
    }

    #[test]
    fn long_common_prefixes_do_not_recurse() {
        let strings: Vec<Vec<u8>> =
            (0..40u8).rev().map(|i| [vec![b'x'; 200_000], vec![i]].concat()).collect();
        let expected: Vec<&[u8]> = strings.iter().rev().map(Vec::as_slice).collect();
        assert_eq!(sorted(&strings), expected);
    }

    proptest! {
        // Two letters, one of them zero, so that padding is confused with content if it can be.
        #[test]
        fn order_is_that_of_bytes(strings in proptest::collection::vec(
            proptest::collection::vec(prop::sample::select(&b"\0a"[..]), 0..36), 0..200)) {
            let mut expected: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
            expected.sort_unstable();
            prop_assert_eq!(sorted(&strings), expected);
        }
    }
}
