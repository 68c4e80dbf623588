//! Forests out of the text models of LightGBM, with which they are learned.
//!
//! Of its many kinds those are read that `classify --train` makes: numbers only, none of them missing.

use super::forest::{Forest, Split};
use crate::error::{Error, Result};

const MALFORMED: Error =
    Error::Malformed { what: "not a text model of LightGBM, or one of a kind that is not known here" };

/// The trees of a model, and what it was told that columns are called.
pub(super) fn parse(text: &str) -> Result<(Forest, Vec<String>)> {
    let mut parts = text.split("\nTree=");
    let head = parts.next().filter(|head| head.trim_start().starts_with("tree")).ok_or(MALFORMED)?;
    let names = field(head, "feature_names").unwrap_or_default();
    let names: Vec<String> = names.split_ascii_whitespace().map(str::to_owned).collect();
    let mut forest = Forest::default();
    for tree in parts {
        let tree = tree.split("\nend of trees").next().unwrap_or_default();
        plant(tree, &mut forest)?;
    }
    if forest.len() == 0 || forest.columns() > names.len() {
        return Err(MALFORMED);
    }
    Ok((forest, names))
}

/// The value of a line `name=value`.
fn field<'a>(part: &'a str, name: &str) -> Option<&'a str> {
    part.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
}

fn numbers<T: std::str::FromStr>(tree: &str, name: &str) -> Result<Vec<T>> {
    let values = field(tree, name).unwrap_or_default();
    values.split_ascii_whitespace().map(|value| value.parse().map_err(|_| MALFORMED)).collect()
}

fn plant(tree: &str, forest: &mut Forest) -> Result<()> {
    if field(tree, "num_cat").is_none_or(|count| count.trim() != "0") {
        return Err(MALFORMED);
    }
    let columns: Vec<u16> = numbers(tree, "split_feature")?;
    let thresholds: Vec<f64> = numbers(tree, "threshold")?;
    let kinds: Vec<u8> = numbers(tree, "decision_type")?;
    let (left, right): (Vec<i16>, Vec<i16>) = (numbers(tree, "left_child")?, numbers(tree, "right_child")?);
    let values: Vec<f64> = numbers(tree, "leaf_value")?;
    let len = columns.len();
    // Bit 0 says that the column is a category, bits 2 and 3 that values may be missing.
    if [thresholds.len(), kinds.len(), left.len(), right.len()] != [len; 4]
        || kinds.iter().any(|kind| kind & 0b1101 != 0)
    {
        return Err(MALFORMED);
    }
    let splits = (0..len).map(|at| Split {
        column: columns[at],
        threshold: rounded_down(thresholds[at]),
        left: left[at],
        right: right[at],
    });
    let splits: Vec<Split> = splits.collect();
    let values: Vec<f32> = values.into_iter().map(|value| value as f32).collect();
    forest.plant(&splits, &values)
}

/// The greatest `f32` that is not above: values that are `f32` themselves are on the same side of both.
fn rounded_down(threshold: f64) -> f32 {
    let near = threshold as f32;
    if f64::from(near) > threshold { near.next_down() } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As LightGBM 4.7.0 writes it, with the lines that are not read left out.
    const MODEL: &str = "tree\nversion=v4\nnum_class=1\nfeature_names=words links\n\n\
        Tree=0\nnum_leaves=3\nnum_cat=0\nsplit_feature=1 0\nthreshold=0.1 2.5000000000000004\ndecision_type=2 2\n\
        left_child=1 -1\nright_child=-2 -3\nleaf_value=-1 0.5 2\n\n\nTree=1\nnum_leaves=1\nnum_cat=0\nleaf_value=0.25\n\n\n\
        end of trees\n\nfeature_importances:\nwords=1\n";

    #[test]
    fn a_model_is_read() {
        let (forest, names) = parse(MODEL).unwrap();
        assert_eq!(names, ["words", "links"]);
        let mut sums = [0.0; 4];
        // 0.1 as f32 is above 0.1.
        forest.add_rows(&[0.0, 0.2, 2.5, 0.0, 2.6, 0.0, 0.0, 0.1], 2, &mut sums);
        assert_eq!(sums, [0.75, -0.75, 2.25, 0.75]);
    }

    #[test]
    fn other_texts_are_refused() {
        for (from, to) in [
            ("tree\nversion", "forest\nversion"),
            ("decision_type=2 2", "decision_type=2 1"),
            ("decision_type=2 2", "decision_type=2 10"),
            ("num_cat=0\nsplit", "num_cat=1\nsplit"),
            ("threshold=0.1 ", "threshold=zero "),
            ("threshold=0.1 ", "threshold="),
            ("left_child=1", "left_child=0"),
            ("feature_names=words links", "feature_names=words"),
            ("leaf_value=-1", "leaf_value=nan"),
        ] {
            let text = MODEL.replacen(from, to, 1);
            assert_ne!(text, MODEL);
            assert!(parse(&text).is_err(), "{to}");
        }
        assert!(parse("").is_err() && parse("tree\n").is_err());
    }
}
