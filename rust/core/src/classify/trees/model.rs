//! What has been learned: one forest, or two of which the second also sees what the first has said of the neighbours.

use std::ops::Range;

use super::super::Context;
use super::super::learning::version;
use super::batch::{Batch, ROWS};
use super::choice::Choice;
use super::features::Plans;
use super::forest::Forest;
use super::{features, lightgbm};
use crate::error::{Error, Result};
use crate::html::page::Page;
use crate::store::{self, Reader};

const KIND: &str = "trees";
/// Goes up when the file has another form. Whether the columns are the same is told by their names.
const FORM: u32 = 1;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    /// The numbers of the columns in use, in order. The forests know them by their places here.
    columns: Vec<u16>,
    plans: Plans,
    first: Forest,
    second: Option<Forest>,
    /// What is taken off a sum, so that 0 is where blocks are as likely good as bad.
    shift: f32,
    pub(super) choice: Choice,
}

/// A number for the names of columns: a model of other columns is of no use.
fn fingerprint(names: &[String]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(names.join("\n").as_bytes())
}

impl Model {
    /// Of the text models of LightGBM.
    pub(super) fn of_texts(first: &str, second: Option<&str>, shift: f32, choice: Choice) -> Result<Self> {
        let wrong = || Error::Malformed { what: "a model of other features than those of this program" };
        let (names, second_names) = (features::first_names(), features::names());
        let (first, found) = lightgbm::parse(first)?;
        if found != names {
            return Err(wrong());
        }
        let second = second.map(lightgbm::parse).transpose()?;
        if second.as_ref().is_some_and(|(_, found)| *found != second_names) {
            return Err(wrong());
        }
        if !(shift.is_finite() && choice.is_sound()) {
            return Err(Error::Parameter {
                name: "shift, scale or floor",
                expected: "numbers, the last two up to 10".to_owned(),
            });
        }
        Ok(Self::new(first, second.map(|(forest, _)| forest), shift, choice))
    }

    /// Of forests that number all columns.
    fn new(mut first: Forest, mut second: Option<Forest>, shift: f32, choice: Choice) -> Self {
        let mut columns: Vec<u16> = first.used().chain(second.iter().flat_map(Forest::used)).collect();
        columns.sort_unstable();
        columns.dedup();
        for forest in std::iter::once(&mut first).chain(&mut second) {
            forest.renumber(|column| columns.binary_search(&column).unwrap_or_default() as u16);
        }
        teach_allocator();
        Self { plans: Plans::of(&columns), columns, first, second, shift, choice }
    }

    /// The model as a file.
    pub(super) fn seal(&self) -> Vec<u8> {
        let mut out = Vec::new();
        version::write(&mut out, FORM);
        out.extend_from_slice(&fingerprint(&features::names()).to_le_bytes());
        for number in [self.shift, self.choice.scale, self.choice.floor] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.push(u8::from(self.second.is_some()));
        for forest in std::iter::once(&self.first).chain(&self.second) {
            let mut forest = forest.clone();
            forest.renumber(|place| self.columns[usize::from(place)]);
            forest.write(&mut out);
        }
        store::seal(KIND, &out)
    }

    pub(super) fn open(file: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(store::open_kind(file, KIND)?);
        version::check(&mut reader, FORM)?;
        let names = features::names();
        if u64::from_le_bytes(reader.array()?) != fingerprint(&names) {
            return Err(Error::Malformed { what: "a model of other features than those of this program" });
        }
        let mut number = || Ok::<f32, Error>(f32::from_le_bytes(reader.array()?));
        let (shift, choice) = (number()?, Choice { scale: number()?, floor: number()? });
        let [has_second] = reader.array()?;
        if has_second > 1 || !(shift.is_finite() && choice.is_sound()) {
            return Err(Error::Malformed { what: "a model with settings that are none" });
        }
        let first = Forest::read(&mut reader)?;
        let second = if has_second == 1 { Some(Forest::read(&mut reader)?) } else { None };
        reader.finish()?;
        if first.columns() > features::first_names().len()
            || second.as_ref().is_some_and(|forest| forest.columns() > names.len())
        {
            return Err(Error::Malformed { what: "a column that nobody has" });
        }
        Ok(Self::new(first, second, shift, choice))
    }

