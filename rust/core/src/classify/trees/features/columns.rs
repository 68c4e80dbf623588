//! Names and values of columns stand together, and each is asked for by itself.

/// What the columns of a row are written to.
pub(super) trait Columns {
    fn put<const N: usize>(&mut self, group: &str, names: [&str; N], values: [f32; N]);

    /// A column for each of many names, most of which are 0.
    fn put_sparse(&mut self, group: &str, names: &[&str], values: impl Iterator<Item = (usize, f32)>);
}

impl Columns for Vec<f32> {
    #[inline]
    fn put<const N: usize>(&mut self, _: &str, _: [&str; N], values: [f32; N]) {
        self.extend_from_slice(&values);
    }

    #[inline]
    fn put_sparse(&mut self, _: &str, names: &[&str], values: impl Iterator<Item = (usize, f32)>) {
        let start = self.len();
        self.resize(start + names.len(), 0.0);
        for (at, value) in values {
            self[start + at] = value;
        }
    }
}

/// The names of a row's columns.
#[derive(Debug, Default)]
pub(super) struct Names(pub(super) Vec<String>);

impl Columns for Names {
    fn put<const N: usize>(&mut self, group: &str, names: [&str; N], _: [f32; N]) {
        self.put_sparse(group, &names, std::iter::empty());
    }

    fn put_sparse(&mut self, group: &str, names: &[&str], _: impl Iterator<Item = (usize, f32)>) {
        let separator = if group.is_empty() { "" } else { "." };
        self.0.extend(names.iter().map(|name| format!("{group}{separator}{name}")));
    }
}

/// Writes columns, each as its name and its value.
macro_rules! columns {
    ($columns:expr, $group:expr, $($name:literal => $value:expr,)*) => {
        $columns.put($group, [$($name,)*], [$($value,)*])
    };
}

pub(super) use columns;

/// 1 or 0.
pub(super) fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}
