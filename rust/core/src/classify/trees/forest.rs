//! A forest of decision trees: each sends a row down to one of its leaves, and the values of the leaves add up.
//!
//! Many rows go down a tree together, and none of them jumps: each node of the tree is asked about all rows, and what it
//! says rules leaves out, a bit for each. What is left over is where a row ends (QuickScorer: Lucchese et al. 2015). A
//! jump for each node that a row comes to could not be foretold by the processor, and would cost more than ten nodes.

use multiversion::multiversion;

use super::batch::{Batch, ROWS};
use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

/// Leaves that a tree has at most, as there is a bit for each.
pub(super) const MOST_LEAVES: usize = u32::BITS as usize;
/// Rows that are looked at together.
const LANES: usize = 16;
const MOST_TREES: usize = 10_000;

/// Where a row goes next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    /// Rows with a larger value in the column go right.
    threshold: f32,
    column: u16,
    left: u8,
    right: u8,
    /// The leaves where a row may end that goes right here: all but those on the left.
    leaves: u32,
}

#[derive(Clone, Debug, PartialEq)]
struct Tree {
    /// The inner nodes, the root first, each before those below it; the leaves are numbered on after them.
    nodes: Vec<Node>,
    /// Of the leaves.
    values: Vec<f32>,
    /// The same from left to right, which is how the bits of [`Node::leaves`] stand, from the lowest.
    ordered: [f32; MOST_LEAVES],
}

/// A node as it is written, by whoever has learned it: children below zero are leaves, -1 the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Split {
    pub(super) column: u16,
    pub(super) threshold: f32,
    pub(super) left: i16,
    pub(super) right: i16,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Forest {
    trees: Vec<Tree>,
    /// Columns that a row has at least.
    columns: usize,
}

