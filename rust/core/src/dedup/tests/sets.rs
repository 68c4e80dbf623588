use super::*;

fn check(hashes: &BTreeSet<u64>, others: impl Iterator<Item = u64>) {
    let set = build(hashes.iter().copied().collect::<Vec<_>>().into_iter());
    assert_eq!(set.len(), hashes.len() as u64);
    assert!(set.hashes().eq(hashes.iter().copied()));
    assert!(set.memory() <= bytes_for(set.len()));
    let mut asked: Vec<u64> = others.chain([u64::MAX, 1 << BITS, (1 << BITS) - 1, 0]).collect();
    asked.extend(hashes);
    let ranks: HashMap<u64, u64> = hashes.iter().copied().zip(0..).collect();
    let expected: Vec<u64> = asked.iter().map(|hash| ranks.get(hash).copied().unwrap_or(ABSENT)).collect();
    let mut filtered = Builder::new(set.len()).unwrap().filtered().unwrap();
    for &hash in hashes {
        filtered.push(hash).unwrap();
    }
    let mut found = vec![1];
    for set in [&set, &filtered.finish().unwrap()] {
        set.positions(&asked, &mut found);
        assert_eq!(found, expected);
    }
    assert!(asked.iter().map(|&hash| set.position(hash)).eq(expected));
}

#[test]
fn all_that_was_put_in_is_there() {
    let spread = |i: u64| xxh3_64(&i.to_le_bytes()) >> 4;
    for count in [0, 1, 2, 15, 16, 17, 1000, 100_000] {
        check(&(0..count).map(spread).collect(), (count..2 * count + 9).map(spread));
    }
}

#[test]
fn hashes_that_are_not_spread_are_found_as_well() {
    // All in one bucket, and in few of its runs; in two; with gaps; the highest there are.
    for count in [4095, 4096, 30_000u64] {
        let end = (1 << BITS) - 1;
        check(&(0..count).collect(), count..count + 50);
        check(&(0..count).map(|i| end - i).collect(), (count..count + 50).map(|i| end - i));
        check(&(0..count).map(|i| i * 7).chain([end / 2, end]).collect(), (0..1000).map(|i| i * 7 + 1));
        check(&(0..count).map(|i| i << 40).chain(0..count).collect(), (0..1000).map(|i| (i << 40) + 1));
    }
}

#[test]
fn what_is_promised_is_kept() {
    let mut builder = Builder::new(2).unwrap();
    assert_eq!((builder.push(5).unwrap(), builder.push(6).unwrap()), (0, 1));
    assert!(builder.push(7).is_err());
    let mut builder = Builder::new(2).unwrap();
    builder.push(5).unwrap();
    assert!(builder.push(5).is_err() && builder.push(4).is_err() && builder.push(1 << BITS).is_err());
    // Fewer than promised are no harm.
    let mut builder = Builder::new(1000).unwrap();
    builder.push(5).unwrap();
    assert_eq!(builder.finish().unwrap().position(5), 0);
}

#[test]
fn five_bytes_an_ngram() {
    for count in [100_000_000, 1_000_000_000u64] {
        let bytes = bytes_for(count) + super::super::bits::bytes_for(count);
        assert!(bytes <= 5 * count, "{count}: {bytes}");
    }
    let small = Builder::within(1000, 1 << 20).unwrap().finish().unwrap();
    assert!(small.memory() > bytes_for(1000) && small.memory() <= (1 << 20) / 4);
    assert!(Builder::within(1000, 10_000).unwrap().finish().unwrap().memory() <= bytes_for(1000));
    let error = Builder::within(100_000_000, 400_000_000).unwrap_err().to_string();
    assert!(error.starts_with("memory must be 4") && error.ends_with("bytes or more for 100000000 n-grams"));
    // What would never fit is refused, not tried.
    assert!(Builder::within(u64::MAX, 1 << 40).is_err());
    for shift in 0..50 {
        assert!(bytes_for(1 << shift) > 1 << shift);
    }
}

proptest! {
    #[test]
    fn any_set(hashes in proptest::collection::btree_set(prop_oneof![0u64..200, 0u64..1 << BITS, (0u64..60).prop_map(|bit| 1 << bit)], 0..300), others in proptest::collection::vec(prop_oneof![0u64..200, any::<u64>()], 0..100)) {
        check(&hashes, others.into_iter());
    }
}
