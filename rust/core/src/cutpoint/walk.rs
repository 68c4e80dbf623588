//! The search for an optimal cut point: `FindOptimal`, figure 3.

use std::mem::swap;
use std::ops::RangeInclusive;

use super::corpus::Corpus;
use super::frequent::Frequent;
use super::model::Model;
use super::suffixes::Suffixes;
use crate::error::{Error, Result};

/// A length of n-grams, and how many per cent of them are frequent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutPoint {
    pub n: usize,
    pub a: usize,
}

/// Where the walk begins: single symbols are too short to describe a structure (section 2.3).
pub const START: CutPoint = CutPoint { n: 2, a: 1 };

/// A cut point with its alternation count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub n: usize,
    pub a: usize,
    pub alternations: u64,
}

/// Documents that are ready for any question about their n-grams.
#[derive(Debug)]
pub struct Search {
    pub(super) corpus: Corpus,
    pub(super) suffixes: Suffixes,
}

impl Search {
    pub fn new(corpus: Corpus) -> Result<Self> {
        let suffixes = Suffixes::new(&corpus)?;
        Ok(Self { corpus, suffixes })
    }

    fn at(&mut self, n: usize) -> Result<Frequent> {
        if n == 0 {
            return Err(Error::Parameter { name: "n", expected: "at least 1".to_owned() });
        }
        self.suffixes.prepare(&self.corpus, n);
        Ok(Frequent::new(&self.suffixes, n))
    }

    /// The path from (2, 1) to an optimal cut point, which is its last.
    pub fn find(&mut self) -> Result<Vec<Step>> {
        let CutPoint { mut n, mut a } = START;
        let mut current = self.at(n)?;
        let mut count = self.count(&mut current, a);
        let mut path = vec![Step { n, a, alternations: count }];
        let mut longer = current.clone();
        let mut followed = false;
        while n <= self.corpus.longest && a < 100 {
            if !followed {
                self.suffixes.prepare(&self.corpus, n);
                longer.follow(&current, &self.suffixes);
                followed = true;
            }
            let with_longer = self.count(&mut longer, a);
            let with_more = self.count(&mut current, a + 1);
            if count <= with_more && count <= with_longer {
                break;
            }
            if with_more < with_longer {
                a += 1;
                count = with_more;
            } else {
                n += 1;
                count = with_longer;
                swap(&mut current, &mut longer);
                followed = false;
            }
            path.push(Step { n, a, alternations: count });
        }
        Ok(path)
    }

    /// The alternation counts of a region, by n and then by a.
    pub fn grid(
        &mut self,
        lengths: RangeInclusive<usize>,
        per_cents: RangeInclusive<usize>,
        mut each: impl FnMut(Step) -> Result<()>,
    ) -> Result<()> {
        for n in lengths {
            let mut frequent = self.at(n)?;
            for a in per_cents.clone() {
                each(Step { n, a, alternations: self.count(&mut frequent, a) })?;
            }
        }
        Ok(())
    }

    /// The frequent n-grams of a cut point.
    pub fn model(&mut self, point: CutPoint) -> Result<Model> {
        let mut frequent = self.at(point.n)?;
        let alternations = self.count(&mut frequent, point.a);
        Ok(Model::learn(self, &frequent, point, alternations))
    }

    fn count(&self, frequent: &mut Frequent, a: usize) -> u64 {
        frequent.choose(&self.suffixes, a);
        frequent.alternations(&self.corpus)
    }

    pub fn corpus(&self) -> &Corpus {
        &self.corpus
    }
}
