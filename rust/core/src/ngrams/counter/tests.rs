use std::collections::BTreeMap;

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::*;

fn options(min_count: u64, memory: usize) -> Options {
    Options { n: 1, min_count, memory, tmpdir: std::env::temp_dir(), threads: 1 }
}

fn spread(number: u64) -> u64 {
    xxh3_64(&number.to_le_bytes()) >> 4
}

fn counted(options: &Options, hashes: impl Iterator<Item = u64>) -> (Vec<(u64, u64)>, u64) {
    let mut counter = Counter::new(options).unwrap();
    for hash in hashes {
        counter.add(hash);
        counter.check().unwrap();
    }
    let mut found = Vec::new();
    let disk = counter
        .finish(&mut |hash, count| {
            found.push((hash, count));
            Ok(())
        })
        .unwrap();
    (found, disk)
}

fn expected(min_count: u64, hashes: impl Iterator<Item = u64>) -> Vec<(u64, u64)> {
    let mut counts = BTreeMap::new();
    hashes.for_each(|hash| *counts.entry(hash).or_insert(0) += 1);
    counts.into_iter().filter(|&(_, count)| count >= min_count).collect()
}

#[test]
fn in_memory_and_on_disk_it_is_the_same() {
    let hashes = || (0..1_000_000u64).map(|i| spread(i * i % 700_001));
    for min_count in [1, 2, 3] {
        let expected = expected(min_count, hashes());
        let (found, disk) = counted(&options(min_count, 64 << 20), hashes());
        assert!(disk == 0 && found == expected);
        let (found, disk) = counted(&options(min_count, 1 << 20), hashes());
        assert!(found == expected);
        assert!((7_000_000..8_500_000).contains(&disk), "{disk}");
    }
}

#[test]
fn hashes_without_end_stay_within_memory() {
    // A partition of its own fills memory, again and again.
    let hashes = || (0..3_000_000u64).map(|i| if i % 10 == 0 { spread(i) } else { spread(i % 2) });
    for memory in [1 << 20, 16 << 20] {
        let (found, _) = counted(&options(2, memory), hashes());
        assert!(found == expected(2, hashes()));
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let mut counter =
        Counter::new(&Options { tmpdir: "/dev/null/none".into(), ..options(2, 1 << 20) }).unwrap();
    let result = (0..1_000_000).try_for_each(|i| {
        counter.add(spread(i));
        counter.check()
    });
    assert!(result.unwrap_err().to_string().contains("--tmpdir"));
}

#[test]
fn plans_keep_within_memory() {
    for shift in 20..36 {
        let plan = Plan::new(1 << shift);
        let rows = ROW << plan.bits;
        let parts = plan.segment << plan.disk_bits;
        let bytes = 8 * (rows + parts + plan.chunk * plan.chunks) + plan.work;
        assert!(bytes <= 1 << shift, "{shift}: {bytes} {plan:?}");
    }
}

proptest! {
    #[test]
    fn any_hashes_are_counted(numbers in proptest::collection::vec(0u64..300, 0..2000), min_count in 1u64..4) {
        let hashes = || numbers.iter().map(|&number| spread(number));
        prop_assert_eq!(counted(&options(min_count, 1 << 20), hashes()).0, expected(min_count, hashes()));
    }
}
