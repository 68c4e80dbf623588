//! What a text may be a duplicate of: all that is out, that of its host, or that of its document.
//!
//! One bit an n-gram says that it is out, not where. Two ways lead from there to hosts, with the same answer:
//!
//! - Where the texts of a host come one after another, as in a crawl ordered by address, the bits are
//!   those of the host and begin anew with the next ([`Scope::Group`](super::algorithm::Scope)). The set is any set.
//! - Where they do not, the n-grams of a host are [made its own](salt): its name goes into the hashes of the tokens, in
//!   counting and in de-duplicating. Then the set has what a host repeats, and the bits are for good.

use std::collections::HashSet;

use super::bits::Bits;
use crate::error::{Error, Result};

/// Makes the n-grams of a group unlike those of all others. What a token is known by within the group stays told apart.
pub fn salt(tokens: &mut [u64], group: u64) {
    // A step of a mixer for each: one that is undone by none of the others, and is one to one for a group.
    let salt = group.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for token in tokens {
        let mixed = (*token ^ salt).wrapping_mul(0xd6e8_feb8_6659_fd93);
        *token = (mixed ^ mixed >> 32 ^ salt.rotate_left(32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
}

/// The bits of one group at a time.
#[derive(Debug)]
pub(super) struct Groups {
    /// Places set for the group, while they are few: to unset these takes less time than to unset all.
    touched: Vec<u64>,
    most: usize,
    overflow: bool,
    now: Option<u64>,
    /// Groups that have ended, if they may not come again.
    ended: Option<HashSet<u64>>,
}

impl Groups {
    /// `once`: whether a group that comes again is an error.
    pub(super) fn new(len: u64, once: bool) -> Self {
        let most = usize::try_from(len / 64).unwrap_or(usize::MAX).max(64);
        Self { touched: Vec::new(), most, overflow: false, now: None, ended: once.then(HashSet::new) }
    }

    /// What it takes at most, in bytes, beside what is known of hosts that have ended: 18 each.
    pub(super) fn bytes_for(len: u64) -> u64 {
        (len / 64).max(64) * 8
    }

    pub(super) fn touch(&mut self, place: u64) {
        if self.touched.len() < self.most {
            if self.touched.capacity() == self.touched.len() {
                let more = self.touched.len().max(64).min(self.most - self.touched.len());
                self.touched.reserve_exact(more);
            }
            self.touched.push(place);
        } else {
            self.overflow = true;
        }
    }

    /// The next text is of that group.
    pub(super) fn begin(&mut self, group: u64, out: &mut Bits) -> Result<()> {
        if self.ended.is_some() && self.now == Some(group) {
            return Ok(());
        }
        if let Some(ended) = &mut self.ended {
            ended.extend(self.now);
            if ended.contains(&group) {
                return Err(Error::Incompatible {
                    why: "the texts of a host do not come one after another".to_owned(),
                });
            }
        }
        self.now = Some(group);
        if std::mem::take(&mut self.overflow) {
            out.unset_all();
            self.touched.clear();
        } else {
            self.touched.drain(..).for_each(|place| out.unset(place));
        }
        Ok(())
    }
}
