//! Continuous values as one of a few bins, which is how Victor gives them to its CRF.
//!
//! Where the cuts are is learned: half of them so that each bin has as many items, and half so that each has as much
//! text. The first alone would throw all long texts together, for most items are short; the second all short ones.

use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

/// Cuts of each kind, at most.
const CUTS: usize = 7;

/// The cuts of each value, and the number of its first bin among the bins of all values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::classify) struct Bins {
    cuts: Vec<Vec<f32>>,
    first: Vec<usize>,
}

impl Bins {
    fn of(cuts: Vec<Vec<f32>>) -> Self {
        let mut next = 0;
        let first = cuts.iter().map(|cuts| {
            let first = next;
            next += cuts.len() + 1;
            first
        });
        let first = first.collect();
        Self { cuts, first }
    }

    /// Finds the cuts for items of so many `values` each; `weight` is how much text an item has.
    pub(in crate::classify) fn fit<'a, I>(values: usize, items: impl Fn() -> I) -> Self
    where
        I: Iterator<Item = (&'a [f32], f32)>,
    {
        let cuts = (0..values).map(|value| {
            let mut column: Vec<(f32, f32)> = items().map(|(item, weight)| (item[value], weight)).collect();
            column.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut cuts = quantiles(&column, |_| 1.0);
            cuts.extend(quantiles(&column, f64::from));
            cuts.sort_by(f32::total_cmp);
            cuts.dedup();
            cuts
        });
        Self::of(cuts.collect())
    }

    /// How many bins there are, of all values.
    pub(in crate::classify) fn len(&self) -> usize {
        self.cuts.iter().map(|cuts| cuts.len() + 1).sum()
    }

    /// The bin of each value, among the bins of all.
    pub(in crate::classify) fn of_values<'a>(
        &'a self,
        values: &'a [f32],
    ) -> impl Iterator<Item = usize> + 'a {
        let bins = self.cuts.iter().zip(&self.first).zip(values);
        bins.map(|((cuts, first), &value)| first + cuts.iter().filter(|&&cut| value >= cut).count())
    }

    pub(in crate::classify) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, self.cuts.len() as u64);
        for cuts in &self.cuts {
            put_varint(out, cuts.len() as u64);
            cuts.iter().for_each(|cut| out.extend_from_slice(&cut.to_le_bytes()));
        }
    }

    /// Reads the cuts of so many values.
    pub(in crate::classify) fn read(reader: &mut Reader<'_>, values: usize) -> Result<Self> {
        if reader.varint()? != values as u64 {
            return Err(Error::Malformed { what: "its features are not those of this program" });
        }
        let mut cuts = Vec::with_capacity(values);
        for _ in 0..values {
            let count = reader.varint()?;
            if count > 2 * CUTS as u64 {
                return Err(Error::Malformed { what: "more bins than a feature has" });
            }
            let read = (0..count).map(|_| Ok(f32::from_le_bytes(reader.array()?)));
            let read: Vec<f32> = read.collect::<Result<_>>()?;
            if !read.iter().all(|cut| cut.is_finite()) || !read.is_sorted() {
                return Err(Error::Malformed { what: "cuts that are not in order" });
            }
            cuts.push(read);
        }
        Ok(Self::of(cuts))
    }
}

/// Where a sorted column falls into parts of the same weight. A cut is the first value of its bin.
fn quantiles(column: &[(f32, f32)], weight: impl Fn(f32) -> f64) -> Vec<f32> {
    let total: f64 = column.iter().map(|item| weight(item.1)).sum();
    let Some(least) = column.first() else { return Vec::new() };
    let (mut cuts, mut sum) = (Vec::new(), 0.0);
    for item in column {
        if sum >= total * (cuts.len() + 1) as f64 / (CUTS + 1) as f64 && cuts.len() < CUTS {
            cuts.push(item.0);
        }
        sum += weight(item.1);
    }
    cuts.retain(|&cut| cut > least.0);
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(items: &[([f32; 1], f32)]) -> Bins {
        Bins::fit(1, || items.iter().map(|(values, weight)| (&values[..], *weight)))
    }

    #[test]
    fn cuts_share_out_items_and_text() {
        // 0 to 7 weigh nothing, and the values from 100 to 107 weigh the same. Cut into eight by number, every second
        // value starts a bin: 2 to 6, and 100 to 106. By weight, each from 101 to 107 does.
        let light = (0..8).map(|i| ([i as f32], 0.0));
        let heavy = (0..8).map(|i| ([100.0 + i as f32], 1.0));
        let bins = fit(&light.chain(heavy).collect::<Vec<_>>());
        let expected: Vec<f32> = [2, 4, 6].into_iter().chain(100..108).map(|cut| cut as f32).collect();
        assert_eq!(bins.cuts, [expected]);
        assert_eq!(bins.len(), 12);
    }

    #[test]
    fn a_value_is_in_the_bin_that_it_starts() {
        let bins = Bins::of(vec![vec![], vec![1.0, 2.5]]);
        assert_eq!(bins.len(), 4);
        let of = |value: f32| bins.of_values(&[9.0, value]).collect::<Vec<usize>>();
        assert_eq!([of(0.9), of(1.0), of(2.4), of(2.5)], [[0, 1], [0, 2], [0, 2], [0, 3]]);
        assert_eq!(of(f32::NAN), [0, 1]);
    }

    #[test]
    fn one_value_has_one_bin() {
        assert_eq!(fit(&[([3.0], 1.0), ([3.0], 5.0)]).len(), 1);
        assert_eq!(fit(&[]).len(), 1);
    }

    #[test]
    fn what_is_written_is_read() {
        let bins = Bins::of(vec![vec![0.5], vec![], vec![1.0, 2.0]]);
        let mut bytes = Vec::new();
        bins.write(&mut bytes);
        assert_eq!(Bins::read(&mut Reader::new(&bytes), 3).unwrap(), bins);
        assert!(Bins::read(&mut Reader::new(&bytes), 4).is_err());
        for end in 0..bytes.len() {
            assert!(Bins::read(&mut Reader::new(&bytes[..end]), 3).is_err());
        }
        let mut wrong = Vec::new();
        Bins::of(vec![vec![2.0, 1.0]]).write(&mut wrong);
        assert!(Bins::read(&mut Reader::new(&wrong), 1).is_err());
    }
}
