use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Algorithm 2 read aloud: c pairs of an item and a number.
struct Literal {
    counters: Vec<(Option<Vec<u8>>, u64)>,
}

impl Literal {
    fn step(&mut self, element: &[u8]) {
        let monitored = |(item, _): &(Option<Vec<u8>>, u64)| item.as_deref() == Some(element);
        if !self.counters.iter().any(monitored)
            && let Some(counter) = self.counters.iter_mut().find(|(_, count)| *count == 0)
        {
            counter.0 = Some(element.to_vec());
        }
        if let Some(counter) = self.counters.iter_mut().find(|counter| monitored(counter)) {
            counter.1 += 1;
        } else {
            self.counters.iter_mut().for_each(|counter| counter.1 -= 1);
        }
    }
}

fn naive(lines: &[Vec<u8>]) -> BTreeMap<Vec<u8>, u64> {
    let mut counts = BTreeMap::new();
    lines.iter().for_each(|line| *counts.entry(line.clone()).or_insert(0) += 1);
    counts
}

fn of(lines: &[Vec<u8>], counters: usize, keep_lines: bool) -> GeneralizedMajority {
    let mut gm = GeneralizedMajority::new(counters, keep_lines).unwrap();
    lines.iter().for_each(|line| gm.add(line).unwrap());
    gm
}

fn check_bounds(gm: &GeneralizedMajority, lines: &[Vec<u8>]) -> std::result::Result<(), TestCaseError> {
    let n = lines.len() as u64;
    prop_assert_eq!(gm.total(), n);
    prop_assert!(gm.decrements() <= n / (gm.capacity as u64 + 1));
    for (line, &count) in &naive(lines) {
        let estimate = gm.count(line).unwrap();
        prop_assert!(estimate <= count && count <= estimate + gm.decrements());
        prop_assert!(estimate > 0 || count <= n / (gm.capacity as u64 + 1));
    }
    Ok(())
}

fn streams() -> impl Strategy<Value = Vec<Vec<u8>>> {
    // Small numbers are frequent, so that there are hot items among many rare ones.
    let item = (0u32..40, 0u32..40).prop_map(|(a, b)| (a * b / 30).to_string().into_bytes());
    proptest::collection::vec(item, 0..300)
}

#[test]
fn a_single_counter_finds_the_majority() {
    // 3.3.5: with f = 1/2 one counter suffices. By hand: a1 b0 a(a)1 a2 c1 a2 -> 2 decrements.
    let lines: Vec<Vec<u8>> = b"abaaca".iter().map(|&b| vec![b]).collect();
    let gm = of(&lines, 1, true);
    assert_eq!(gm.top(9).unwrap(), vec![(Item::Line(b"a".to_vec()), 2)]);
    assert_eq!(gm.decrements(), 2);
}

proptest! {
    #[test]
    fn it_is_algorithm_2(lines in streams(), counters in 1usize..12, keep_lines: bool) {
        let gm = of(&lines, counters, keep_lines);
        let mut literal = Literal { counters: vec![(None, 0); counters] };
        lines.iter().for_each(|line| literal.step(line));
        for line in naive(&lines).keys() {
            let expected = literal.counters.iter().find(|(item, _)| item.as_ref() == Some(line));
            prop_assert_eq!(gm.count(line).unwrap(), expected.map_or(0, |&(_, count)| count));
        }
        check_bounds(&gm, &lines)?;
    }

    #[test]
    fn merging_keeps_the_bound(a in streams(), b in streams(), counters in 1usize..12, keep_lines: bool) {
        let mut gm = of(&a, counters, keep_lines);
        gm.merge(&of(&b, counters, keep_lines)).unwrap();
        prop_assert!(gm.items().len() <= counters);
        check_bounds(&gm, &[a.clone(), b].concat())?;
        // What was merged counts on within its bound.
        a.iter().for_each(|line| gm.add(line).unwrap());
        prop_assert!(gm.decrements() <= gm.total() / (counters as u64 + 1));
    }

    #[test]
    fn a_step_touches_one_counter_at_most_in_the_mean(lines in streams(), counters in 1usize..60) {
        prop_assert!(of(&lines, counters, true).touched <= lines.len() as u64);
    }
}

#[test]
fn the_worst_stream_touches_one_counter_an_element() {
    // All lines distinct: every counter is filled, swept and taken again, over and over.
    for counters in [1, 7, 1000, 30_000] {
        let lines: Vec<Vec<u8>> = (0..100_000).map(|i: u32| i.to_string().into_bytes()).collect();
        let gm = of(&lines, counters, false);
        assert!(gm.touched <= 100_000, "{counters}: {}", gm.touched);
        assert!(gm.touched >= 50_000, "{counters}: the sweeps were not counted");
    }
}
