use super::*;

fn relevant(text: &[u8], states: &[Vec<u8>], others: &[Vec<u8>], repeated: bool) -> Result<(Set, Bits)> {
    let each = |take: &mut dyn FnMut(u64, bool) -> Result<()>| {
        let mut states: Vec<_> = states.iter().map(|file| State::open(&file[..]).unwrap()).collect();
        let mut others: Vec<_> =
            others.iter().map(|file| Other(SetReader::new(&file[..]).unwrap())).collect();
        let mut elsewhere: Vec<&mut dyn Entries> = Vec::new();
        elsewhere.extend(states.iter_mut().map(|state| state as &mut dyn Entries));
        elsewhere.extend(others.iter_mut().map(|other| other as &mut dyn Entries));
        state::relevant(SetReader::new(text)?, &mut elsewhere, repeated, take)
    };
    let mut count = 0;
    each(&mut |_, _| {
        count += 1;
        Ok(())
    })?;
    let mut building = Building::within(count, 1 << 20)?;
    each(&mut |hash, out| building.push(hash, out))?;
    building.finish()
}

fn next_state(before: Option<&Vec<u8>>, kept: &[u8], documents: u64) -> Vec<u8> {
    let before = || before.map(|file| State::open(&file[..]).unwrap());
    let ngrams = state::count_united(before(), SetReader::new(kept).unwrap()).unwrap();
    let mut out = Vec::new();
    let info = Info { ngrams, documents, complete: true };
    state::unite(before(), SetReader::new(kept).unwrap(), &info, &mut out).unwrap();
    out
}

