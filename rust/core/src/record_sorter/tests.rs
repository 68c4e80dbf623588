use std::collections::BTreeMap;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;

fn sorted(records: impl IntoIterator<Item = (Key, Vec<u8>)>, memory: u64) -> Sorted {
    let mut sorter = Sorter::new(memory, &std::env::temp_dir());
    for (key, record) in records {
        sorter.push(key, &record).unwrap();
    }
    sorter.finish().unwrap()
}

fn all(mut sorted: Sorted) -> Vec<(Key, Vec<u8>)> {
    let mut found = Vec::new();
    while let Some((key, record)) = sorted.next_record().unwrap() {
        found.push((key, record.to_vec()));
    }
    found
}

/// Records of some sizes, with keys in no order.
fn mixed(count: u64, sizes: u64) -> impl Iterator<Item = (Key, Vec<u8>)> {
    (0..count).map(move |at| {
        let number = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let size = (number >> 7) % sizes;
        ([number >> 60, number >> 40, at], vec![at as u8; size as usize])
    })
}

proptest! {
    #[test]
    fn in_any_memory(records in proptest::collection::btree_map(any::<[u8; 3]>(), proptest::collection::vec(any::<u8>(), 0..300), 0..60), memory in 0u64..20_000) {
        let key = |bytes: &[u8; 3]| bytes.map(u64::from);
        let records: Vec<_> = records.iter().map(|(bytes, record)| (key(bytes), record.clone())).collect();
        prop_assert_eq!(all(sorted(records.iter().rev().cloned(), memory)), records);
    }

    /// Records that are longer than memory are merged two by two.
    #[test]
    fn some_longer_than_memory(sizes in proptest::collection::vec(prop::sample::select(vec![0usize, 10, 9_000, 70_000]), 0..40), memory in 0u64..100_000) {
        let records: Vec<_> = sizes.iter().enumerate().map(|(at, &size)| ([at as u64, 0, 0], vec![at as u8; size])).collect();
        prop_assert_eq!(all(sorted(records.iter().rev().cloned(), memory)), records);
    }
}

#[test]
fn however_many_runs_the_frames_fit() {
    let memory = 1 << 18;
    let records: BTreeMap<Key, Vec<u8>> = mixed(40_000, 1000).collect();
    let bytes: usize = records.values().map(|record| 32 + record.len()).sum();
    let merged = sorted(mixed(40_000, 1000), memory);
    let Sorted::Disk { merge, size } = &merged else { panic!("not on disk") };
    // Without merging there would be more runs than there is room for frames.
    assert!(bytes / (memory as usize / 3) > memory as usize / 4096);
    let frames: usize = merge.runs.iter().map(|run| run.frame.capacity()).sum();
    assert!(merge.runs.len() > 1 && frames <= memory as usize, "{} runs, {frames} bytes", merge.runs.len());
    // What was merged is gone.
    let mut files = BTreeMap::new();
    for run in &merge.runs {
        files.insert(Arc::as_ptr(&run.file), run.file.metadata().unwrap().len());
    }
    let left: u64 = files.values().sum();
    assert!(left < bytes as u64 * 101 / 100, "{left} bytes of {bytes}");
    assert!((left..2 * left + (1 << 16)).contains(size), "{left} and {size} bytes");
    assert!(all(merged).into_iter().eq(records));
}

#[test]
fn a_flipped_byte_is_noticed() {
    let records = |count| (0..count).map(|at| ([at, 0, 0], vec![at as u8; 3000]));
    let read = |mut sorted: Sorted| -> Result<u64> {
        let mut count = 0;
        while sorted.next_record()?.is_some() {
            count += 1;
        }
        Ok(count)
    };
    // Two runs of three frames; the first frame of each is in memory already.
    let frame = 16 + 32 + 3000;
    for at in (frame..3 * frame).chain(4 * frame..6 * frame).step_by(97) {
        let sorted = sorted(records(6), 30_000);
        let Sorted::Disk { merge, .. } = &sorted else { panic!("not on disk") };
        let file = &*merge.runs[0].file;
        assert_eq!((merge.runs.len(), file.metadata().unwrap().len()), (2, 6 * frame));
        let mut byte = [0];
        file.read_exact_at(&mut byte, at).unwrap();
        file.write_all_at(&[byte[0] ^ 1], at).unwrap();
        assert!(read(sorted).is_err(), "byte {at}");
    }
    assert_eq!(read(sorted(records(6), 30_000)).unwrap(), 6);
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let mut sorter = Sorter::new(0, Path::new("/nowhere"));
    let error = (0..3).find_map(|at| sorter.push([at; 3], b"record").err()).unwrap();
    assert!(error.to_string().contains("writing documents to /nowhere (--tmpdir"), "{error}");
}
