//! Names and values of columns stand together, and each is asked for by itself.

use std::ops::Range;

/// What the columns of a row are written to: always the same ones, in the same order. Values that nobody has asked for
/// are not found out.
pub(super) trait Columns: Sized {
    fn put<const N: usize>(&mut self, group: &str, names: [&str; N], values: impl FnOnce() -> [f32; N]);

    /// A column for each of many names, most of which are 0.
    fn put_sparse<I>(&mut self, group: &str, names: &[&str], values: impl FnOnce() -> I)
    where
        I: Iterator<Item = (usize, f32)>;

    /// The columns of a room, which is not there if none of them are asked for. Rooms do not hold rooms.
    fn room<T>(&mut self, _name: &'static str, room: Option<&T>, write: impl FnOnce(&T, &mut Self)) {
        if let Some(room) = room {
            write(room, self);
        }
    }
}

impl Columns for Vec<f32> {
    #[inline]
    fn put<const N: usize>(&mut self, _: &str, _: [&str; N], values: impl FnOnce() -> [f32; N]) {
        self.extend_from_slice(&values());
    }

    #[inline]
    fn put_sparse<I>(&mut self, _: &str, names: &[&str], values: impl FnOnce() -> I)
    where
        I: Iterator<Item = (usize, f32)>,
    {
        let start = self.len();
        self.resize(start + names.len(), 0.0);
        for (at, value) in values() {
            self[start + at] = value;
        }
    }
}

/// The names of a row's columns, and how they were put.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) names: Vec<String>,
    /// The columns of each call.
    pub(super) calls: Vec<Range<usize>>,
    /// The calls of each room.
    pub(super) rooms: Vec<(&'static str, Range<usize>)>,
}

impl Columns for Names {
    fn put<const N: usize>(&mut self, group: &str, names: [&str; N], _: impl FnOnce() -> [f32; N]) {
        self.put_sparse(group, &names, std::iter::empty);
    }

    fn put_sparse<I>(&mut self, group: &str, names: &[&str], _: impl FnOnce() -> I)
    where
        I: Iterator<Item = (usize, f32)>,
    {
        let start = self.names.len();
        let separator = if group.is_empty() { "" } else { "." };
        self.names.extend(names.iter().map(|name| format!("{group}{separator}{name}")));
        self.calls.push(start..self.names.len());
    }

    fn room<T>(&mut self, name: &'static str, room: Option<&T>, write: impl FnOnce(&T, &mut Self)) {
        let start = self.calls.len();
        if let Some(room) = room {
            write(room, self);
        }
        self.rooms.push((name, start..self.calls.len()));
    }
}

/// Writes columns, each as its name and its value.
macro_rules! columns {
    ($columns:expr, $group:expr, $($name:literal => $value:expr,)*) => {
        $columns.put($group, [$($name,)*], || [$($value,)*])
    };
}

pub(super) use columns;

/// 1 or 0.
pub(super) fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}