proptest! {
    /// Several months, each with the state of the one before, give what one run over all of them gives.
    #[test]
    fn month_after_month(months in proptest::collection::vec(texts(), 1..4), n in 1usize..4) {
        let options = Options { n, ..OPTIONS };
        let mut out = HashSet::new();
        let mut state: Option<Vec<u8>> = None;
        for (month, texts) in months.iter().enumerate() {
            let before: Vec<Vec<u8>> = state.iter().cloned().collect();
            let (set, bits) = relevant(&all_ngrams(texts, n), &before, &[], true).unwrap();
            let mut dedup = Dedup::new(options, set.len(), bits).unwrap();
            let found: Vec<(bool, usize)> = run(options, &set, &mut dedup, texts).iter().map(|(verdict, _)| (verdict.duplicate, verdict.words)).collect();
            let kept: Vec<Vec<u64>> = texts.iter().zip(&found).filter(|(_, found)| !found.0).map(|(text, _)| text.clone()).collect();
            prop_assert_eq!(found, with_all_ngrams(texts, n, 0.5, &mut out));
            let next = next_state(state.as_ref(), &all_ngrams(&kept, n), month as u64);
            let opened = State::open(&next[..]).unwrap();
            prop_assert_eq!(opened.info(), &Info { complete: true, ngrams: out.len() as u64, documents: month as u64 });
            state = Some(next);
        }
    }

    /// A run that is broken off, saved and taken up again.
    #[test]
    fn broken_off(texts in texts(), at in 0usize..20, n in 1usize..4) {
        let options = Options { n, ..OPTIONS };
        let set = duplicates(&texts, n);
        let (first, second) = texts.split_at(at.min(texts.len()));
        let mut dedup = dedup(options, &set);
        let mut found = run(options, &set, &mut dedup, first);
        let mut file = Vec::new();
        state::save(&mut file, &Info { documents: first.len() as u64, ..Info::default() }, &header(n), &set, dedup.out()).unwrap();
        let state = State::open(&file[..]).unwrap();
        prop_assert_eq!(state.info(), &Info { complete: false, ngrams: set.len(), documents: first.len() as u64 });
        let (set, out) = state.load(1 << 20).unwrap();
        let mut dedup = Dedup::new(options, set.len(), out).unwrap();
        found.extend(run(options, &set, &mut dedup, second));
        let found: Vec<(bool, usize)> = found.iter().map(|(verdict, _)| (verdict.duplicate, verdict.words)).collect();
        prop_assert_eq!(found, with_all_ngrams(&texts, n, 0.5, &mut HashSet::new()));
    }

    /// With another collection everything in it is out; with it alone, nothing else ever is.
    #[test]
    fn against_others(texts in texts(), others in proptest::collection::vec(texts(), 1..3), n in 1usize..4) {
        let options = Options { n, ..OPTIONS };
        let files: Vec<Vec<u8>> = others.iter().map(|other| all_ngrams(other, n)).collect();
        let mut out: HashSet<u64> = others.iter().flatten().flat_map(|tokens| ngrams(tokens, n)).collect();
        let only: Vec<(bool, usize)> =
            texts.iter().map(|text| with_all_ngrams(std::slice::from_ref(text), n, 0.5, &mut out.clone())[0]).collect();
        let both = with_all_ngrams(&texts, n, 0.5, &mut out);
        for (repeated, expected) in [(true, both), (false, only)] {
            let (set, bits) = relevant(&all_ngrams(&texts, n), &[], &files, repeated).unwrap();
            let options = Options { moving: repeated, ..options };
            let mut dedup = Dedup::new(options, set.len(), bits).unwrap();
            let found: Vec<(bool, usize)> = run(options, &set, &mut dedup, &texts).iter().map(|(verdict, _)| (verdict.duplicate, verdict.words)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn damaged_states_are_refused() {
    let texts: Vec<Vec<u64>> =
        (0..40u64).map(|i| (i..i + 90).map(|j| xxh3_64(&j.to_le_bytes())).collect()).collect();
    let set = duplicates(&texts, 3);
    let mut bits = Bits::new(set.len());
    bits.set(3);
    let mut file = Vec::new();
    state::save(&mut file, &Info::default(), &header(3), &set, &bits).unwrap();
    let load = |file: &[u8]| State::open(file).and_then(|state| state.load(1 << 20));
    let (loaded, out) = load(&file).unwrap();
    assert!(loaded.hashes().eq(set.hashes()) && out.count() == 1 && out.get(3));
    for at in 0..file.len() {
        let mut bad = file.clone();
        bad[at] ^= 1 << (at % 8);
        assert!(load(&bad).is_err(), "byte {at}");
        assert!(load(&file[..at]).is_err(), "cut at {at}");
    }
    assert!(load(&[&file[..], b"x"].concat()).is_err());
    assert!(State::open(&file[..]).unwrap().load(100).is_err());
    let named = |file: &[u8]| State::open(file).unwrap_err().to_string();
    assert_eq!(named(&all_ngrams(&texts, 3)), "holds ngrams, not dedup");
    assert_eq!(named(b""), "not a streamclean file (wrong magic number)");
    assert_eq!(named(&[b'x'; 999]), "not a streamclean file (wrong magic number)");
}

/// A file of the test.
fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut file, bytes).unwrap();
    file
}

fn load_text(bytes: &[u8], memory: u64) -> Result<Loaded> {
    let file = file(bytes);
    Files { text: Some(file.path()), ..Files::default() }.load(memory, |_| 0)
}

#[test]
fn sets_out_of_files() {
    let texts = ["a b c d e f", "b c d e x", "c d e"].map(tokens);
    let expected = duplicates(&texts, 3);
    let Loaded { header, set, out } = load_text(&all_ngrams(&texts, 3), 1 << 20).unwrap();
    assert_eq!((header.min_count, out.count()), (1, 0));
    assert!(set.hashes().eq(expected.hashes()) && set.len() == 2);
    let (mut twice, counts) = (Vec::new(), Header { min_count: 2, counts: false, ..header });
    let mut writer = SetWriter::new(&mut twice, &counts).unwrap();
    expected.hashes().for_each(|hash| writer.push(hash, 2).unwrap());
    writer.finish(&Totals::default()).unwrap();
    let loaded = load_text(&twice, 1 << 20).unwrap();
    assert!(loaded.set.hashes().eq(expected.hashes()));
    assert_eq!(load_text(&twice, 10).unwrap_err().to_string(), "memory must be 1M or more for 2 n-grams");
    let (twice_file, more) = (file(&twice), |count| count << 19);
    let files = Files { text: Some(twice_file.path()), ..Files::default() };
    assert!(files.load(1 << 20, more).unwrap_err().to_string().starts_with("memory must be 2M"));
    for at in 0..twice.len() {
        let mut bad = twice.clone();
        bad[at] ^= 1;
        assert!(load_text(&bad, 1 << 20).is_err(), "byte {at}");
        assert!(load_text(&twice[..at], 1 << 20).is_err(), "cut at {at}");
    }
}

#[test]
fn other_collections_alone() {
    let texts = ["a b c d e f", "b c d e x", "c d e"].map(tokens);
    let others = texts.each_ref().map(|text| file(&all_ngrams(std::slice::from_ref(text), 3)));
    let paths = others.each_ref().map(tempfile::NamedTempFile::path);
    let Loaded { set, out, .. } = Files { others: &paths, ..Files::default() }.load(1 << 20, |_| 0).unwrap();
    let all: Vec<u64> = counts(&texts, 3).into_keys().collect();
    assert!(set.hashes().eq(all.iter().copied()));
    assert_eq!(out.count(), all.len() as u64);
    let two = file(&all_ngrams(&texts, 2));
    assert!(Files { others: &[paths[0], two.path()], ..Files::default() }.load(1 << 20, |_| 0).is_err());
    assert!(Files::default().load(1 << 20, |_| 0).is_err());
}

#[test]
fn what_is_not_all_there_is_refused() {
    let texts = ["a b c d", "a b c d"].map(tokens);
    let set = duplicates(&texts, 3);
    let mut saved = Vec::new();
    state::save(&mut saved, &Info::default(), &header(3), &set, &Bits::new(set.len())).unwrap();
    let text = all_ngrams(&texts, 3);
    // n-grams that occurred once are not in it.
    assert!(relevant(&text, &[saved.clone()], &[], true).is_err());
    // n-grams of another length.
    assert!(relevant(&text, &[], &[all_ngrams(&texts, 2)], true).is_err());
    assert!(
        state::unite(
            Some(State::open(&saved[..]).unwrap()),
            SetReader::new(&text[..]).unwrap(),
            &Info::default(),
            Vec::new()
        )
        .is_err()
    );
    // A number that is not true.
    let none: Option<State<&[u8]>> = None;
    assert!(state::unite(none, SetReader::new(&text[..]).unwrap(), &Info::default(), Vec::new()).is_err());
}
