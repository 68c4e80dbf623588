//! Sorting many byte strings that lie scattered in memory.
//!
//! Comparing them would wait for memory at every comparison. Instead seven bytes of each are fetched into a key
//! that stands beside its reference; what is equal in those seven is sorted by the next seven, and so on.

/// Groups up to this size are cheaper compared string by string than keyed again.
const SMALL: usize = 12;
const STEP: usize = 7;

/// Orders references by the bytes `string` gives for them.
pub(super) fn sort_strings<'a>(references: Vec<u32>, string: impl Fn(u32) -> &'a [u8]) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> =
        references.into_iter().map(|reference| (key(string(reference), 0), reference)).collect();
    // An explicit stack: strings that share a megabyte must not recurse a hundred thousand deep.
    let mut groups = vec![(0, keyed.len(), 0)];
    while let Some((start, end, depth)) = groups.pop() {
        let group = &mut keyed[start..end];
        if group.len() <= SMALL && depth > 0 {
            group.sort_unstable_by(|a, b| string(a.1)[depth..].cmp(&string(b.1)[depth..]));
            continue;
        }
        if depth > 0 {
            for (slot, reference) in &mut *group {
                *slot = key(string(*reference), depth);
            }
        }
        group.sort_unstable_by_key(|&(key, _)| key);
        let mut from = 0;
        for equals in group.chunk_by(|a, b| a.0 == b.0) {
            // A key that holds a string's end holds all of it, so its equals are equal as they are.
            if equals.len() > 1 && equals[0].0 & 0xff == STEP as u64 + 1 {
                groups.push((start + from, start + from + equals.len(), depth + STEP));
            }
            from += equals.len();
        }
    }
    keyed.into_iter().map(|(_, reference)| reference).collect()
}

/// Seven bytes from `depth` on, then how many there were (8 when more follow): in the order of the strings.
fn key(string: &[u8], depth: usize) -> u64 {
    let rest = &string[depth..];
    if let Some(chunk) = rest.first_chunk::<8>() {
        return u64::from_be_bytes(*chunk) & !0xff | (STEP as u64 + 1);
    }
    let mut chunk = [0; 8];
    chunk[..rest.len()].copy_from_slice(rest);
    chunk[7] = rest.len() as u8;
    u64::from_be_bytes(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted(strings: &[Vec<u8>]) -> Vec<&[u8]> {
        let order = sort_strings((0..strings.len() as u32).collect(), |i| &strings[i as usize]);
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
            proptest::collection::vec(prop::sample::select(&b"\0a"[..]), 0..24), 0..200)) {
            let mut expected: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
            expected.sort_unstable();
            prop_assert_eq!(sorted(&strings), expected);
        }
    }
}
