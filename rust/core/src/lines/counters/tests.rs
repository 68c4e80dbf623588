//! What holds of every counter of section 3.3, checked against a map.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::Index as Pick;

use super::exact::ExactCounts;
use super::morris::MorrisCounters;
use super::sort::SortedCounts;
use super::*;

type Naive = BTreeMap<Vec<u8>, u64>;

/// Small enough that `sort` spills again and again, cells collide, and `gm` decrements.
fn small_shape() -> Shape {
    Shape { bits: 6, counters: 10, memory: 2000, ..Shape::default() }
}

fn naive(lines: &[Vec<u8>]) -> Naive {
    let mut counts = Naive::new();
    lines.iter().for_each(|line| *counts.entry(line.clone()).or_insert(0) += 1);
    counts
}

fn counter(name: &str, shape: &Shape, lines: &[Vec<u8>]) -> Box<dyn LineCounter> {
    let mut counter = make(name, shape).unwrap();
    lines.iter().for_each(|line| counter.add(line).unwrap());
    counter
}

fn counts(counter: &dyn LineCounter, of: &Naive) -> Vec<u64> {
    of.keys().map(|line| counter.count(line).unwrap()).collect()
}

/// Any bytes but `\n`, with prefixes in common and many repetitions.
fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let word = prop::sample::select(&["", "a", "the end of", "\u{e9}", "x\0", "*** START OF"][..]);
    let line = (word, 0u8..12, any::<bool>()).prop_map(|(word, tail, odd)| {
        let mut line = [word.as_bytes(), &vec![b'z'; usize::from(tail) * 30]].concat();
        line.push(if odd { tail } else { 0xff });
        line.retain(|&byte| byte != b'\n');
        line
    });
    proptest::collection::vec(line, 0..250)
}

fn exact_kinds() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["exact", "sort", "crc64"][..])
}

fn any_kind() -> impl Strategy<Value = &'static str> {
    prop::sample::select(KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>())
}

