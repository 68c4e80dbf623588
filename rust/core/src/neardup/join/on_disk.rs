//! The same join where what sets have in common does not fit into memory: numbers with the sets that have them, sets with
//! their numbers in the order of how rare those are, and prefixes with their sets are each sorted on disk.

use std::path::Path;

use super::super::candidates::{Pairs, leaders};
use super::super::measure::Measure;
use super::super::sets::{self, Sets};
use super::super::sorter::{Sorted, Sorter};
use super::index::prefix;
use super::seen::Seen;
use super::{Options, Report};
use crate::error::Result;

/// Calls `put` with two sets, the earlier first, and how many numbers they have in common.
pub(super) fn join(
    options: &Options,
    sets: Sets,
    seen: Seen,
    tmpdir: &Path,
    mut put: impl FnMut(u32, u32, u32) -> Result<()>,
) -> Result<Report> {
    let Options { measure, threshold, memory, .. } = *options;
    let mut report = Report { disk: sets.disk(), ..Report::default() };
    let sizes: Vec<u32> = (0..sets.len()).map(|at| sets.size(at) as u32).collect();
    let by_number = in_several(&sets, &seen, memory / 4, tmpdir)?;
    drop((sets, seen));
    let ranked = by_rarity(by_number, memory / 4, tmpdir, &mut report)?;
    let lists = Lists { options, sizes: &sizes, tmpdir };
    let (shared, prefixes) = lists.all(ranked, &mut report)?;
    let mut pairs = lists.candidates(prefixes, &mut report)?;
    report.disk += pairs.disk() + shared.disk();
    let (mut room, mut other) = (Vec::new(), Vec::new());
    while let Some((first, second, _)) = pairs.next_pair()? {
        report.candidates += 1;
        let common =
            sets::common(shared.get(first as usize, &mut room)?, shared.get(second as usize, &mut other)?);
        let [size, other_size] = [first, second].map(|at| sizes[at as usize] as usize);
        if common > 0 && measure.of(common, size, other_size) >= threshold {
            put(first, second, common as u32)?;
        }
    }
    Ok(report)
}

/// Numbers that may be in two sets, with each of their sets.
fn in_several(sets: &Sets, seen: &Seen, memory: usize, tmpdir: &Path) -> Result<Sorted> {
    let mut sorter = Sorter::new(memory, tmpdir);
    let mut several = Vec::new();
    sets.each(|name, set| {
        several.clear();
        seen.twice(set, &mut several);
        several.iter().try_for_each(|&number| sorter.push(number, name as u64))
    })?;
    sorter.finish()
}

/// Sets and how many have a number, with that number; numbers of one set only are left out.
fn by_rarity(mut by_number: Sorted, memory: usize, tmpdir: &Path, report: &mut Report) -> Result<Sorted> {
    let mut sorter = Sorter::new(memory, tmpdir);
    let mut group: Vec<u64> = Vec::new();
    let mut last = None;
    loop {
        let next = by_number.next_pair()?;
        if next.map(|(number, _)| number) != last {
            if let Some(number) = last.filter(|_| group.len() > 1) {
                let count = group.len() as u64;
                group.iter().try_for_each(|&name| sorter.push(name << 32 | count, number))?;
            }
            group.clear();
            last = next.map(|(number, _)| number);
        }
        match next {
            Some((_, name)) => group.push(name),
            None => break,
        }
    }
    report.disk += by_number.disk();
    sorter.finish()
}

struct Lists<'a> {
    options: &'a Options,
    sizes: &'a [u32],
    tmpdir: &'a Path,
}

impl Lists<'_> {
    /// Of each set the numbers that others have, ascending; and numbers with the sets that may be found by them. Of those
    /// the last bit says whether they are in the prefix.
    fn all(&self, mut ranked: Sorted, report: &mut Report) -> Result<(Sets, Sorted)> {
        let Options { measure, threshold, memory, .. } = *self.options;
        let mut shared = Sets::new(memory / 4, self.tmpdir);
        let mut prefixes = Sorter::new(memory / 4, self.tmpdir);
        let mut next = ranked.next_pair()?;
        let mut numbers = Vec::new();
        for (name, &size) in self.sizes.iter().enumerate() {
            numbers.clear();
            while let Some((key, number)) = next.filter(|(key, _)| key >> 32 == name as u64) {
                debug_assert!(key as u32 > 1);
                numbers.push(number);
                next = ranked.next_pair()?;
            }
            let least = Measure::least_common(threshold, size as usize);
            let probed = prefix(least, numbers.len());
            let found_by = match measure {
                Measure::Resemblance => probed,
                // The larger ones, whole; of the smaller one the prefix.
                Measure::Containment => numbers.len(),
            };
            for (place, &number) in numbers[..found_by].iter().enumerate() {
                prefixes.push(number, (name as u64) << 1 | u64::from(place < probed))?;
            }
            numbers.sort_unstable();
            shared.push(&numbers)?;
        }
        report.disk += ranked.disk();
        Ok((shared, prefixes.finish()?))
    }

    /// Pairs of sets that share a number of the prefix of the smaller one.
    fn candidates(&self, mut prefixes: Sorted, report: &mut Report) -> Result<Pairs> {
        let mut pairs = Sorter::new(self.options.memory / 4, self.tmpdir);
        let mut group: Vec<(u32, u32, bool)> = Vec::new();
        let mut last = None;
        loop {
            let next = prefixes.next_pair()?;
            if next.map(|(number, _)| number) != last {
                report.capped += self.pair(&mut group, &mut pairs)?;
                last = next.map(|(number, _)| number);
            }
            let Some((_, value)) = next else { break };
            let name = (value >> 1) as u32;
            group.push((self.sizes[name as usize], name, value & 1 == 1));
        }
        report.disk += prefixes.disk();
        Pairs::new(pairs.finish()?)
    }

    /// The pairs of a group; how often a set was not paired with all others, because those are too many.
    fn pair(&self, group: &mut Vec<(u32, u32, bool)>, pairs: &mut Sorter) -> Result<u64> {
        let Options { measure, threshold, most_sets, .. } = *self.options;
        group.sort_unstable();
        let mut capped = 0;
        for (at, &(size, name, in_prefix)) in group.iter().enumerate() {
            // Those after it are as large or larger; of resemblance those too large are too far away.
            let is_near = |other: u32| match measure {
                Measure::Resemblance => Measure::least_common(threshold, other as usize) <= size as usize,
                Measure::Containment => in_prefix,
            };
            let after = &group[at + 1..];
            let near = after.partition_point(|(other, ..)| is_near(*other));
            let taken = leaders(near, most_sets);
            for &(_, other, _) in &after[..taken] {
                pairs.push(u64::from(name.min(other)) << 32 | u64::from(name.max(other)), 0)?;
            }
            capped += u64::from(taken < near);
        }
        group.clear();
        Ok(capped)
    }
}
