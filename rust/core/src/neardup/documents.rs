//! The documents of a collection by their numbers, and which of them are the same.

use std::collections::HashMap;

/// Stands for what is alike to nothing: a document that is shorter than a shingle, a line that is no record.
pub const ALONE: u32 = u32::MAX;

/// Documents that are the same are one kind, so that a million of them are compared no more often than one.
#[derive(Debug, Default)]
pub struct Documents {
    /// Of each line, which kind.
    pub kinds: Vec<u32>,
    by_digest: HashMap<u128, u32>,
    /// Of each kind: the first document, how many there are, how many different values are compared, and how many
    /// shingles there are.
    pub firsts: Vec<u32>,
    pub counts: Vec<u32>,
    pub sizes: Vec<u32>,
    pub shingles: Vec<u32>,
    /// Of each line, the id as JSON.
    ids: Vec<u8>,
    id_ends: Vec<usize>,
}

impl Documents {
    /// Lines up to that one were passed over.
    pub fn skip_to(&mut self, line: u32) {
        if self.kinds.len() < line as usize {
            self.kinds.resize(line as usize, ALONE);
            self.id_ends.resize(line as usize, self.ids.len());
        }
    }

    /// The next line is a document with this id that is alone.
    pub fn push_alone(&mut self, id: &[u8]) {
        self.kinds.push(ALONE);
        self.ids.extend_from_slice(id);
        self.id_ends.push(self.ids.len());
    }

    /// The next line is a document; whether it is the first of its kind.
    pub fn push(&mut self, id: &[u8], digest: u128, size: u32, shingles: u32) -> bool {
        let line = self.kinds.len() as u32;
        self.push_alone(id);
        let next = self.firsts.len() as u32;
        let kind = *self.by_digest.entry(digest).or_insert(next);
        self.kinds[line as usize] = kind;
        if kind != next {
            self.counts[kind as usize] += 1;
            return false;
        }
        self.firsts.push(line);
        self.counts.push(1);
        self.sizes.push(size);
        self.shingles.push(shingles);
        true
    }

    /// No document comes any more.
    pub fn end(&mut self) {
        self.by_digest = HashMap::new();
    }

    /// The id of a document as JSON; nothing where a line is none.
    pub fn id(&self, line: u32) -> &[u8] {
        let line = line as usize;
        let start = line.checked_sub(1).map_or(0, |before| self.id_ends[before]);
        &self.ids[start..self.id_ends[line]]
    }

    /// The documents of each kind: those of kind k are from the k-th of the first numbers to the next.
    pub fn by_kind(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = Vec::with_capacity(self.counts.len() + 1);
        let mut sum = 0;
        starts.push(0);
        for &count in &self.counts {
            sum += count as usize;
            starts.push(sum);
        }
        let mut next = starts.clone();
        let mut documents = vec![0; sum];
        for (line, &kind) in self.kinds.iter().enumerate().filter(|(_, kind)| **kind != ALONE) {
            documents[next[kind as usize]] = line as u32;
            next[kind as usize] += 1;
        }
        (starts, documents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_hand() {
        let mut documents = Documents::default();
        assert!(documents.push(b"\"a\"", 7, 3, 3));
        documents.push_alone(b"\"b\"");
        documents.skip_to(4);
        assert!(documents.push(b"\"c\"", 8, 5, 5));
        assert!(!documents.push(b"\"d\"", 7, 3, 3));
        assert_eq!(documents.kinds, [0, ALONE, ALONE, ALONE, 1, 0]);
        assert_eq!((&documents.firsts[..], &documents.counts[..]), (&[0, 4][..], &[2, 1][..]));
        assert_eq!(documents.by_kind(), (vec![0, 2, 3], vec![0, 5, 4]));
        assert_eq!(
            [0, 1, 2, 4, 5].map(|line| documents.id(line)),
            [&b"\"a\""[..], b"\"b\"", b"", b"\"c\"", b"\"d\""]
        );
    }
}
