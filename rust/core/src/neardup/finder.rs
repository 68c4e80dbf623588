//! From records to pairs of them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use super::candidates::{Candidates, Pairs};
use super::documents::{ALONE, Documents};
use super::found::{Found, Score};
use super::hamming::Strings;
use super::join::{self, Join};
use super::measure::Measure;
use super::plan::{Origin, Plan, THRESHOLD};
use super::prepare::{Means, Prepared, Preparer, features};
use super::sets::{self, Sets};
use super::sorter::Sorter;
use crate::error::{Error, Result};

/// What may be used.
#[derive(Clone, Debug)]
pub struct Limits {
    pub memory: usize,
    pub tmpdir: PathBuf,
    /// Of the documents that have something in common only so many are paired with all others of them.
    pub most: usize,
    pub threads: usize,
}

/// Takes what was prepared in order, and finds pairs in the end.
#[derive(Debug)]
pub struct Finder {
    preparer: Arc<Preparer>,
    limits: Limits,
    documents: Documents,
    origin: Option<Origin>,
    plan: Option<Plan>,
    store: Store,
    /// The shingles of texts that candidates are verified by.
    texts: Sets,
    /// Where a step between has been left to others: what came back.
    shared: Option<Shared>,
}

/// What is compared of each kind of document.
#[derive(Debug)]
enum Store {
    Nothing,
    Join(Box<Join>),
    /// Values, and their features in any order unless others sort them.
    Sets {
        sets: Sets,
        features: Sorter,
    },
    Strings(Strings),
}

/// Documents by features that come in order.
#[derive(Debug)]
struct Shared {
    numbers: HashMap<u128, u32>,
    candidates: Candidates,
    last: Vec<u8>,
    lines: u64,
}

/// What became of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// Pairs that were compared.
    pub candidates: u64,
    /// Documents that were not paired with all that they share something with.
    pub capped: u64,
    pub disk: u64,
}

impl Finder {
    pub fn new(means: Means, limits: Limits) -> Self {
        let texts = Sets::new(limits.memory / 4, &limits.tmpdir);
        Self {
            preparer: Arc::new(Preparer::new(means)),
            limits,
            documents: Documents::default(),
            origin: None,
            plan: None,
            store: Store::Nothing,
            texts,
            shared: None,
        }
    }

    pub fn preparer(&self) -> Arc<Preparer> {
        self.preparer.clone()
    }

    /// Adds documents; the lines of all come in order. If `split`, others sort features.
    pub fn add(&mut self, prepared: &Prepared, split: bool) -> Result<()> {
        self.check(prepared)?;
        if prepared.serial + prepared.lines as u64 >= u64::from(ALONE) {
            return Err(Error::Parameter {
                name: "the input",
                expected: "of fewer than 4,294,967,295 records".to_owned(),
            });
        }
        let verify = self.preparer.means().choice.verify;
        prepared.each(|outline, id, values, text| {
            self.documents.skip_to(prepared.serial as u32 + outline.line);
            if values.is_empty() || (verify && text.is_empty()) {
                self.documents.push_alone(id);
                return Ok(());
            }
            let size = if verify { text.len() } else { values.len() } as u32;
            if !self.documents.push(id, outline.digest, size, outline.shingles) {
                return Ok(());
            }
            if verify {
                self.texts.push(text)?;
            }
            self.keep(values, outline.digest, split)
        })?;
        self.documents.skip_to(prepared.serial as u32 + prepared.lines as u32);
        Ok(())
    }

    /// Refuses documents that are not comparable with those before.
    pub fn check(&mut self, prepared: &Prepared) -> Result<()> {
        prepared.origins.iter().try_for_each(|(at, origin)| {
            let line = prepared.documents.get(*at).map_or(0, |outline| outline.line);
            self.check_origin(origin, prepared.serial + u64::from(line) + 1)
        })
    }

    fn check_origin(&mut self, origin: &Origin, number: u64) -> Result<()> {
        let first = match &self.origin {
            Some(first) => first,
            None => {
                // An option that does nothing is refused before any document has a fingerprint.
                origin.check(&self.preparer.means().choice)?;
                self.origin.insert(origin.clone())
            }
        };
        if first == origin {
            return Ok(());
        }
        let what = "a record cannot be compared with those before";
        let found = format!("record {number} has {origin}");
        Err(Error::Differs { what, found, expected: first.to_string() })
    }