    /// How much speaks for each block: logarithms of odds.
    pub(super) fn odds(&self, page: &Page, context: &Context<'_>) -> Vec<f32> {
        let (rows, columns) = (page.blocks.len(), self.columns.len());
        let mut batches = Batch::all(columns, rows);
        let layout = self.plans.first(page, context, &mut batches);
        let first_columns = self.plans.first_columns();
        let mut odds = sums(&self.first, &mut batches, 0..first_columns, rows);
        if let Some(second) = &self.second {
            let scores: Vec<f32> = odds.iter().map(|&odds| logistic(odds)).collect();
            self.plans.second(page, &scores, &layout, &mut batches);
            odds = sums(second, &mut batches, first_columns..columns, rows);
        }
        Batch::keep(batches);
        odds.iter_mut().for_each(|odds| *odds -= self.shift);
        odds
    }
}

/// The allocator of GNU gives back what is free at its end, page for page, until it has seen that a program takes much
/// and gives it back. This is never written to, and so is no memory.
fn teach_allocator() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(16 << 20)));
}

/// What a forest says of each row; `new` are the columns that have values since the last time.
fn sums(forest: &Forest, batches: &mut [Batch], new: Range<usize>, rows: usize) -> Vec<f32> {
    let mut sums = vec![0.0; rows];
    for (batch, sums) in batches.iter_mut().zip(sums.chunks_mut(ROWS)) {
        batch.measure(new.clone());
        forest.add(batch, sums);
    }
    sums
}

pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::html::tree;

    #[test]
    fn a_model_knows_its_columns_by_the_numbers_of_all() {
        let first = "tree\nfeature_names=NAMES\n\nTree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature=3\nthreshold=0.5\n\
            decision_type=2\nleft_child=-1\nright_child=-2\nleaf_value=-1 1\n\nend of trees\n";
        let second = first.replace("split_feature=3", "split_feature=LAST");
        let (names, all) = (features::first_names(), features::names());
        let first = first.replace("NAMES", &names.join(" "));
        let second = second.replace("NAMES", &all.join(" ")).replace("LAST", &(all.len() - 1).to_string());
        let model = Model::of_texts(&first, Some(&second), 0.0, Choice { scale: 1.0, floor: 0.0 }).unwrap();
        assert_eq!(model.columns, [3, all.len() as u16 - 1]);
        assert_eq!(Model::open(&model.seal()).unwrap(), model);
    }

    proptest! {
        /// Of any columns, those that are asked for are the same as in the whole table.
        #[test]
        fn columns_that_are_picked_are_those_of_the_table(
            html in features::tests::html(),
            wanted in prop::collection::btree_set(0..features::names().len() as u16, 0..60),
            lang in any::<bool>(),
        ) {
            let wanted: Vec<u16> = wanted.into_iter().collect();
            let list = crate::lang::stoplist("en").filter(|_| lang);
            let context = Context { lang: None, stop_words: list.as_ref() };
            let page = tree::read(&html, true);
            let scores: Vec<f32> = (0..page.blocks.len()).map(|at| (at * 37 % 101) as f32 / 100.0).collect();
            let first = features::first(&page, &context);
            let second = features::second(&page, &scores, &first);
            let plans = Plans::of(&wanted);
            let mut batches = Batch::all(wanted.len(), page.blocks.len());
            let layout = plans.first(&page, &context, &mut batches);
            plans.second(&page, &scores, &layout, &mut batches);
            for block in 0..page.blocks.len() {
                let row: Vec<f32> = first.row(block).iter().chain(second.row(block)).copied().collect();
                let expected: Vec<f32> = wanted.iter().map(|&column| row[usize::from(column)]).collect();
                prop_assert_eq!(batches[block / ROWS].row(block), expected);
            }
            Batch::keep(batches);
        }
    }
}
