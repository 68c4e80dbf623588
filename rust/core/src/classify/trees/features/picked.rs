//! The columns that a model asks for: what nobody asks for is neither prepared nor found out.
//!
//! What is put at once is either found out whole or not at all, and then stands in a row as it came: to pick out of it
//! is left until a few rows can be picked together.

use super::columns::{Columns, Names};

/// Which columns of a row are asked for. By default all rooms are prepared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::classify::trees) struct Plan {
    /// For each call of `put`, where its columns go in a row that is written; `None` if none of them is asked for.
    calls: Vec<Option<usize>>,
    /// How many columns such a row has.
    pub(super) width: usize,
    /// Where the columns that are asked for stand in it, in order.
    pub(super) places: Vec<u16>,
    rooms: Vec<Room>,
}

#[derive(Clone, Debug, PartialEq)]
struct Room {
    name: &'static str,
    is_wanted: bool,
    /// The number of the call that follows.
    next: usize,
}

impl Plan {
    /// `is_wanted` says which columns are asked for.
    pub(super) fn of(names: &Names, is_wanted: impl Fn(usize) -> bool) -> Self {
        let mut plan = Self::default();
        for columns in &names.calls {
            let wanted = columns.clone().enumerate().filter(|&(_, column)| is_wanted(column));
            let before = plan.places.len();
            plan.places.extend(wanted.map(|(number, _)| (plan.width + number) as u16));
            let is_wanted = before < plan.places.len();
            plan.calls.push(is_wanted.then_some(plan.width));
            plan.width += if is_wanted { columns.len() } else { 0 };
        }
        let rooms = names.rooms.iter().map(|(name, calls)| Room {
            name,
            is_wanted: plan.calls[calls.clone()].iter().any(Option::is_some),
            next: calls.end,
        });
        plan.rooms = rooms.collect();
        plan
    }

    /// What a room is, if a column of it is asked for.
    pub(super) fn prepare<T>(&self, name: &str, room: impl FnOnce() -> T) -> Option<T> {
        let known = self.rooms.iter().find(|room| room.name == name);
        known.is_none_or(|room| room.is_wanted).then(room)
    }
}

/// Writes a row of a plan.
#[derive(Debug)]
pub(super) struct Picked<'a> {
    plan: &'a Plan,
    /// As wide as the plan says.
    row: &'a mut [f32],
    call: usize,
    room: usize,
}

impl<'a> Picked<'a> {
    pub(super) fn new(plan: &'a Plan, row: &'a mut [f32]) -> Self {
        Self { plan, row, call: 0, room: 0 }
    }

    /// The room for the next call, if it is asked for, and all after it.
    #[inline]
    fn next(&mut self) -> Option<&mut [f32]> {
        let start = *self.plan.calls.get(self.call)?;
        self.call += 1;
        self.row.get_mut(start?..)
    }
}

impl Columns for Picked<'_> {
    #[inline]
    fn put<const N: usize>(&mut self, _: &str, _: [&str; N], values: impl FnOnce() -> [f32; N]) {
        if let Some(row) = self.next().and_then(|row| row.first_chunk_mut()) {
            *row = values();
        }
    }

    #[inline]
    fn put_sparse<I>(&mut self, _: &str, names: &[&str], values: impl FnOnce() -> I)
    where
        I: Iterator<Item = (usize, f32)>,
    {
        if let Some(row) = self.next().and_then(|row| row.get_mut(..names.len())) {
            row.fill(0.0);
            for (at, value) in values() {
                row[at] = value;
            }
        }
    }

    #[inline]
    fn room<T>(&mut self, _: &'static str, room: Option<&T>, write: impl FnOnce(&T, &mut Self)) {
        if let Some(room) = room {
            write(room, self);
        }
        if let Some(room) = self.plan.rooms.get(self.room) {
            self.call = room.next;
            self.room += 1;
        }
    }
}