    /// The first of a kind.
    fn keep(&mut self, values: &[u64], digest: u128, split: bool) -> Result<()> {
        let Self { plan, store, limits, preparer, .. } = self;
        let Limits { memory, tmpdir, most, threads } = limits;
        let choice = &preparer.means().choice;
        let plan = match plan {
            Some(plan) => *plan,
            None => {
                let made = Plan::new(self.origin.as_ref().unwrap_or(&Origin::Text), values.len(), choice)?;
                let sets = || Sets::new(*memory / 2, tmpdir);
                let features = Sorter::new(*memory / 4, tmpdir);
                *store = match made {
                    Plan::Join if !split => {
                        let options = join::Options {
                            measure: choice.measure.unwrap_or_default(),
                            threshold: choice.threshold.unwrap_or(THRESHOLD),
                            most_sets: *most,
                            memory: *memory - *memory / 4,
                            threads: *threads,
                        };
                        Store::Join(Box::new(Join::new(options, tmpdir)?))
                    }
                    Plan::Distance(_) if !split => Store::Strings(Strings::new(values.len())),
                    Plan::Same => Store::Nothing,
                    _ => Store::Sets { sets: sets(), features },
                };
                *plan.insert(made)
            }
        };
        match store {
            Store::Nothing => {}
            Store::Join(join) => join.push(values)?,
            Store::Strings(strings) => {
                check_length(values.len(), strings.words())?;
                strings.push(values);
            }
            Store::Sets { sets, features: sorter } => {
                if matches!(plan, Plan::Bands(..) | Plan::Distance(_)) && !sets.is_empty() {
                    check_length(values.len(), sets.size(0))?;
                }
                let kind = sets.len() as u64;
                sets.push(values)?;
                if !split {
                    let mut keys = Vec::new();
                    features(plan, choice, values, digest, |key| keys.push(key));
                    keys.iter().try_for_each(|&key| sorter.push(key, kind))?;
                }
            }
        }
        Ok(())
    }

    /// Before the first of [`take`](Self::take).
    pub fn begin_reduce(&mut self) -> Result<()> {
        let Self { documents, limits, .. } = self;
        let mut numbers = HashMap::new();
        for line in 0..documents.kinds.len() as u32 {
            let id = documents.id(line);
            if id.is_empty() {
                continue;
            }
            if numbers.insert(xxh3_128(&id[1..id.len() - 1]), line).is_some() {
                let why = format!("two records have the id {}", String::from_utf8_lossy(id));
                return Err(Error::Incompatible { why });
            }
        }
        let candidates = Candidates::new(limits.most, limits.memory / 4, &limits.tmpdir);
        self.shared = Some(Shared { numbers, candidates, last: Vec::new(), lines: 0 });
        Ok(())
    }

    /// Takes lines of [`Preparer::emit`], sorted.
    pub fn take(&mut self, lines: &[&[u8]]) -> Result<()> {
        let Some(shared) = &mut self.shared else { return Ok(()) };
        for line in lines {
            shared.lines += 1;
            if line.is_empty() {
                continue;
            }
            let at = shared.lines;
            let wrong = |what: String| Error::Incompatible { why: format!("line {at} of --reduce: {what}") };
            let Some((key, id)) =
                line.iter().position(|&byte| byte == b'\t').map(|tab| (&line[..tab], &line[tab + 1..]))
            else {
                return Err(wrong("no tab".to_owned()));
            };
            let Some(&number) = shared.numbers.get(&xxh3_128(id)) else {
                return Err(wrong(format!("no record has the id \"{}\"", String::from_utf8_lossy(id))));
            };
            if shared.last != key {
                if shared.last.as_slice() > key {
                    return Err(wrong(
                        "its key is less than the one before: sort the lines first".to_owned(),
                    ));
                }
                shared.candidates.end()?;
                shared.last.clear();
                shared.last.extend_from_slice(key);
            }
            let kind = self.documents.kinds[number as usize];
            if kind != ALONE {
                shared.candidates.push(kind);
            }
        }
        Ok(())
    }