impl Forest {
    /// Adds a tree of splits, the root first, each before those below it. Without splits it is one leaf.
    pub(super) fn plant(&mut self, splits: &[Split], values: &[f32]) -> Result<()> {
        let inner = splits.len();
        if values.len() != inner + 1 || values.len() > MOST_LEAVES || self.trees.len() >= MOST_TREES {
            return Err(Error::Malformed { what: "a tree with too many leaves, or too few" });
        }
        let mut reached = vec![false; inner + values.len()];
        let mut nodes = Vec::with_capacity(inner);
        for (at, split) in splits.iter().enumerate() {
            let mut child = |to: i16| {
                let to = match usize::try_from(to) {
                    Ok(to) if to >= inner => 0, // no such node; 0 hangs on none
                    Ok(to) => to,
                    Err(_) => inner + usize::from(!to as u16),
                };
                // Each node hangs on one that stands before it, and on no other: so there are no circles.
                let is_new =
                    (at + 1..reached.len()).contains(&to) && !std::mem::replace(&mut reached[to], true);
                u8::try_from(to)
                    .ok()
                    .filter(|_| is_new)
                    .ok_or(Error::Malformed { what: "a tree that is none" })
            };
            let (left, right) = (child(split.left)?, child(split.right)?);
            if split.threshold.is_nan() {
                return Err(Error::Malformed { what: "a threshold that is no number" });
            }
            nodes.push(Node { threshold: split.threshold, column: split.column, left, right, leaves: 0 });
            self.columns = self.columns.max(usize::from(split.column) + 1);
        }
        if values.iter().any(|value| !value.is_finite()) {
            return Err(Error::Malformed { what: "a leaf that is no number" });
        }
        self.trees.push(Tree::of(nodes, values.to_vec()));
        Ok(())
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn len(&self) -> usize {
        self.trees.len()
    }

    /// Adds to `sums` what each row of a table gets.
    #[cfg(test)]
    pub(super) fn add_rows(&self, values: &[f32], columns: usize, sums: &mut [f32]) {
        for (values, sums) in values.chunks(columns * ROWS).zip(sums.chunks_mut(ROWS)) {
            let mut batch = Batch::new(columns);
            for (at, &value) in values.iter().enumerate() {
                batch.set((at % columns) as u16, at / columns, value);
            }
            self.add(&batch, sums);
        }
    }

    /// Adds to `sums` what each row gets. Rows have no fewer columns than the forest asks for.
    pub(super) fn add(&self, batch: &Batch, sums: &mut [f32]) {
        if batch.columns() < self.columns {
            return;
        }
        let mut added = [0.0; ROWS];
        add_trees(&self.trees, batch, &mut added);
        sums.iter_mut().zip(added).for_each(|(sum, added)| *sum += added);
    }

    /// The columns that it looks at, some of them more than once.
    pub(super) fn used(&self) -> impl Iterator<Item = u16> {
        self.trees.iter().flat_map(|tree| tree.nodes.iter().map(|node| node.column))
    }

    /// The mean of what some forests say.
    pub(super) fn mean(forests: Vec<Self>) -> Self {
        let share = 1.0 / forests.len().max(1) as f32;
        let mut mean =
            Self { columns: forests.iter().map(Self::columns).max().unwrap_or(0), trees: Vec::new() };
        mean.trees = forests.into_iter().flat_map(|forest| forest.trees).collect();
        for tree in &mut mean.trees {
            tree.values.iter_mut().chain(&mut tree.ordered).for_each(|value| *value *= share);
        }
        mean
    }

    /// Gives columns other numbers.
    pub(super) fn renumber(&mut self, number: impl Fn(u16) -> u16) {
        for node in self.trees.iter_mut().flat_map(|tree| &mut tree.nodes) {
            node.column = number(node.column);
        }
        self.columns = self.used().max().map_or(0, |most| usize::from(most) + 1);
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, self.trees.len() as u64);
        for tree in &self.trees {
            put_varint(out, tree.values.len() as u64);
            for node in &tree.nodes {
                put_varint(out, u64::from(node.column));
                out.extend_from_slice(&node.threshold.to_le_bytes());
                out.extend_from_slice(&[node.left, node.right]);
            }
            tree.values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let mut forest = Self::default();
        let trees = reader.varint()?;
        for _ in 0..trees {
            let leaves = reader.varint()?;
            if !(1..=MOST_LEAVES as u64).contains(&leaves) {
                return Err(Error::Malformed { what: "a tree with too many leaves, or none" });
            }
            let inner = leaves as usize - 1;
            let mut splits = Vec::with_capacity(inner);
            for _ in 0..inner {
                let column = u16::try_from(reader.varint()?)
                    .map_err(|_| Error::Malformed { what: "a column that nobody has" })?;
                let threshold = f32::from_le_bytes(reader.array()?);
                let [left, right] = reader.array::<2>()?.map(|to| {
                    let to = usize::from(to);
                    if to < inner { to as i16 } else { !((to - inner) as i16) }
                });
                splits.push(Split { column, threshold, left, right });
            }
            let values: Vec<f32> =
                (0..leaves).map(|_| Ok(f32::from_le_bytes(reader.array()?))).collect::<Result<_>>()?;
            forest.plant(&splits, &values)?;
        }
        Ok(forest)
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl", "x86_64+avx2"))]
fn add_trees(trees: &[Tree], batch: &Batch, sums: &mut [f32; ROWS]) {
    for tree in trees {
        for (start, sums) in (0..ROWS).step_by(LANES).zip(sums.as_chunks_mut::<LANES>().0) {
            let mut ends = [u32::MAX; LANES];
            for &Node { threshold, column, leaves, .. } in &tree.nodes {
                let Some(values) = batch.column(column)[start..].first_chunk::<LANES>() else { return };
                for lane in 0..LANES {
                    ends[lane] &= leaves | u32::from(values[lane] > threshold).wrapping_sub(1);
                }
            }
            for lane in 0..LANES {
                sums[lane] += tree.ordered[ends[lane].trailing_zeros() as usize % MOST_LEAVES];
            }
        }
    }
}

impl Tree {
    /// A tree of which each node hangs on one before it.
    fn of(mut nodes: Vec<Node>, values: Vec<f32>) -> Self {
        // How many leaves are below each node: those below it are counted before.
        let mut below = vec![1_u32; nodes.len() + values.len()];
        for (at, node) in nodes.iter().enumerate().rev() {
            below[at] = below[usize::from(node.left)] + below[usize::from(node.right)];
        }
        // The place of each node's first leaf.
        let mut first = vec![0; below.len()];
        for (at, node) in nodes.iter_mut().enumerate() {
            let left = below[usize::from(node.left)];
            first[usize::from(node.left)] = first[at];
            first[usize::from(node.right)] = first[at] + left;
            node.leaves = !((u32::MAX >> (u32::BITS - left)) << first[at]);
        }
        let mut ordered = [0.0; MOST_LEAVES];
        for (&place, &value) in first[nodes.len()..].iter().zip(&values) {
            ordered[place as usize] = value;
        }
        Self { nodes, values, ordered }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn trees_with_too_many_leaves_are_refused() {
        let chain = |leaves: i16| -> Vec<Split> {
            let node = |at: i16| Split {
                column: 0,
                threshold: 0.0,
                left: !at,
                right: if at + 2 == leaves { !(at + 1) } else { at + 1 },
            };
            (0..leaves - 1).map(node).collect()
        };
        let most = MOST_LEAVES as i16;
        assert!(Forest::default().plant(&chain(most), &[0.0; MOST_LEAVES]).is_ok());
        assert!(Forest::default().plant(&chain(most + 1), &[0.0; MOST_LEAVES + 1]).is_err());
    }

    /// Two splits: column 1 over 0.5 is 3; else column 0 over 2 is 2, and the rest 1.
    fn small() -> Forest {
        let mut forest = Forest::default();
        let splits = [
            Split { column: 1, threshold: 0.5, left: 1, right: -3 },
            Split { column: 0, threshold: 2.0, left: -1, right: -2 },
        ];
        forest.plant(&splits, &[1.0, 2.0, 3.0]).unwrap();
        forest
    }

    fn sums(forest: &Forest, rows: &[[f32; 2]]) -> Vec<f32> {
        let mut sums = vec![0.0; rows.len()];
        forest.add_rows(rows.as_flattened(), 2, &mut sums);
        sums
    }

    #[test]
    fn rows_go_down_to_their_leaves() {
        let forest = small();
        let rows = [[2.0, 0.5], [2.1, 0.5], [0.0, 0.6]];
        assert_eq!(sums(&forest, &rows), [1.0, 2.0, 3.0]);
        // As many as go side by side, and some more.
        let many: Vec<[f32; 2]> = rows.iter().copied().cycle().take(ROWS + 19).collect();
        let expected: Vec<f32> = [1.0, 2.0, 3.0].into_iter().cycle().take(ROWS + 19).collect();
        assert_eq!(sums(&forest, &many), expected);
        assert_eq!((forest.columns(), forest.len()), (2, 1));
    }

    #[test]
    fn trees_add_up_and_one_may_be_a_leaf() {
        let mut forest = small();
        forest.plant(&[], &[0.25]).unwrap();
        assert_eq!(sums(&forest, &[[3.0, 0.0]]), [2.25]);
        // A table without enough columns gets nothing.
        let mut sums = [0.0];
        forest.add_rows(&[1.0], 1, &mut sums);
        assert_eq!(sums, [0.0]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let split = |left, right| Split { column: 0, threshold: 0.0, left, right };
        for (splits, leaves) in [
            (vec![split(0, -1)], 2),                 // its own child
            (vec![split(-1, -1)], 2),                // one leaf twice
            (vec![split(1, -1), split(-2, -1)], 3),  // a leaf of two nodes
            (vec![split(-1, -2), split(-3, -1)], 3), // a node that hangs on none
            (vec![split(2, -1)], 2),                 // no such node
            (vec![split(-1, -3)], 2),                // no such leaf
            (vec![split(-1, -2)], 3),                // a leaf that hangs on none
            (vec![Split { threshold: f32::NAN, ..split(-1, -2) }], 2),
        ] {
            assert!(Forest::default().plant(&splits, &vec![0.0; leaves]).is_err(), "{splits:?}");
        }
        assert!(Forest::default().plant(&[split(-1, -2)], &[f32::INFINITY, 0.0]).is_err());
        assert!(Forest::default().plant(&[], &[]).is_err());
    }

    /// A tree by recursion, as it is drawn.
    fn by_hand(splits: &[Split], values: &[f32], row: &[f32]) -> f32 {
        let mut at = if splits.is_empty() { -1 } else { 0 };
        while let Ok(inner) = usize::try_from(at) {
            let split = splits[inner];
            at = if row[usize::from(split.column)] > split.threshold { split.right } else { split.left };
        }
        values[usize::from(!at as u16)]
    }

    prop_compose! {
        /// Trees that grow by splitting one of their leaves again and again.
        fn trees()(seeds in prop::collection::vec((any::<u32>(), 0..3_u16, -3.0..3.0_f32), 0..MOST_LEAVES)) -> (Vec<Split>, Vec<f32>) {
            let mut splits: Vec<Split> = Vec::new();
            let mut leaves = 1;
            for (seed, column, threshold) in seeds {
                let new = splits.len() as i16;
                if new > 0 {
                    let leaf = !((seed % leaves) as i16);
                    for split in &mut splits {
                        for child in [&mut split.left, &mut split.right] {
                            if *child == leaf {
                                *child = new;
                            }
                        }
                    }
                    splits.push(Split { column, threshold, left: leaf, right: !(leaves as i16) });
                } else {
                    splits.push(Split { column, threshold, left: -1, right: -2 });
                }
                leaves += 1;
            }
            (splits, (0..leaves).map(|leaf| leaf as f32).collect())
        }
    }

    proptest! {
        #[test]
        fn side_by_side_is_as_one_by_one(
            tree in trees(),
            rows in prop::collection::vec(prop::array::uniform3(-4.0..4.0_f32), 0..200),
        ) {
            let mut forest = Forest::default();
            forest.plant(&tree.0, &tree.1).unwrap();
            let mut sums = vec![0.0; rows.len()];
            forest.add_rows(rows.as_flattened(), 3, &mut sums);
            let expected: Vec<f32> = rows.iter().map(|row| by_hand(&tree.0, &tree.1, row)).collect();
            prop_assert_eq!(sums, expected);
            // Other numbers, and back.
            let mut other = forest.clone();
            other.renumber(|column| 9 - column);
            prop_assert!(other.used().all(|column| column >= 7));
            other.renumber(|column| 9 - column);
            prop_assert_eq!(&other, &forest);
            let mut bytes = Vec::new();
            forest.write(&mut bytes);
            prop_assert_eq!(Forest::read(&mut Reader::new(&bytes)).unwrap(), forest);
        }

        #[test]
        fn any_bytes_are_a_forest_or_an_error(bytes: Vec<u8>) {
            if let Ok(forest) = Forest::read(&mut Reader::new(&bytes)) {
                let columns = forest.columns().max(1);
                forest.add_rows(&vec![0.0; columns * 9], columns, &mut [0.0; 9]);
            }
        }
    }
}
