//! Tracking hot items: Generalized Majority, Algorithm 2 (3.3.5), which is that of Misra & Gries.
//!
//! With c counters, whatever came more than n / (c + 1) times of n is monitored at the end, and an estimate is at
//! most the true count, and at least the true count less [`decrements`](GeneralizedMajority::decrements).
//!
//! **Time.** The paper's lists of lists make each step O(1); two arrays do as well when summed up. A decrement
//! sweeps all c counters, but each sweep takes away c increments and the element at hand, so there are at most
//! n / (c + 1) sweeps, which touch fewer than n counters in all. Counters fall to zero in sweeps only, so a cursor
//! that starts over at each sweep finds every zero; it passes c counters between two sweeps, fewer than n in all.
//! Hence at most two counters an element, whatever c, in order, which a core reads several at a time.
//!
//! Payload: c; 1 if lines are kept, else 0; the total; the decrements; how many counters are not zero; then, in
//! order, entries as in `exact`, or fingerprints as differences (varint), each followed by its count (varint).

use std::any::Any;
use std::hint::black_box;

use xxhash_rust::xxh3::xxh3_64;

use super::batches::{BATCH, for_each_batch};
use super::crc64::fingerprint;
use super::entries::{EntryWriter, next_entry};
use super::index::Index;
use super::top::Top;
use super::{Item, Kind, LineCounter, same_kind};
use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

pub const KIND: Kind = Kind {
    name: "gm",
    saved_as: "gm",
    about: "Generalized Majority: the lines of more than 1/(counters + 1) of all, in fixed memory (3.3.5)",
    make: |shape| Ok(Box::new(GeneralizedMajority::new(shape.counters, shape.keep_lines)?)),
    load: |payload| Ok(Box::new(GeneralizedMajority::from_payload(payload)?)),
};

#[derive(Debug)]
pub struct GeneralizedMajority {
    capacity: usize,
    /// Counters are made as they are first needed; those not made yet are zero.
    counts: Vec<u64>,
    tags: Vec<u32>,
    items: Items,
    index: Index,
    /// All counters before it are above zero.
    cursor: usize,
    decrements: u64,
    total: u64,
    #[cfg(test)]
    touched: u64,
}

/// What the counters monitor.
#[derive(Debug)]
enum Items {
    Lines(Vec<Vec<u8>>),
    Fingerprints(Vec<u64>),
}

/// A line as the counters know it: its hash, and its fingerprint if those are kept.
#[derive(Clone, Copy)]
struct Element<'a> {
    line: &'a [u8],
    fingerprint: u64,
    tag: u32,
}

impl Items {
    fn element<'a>(&self, line: &'a [u8]) -> Element<'a> {
        match self {
            Self::Lines(_) => Element { line, fingerprint: 0, tag: Index::tag(xxh3_64(line)) },
            Self::Fingerprints(_) => {
                let fingerprint = fingerprint(line);
                Element { line: &[], fingerprint, tag: tag_of_fingerprint(fingerprint) }
            }
        }
    }

    fn is(&self, at: usize, element: Element<'_>) -> bool {
        match self {
            Self::Lines(lines) => lines[at] == element.line,
            Self::Fingerprints(fingerprints) => fingerprints[at] == element.fingerprint,
        }
    }

    fn push(&mut self, element: Element<'_>) {
        match self {
            // Room for most lines that will replace it, so that replacing seldom allocates.
            Self::Lines(lines) => {
                let mut line = Vec::with_capacity(element.line.len().max(72));
                line.extend_from_slice(element.line);
                lines.push(line);
            }
            Self::Fingerprints(fingerprints) => fingerprints.push(element.fingerprint),
        }
    }

    fn replace(&mut self, at: usize, element: Element<'_>) {
        match self {
            Self::Lines(lines) => {
                let line = &mut lines[at];
                line.clear();
                // A counter that once held a very long line must not hold its memory for good.
                line.shrink_to(4 * element.line.len() + 256);
                line.extend_from_slice(element.line);
            }
            Self::Fingerprints(fingerprints) => fingerprints[at] = element.fingerprint,
        }
    }

    /// Something that depends on the item's memory, to have it at hand when it is compared.
    fn touch(&self, at: usize) -> u64 {
        match self {
            Self::Lines(lines) => lines[at].first().map_or(0, |&byte| u64::from(byte)),
            Self::Fingerprints(fingerprints) => fingerprints[at],
        }
    }

    fn get(&self, at: usize) -> Item {
        match self {
            Self::Lines(lines) => Item::Line(lines[at].clone()),
            Self::Fingerprints(fingerprints) => Item::Fingerprint(fingerprints[at]),
        }
    }
}

