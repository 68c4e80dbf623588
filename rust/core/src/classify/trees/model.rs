//! What has been learned: a forest, and how the cut of a page is found.

use super::super::Context;
use super::super::learning::version;
use super::batch::{Batch, ROWS};
use super::choice::Choice;
use super::features::{Chosen, Surroundings};
use super::forest::Forest;
use super::{features, lightgbm};
use crate::error::{Error, Result};
use crate::html::page::Page;
use crate::store::{self, Reader};

const KIND: &str = "trees";
/// Goes up when the file has another form. Whether the columns are the same is told by their names.
const FORM: u32 = 2;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    /// The numbers of the columns in use, in order. The forest knows them by their places here.
    columns: Vec<u16>,
    chosen: Chosen,
    forest: Forest,
    /// What is taken off a sum, so that 0 is where blocks are as likely good as bad.
    shift: f32,
    pub(super) choice: Choice,
}

/// A number for the names of columns: a model of other columns is of no use.
fn fingerprint(names: &[String]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(names.join("\n").as_bytes())
}

/// The forest of a text model of LightGBM, which may have learned from some of the columns only.
fn of_columns(text: &str, names: &[String]) -> Result<Forest> {
    let (mut forest, known) = lightgbm::parse(text)?;
    let place = |name: &String| names.iter().position(|other| other == name).map(|place| place as u16);
    let places: Option<Vec<u16>> = known.iter().map(place).collect();
    let places =
        places.ok_or(Error::Malformed { what: "a model of other features than those of this program" })?;
    forest.renumber(|column| places[usize::from(column)]);
    Ok(forest)
}

impl Model {
    /// Of the text models of LightGBM: the mean of what they say.
    pub(super) fn of_texts(texts: &[&str], shift: f32, choice: Choice) -> Result<Self> {
        if texts.is_empty() {
            return Err(Error::Malformed { what: "no model of LightGBM" });
        }
        let names = features::names();
        let forests: Result<Vec<_>> = texts.iter().map(|text| of_columns(text, &names)).collect();
        let forest = Forest::mean(forests?);
        if !(shift.is_finite() && choice.is_sound()) {
            return Err(Error::Parameter {
                name: "shift, spread or floor",
                expected: "numbers, the last two up to 10".to_owned(),
            });
        }
        Ok(Self::new(forest, shift, choice))
    }

    /// Of a forest that numbers all columns.
    fn new(mut forest: Forest, shift: f32, choice: Choice) -> Self {
        let mut columns: Vec<u16> = forest.used().collect();
        columns.sort_unstable();
        columns.dedup();
        forest.renumber(|column| columns.binary_search(&column).unwrap_or_default() as u16);
        teach_allocator();
        Self { chosen: Chosen::of(&columns), columns, forest, shift, choice }
    }

    /// The model as a file.
    pub(super) fn seal(&self) -> Vec<u8> {
        let mut out = Vec::new();
        version::write(&mut out, FORM);
        out.extend_from_slice(&fingerprint(&features::names()).to_le_bytes());
        for number in [self.shift, self.choice.spread, self.choice.floor] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        let mut forest = self.forest.clone();
        forest.renumber(|place| self.columns[usize::from(place)]);
        forest.write(&mut out);
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
        let (shift, choice) = (number()?, Choice { spread: number()?, floor: number()? });
        if !(shift.is_finite() && choice.is_sound()) {
            return Err(Error::Malformed { what: "a model with settings that are none" });
        }
        let forest = Forest::read(&mut reader)?;
        reader.finish()?;
        if forest.columns() > names.len() {
            return Err(Error::Malformed { what: "a column that nobody has" });
        }
        Ok(Self::new(forest, shift, choice))
    }

    /// How much speaks for each block: logarithms of odds; and what was read of the page for it.
    pub(super) fn odds(&self, page: &Page, context: &Context<'_>) -> (Vec<f32>, Surroundings) {
        let columns = self.columns.len();
        let mut batches = Batch::all(columns, page.blocks.len());
        let around = self.chosen.write(page, context, &mut batches);
        let mut odds = vec![-self.shift; page.blocks.len()];
        for (batch, odds) in batches.iter().zip(odds.chunks_mut(ROWS)) {
            self.forest.add(batch, odds);
        }
        Batch::keep(batches);
        (odds, around)
    }
}

/// The allocator of GNU gives back what is free at its end after each page, and asks for it again for the next, until it
/// has seen that a program takes much and gives it back. Nothing is written here, and so no memory is taken.
fn teach_allocator() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(16 << 20)));
}

pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::html::tree;

    /// A tree of one split by the column `name`, with -1 and 1 at its leaves.
    fn text(names: &str, column: usize) -> String {
        format!(
            "tree\nfeature_names={names}\n\nTree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature={column}\nthreshold=0.5\n\
            decision_type=2\nleft_child=-1\nright_child=-2\nleaf_value=-1 1\n\nend of trees\n"
        )
    }

    const PLAIN: Choice = Choice { spread: 0.0, floor: 0.0 };

    #[test]
    fn columns_are_known_by_their_names() {
        let all = features::names();
        let last = all.len() - 1;
        let (whole, few) = (text(&all.join(" "), 3), text(&format!("{} {}", all[last], all[0]), 0));
        let model = Model::of_texts(&[&whole, &few], 0.0, PLAIN).unwrap();
        assert_eq!(model.columns, [3, last as u16]);
        assert_eq!(Model::open(&model.seal()).unwrap(), model);
        assert!(Model::of_texts(&[&text("no such names", 0)], 0.0, PLAIN).is_err());
        assert!(Model::of_texts(&[], 0.0, PLAIN).is_err());
    }

    #[test]
    fn forests_are_averaged() {
        let names = features::names();
        let (words, links) = (text(&names[0], 0), text(&names[3], 0));
        assert_eq!([&names[0], &names[3]], ["words", "links"]);
        let page = tree::read("<p>a<p><a href=x>b</a>", true);
        let odds =
            |texts: &[&str]| Model::of_texts(texts, 0.25, PLAIN).unwrap().odds(&page, &Context::default()).0;
        assert_eq!(odds(&[&words]), [0.75, 0.75]);
        assert_eq!(odds(&[&links]), [-1.25, 0.75]);
        assert_eq!(odds(&[&words, &links]), [-0.25, 0.75]);
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
            let table = features::table(&page, &context);
            let mut batches = Batch::all(wanted.len(), page.blocks.len());
            Chosen::of(&wanted).write(&page, &context, &mut batches);
            for block in 0..page.blocks.len() {
                let row = table.row(block);
                let expected: Vec<f32> = wanted.iter().map(|&column| row[usize::from(column)]).collect();
                prop_assert_eq!(batches[block / ROWS].row(block), expected);
            }
            Batch::keep(batches);
        }
    }
}
