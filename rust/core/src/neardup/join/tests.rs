use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn number(at: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&at.to_le_bytes())
}

fn join(
    sets: &[BTreeSet<u64>],
    measure: Measure,
    threshold: f64,
    most_sets: usize,
    memory: usize,
) -> (Vec<(u32, u32, u32)>, Report) {
    let options = Options { measure, threshold, most_sets, memory, threads: 1 + sets.len() % 3 };
    let mut join = Join::new(options, &std::env::temp_dir()).unwrap();
    for set in sets {
        join.push(&set.iter().map(|&at| number(at)).collect::<Vec<_>>()).unwrap();
    }
    let mut found = Vec::new();
    let report = join
        .finish(|first, second, common| {
            found.push((first, second, common));
            Ok(())
        })
        .unwrap();
    found.sort_unstable();
    (found, report)
}

fn brute_force(sets: &[BTreeSet<u64>], measure: Measure, threshold: f64) -> Vec<(u32, u32, u32)> {
    let mut found = Vec::new();
    for (at, first) in sets.iter().enumerate() {
        for (other, second) in sets.iter().enumerate().skip(at + 1) {
            let common = first.intersection(second).count();
            if measure.of(common, first.len(), second.len()) >= threshold && common > 0 {
                found.push((at as u32, other as u32, common as u32));
            }
        }
    }
    found
}

#[test]
fn by_hand() {
    // 4 of 5, 3 of 5, 1 of 8.
    let sets = [vec![1, 2, 3, 4], vec![1, 2, 3, 4, 5], vec![2, 3, 4, 5, 9], vec![9, 10, 11, 12]];
    let sets: Vec<BTreeSet<u64>> = sets.map(|set| set.into_iter().collect()).into();
    let pairs = |measure, threshold| join(&sets, measure, threshold, 100, 1 << 20).0;
    assert_eq!(pairs(Measure::Resemblance, 0.8), [(0, 1, 4)]);
    assert_eq!(pairs(Measure::Resemblance, 0.5), [(0, 1, 4), (0, 2, 3), (1, 2, 4)]);
    // The first lies inside the second; of the first 3 of 4 are in the third.
    assert_eq!(pairs(Measure::Containment, 1.0), [(0, 1, 4)]);
    assert_eq!(pairs(Measure::Containment, 0.75), [(0, 1, 4), (0, 2, 3), (1, 2, 4)]);
    assert_eq!(pairs(Measure::Containment, 0.25), [(0, 1, 4), (0, 2, 3), (1, 2, 4), (2, 3, 1)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_pair_and_no_other(
        sets in proptest::collection::hash_set(proptest::collection::btree_set(0u64..40, 0..18), 0..30),
        cents in 1u32..=100,
        containment: bool,
        tiny: bool,
    ) {
        let sets: Vec<BTreeSet<u64>> = sets.into_iter().collect();
        let measure = if containment { Measure::Containment } else { Measure::Resemblance };
        let threshold = f64::from(cents) / 100.0;
        // Little memory: sets are on disk, the table of those seen is full, and nothing that is shared fits.
        let (found, report) = join(&sets, measure, threshold, usize::MAX, if tiny { 0 } else { 1 << 20 });
        prop_assert_eq!(found, brute_force(&sets, measure, threshold));
        prop_assert_eq!(report.capped, 0);
    }

    /// Sets that are much alike, as those of copies with changes are.
    #[test]
    fn every_pair_of_copies(
        changes in proptest::collection::vec(proptest::collection::btree_map(0usize..60, 1000u64..1040, 0..25), 1..25),
        cents in 30u32..=100,
    ) {
        let sets: BTreeSet<BTreeSet<u64>> = changes
            .iter()
            .map(|changes| (0..60).map(|at| changes.get(&at).copied().unwrap_or(at as u64)).collect())
            .collect();
        let sets: Vec<BTreeSet<u64>> = sets.into_iter().collect();
        let threshold = f64::from(cents) / 100.0;
        for measure in [Measure::Resemblance, Measure::Containment] {
            prop_assert_eq!(join(&sets, measure, threshold, usize::MAX, 1 << 20).0, brute_force(&sets, measure, threshold));
        }
    }
}

#[test]
fn full_lists_are_told() {
    // A thousand that differ in one number each: all are alike.
    let sets: Vec<BTreeSet<u64>> = (0..1000).map(|own| (0..9).chain([100 + own]).collect()).collect();
    let (all, report) = join(&sets, Measure::Resemblance, 0.8, usize::MAX, 1 << 20);
    assert_eq!((all.len(), report.capped), (1000 * 999 / 2, 0));
    let (some, report) = join(&sets, Measure::Resemblance, 0.8, 10, 1 << 20);
    // Each is alike to those that came first.
    assert!(report.capped > 900);
    assert_eq!(some.len(), 45 + 990 * 10);
}

#[test]
fn what_does_not_fit_is_joined_on_disk() {
    let sets: Vec<BTreeSet<u64>> =
        (0..2000).map(|at| (at / 2 * 50..at / 2 * 50 + 50).chain([1 << 40 | at]).collect()).collect();
    for measure in [Measure::Resemblance, Measure::Containment] {
        let (in_memory, report) = join(&sets, measure, 0.5, 100, 1 << 30);
        assert_eq!((in_memory.len(), report.disk), (1000, 0));
        let (on_disk, report) = join(&sets, measure, 0.5, 100, 1 << 16);
        assert!(report.disk > 1 << 20, "{}", report.disk);
        assert_eq!(on_disk, in_memory);
    }
}

/// A number that very many have costs no square there either.
#[test]
fn full_lists_on_disk_are_told() {
    let sets: Vec<BTreeSet<u64>> = (0..1000).map(|own| (0..9).chain([100 + own]).collect()).collect();
    let (some, report) = join(&sets, Measure::Resemblance, 0.8, 10, 0);
    // Each has two numbers in its prefix, the same two. By those it is compared with all that come after it if these are
    // ten or fewer, and else with so many that a hundred pairs come of them all.
    let expected: usize =
        (0..1000usize).map(|after| if after <= 10 { after } else { (100 / after).max(1) }).sum();
    assert_eq!((some.len(), report.capped), (expected, 2 * 989));
}
