//! For each token the sets that have it in their prefix.

use super::super::measure::Measure;
use super::Report;
use super::ranked::Ranked;
use crate::error::Result;

#[derive(Clone, Copy, Debug, Default)]
struct Posting {
    set: u32,
    /// Where the token stands in it.
    place: u32,
}

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Index<'a> {
    ranked: &'a Ranked,
    measure: Measure,
    threshold: f64,
    most_sets: usize,
    /// Where the list of each token begins now, and where it ends.
    starts: Vec<usize>,
    ends: Vec<usize>,
    postings: Vec<Posting>,
    capped: u64,
    /// Whether a set was met in the list of a token already.
    met: Vec<bool>,
    candidates: Vec<u32>,
}

impl<'a> Index<'a> {
    pub(super) fn new(ranked: &'a Ranked, measure: Measure, threshold: f64, most_sets: usize) -> Self {
        let mut counts = vec![0usize; ranked.kinds + 1];
        let mut index = Self {
            ranked,
            measure,
            threshold,
            most_sets,
            starts: Vec::new(),
            ends: Vec::new(),
            postings: Vec::new(),
            capped: 0,
            met: vec![false; ranked.len()],
            candidates: Vec::new(),
        };
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
        index
    }

    pub(super) fn capped(&self) -> u64 {
        self.capped
    }

    /// How many of its tokens a set is looked up by: as many as there can be before the first one in common. Numbers
    /// that are in no other set come before all tokens.
    fn probed(&self, at: usize) -> usize {
        let least = Measure::least_common(self.threshold, self.ranked.sizes[at] as usize);
        (self.ranked.tokens(at).len() + 1).saturating_sub(least.max(1))
    }

    /// How many of its tokens a set is found by.
    fn indexed(&self, at: usize) -> usize {
        let size = self.ranked.sizes[at] as usize;
        let least = match self.measure {
            // Those it is compared with are as large or larger.
            Measure::Resemblance => Measure::common_of_both(self.threshold, size, size),
            Measure::Containment => 1,
        };
        (self.ranked.tokens(at).len() + 1).saturating_sub(least.max(1))
    }

    pub(super) fn insert(&mut self, at: usize) {
        for (place, &token) in self.ranked.tokens(at)[..self.indexed(at)].iter().enumerate() {
            let token = token as usize;
            if self.ends[token] - self.starts[token] >= self.most_sets {
                self.capped += 1;
                continue;
            }
            self.postings[self.ends[token]] = Posting { set: at as u32, place: place as u32 };
            self.ends[token] += 1;
        }
    }

    /// Compares a set with all of those in the index that may be alike.
    pub(super) fn look_up(
        &mut self,
        at: usize,
        report: &mut Report,
        put: &mut impl FnMut(usize, usize, usize) -> Result<()>,
    ) -> Result<()> {
        let probed = self.probed(at);
        let Self { ranked, measure, threshold, starts, ends, postings, met, candidates, .. } = self;
        let (measure, threshold) = (*measure, *threshold);
        let (size, tokens) = (ranked.sizes[at] as usize, ranked.tokens(at));
        let least = Measure::least_common(threshold, size);
        let needed = |other: usize| {
            match measure {
                Measure::Resemblance => Measure::common_of_both(threshold, size, other),
                Measure::Containment => least,
            }
            .max(1)
        };
        report.probed += u64::from(probed > 0);
        candidates.clear();
        for (place, &token) in tokens[..probed].iter().enumerate() {
            let token = token as usize;
            if measure == Measure::Resemblance {
                // Those that come later are as large or larger: what is too small now is so for good.
                while starts[token] < ends[token]
                    && (ranked.sizes[postings[starts[token]].set as usize] as usize) < least
                {
                    starts[token] += 1;
                }
            }
            for posting in &postings[starts[token]..ends[token]] {
                let other = posting.set as usize;
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
        report.candidates += candidates.len() as u64;
        for &other in &*candidates {
            let other = other as usize;
            met[other] = false;
            let other_size = ranked.sizes[other] as usize;
            if let Some(common) = common(tokens, ranked.tokens(other), needed(other_size))
                && measure.of(common, size, other_size) >= threshold
            {
                put(at, other, common)?;
            }
        }
        Ok(())
    }
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
