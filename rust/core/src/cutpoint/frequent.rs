//! The frequent n-grams of a cut point, and how often documents alternate between what they cover and what they do not
//! (definition 2).

use super::bits::Bits;
use super::corpus::Corpus;
use super::counts::{Counts, Threshold};
use super::suffixes::Suffixes;

/// The set W of a cut point. Another one is reached by the n-grams that are in one of them only: most that are frequent
/// stay so when n or a grows by one.
///
/// The longer n-grams are, the more of them occur once. Those are worked on 64 at a time, in words of bits.
#[derive(Clone, Debug)]
pub(super) struct Frequent {
    n: usize,
    /// The places of the suffix array at which another n-gram begins, or suffixes too short for one; and its end.
    starts: Bits,
    /// The places at which there is an n-gram at all.
    grams: Bits,
    counts: Counts,
    /// The places of the suffix array whose n-gram is frequent.
    inside: Bits,
    /// The same as places of the text: where frequent n-grams begin.
    at: Bits,
}

impl Frequent {
    /// No n-gram is frequent yet.
    pub(super) fn new(suffixes: &Suffixes, n: usize) -> Self {
        let bits = || Bits::new(suffixes.array.len() + 1);
        let (starts, grams, inside, at) = (bits(), bits(), bits(), bits());
        let mut new = Self { n, starts, grams, counts: Counts::new(), inside, at };
        new.count_grams(suffixes);
        new
    }

    /// Becomes what `other` is, with n-grams a symbol longer; [`Self::choose`] says which of them are frequent.
    pub(super) fn follow(&mut self, other: &Self, suffixes: &Suffixes) {
        self.n = other.n + 1;
        self.inside.copy_from(&other.inside);
        self.at.copy_from(&other.at);
        self.count_grams(suffixes);
    }

    /// The paper's `countsort`, without the sorting.
    fn count_grams(&mut self, suffixes: &Suffixes) {
        suffixes.measure(self.n, &mut self.starts, &mut self.grams);
        let mut counts = Counts::new();
        for (word, &grams) in self.grams.words().iter().enumerate() {
            counts.add_once((self.starts.alone(word) & grams).count_ones());
        }
        self.starts.stretches(suffixes.array.len(), |start, end| {
            if self.grams.get(start) {
                counts.add(end - start);
            }
        });
        counts.finish();
        self.counts = counts;
    }

    /// How many different n-grams there are.
    pub(super) fn grams(&self) -> usize {
        self.counts.total()
    }

    /// Makes the first `per_cent` of the n-grams frequent, and no others.
    pub(super) fn choose(&mut self, suffixes: &Suffixes, per_cent: usize) {
        let Threshold { least, ties } = self.counts.threshold(per_cent);
        // What was chosen before is of n-grams of this length or of shorter ones: of all places of one or of none.
        self.choose_once(suffixes, if least == 1 { ties } else { 0 });
        let Self { starts, grams, inside, at, .. } = self;
        let mut left = ties;
        starts.stretches(suffixes.array.len(), |start, end| {
            let count = end - start;
            let mut is = count >= least && grams.get(start);
            if is && count == least {
                is = left > 0;
                left -= usize::from(is);
            }
            if inside.get(start) != is {
                inside.flip_range(start, end);
                suffixes.array[start..end].iter().for_each(|&place| at.flip(place as usize));
            }
        });
    }

    /// Makes the first so many of the n-grams that occur once frequent.
    fn choose_once(&mut self, suffixes: &Suffixes, number: usize) {
        let mut left = number;
        for word in 0..self.grams.words().len() {
            let alone = self.starts.alone(word);
            let mut wanted = if left > 0 { alone & self.grams.words()[word] } else { 0 };
            let here = wanted.count_ones() as usize;
            if here > left {
                let mut others = wanted;
                (0..left).for_each(|_| others &= others - 1);
                wanted &= !others;
            }
            left -= here.min(left);
            let inside = &mut self.inside.words_mut()[word];
            let mut change = (*inside ^ wanted) & alone;
            *inside ^= change;
            while change != 0 {
                self.at.flip(suffixes.array[word * 64 + change.trailing_zeros() as usize] as usize);
                change &= change - 1;
            }
        }
    }

    /// The paper's `alternation`: the boundaries between what frequent n-grams cover and what they do not.
    pub(super) fn alternations(&self, corpus: &Corpus) -> u64 {
        let mut alternations = 0;
        let mut start = 0;
        for &end in &corpus.ends {
            let end = end as usize;
            let mut covered = start;
            let mut at = self.at.next(start, end);
            while at < end {
                // Before it something is not covered; that had a beginning too, unless it is the document's.
                if at > covered {
                    alternations += 1 + u64::from(covered > start);
                }
                let out = self.at.next_out(at, end);
                covered = out - 1 + self.n;
                at = self.at.next(out, end);
            }
            alternations += u64::from(start < covered && covered < end);
            start = end + 1;
        }
        alternations
    }

    /// A place of each frequent n-gram.
    pub(super) fn places(&self, suffixes: &Suffixes) -> Bits {
        let mut places = Bits::new(suffixes.array.len());
        for (place, &at) in suffixes.array.iter().enumerate() {
            if self.starts.get(place) && self.inside.get(place) {
                places.flip(at as usize);
            }
        }
        places
    }
}