    /// Finds all pairs.
    pub fn finish(self) -> Result<Found> {
        let Self { preparer, limits, mut documents, plan, store, texts, shared, .. } = self;
        documents.end();
        let Limits { memory, tmpdir, most, .. } = &limits;
        let choice = &preparer.means().choice;
        let plan = plan.unwrap_or(Plan::Same);
        let threshold = choice.threshold.unwrap_or(THRESHOLD);
        let measure = choice.measure.unwrap_or_default();
        let mut found = Sorter::new(memory / 8, tmpdir);
        let mut report = Report { disk: texts.disk(), ..Report::default() };
        let score = match plan {
            _ if choice.verify => Score::Common,
            Plan::Join | Plan::Same => Score::Common,
            Plan::Bands(bands, _) => Score::Places { of: values_of(&store).max(bands.rows as usize) as u32 },
            Plan::Common(_) => Score::Values,
            Plan::Distance(_) => Score::Bits { of: 64 * values_of(&store) as u32 },
        };
        let mut put = {
            let (mut room, mut other) = (Vec::new(), Vec::new());
            let sizes = &documents.sizes;
            let found = &mut found;
            move |first: u32, second: u32, score: u32| -> Result<()> {
                let mut score = score;
                if choice.verify {
                    let first_text = texts.get(first as usize, &mut room)?;
                    let second_text = texts.get(second as usize, &mut other)?;
                    let common = sets::common(first_text, second_text);
                    let (size, other_size) =
                        (sizes[first as usize] as usize, sizes[second as usize] as usize);
                    if measure.of(common, size, other_size) < threshold {
                        return Ok(());
                    }
                    score = common as u32;
                }
                found.push(u64::from(first) << 32 | u64::from(second), score.into())
            }
        };
        match store {
            Store::Nothing => {}
            Store::Join(join) => {
                let done = join.finish(&mut put)?;
                report.candidates = done.candidates;
                report.capped = done.capped;
                report.disk += done.disk;
            }
            Store::Strings(strings) => {
                let Plan::Distance(distance) = plan else { return Err(Error::Malformed { what: "a plan" }) };
                strings.pairs(distance, |first, second, apart| {
                    report.candidates += 1;
                    put(first, second, apart)
                })?;
            }
            Store::Sets { sets, features } => {
                let candidates = match shared {
                    Some(shared) => shared.candidates,
                    None => {
                        let sorted = features.finish()?;
                        report.disk += sorted.disk();
                        Candidates::new(*most, memory / 4, tmpdir).of(sorted)?
                    }
                };
                let mut pairs = candidates.finish()?;
                report.capped = pairs.capped;
                report.disk += pairs.disk() + sets.disk();
                let judge = Judge { plan, threshold, measure, verify: choice.verify };
                report.candidates = judge.all(&sets, &mut pairs, &mut put)?;
            }
        }
        drop(put);
        Ok(Found::new(documents, score, found, report, limits))
    }
}

fn values_of(store: &Store) -> usize {
    match store {
        Store::Strings(strings) => strings.words(),
        Store::Sets { sets, .. } if !sets.is_empty() => sets.size(0),
        _ => 1,
    }
}

fn check_length(found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    let values = |count| format!("{count} values");
    Err(Error::Differs {
        what: "a record cannot be compared with those before: its fingerprint",
        found: values(found),
        expected: values(expected),
    })
}

/// Says of candidates whether they are pairs.
#[derive(Clone, Copy, Debug)]
struct Judge {
    plan: Plan,
    threshold: f64,
    measure: Measure,
    verify: bool,
}

impl Judge {
    fn all(
        self,
        sets: &Sets,
        pairs: &mut Pairs,
        put: &mut impl FnMut(u32, u32, u32) -> Result<()>,
    ) -> Result<u64> {
        let (mut room, mut other) = (Vec::new(), Vec::new());
        let mut candidates = 0;
        while let Some((first, second, shared)) = pairs.next_pair()? {
            candidates += 1;
            let a = sets.get(first as usize, &mut room)?;
            let b = sets.get(second as usize, &mut other)?;
            let score = match self.plan {
                Plan::Join => {
                    let common = sets::common(a, b);
                    (self.measure.of(common, a.len(), b.len()) >= self.threshold).then_some(common as u32)
                }
                Plan::Bands(_, least) => {
                    let same = a.iter().zip(b).filter(|(a, b)| a == b).count() as u32;
                    (self.verify || same >= least).then_some(same)
                }
                Plan::Common(least) => {
                    // Without lists that were too long it is known already.
                    let common = if pairs.capped == 0 { shared } else { in_both(a, b) };
                    (common >= least).then_some(common)
                }
                Plan::Distance(most) => {
                    let apart = a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum();
                    (apart <= most).then_some(apart)
                }
                Plan::Same => None,
            };
            if let Some(score) = score {
                put(first, second, score)?;
            }
        }
        Ok(candidates)
    }
}

/// How many different values two lists have in common.
fn in_both(first: &[u64], second: &[u64]) -> u32 {
    let [first, second] = [first, second].map(|values| {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        sorted
    });
    sets::common(&first, &second) as u32
}
