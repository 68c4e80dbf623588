//! For each token the sets that have it in their prefix.

use super::super::measure::Measure;
use super::Options;
use super::ranked::Ranked;

#[derive(Clone, Copy, Debug, Default)]
struct Posting {
    set: u32,
    /// Where the token stands in it.
    place: u32,
}

/// See the [module](self). Sets are put in once, in an order in which each is compared with those before it; then any of
/// them can be looked up by any thread.
#[derive(Debug)]
pub(super) struct Index<'a> {
    ranked: &'a Ranked,
    measure: Measure,
    threshold: f64,
    /// Where the list of each token begins, and where it ends.
    starts: Vec<usize>,
    ends: Vec<usize>,
    postings: Vec<Posting>,
    /// How often a set was not put in the list of a token, as that was full.
    pub(super) capped: u64,
}

/// What a thread works with.
#[derive(Debug)]
pub(super) struct Probe {
    /// Whether a set was met in the list of a token already.
    met: Vec<bool>,
    candidates: Vec<u32>,
}

impl<'a> Index<'a> {
    pub(super) fn new(ranked: &'a Ranked, options: &Options) -> Self {
        let Options { measure, threshold, most_sets, .. } = *options;
        let (ends, postings) = Default::default();
        let mut index =
            Self { ranked, measure, threshold, starts: vec![0; ranked.kinds + 1], ends, postings, capped: 0 };
        let mut counts = vec![0usize; ranked.kinds + 1];
        for at in 0..ranked.len() {
            for &token in &ranked.tokens(at)[..index.indexed(at)] {
                counts[token as usize] += 1;
            }
        }
        let mut sum = 0;
        for count in &mut counts {
            sum += std::mem::replace(count, sum);
        }
        index.postings = vec![Posting::default(); sum];
        index.starts.clone_from(&counts);
        index.ends = counts;
        // Of each list, where those begin that are not too small for the set that comes.
        let mut near = index.starts.clone();
        match measure {
            Measure::Resemblance => (0..ranked.len()).for_each(|at| index.insert(at, most_sets, &mut near)),
            // The larger ones, whole; of the smaller one the prefix.
            Measure::Containment => {
                (0..ranked.len()).rev().for_each(|at| index.insert(at, most_sets, &mut near));
            }
        }
        index
    }

    pub(super) fn probe(&self) -> Probe {
        Probe { met: vec![false; self.ranked.len()], candidates: Vec::new() }
    }

    /// How many of its tokens a set is looked up by: as many as there can be before the first one in common. Numbers
    /// that are in no other set come before all tokens.
    pub(super) fn probed(&self, at: usize) -> usize {
        prefix(self.least(at), self.ranked.tokens(at).len())
    }

    /// How many numbers a set has in common with any that it is alike to.
    fn least(&self, at: usize) -> usize {
        Measure::least_common(self.threshold, self.ranked.sizes[at] as usize)
    }

    /// How many of its tokens a set is found by.
    fn indexed(&self, at: usize) -> usize {
        let size = self.ranked.sizes[at] as usize;
        let least = match self.measure {
            // Those it is compared with are as large or larger.
            Measure::Resemblance => Measure::common_of_both(self.threshold, size, size),
            Measure::Containment => 1,
        };
        prefix(least, self.ranked.tokens(at).len())
    }

    fn insert(&mut self, at: usize, most_sets: usize, near: &mut [usize]) {
        let least = self.least(at);
        for (place, &token) in self.ranked.tokens(at)[..self.indexed(at)].iter().enumerate() {
            let token = token as usize;
            if self.measure == Measure::Resemblance {
                // Those that come later are as large or larger: what is too small now is so for good.
                while near[token] < self.ends[token] && self.size(near[token]) < least {
                    near[token] += 1;
                }
            }
            if self.ends[token] - near[token] >= most_sets {
                self.capped += 1;
                continue;
            }
            self.postings[self.ends[token]] = Posting { set: at as u32, place: place as u32 };
            self.ends[token] += 1;
        }
    }

    /// How large the set of a posting is.
    fn size(&self, posting: usize) -> usize {
        self.ranked.sizes[self.postings[posting].set as usize] as usize
    }

    /// Compares a set with all of those put in before it that may be alike. Calls `put` with two of them and how much they
    /// have in common; says how many were compared.
    pub(super) fn look_up(
        &self,
        at: usize,
        probe: &mut Probe,
        mut put: impl FnMut(usize, usize, usize),
    ) -> u64 {
        let Self { ranked, measure, threshold, starts, ends, postings, .. } = self;
        let (measure, threshold) = (*measure, *threshold);
        let Probe { met, candidates } = probe;
        let (size, tokens) = (ranked.sizes[at] as usize, ranked.tokens(at));
        let least = self.least(at);
        let needed = |other: usize| {
            match measure {
                Measure::Resemblance => Measure::common_of_both(threshold, size, other),
                Measure::Containment => least,
            }
            .max(1)
        };
        candidates.clear();
        for (place, &token) in tokens[..self.probed(at)].iter().enumerate() {
            let list = &postings[starts[token as usize]..ends[token as usize]];
            let list = match measure {
                Measure::Resemblance => {
                    let small = |posting: &Posting| (ranked.sizes[posting.set as usize] as usize) < least;
                    &list[list.partition_point(small)..]
                }
                Measure::Containment => list,
            };
            for posting in list {
                let other = posting.set as usize;
                let is_before = match measure {
                    Measure::Resemblance => other < at,
                    Measure::Containment => other > at,
                };
                if !is_before {
                    break;
                }
                if met[other] {
                    continue;
                }
                // What can be in common still, this token with it.
                let rest = (tokens.len() - place).min(ranked.tokens(other).len() - posting.place as usize);
                if rest >= needed(ranked.sizes[other] as usize) {
                    met[other] = true;
                    candidates.push(posting.set);
                }
            }
        }
        for &other in &*candidates {
            let other = other as usize;
            met[other] = false;
            let other_size = ranked.sizes[other] as usize;
            if let Some(common) = common(tokens, ranked.tokens(other), needed(other_size))
                && measure.of(common, size, other_size) >= threshold
            {
                put(at, other, common);
            }
        }
        candidates.len() as u64
    }
}

/// How many of the rarest tokens there can be before the first of so many in common.
pub(super) fn prefix(least: usize, tokens: usize) -> usize {
    (tokens + 1).saturating_sub(least.max(1))
}

/// How many tokens two lists have in common, unless they are fewer than that.
fn common(first: &[u32], second: &[u32], least: usize) -> Option<usize> {
    // How many may be missed in each.
    let (Some(mut spare), Some(mut other_spare)) =
        (first.len().checked_sub(least), second.len().checked_sub(least))
    else {
        return None;
    };
    let (mut at, mut other, mut found) = (0, 0, 0);
    while let (Some(a), Some(b)) = (first.get(at), second.get(other)) {
        if a == b {
            found += 1;
            at += 1;
            other += 1;
        } else if a < b {
            at += 1;
            spare = spare.checked_sub(1)?;
        } else {
            other += 1;
            other_spare = other_spare.checked_sub(1)?;
        }
    }
    (found >= least).then_some(found)
}
