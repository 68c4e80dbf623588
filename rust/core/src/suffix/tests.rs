//! The sorter against cases worked by hand and against sorting by definition.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::error::Result;

fn array(sequence: &Sequence<'_>) -> Vec<usize> {
    match suffix_array(sequence).unwrap() {
        Positions::Narrow(array) => array.into_iter().map(|at| at as usize).collect(),
        Positions::Wide(_) => panic!("small positions suffice"),
    }
}

fn wide(sequence: &Sequence<'_>) -> Vec<i64> {
    let mut out = vec![0; sequence.len()];
    suffix_array_into(sequence, &mut out).unwrap();
    out
}

fn lcp(sequence: &Sequence<'_>) -> Vec<i32> {
    match lcp_array(sequence, &suffix_array(sequence).unwrap()).unwrap() {
        Positions::Narrow(lengths) => lengths,
        Positions::Wide(_) => panic!("small positions suffice"),
    }
}

fn bytes(text: &[u8]) -> Sequence<'_> {
    Sequence::new(Text::Bytes(text))
}

fn tokens(text: &[u32]) -> Sequence<'_> {
    Sequence::new(Text::Tokens(text))
}

/// Sorts by comparing, and counts what is the same; a suffix ends with its document.
fn by_definition<T: Ord + Copy>(text: &[T], lengths: &[usize]) -> (Vec<usize>, Vec<i32>) {
    let mut suffixes: Vec<(&[T], usize, usize)> = Vec::new();
    let mut start = 0;
    for (document, &length) in lengths.iter().enumerate() {
        let end = start + length;
        suffixes.extend((start..end).map(|at| (&text[at..end], document, at)));
        start = end;
    }
    suffixes.sort();
    let mut same = vec![0; suffixes.len()];
    for at in 1..suffixes.len() {
        let pairs = suffixes[at].0.iter().zip(suffixes[at - 1].0);
        same[at] = pairs.take_while(|(a, b)| a == b).count() as i32;
    }
    (suffixes.into_iter().map(|(_, _, at)| at).collect(), same)
}

#[test]
fn banana() {
    // a, ana, anana, banana, na, nana
    assert_eq!(array(&bytes(b"banana")), [5, 3, 1, 0, 4, 2]);
    assert_eq!(lcp(&bytes(b"banana")), [0, 1, 3, 0, 0, 2]);
}

#[test]
fn tokens_of_any_size() {
    let (a, b, n) = (7, u32::MAX - 1, u32::MAX);
    assert_eq!(array(&tokens(&[b, a, n, a, n, a])), [5, 3, 1, 0, 4, 2]);
    assert_eq!(lcp(&tokens(&[b, a, n, a, n, a])), [0, 1, 3, 0, 0, 2]);
}

#[test]
fn documents_end_matches() {
    // ab|ab|b: ab of each of two documents, then b of each of three.
    let lengths = [2, 2, 1];
    let sequence = Sequence::of_documents(Text::Bytes(b"ababb"), &lengths).unwrap();
    assert_eq!(array(&sequence), [0, 2, 1, 3, 4]);
    assert_eq!(lcp(&sequence), [0, 2, 0, 1, 1]);
    // As one sequence: ab, ... are other suffixes, abb and ababb.
    assert_eq!(array(&bytes(b"ababb")), [0, 2, 4, 1, 3]);
    assert_eq!(lcp(&bytes(b"ababb")), [0, 2, 0, 1, 1]);
}

#[test]
fn nothing_and_one() {
    for text in [&b""[..], b"x"] {
        let expected: Vec<usize> = (0..text.len()).collect();
        assert_eq!(array(&bytes(text)), expected);
        assert_eq!(lcp(&bytes(text)), vec![0; text.len()]);
    }
    let lengths = [0, 0];
    let none = Sequence::of_documents(Text::Tokens(&[]), &lengths).unwrap();
    assert_eq!(array(&none), []);
    let lengths = [0, 1, 0];
    let one = Sequence::of_documents(Text::Tokens(&[u32::MAX]), &lengths).unwrap();
    assert_eq!((array(&one), lcp(&one)), (vec![0], vec![0]));
}

