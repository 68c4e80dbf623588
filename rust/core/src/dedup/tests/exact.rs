use super::super::exact::{Seen, bytes_for, checksum};
use super::*;
use xxhash_rust::xxh3::xxh3_128;

#[test]
fn the_same_text_has_the_same_checksum() {
    assert_eq!(checksum("a  b\n\tc "), Some(xxh3_128(b"a b c")));
    let mut parts = super::super::exact::Checksum::default();
    ["a", "", "b c"].iter().for_each(|part| parts.push(part));
    assert_eq!(parts.take(), checksum("a b c"));
    parts.push("a");
    assert_eq!(parts.take(), checksum("a"));
    assert_eq!((checksum(" \n"), checksum("ab c") == checksum("a bc")), (None, false));
}

#[test]
fn as_a_set() {
    let mut seen = Seen::new(1 << 20);
    let mut expected = HashSet::new();
    for i in 0..30_000u64 {
        let sum = xxh3_128(&(i % 20_000).to_le_bytes());
        assert_eq!(seen.insert(sum).unwrap(), expected.insert(sum));
    }
    // All in one part, and at its end.
    for i in 0..2000u128 {
        assert!(seen.insert(i << 64 | u128::from(u64::MAX)).unwrap());
        assert!(!seen.insert(i << 64 | u128::from(u64::MAX)).unwrap());
    }
    assert!(seen.insert(0).unwrap() && !seen.insert(0).unwrap());
}

#[test]
fn memory_is_what_was_said() {
    for count in [0, 1, 1000, 100_000, 1_000_000] {
        let mut seen = Seen::new(bytes_for(count));
        for i in 0..count {
            seen.insert(xxh3_128(&i.to_le_bytes())).unwrap();
        }
        assert_eq!(seen.len(), count);
        assert!(seen.memory() <= bytes_for(count));
    }
    let mut small = Seen::new(20_000);
    let full = (0..10_000u64).find_map(|i| small.insert(xxh3_128(&i.to_le_bytes())).err());
    assert!(full.unwrap().to_string().starts_with("memory must be more than 20000 bytes"));
    assert!(small.memory() <= 20_000);
}
