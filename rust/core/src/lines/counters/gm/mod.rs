//! Tracking hot items: Generalized Majority, Algorithm 2 (3.3.5), which is that of Misra & Gries.
//!
//! With c counters, whatever came more than n / (c + 1) times of n is monitored at the end, and an estimate is at
//! most the true count, and at least the true count less [`decrements`](GeneralizedMajority::decrements).
//!
//! **Time.** The paper's lists of lists make each step O(1); arrays do as well when summed up. A decrement sweeps all
//! c counters, but each sweep takes away c increments and the element at hand, so there are at most n / (c + 1)
//! sweeps, which touch fewer than n counters in all: less than one an element, whatever c, in order, which a core
//! reads several at a time. What falls to zero is forgotten in the sweep, and the rest moves up, so that a new item
//! is put at the end.
//!
//! Payload: c; 1 if lines are kept, else 0; the total; the decrements; how many counters are not zero; then, in
//! order, entries as in `exact`, or fingerprints as differences (varint), each followed by its count (varint).

mod items;
#[cfg(test)]
mod tests;

use std::any::Any;

use prefetch_index::prefetch_index;

use self::items::{Element, Items, Key};
use super::batches::{BATCH, Steps, count_each, count_lines};
use super::entries::{EntryWriter, next_entry};
use super::index::{Index, Vacancy};
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
    /// None is zero. Counters that are, with what they monitored, are not kept.
    counts: Vec<u64>,
    tags: Vec<u32>,
    items: Items,
    index: Index,
    decrements: u64,
    total: u64,
    #[cfg(test)]
    touched: u64,
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
            items: Items::new(keep_lines),
            index: Index::new(),
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

    fn find(&self, element: Element<'_>) -> std::result::Result<usize, Vacancy> {
        self.index.find(element.key.tag, |at| self.items.is(at as usize, element)).map(|at| at as usize)
    }

    /// Makes room in the index for what so many steps may add.
    fn reserve(&mut self, steps: usize) {
        self.index.reserve(steps.min(self.capacity - self.counts.len()));
    }

    /// One turn of Algorithm 2's loop; there must be room.
    fn step(&mut self, element: Element<'_>) {
        self.total = self.total.saturating_add(1);
        match self.find(element) {
            Ok(at) => self.counts[at] = self.counts[at].saturating_add(1),
            Err(vacancy) if self.counts.len() < self.capacity => self.push(element, 1, vacancy),
            Err(_) => self.decrement_all(),
        }
    }

    fn push(&mut self, element: Element<'_>, count: u64, vacancy: Vacancy) {
        self.index.fill(vacancy, element.key.tag, self.counts.len() as u32);
        self.tags.push(element.key.tag);
        self.items.push(element);
        self.counts.push(count);
    }

    fn decrement_all(&mut self) {
        #[cfg(test)]
        {
            self.touched += self.counts.len() as u64;
        }
        self.decrements = self.decrements.saturating_add(1);
        self.retain(|count| count - 1);
    }

    /// Gives all counters new values, and forgets those that fall to zero.
    fn retain(&mut self, change: impl Fn(u64) -> u64) {
        let mut kept = 0;
        for at in 0..self.counts.len() {
            let count = change(self.counts[at]);
            if count > 0 {
                self.counts[kept] = count;
                self.tags[kept] = self.tags[at];
                self.items.move_up(at, kept);
                kept += 1;
            }
        }
        if kept == self.counts.len() {
            return;
        }
        self.counts.truncate(kept);
        self.tags.truncate(kept);
        self.items.truncate(kept, self.capacity);
        self.index.clear();
        for (reference, &tag) in (0..).zip(&self.tags) {
            if let Some(&later) = self.tags.get(reference as usize + BATCH) {
                self.index.fetch(later);
            }
            self.index.insert(tag, reference);
        }
    }

    fn items(&self) -> Vec<(Item, u64)> {
        self.counts.iter().enumerate().map(|(at, &count)| (self.items.get(at), count)).collect()
    }

    /// Distinct items.
    fn set_items(&mut self, items: &[(Item, u64)]) -> Result<()> {
        let mut new = Self::new(self.capacity, self.items.are_lines())?;
        for (item, count) in items.iter().filter(|&&(_, count)| count > 0) {
            let element = new.items.element_of(item);
            new.index.reserve(1);
            if let Err(vacancy) = new.find(element) {
                new.push(element, *count, vacancy);
            }
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

impl Steps<Key> for GeneralizedMajority {
    fn fetch(&mut self, lines: &[&[u8]], keys: &mut [Key]) {
        self.items.keys(lines, keys);
        keys.iter().for_each(|key| self.index.fetch(key.tag));
    }

    fn fetch_more(&self, keys: &[Key]) {
        for at in keys.iter().filter_map(|key| self.index.glance(key.tag)) {
            prefetch_index(&self.counts, at as usize);
            self.items.fetch(at as usize);
        }
    }

    fn count_batch(&mut self, lines: &[&[u8]], keys: &[Key]) -> Result<()> {
        self.reserve(lines.len());
        lines.iter().zip(keys).for_each(|(&line, &key)| self.step(Element { line, key }));
        Ok(())
    }
}

impl LineCounter for GeneralizedMajority {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn add(&mut self, line: &[u8]) -> Result<()> {
        self.reserve(1);
        self.step(self.items.element(line));
        Ok(())
    }

    fn add_lines(&mut self, buffer: &[u8]) -> Result<()> {
        count_lines(buffer, self)
    }

    fn add_each(&mut self, lines: &[&[u8]]) -> Result<()> {
        count_each(lines, self)
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
        let same_items = self.items.are_lines() == other.items.are_lines();
        if self.capacity != other.capacity || !same_items {
            let describe = |gm: &Self| {
                let what = if gm.items.are_lines() { "lines" } else { "fingerprints" };
                format!("{} counters of {what}", gm.capacity)
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
        self.retain(|count| if count < min_count { 0 } else { count });
    }

    fn memory(&self) -> usize {
        self.items.memory() + self.counts.capacity() * 8 + self.tags.capacity() * 4 + self.index.memory()
    }

    fn payload(&self) -> Result<Vec<u8>> {
        let mut items = self.items();
        items.sort_unstable();
        let mut entries = EntryWriter::default();
        put_varint(&mut entries.out, self.capacity as u64);
        entries.out.push(u8::from(self.items.are_lines()));
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
