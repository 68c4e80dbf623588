//! What is said of each document: which group it is in, and whether it stays.

use super::documents::{ALONE, Documents};
use crate::json::{splice, split};
use crate::ngrams::counting::is_blank;

/// Which document of a group stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    #[default]
    First,
    /// The one with most different shingles, of those the first.
    Longest,
}

impl Keep {
    pub const ALL: [(&'static str, Self); 2] = [("first", Self::First), ("longest", Self::Longest)];
}

/// The member that is written.
pub const FIELD: &str = "neardups";

/// See the [module](self).
#[derive(Debug)]
pub struct Labels {
    documents: Documents,
    /// Of each kind: the first kind of its group, and how alike it is to another one.
    roots: Vec<u32>,
    best: Vec<f32>,
    /// Of each first kind: the document that stays, and how many documents there are.
    stays: Vec<u32>,
    sizes: Vec<u32>,
}

/// Lines that were labelled.
#[derive(Debug, Default)]
pub struct Labelled {
    pub bytes: Vec<u8>,
    /// Records that stay, and those that do not.
    pub kept: u64,
    pub duplicates: u64,
}

impl Labels {
    pub(super) fn new(documents: Documents, roots: Vec<u32>, best: Vec<f32>, keep: Keep) -> Self {
        let mut longest: Vec<u32> = roots.clone();
        let mut sizes = vec![0; roots.len()];
        for (kind, &root) in roots.iter().enumerate() {
            let root = root as usize;
            sizes[root] += documents.counts[kind];
            if keep == Keep::Longest && documents.shingles[kind] > documents.shingles[longest[root] as usize]
            {
                longest[root] = kind as u32;
            }
        }
        let stays = longest.iter().map(|&kind| documents.firsts[kind as usize]).collect();
        Self { documents, roots, best, stays, sizes }
    }

    /// Groups of more than one document, and the documents in them.
    pub fn groups(&self) -> (u64, u64) {
        let sizes = self.sizes.iter().filter(|&&size| size > 1);
        sizes.fold((0, 0), |(groups, documents), &size| (groups + 1, documents + u64::from(size)))
    }

    /// Labels lines that were read before, of which the first is that of this number among all. Lines that are no records
    /// are left out; so are blank ones, and records that do not stay, if those are to be dropped.
    pub fn put(&self, lines: &[&[u8]], serial: u64, id_key: &str, drop: bool) -> Labelled {
        let mut out = Labelled::default();
        for (at, line) in lines.iter().enumerate() {
            if is_blank(line) {
                if !drop {
                    out.bytes.extend_from_slice(line);
                    out.bytes.push(b'\n');
                }
                continue;
            }
            let number = serial + at as u64;
            let (Ok(fields), Ok(number)) = (split::fields(line), u32::try_from(number)) else { continue };
            let own = self.documents.id(number);
            if own.is_empty() {
                continue;
            }
            let (cluster, size, stays, alike) = match self.documents.kinds[number as usize] {
                ALONE => (number, 1, number, 0.0),
                kind => {
                    let root = self.roots[kind as usize] as usize;
                    let same = self.documents.counts[kind as usize] > 1;
                    let best = if same { 1.0 } else { self.best[kind as usize] };
                    (self.documents.firsts[root], self.sizes[root], self.stays[root], best)
                }
            };
            let keep = stays == number;
            out.kept += u64::from(keep);
            out.duplicates += u64::from(!keep);
            if drop && !keep {
                continue;
            }
            let has_id = fields.iter().rev().find(|field| field.is_called(line, id_key));
            // A number becomes a string.
            let has_id = has_id.is_some_and(|field| line[field.value.start] == b'"');
            let mut member = Vec::new();
            let mut names = vec![FIELD];
            if !has_id {
                names.push(id_key);
                crate::json::string::quote(id_key, &mut member);
                member.push(b':');
                member.extend_from_slice(own);
                member.push(b',');
            }
            let cluster = u64::from(cluster) + 1;
            member.extend_from_slice(
                format!("\"{FIELD}\":{{\"cluster\":{cluster},\"size\":{size},\"representative\":").as_bytes(),
            );
            member.extend_from_slice(self.documents.id(stays));
            member.extend_from_slice(format!(",\"keep\":{keep},\"similarity\":{alike:.4}}}").as_bytes());
            splice::put(line, &fields, &names, &member, &mut out.bytes);
            out.bytes.push(b'\n');
        }
        out
    }
}