proptest! {
    /// 3.3.1, 3.3.2, 3.3.3: equal to a map, before `finish` and after.
    #[test]
    fn exact_sort_and_crc64_are_exact(lines in lines(), kind in exact_kinds(), memory in 0usize..20_000) {
        let expected = naive(&lines);
        let mut counter = counter(kind, &Shape { memory, ..small_shape() }, &lines);
        prop_assert_eq!(counter.total(), lines.len() as u64);
        for _ in 0..2 {
            prop_assert_eq!(counts(&*counter, &expected), expected.values().copied().collect::<Vec<_>>());
            prop_assert_eq!(counter.count(b"not there").unwrap(), 0);
            counter.finish().unwrap();
        }
    }

    /// 3.3.1, 3.3.2: `top` is the head of the list by count.
    #[test]
    fn top_is_by_count_then_by_line(lines in lines(), k in 0usize..30, sort: bool) {
        let counter = counter(if sort { "sort" } else { "exact" }, &small_shape(), &lines);
        let mut expected: Vec<_> = naive(&lines).into_iter().map(|(line, n)| (Item::Line(line), n)).collect();
        expected.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        expected.truncate(k);
        prop_assert_eq!(counter.top(k).unwrap(), expected);
    }

    /// 3.3.4: lines that share a cell add up, so no count is too small.
    #[test]
    fn hashed_counts_are_never_too_small(lines in lines(), bits in 1u32..12) {
        let counter = counter("hashed", &Shape { bits, ..small_shape() }, &lines);
        for (line, count) in naive(&lines) {
            prop_assert!(counter.count(&line).unwrap() >= count.min(255));
        }
    }

    #[test]
    fn lines_of_a_buffer_count_as_lines_one_by_one(lines in lines(), kind in any_kind()) {
        let one_by_one = counter(kind, &small_shape(), &lines);
        let mut at_once = make(kind, &small_shape()).unwrap();
        let buffer: Vec<u8> = lines.iter().flat_map(|line| [line.as_slice(), b"\n"].concat()).collect();
        at_once.add_lines(&buffer).unwrap();
        prop_assert_eq!(one_by_one.payload().unwrap(), at_once.payload().unwrap());
        let mut each = make(kind, &small_shape()).unwrap();
        each.add_each(&lines.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(one_by_one.payload().unwrap(), each.payload().unwrap());
    }

    #[test]
    fn merging_is_counting_both(a in lines(), b in lines(), kind in prop::sample::select(
        &["exact", "sort", "crc64", "hashed"][..])) {
        let mut merged = counter(kind, &small_shape(), &a);
        merged.merge(&*counter(kind, &small_shape(), &b)).unwrap();
        let both = counter(kind, &small_shape(), &[a, b].concat());
        prop_assert_eq!(merged.payload().unwrap(), both.payload().unwrap());
    }

    #[test]
    fn a_file_gives_back_what_was_saved(lines in lines(), more in lines(), kind in any_kind()) {
        let mut counter = counter(kind, &small_shape(), &lines);
        let file = save(&*counter).unwrap();
        let mut loaded = load_as(kind, &file).unwrap();
        prop_assert_eq!(loaded.kind(), kind);
        prop_assert_eq!(save(&*loaded).unwrap(), file);
        // The two go on alike: all their state was saved, that of random numbers too.
        for line in &more {
            counter.add(line).unwrap();
            loaded.add(line).unwrap();
        }
        prop_assert_eq!(save(&*counter).unwrap(), save(&*loaded).unwrap());
    }

    /// In one piece or many, and for `sort` from memory, from many runs or from one: the same bytes.
    #[test]
    fn a_written_file_is_the_saved_one(lines in lines(), kind in any_kind(), memory in 0usize..20_000) {
        let mut counter = counter(kind, &Shape { memory, ..small_shape() }, &lines);
        for min_count in [0, 0, 2] {
            let mut written = Vec::new();
            save_to(&*counter, &mut written).unwrap();
            prop_assert_eq!(written, save(&*counter).unwrap());
            counter.finish().unwrap();
            counter.prune(min_count);
        }
    }

    #[test]
    fn pruning_forgets_what_is_rare(lines in lines(), min_count in 0u64..6, kind in exact_kinds(), before: bool) {
        let mut counter = counter(kind, &small_shape(), &lines);
        if before {
            counter.prune(min_count);
        }
        counter.finish().unwrap();
        if !before {
            counter.prune(min_count);
        }
        for (line, count) in naive(&lines) {
            prop_assert_eq!(counter.count(&line).unwrap(), if count >= min_count { count } else { 0 });
        }
        prop_assert_eq!(counter.total(), lines.len() as u64);
        let loaded = load(&save(&*counter).unwrap()).unwrap();
        prop_assert_eq!(loaded.payload().unwrap(), counter.payload().unwrap());
    }

    /// Counting goes on after `finish`, and after `prune`.
    #[test]
    fn sort_counts_on_after_finish(a in lines(), b in lines(), memory in 0usize..20_000) {
        let mut sort = counter("sort", &Shape { memory, ..small_shape() }, &a);
        sort.finish().unwrap();
        b.iter().for_each(|line| sort.add(line).unwrap());
        let expected = naive(&[a, b].concat());
        prop_assert_eq!(counts(&*sort, &expected), expected.values().copied().collect::<Vec<_>>());
        sort.prune(3);
        sort.finish().unwrap();
        let frequent = expected.values().map(|&count| if count >= 3 { count } else { 0 });
        prop_assert_eq!(counts(&*sort, &expected), frequent.collect::<Vec<_>>());
    }

    /// A damaged file whose checksum is right: refused or read, but no panic, and no memory it does not stand for.
    #[test]
    fn damaged_files_are_refused_or_read(
        lines in lines(),
        kind in any_kind(),
        edits in proptest::collection::vec((any::<Pick>(), any::<u8>()), 1..4),
        cut in proptest::option::of(any::<Pick>()),
    ) {
        let mut payload = counter(kind, &small_shape(), &lines).payload().unwrap();
        for (at, byte) in edits {
            let at = at.index(payload.len());
            payload[at] = byte;
        }
        if let Some(cut) = cut {
            payload.truncate(cut.index(payload.len()));
        }
        if let Ok(counter) = load(&store::seal(super::kind(kind).unwrap().saved_as, &payload)) {
            prop_assert!(counter.memory() <= 20_000 + 300 * payload.len());
            counter.top(5).unwrap();
            counter.payload().unwrap();
        }
    }

    #[test]
    fn any_payload_is_refused_or_read(payload: Vec<u8>, kind in any_kind()) {
        if let Ok(counter) = load(&store::seal(super::kind(kind).unwrap().saved_as, &payload)) {
            prop_assert!(counter.memory() <= 20_000 + 300 * payload.len());
        }
    }
}

#[test]
fn a_small_file_cannot_ask_for_much_memory() {
    // 2^40 cells, as runs of zeros that end at once; 2^31 counters of which none is used.
    let mut cells = vec![0];
    store::put_varint(&mut cells, 40);
    cells.extend_from_slice(&[1, 0, 255]);
    assert!(load(&store::seal("hashed", &cells)).is_err());
    let mut gm = Vec::new();
    store::put_varint(&mut gm, 1 << 31);
    gm.extend_from_slice(&[1, 0, 0, 0]);
    assert!(load(&store::seal("gm", &gm)).unwrap().memory() < 10_000);
}

#[test]
fn kinds_are_told_apart() {
    let file = save(&*make("crc64", &Shape::default()).unwrap()).unwrap();
    assert_eq!(load_as("gm", &file).unwrap_err().to_string(), "holds crc64, not gm");
    assert!(make("bloom", &Shape::default()).unwrap_err().to_string().contains("exact, sort, crc64"));
    let mut exact = ExactCounts::new();
    let hashed = make("hashed", &small_shape()).unwrap();
    assert_eq!(
        exact.merge(&*hashed).unwrap_err().to_string(),
        "cannot merge: one counter is exact, the other hashed"
    );
    let wider = make("hashed", &Shape { bits: 7, ..Shape::default() }).unwrap();
    assert!(make("hashed", &small_shape()).unwrap().merge(&*wider).is_err());
    assert!(make("hashed", &Shape { bits: 0, ..Shape::default() }).is_err());
    assert!(make("gm", &Shape { counters: 0, ..Shape::default() }).is_err());
}

#[test]
fn exact_and_sort_merge_and_share_files() {
    let lines: Vec<Vec<u8>> = (0..500u32).map(|i| (i % 170).to_string().into_bytes()).collect();
    let sort = counter("sort", &small_shape(), &lines);
    let exact = counter("exact", &small_shape(), &lines);
    assert_eq!(save(&*sort).unwrap(), save(&*exact).unwrap());
    assert_eq!(load(&save(&*sort).unwrap()).unwrap().kind(), "exact");
    let mut twice = counter("exact", &small_shape(), &lines);
    twice.merge(&*sort).unwrap();
    let mut sorted_twice = counter("sort", &small_shape(), &lines);
    sorted_twice.merge(&*exact).unwrap();
    assert_eq!(twice.payload().unwrap(), sorted_twice.payload().unwrap());
    assert_eq!(twice.count(b"3").unwrap(), 6);
}

/// 3.3.2: thousands of runs, of which few are open at a time.
#[test]
fn sort_merges_many_runs() {
    let mut sort = SortedCounts::new(&Shape { memory: 1500, ..Shape::default() });
    let line =
        |i: u64| format!("{:04} line number, and more of it to fill blocks", i * 7919 % 5000).into_bytes();
    for i in 0..20_000 {
        sort.add(&line(i)).unwrap();
        assert!(sort.run_count() < 60);
    }
    assert!(sort.run_count() > 2, "memory was not small enough for the test");
    sort.finish().unwrap();
    assert_eq!(sort.run_count(), 1);
    let mut last = Vec::new();
    let mut seen = 0;
    sort.for_each(|line, count| {
        assert!(count == 4 && *line > *last);
        last = line.to_vec();
        seen += 1;
        Ok(())
    })
    .unwrap();
    assert_eq!(seen, 5000);
    // Several blocks of 64 KiB, and read back by a counter that knows nothing of them.
    let exact = load(&save(&sort).unwrap()).unwrap();
    assert_eq!(exact.payload().unwrap(), sort.payload().unwrap());
    assert_eq!(sort.count(&line(1)).unwrap(), 4);
}

#[test]
fn a_missing_temporary_folder_is_named() {
    let tmpdir = Some("/nonexistent/folder".into());
    let mut sort = SortedCounts::new(&Shape { memory: 10, tmpdir, ..Shape::default() });
    let error = sort.add(b"a").unwrap_err().to_string();
    assert!(error.contains("/nonexistent/folder") && error.contains("--tmpdir"), "{error}");
}

/// 3.3.3: the check value of CRC-64/XZ, so that files mean the same everywhere.
#[test]
fn fingerprints_are_crc_64_xz() {
    assert_eq!(crc64::fingerprint(b"123456789"), 0x995d_c9bb_df19_39fa);
    // The empty line's is zero, which is a fingerprint like any other.
    let empty = counter("crc64", &Shape::default(), &[vec![], vec![], b"a".to_vec()]);
    assert_eq!(empty.count(b"").unwrap(), 2);
    assert_eq!(load(&save(&*empty).unwrap()).unwrap().count(b"").unwrap(), 2);
}

/// 3.3.4: cells of 8 bits stop at 255.
#[test]
fn hashed_cells_saturate() {
    let mut hashed = counter("hashed", &small_shape(), &vec![b"again".to_vec(); 1000]);
    assert_eq!(hashed.count(b"again").unwrap(), 255);
    let other = counter("hashed", &small_shape(), &[b"again".to_vec()]);
    hashed.merge(&*other).unwrap();
    assert_eq!((hashed.count(b"again").unwrap(), hashed.total()), (255, 1001));
}

#[test]
fn counts_and_totals_saturate() {
    let mut model = crc64::Crc64Counts::new();
    model.add_fingerprint(7, u64::MAX);
    model.add_fingerprint(7, 5);
    assert_eq!((model.count_fingerprint(7), model.total()), (u64::MAX, u64::MAX));
    let loaded = load(&save(&model).unwrap()).unwrap();
    assert_eq!(loaded.top(1).unwrap(), vec![(Item::Fingerprint(7), u64::MAX)]);
}

/// 3.3.4, [Mor78]: the mean of many cells' estimates is the count, and each is within a few standard deviations.
#[test]
fn morris_estimates_are_unbiased() {
    let shape = Shape { bits: 16, ..Shape::default() };
    let lines: Vec<Vec<u8>> = (0..400u32).map(|i| format!("line {i}").into_bytes()).collect();
    for count in [1u64, 2, 10, 1000] {
        let mut halves = [MorrisCounters::new(&shape).unwrap(), MorrisCounters::new(&shape).unwrap()];
        for i in 0..count {
            lines.iter().for_each(|line| halves[(i % 2) as usize].add(line).unwrap());
        }
        let [mut merged, other] = halves;
        merged.merge(&other).unwrap();
        let estimates: Vec<f64> = lines.iter().map(|line| merged.count(line).unwrap() as f64).collect();
        let mean = estimates.iter().sum::<f64>() / lines.len() as f64;
        let ratio = mean / count as f64;
        // 400 estimates of 18 to 26 % deviation each: the mean's is about 1 %. A few share a cell.
        assert!((0.95..1.06).contains(&ratio), "{count}: {mean}");
    }
}

/// 3.3.4: "trade count accuracy for the ability to count to 2^28".
#[test]
fn morris_counts_to_two_to_the_28() {
    let mut payload = vec![0];
    payload.extend_from_slice(&[0; 8]);
    payload.extend_from_slice(&[1, 0, 255, 254]);
    let cells = load(&store::seal("morris", &payload)).unwrap();
    let top = cells.top(2).unwrap();
    assert_eq!(top[0].0, Item::Cell(0));
    assert!(top[0].1.abs_diff(1 << 28) < 1000, "{}", top[0].1);
    assert!((1.06..1.07).contains(&(top[0].1 as f64 / top[1].1 as f64)));
}

/// Were fingerprints taken over in the order of their slots, each would be put at the end of one ever longer row,
/// and this would take a hundred times as long.
#[test]
fn large_checksum_tables_merge_and_prune_in_linear_time() {
    let counts_of = |from: u64| {
        let mut counts = crc64::Crc64Counts::new();
        for i in from..from + 600_000 {
            counts.add_fingerprint(i.wrapping_mul(0x2545_f491_4f6c_dd1d), 1 + i % 2);
        }
        counts
    };
    let mut merged = counts_of(0);
    merged.merge(&counts_of(300_000)).unwrap();
    assert_eq!(merged.distinct(), 900_000);
    merged.prune(2);
    // All odd numbers, and those even ones that came twice.
    assert_eq!(merged.distinct(), 450_000 + 150_000);
}
