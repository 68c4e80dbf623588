use super::*;
use crate::html::tree;

#[test]
fn names_are_as_many_as_columns() {
    let page = tree::read("<h1>a</h1><p>b c", true);
    let table = first(&page, &Context::default());
    let names = names();
    assert_eq!(table.values.len(), table.columns * 2);
    let both = second(&page, &[0.5, 0.5], &table);
    assert_eq!(names.len(), table.columns + both.columns);
    let mut unique = names.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), names.len());
}