#[test]
fn all_equal() {
    let expected: Vec<usize> = (0..1000).rev().collect();
    assert_eq!(array(&bytes(&[7; 1000])), expected);
    assert_eq!(array(&tokens(&[u32::MAX; 1000])), expected);
    assert_eq!(lcp(&tokens(&[5; 1000])), (0..1000).collect::<Vec<i32>>());
}

#[test]
fn lengths_must_fit() {
    for lengths in [&[1, 2][..], &[2, 3], &[usize::MAX, 5], &[]] {
        let error = Sequence::of_documents(Text::Bytes(b"abcd"), lengths).unwrap_err();
        assert_eq!(error.to_string(), "documents must be lengths whose sum is that of the sequence, 4");
    }
}

#[test]
fn a_wrong_array_is_refused() {
    let refused = |array: &[i32]| -> Result<()> { lcp_array_into(&bytes(b"banana"), array, &mut [0; 6]) };
    assert!(refused(&[5, 3, 1, 0, 4, 2]).is_ok());
    for wrong in [[5, 3, 1, 0, 4, 4], [5, 3, 1, 0, 4, 6], [5, 3, 1, 0, 4, -1], [0, 1, 2, 3, 4, 5]] {
        let error = refused(&wrong).unwrap_err();
        assert_eq!(error.to_string(), "suffix_array must be the suffix array of this sequence");
    }
    assert!(lcp_array(&bytes(b"banana"), &Positions::Narrow(vec![0])).is_err());
}

/// Sequences that have repeats, and documents that they are cut into.
fn cut<T: std::fmt::Debug + Clone>(
    symbol: impl Strategy<Value = T>,
) -> impl Strategy<Value = (Vec<T>, Vec<usize>)> {
    vec(vec(symbol, 0..40), 0..8).prop_map(|documents| {
        let lengths = documents.iter().map(Vec::len).collect();
        (documents.concat(), lengths)
    })
}

proptest! {
    #[test]
    fn bytes_are_as_by_definition((text, lengths) in cut(prop_oneof![0u8..3, any::<u8>()])) {
        let (expected, same) = by_definition(&text, &[text.len()]);
        prop_assert_eq!(array(&bytes(&text)), expected.clone());
        prop_assert_eq!(lcp(&bytes(&text)), same);
        prop_assert_eq!(wide(&bytes(&text)), expected.iter().map(|&at| at as i64).collect::<Vec<_>>());
        let sequence = Sequence::of_documents(Text::Bytes(&text), &lengths).unwrap();
        let (expected, same) = by_definition(&text, &lengths);
        prop_assert_eq!(array(&sequence), expected);
        prop_assert_eq!(lcp(&sequence), same);
    }

    #[test]
    fn tokens_are_as_by_definition((text, lengths) in cut(prop_oneof![0u32..3, u32::MAX - 2..=u32::MAX, any::<u32>()])) {
        let (expected, same) = by_definition(&text, &[text.len()]);
        prop_assert_eq!(array(&tokens(&text)), expected.clone());
        prop_assert_eq!(lcp(&tokens(&text)), same);
        prop_assert_eq!(wide(&tokens(&text)), expected.iter().map(|&at| at as i64).collect::<Vec<_>>());
        let sequence = Sequence::of_documents(Text::Tokens(&text), &lengths).unwrap();
        let (expected, same) = by_definition(&text, &lengths);
        prop_assert_eq!(array(&sequence), expected.clone());
        prop_assert_eq!(lcp(&sequence), same);
        prop_assert_eq!(wide(&sequence), expected.iter().map(|&at| at as i64).collect::<Vec<_>>());
    }

    #[test]
    fn any_array_is_refused_or_has_lengths((text, lengths) in cut(0u8..3), array in vec(-3i32..60, 0..40)) {
        let sequence = Sequence::of_documents(Text::Bytes(&text), &lengths).unwrap();
        let mut out = vec![0; array.len()];
        if lcp_array_into(&sequence, &array, &mut out).is_ok() {
            prop_assert_eq!(array.len(), text.len());
        }
        let mut permuted: Vec<i32> = (0..text.len() as i32).collect();
        let by = array.len().min(permuted.len());
        permuted.rotate_left(by);
        let mut out = vec![0; permuted.len()];
        let _ = lcp_array_into(&sequence, &permuted, &mut out);
    }
}
