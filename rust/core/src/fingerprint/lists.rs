//! Pugh and Henzinger's algorithm, section 3.2.3: words are dealt out to n lists in their order, and of each list the
//! hash is kept.
//!
//! By the first rule each word goes into one list; by the second, into each list with a probability p, so that two
//! documents which differ in k words have a list in common with the probability 1 - (1 - (1 - p)^k)^n.
//!
//! Long documents with as many differences have more in common: p may go down with the length. It is halved for each
//! doubling, for other steps would make lists of documents that differ by a word incomparable; and as there is a step
//! somewhere, a document has the lists of both probabilities next to its length. So two documents have lists of the same
//! probability if neither is twice as long as the other. What is in a list with p is in the same list with 2p.
//!
//! Lists that got no word are left out: all documents would have them in common.

use super::mix::{below, chain, mix, random};
use super::params::Param;
use super::{Compare, Document, Fingerprint, Kind, Scheme, Setup, Unit};
use crate::error::{Error, Result};

pub static KIND: Kind = Kind {
    name: "lists",
    about: "hashes of n lists of words, into which each word is put by its hash",
    reference: "Pugh & Henzinger 2003; thesis 3.2.3",
    units: Unit::ANY,
    n: Some(1),
    params: &[LISTS, PROBABILITY, ADAPT],
    compare: Compare::Common,
    positions: false,
    counts_prefixes: false,
    seeded: true,
    make: |setup| Ok(Box::new(Lists::new(setup)?)),
};

const LISTS: Param = Param::whole("lists", 8, 1, 1024, "n, the lists of a document");
const PROBABILITY: Param = Param {
    name: "probability",
    default: 0.0,
    least: 0.0,
    most: 1.0,
    whole: false,
    about: "p, with which a word is in a list; 0: each word is in one list",
};
const ADAPT: Param = Param::whole(
    "adapt",
    0,
    0,
    1 << 30,
    "length in words up to which p is as given: it is halved for each doubling, and two lists are kept; 0: p is as given",
);

/// See the [module](self).
#[derive(Debug)]
pub struct Lists {
    lists: usize,
    seed: u64,
    rule: Rule,
}

#[derive(Debug)]
enum Rule {
    One,
    /// Into a list goes what has a random number up to this one.
    Each {
        limit: u64,
        adapt: usize,
    },
}

impl Lists {
    fn new(setup: &Setup<'_>) -> Result<Self> {
        let probability = setup.settings.value(&PROBABILITY);
        let adapt = setup.whole(&ADAPT);
        if adapt > 0 && probability == 0.0 {
            let expected = "0 where each word is in one list: give a probability".to_owned();
            return Err(Error::Parameter { name: ADAPT.name, expected });
        }
        let limit = (probability * (u64::MAX as f64)) as u64;
        let rule = if limit == 0 { Rule::One } else { Rule::Each { limit, adapt } };
        Ok(Self { lists: setup.whole(&LISTS), seed: setup.seed, rule })
    }

    /// The hashes of the lists by the second rule, where p is halved so many times.
    fn of_each(&self, words: &[u64], limit: u64, halvings: u32, out: &mut Vec<u64>) {
        let limit = limit.checked_shr(halvings).unwrap_or(0);
        for list in 0..self.lists as u64 {
            let salt = random(!self.seed, list);
            let own = words.iter().filter(|&&word| mix(word ^ salt) <= limit);
            let start = begin(list, halvings);
            let hash = own.fold(start, |hash, &word| chain(hash, word));
            if hash != start {
                out.push(hash);
            }
        }
    }
}

/// What the hash of a list begins with: its number goes in, so that a value tells by itself which list it is of.
fn begin(list: u64, halvings: u32) -> u64 {
    mix(!(list << 8 | u64::from(halvings)))
}

/// The two steps that are next to a length: how often the probability is halved in each, if there is more than one.
fn steps(words: usize, adapt: usize) -> (u32, Option<u32>) {
    if adapt == 0 {
        return (0, None);
    }
    let doublings = (words / adapt).checked_ilog2().map_or(0, |log| log + 1);
    (doublings, Some(doublings + 1))
}

impl Scheme for Lists {
    fn sketch(&self, document: &Document<'_>, out: &mut Fingerprint) {
        let words = document.shingles.all();
        match self.rule {
            Rule::One => {
                let starts: Vec<u64> = (0..self.lists as u64).map(|list| begin(list, 0)).collect();
                let mut hashes = starts.clone();
                let salt = random(!self.seed, 0);
                for &word in words {
                    let hash = &mut hashes[below(mix(word ^ salt), self.lists as u64) as usize];
                    *hash = chain(*hash, word);
                }
                let filled = hashes.into_iter().zip(starts).filter(|(hash, start)| hash != start);
                out.values.extend(filled.map(|(hash, _)| hash));
            }
            Rule::Each { limit, adapt } => {
                let (first, second) = steps(words.len(), adapt);
                self.of_each(words, limit, first, &mut out.values);
                if let Some(second) = second {
                    self.of_each(words, limit, second, &mut out.values);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_overlap_where_lengths_are_within_a_factor_of_two() {
        assert_eq!(steps(5, 0), (0, None));
        assert_eq!([0, 99, 100, 199, 200, 399, 400].map(|words| steps(words, 100).0), [0, 0, 1, 1, 2, 2, 3]);
        for words in 1..2000usize {
            for other in words..2 * words {
                assert!(steps(other, 100).0 - steps(words, 100).0 <= 1, "{words} {other}");
            }
        }
    }
}