fn tag_of_fingerprint(fingerprint: u64) -> u32 {
    Index::tag(fingerprint.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl GeneralizedMajority {
    /// `counters` is c; lines are kept as they are, or, if not `keep_lines`, as their CRC-64.
    pub fn new(counters: usize, keep_lines: bool) -> Result<Self> {
        if !(1..=Index::MAX_REFERENCE as usize).contains(&counters) {
            let expected = format!("1 to {}, not {counters}", Index::MAX_REFERENCE);
            return Err(Error::Parameter { name: "counters", expected });
        }
        Ok(Self {
            capacity: counters,
            counts: Vec::new(),
            tags: Vec::new(),
            items: if keep_lines { Items::Lines(Vec::new()) } else { Items::Fingerprints(Vec::new()) },
            index: Index::sparse(),
            cursor: 0,
            decrements: 0,
            total: 0,
            #[cfg(test)]
            touched: 0,
        })
    }

    /// By how much an estimate may be below the true count. What `prune` forgot is not in it.
    pub fn decrements(&self) -> u64 {
        self.decrements
    }

    fn find(&self, element: Element<'_>) -> Option<usize> {
        self.index.find(element.tag, |at| self.items.is(at as usize, element)).map(|at| at as usize)
    }

    /// One turn of Algorithm 2's loop.
    fn step(&mut self, element: Element<'_>) {
        self.total = self.total.saturating_add(1);
        if let Some(at) = self.find(element) {
            self.counts[at] = self.counts[at].saturating_add(1);
        } else if self.counts.len() < self.capacity {
            self.push(element, 1);
        } else if let Some(at) = self.next_zero() {
            self.index.remove(self.tags[at], at as u32);
            self.index.insert(element.tag, at as u32);
            self.tags[at] = element.tag;
            self.items.replace(at, element);
            self.counts[at] = 1;
        } else {
            self.decrement_all();
        }
    }

    fn push(&mut self, element: Element<'_>, count: u64) {
        self.index.insert(element.tag, self.counts.len() as u32);
        self.tags.push(element.tag);
        self.items.push(element);
        self.counts.push(count);
    }

    fn next_zero(&mut self) -> Option<usize> {
        let skipped = self.counts[self.cursor..].iter().take_while(|&&count| count > 0).count();
        #[cfg(test)]
        {
            self.touched += skipped as u64;
        }
        self.cursor += skipped;
        (self.cursor < self.counts.len()).then_some(self.cursor)
    }

    fn decrement_all(&mut self) {
        #[cfg(test)]
        {
            self.touched += self.counts.len() as u64;
        }
        for count in &mut self.counts {
            *count -= 1;
        }
        self.cursor = 0;
        self.decrements = self.decrements.saturating_add(1);
    }

    /// Every monitored item whose counter is not zero.
    fn items(&self) -> Vec<(Item, u64)> {
        let above_zero = self.counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        above_zero.map(|(at, &count)| (self.items.get(at), count)).collect()
    }

    fn set_items(&mut self, items: &[(Item, u64)]) -> Result<()> {
        let mut new = Self::new(self.capacity, matches!(self.items, Items::Lines(_)))?;
        for (item, count) in items {
            let element = match item {
                Item::Line(line) => new.items.element(line),
                Item::Fingerprint(fingerprint) | Item::Cell(fingerprint) => {
                    Element { line: &[], fingerprint: *fingerprint, tag: tag_of_fingerprint(*fingerprint) }
                }
            };
            new.push(element, *count);
        }
        *self = Self { decrements: self.decrements, total: self.total, ..new };
        Ok(())
    }

    fn from_payload(payload: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(payload);
        let capacity = usize::try_from(reader.varint()?).unwrap_or(usize::MAX);
        let [keep_lines] = reader.array()?;
        let mut new = Self::new(capacity, keep_lines != 0)
            .map_err(|_| Error::Malformed { what: "its number of counters" })?;
        new.total = reader.varint()?;
        new.decrements = reader.varint()?;
        let used = reader.varint()?;
        if used > capacity as u64 {
            return Err(Error::Malformed { what: "more items than counters" });
        }
        let mut items = Vec::new();
        let mut line = Vec::new();
        let mut last = 0u64;
        for first in (0..used).map(|i| i == 0) {
            if keep_lines != 0 {
                let count = next_entry(&mut reader, &mut line)?;
                items.push((Item::Line(line.clone()), count));
            } else {
                let difference = reader.varint()?;
                let ahead = last.checked_add(difference).filter(|_| difference > 0 || first);
                last = ahead.ok_or(Error::Malformed { what: "its fingerprints are not in order" })?;
                items.push((Item::Fingerprint(last), reader.varint()?));
            }
        }
        reader.finish()?;
        new.set_items(&items)?;
        Ok(new)
    }
}

impl LineCounter for GeneralizedMajority {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        self.step(self.items.element(line));
        Ok(())
    }

    fn add_lines(&mut self, buffer: &[u8]) -> Result<()> {
        for_each_batch(buffer, |lines| {
            let mut elements = [Element { line: &[], fingerprint: 0, tag: 0 }; BATCH];
            for (element, line) in elements.iter_mut().zip(lines) {
                *element = self.items.element(line);
            }
            let elements = &elements[..lines.len()];
            let mut likely = [None; BATCH];
            for (at, element) in likely.iter_mut().zip(elements) {
                *at = self.index.glance(element.tag);
            }
            let places = likely.iter().flatten().map(|&at| at as usize);
            black_box(places.fold(0, |sum, at| sum ^ self.counts[at] ^ self.items.touch(at)));
            elements.iter().for_each(|&element| self.step(element));
            Ok(())
        })
    }

    fn count(&self, line: &[u8]) -> Result<u64> {
        Ok(self.find(self.items.element(line)).map_or(0, |at| self.counts[at]))
    }

    fn total(&self) -> u64 {
        self.total
    }

    /// Agarwal et al., "Mergeable Summaries" (2012), 3: add up, then take the (c+1)-th largest count from all, which
    /// removes at least c + 1 times as much as it adds to the error.
    fn merge(&mut self, other: &dyn LineCounter) -> Result<()> {
        let other = same_kind(self, other)?;
        let same_items = std::mem::discriminant(&self.items) == std::mem::discriminant(&other.items);
        if self.capacity != other.capacity || !same_items {
            let describe = |gm: &Self| match gm.items {
                Items::Lines(_) => format!("{} counters of lines", gm.capacity),
                Items::Fingerprints(_) => format!("{} counters of fingerprints", gm.capacity),
            };
            let why = format!("one has {}, the other {}", describe(self), describe(other));
            return Err(Error::Incompatible { why });
        }
        let mut items = self.items();
        items.extend(other.items());
        items.sort_unstable();
        items.dedup_by(|(item, count), (kept, sum)| {
            let same = item == kept;
            if same {
                *sum = sum.saturating_add(*count);
            }
            same
        });
        let mut excess = 0;
        if items.len() > self.capacity {
            let mut counts: Vec<u64> = items.iter().map(|&(_, count)| count).collect();
            excess = *counts.select_nth_unstable_by(self.capacity, |a, b| b.cmp(a)).1;
        }
        items.retain_mut(|(_, count)| {
            *count = count.saturating_sub(excess);
            *count > 0
        });
        self.total = self.total.saturating_add(other.total);
        self.decrements = self.decrements.saturating_add(other.decrements).saturating_add(excess);
        self.set_items(&items)
    }

    fn top(&self, k: usize) -> Result<Vec<(Item, u64)>> {
        let mut top = Top::new(k);
        for (at, &count) in self.counts.iter().enumerate() {
            if top.might_keep(count) {
                top.offer(self.items.get(at), count);
            }
        }
        Ok(top.into_vec())
    }

    fn prune(&mut self, min_count: u64) {
        // A counter at zero is free: what it monitored is forgotten when it is taken, and not written.
        for count in self.counts.iter_mut().filter(|count| **count < min_count) {
            *count = 0;
        }
        self.cursor = 0;
    }

    fn memory(&self) -> usize {
        let items = match &self.items {
            Items::Lines(lines) => {
                lines.capacity() * size_of::<Vec<u8>>() + lines.iter().map(Vec::capacity).sum::<usize>()
            }
            Items::Fingerprints(fingerprints) => fingerprints.capacity() * 8,
        };
        items + self.counts.capacity() * 8 + self.tags.capacity() * 4 + self.index.memory()
    }

    fn payload(&self) -> Result<Vec<u8>> {
        let mut items = self.items();
        items.sort_unstable();
        let mut entries = EntryWriter::default();
        put_varint(&mut entries.out, self.capacity as u64);
        entries.out.push(u8::from(matches!(self.items, Items::Lines(_))));
        put_varint(&mut entries.out, self.total);
        put_varint(&mut entries.out, self.decrements);
        put_varint(&mut entries.out, items.len() as u64);
        let mut last = 0;
        for (item, count) in items {
            match item {
                Item::Line(line) => {
                    entries.push(&line, count);
                }
                Item::Fingerprint(fingerprint) | Item::Cell(fingerprint) => {
                    put_varint(&mut entries.out, fingerprint - last);
                    put_varint(&mut entries.out, count);
                    last = fingerprint;
                }
            }
        }
        Ok(entries.out)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
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
        fn a_step_touches_two_counters_at_most_in_the_mean(lines in streams(), counters in 1usize..60) {
            prop_assert!(of(&lines, counters, true).touched <= 2 * lines.len() as u64);
        }
    }

    #[test]
    fn the_worst_stream_touches_two_counters_an_element() {
        // All lines distinct: every counter is filled, swept and taken again, over and over.
        for counters in [1, 7, 1000, 30_000] {
            let lines: Vec<Vec<u8>> = (0..100_000).map(|i: u32| i.to_string().into_bytes()).collect();
            let gm = of(&lines, counters, false);
            assert!(gm.touched <= 200_000, "{counters}: {}", gm.touched);
            assert!(gm.touched >= 50_000, "{counters}: the sweeps were not counted");
        }
    }
}
