//! The columns that a model asks for, and no others: what nobody asks for is neither prepared nor found out.

use super::super::batch::Batch;
use super::columns::{Columns, Names};

/// The place of a column that nobody has asked for.
const NOWHERE: u16 = u16::MAX;

/// Which columns of a row are asked for. By default all rooms are prepared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::classify::trees) struct Plan {
    calls: Vec<Call>,
    picks: Vec<Pick>,
    /// For each column of the row, where it goes.
    places: Vec<u16>,
    rooms: Vec<Room>,
}

/// A call of `put`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Call {
    first_column: usize,
    /// Of [`Plan::picks`].
    start: usize,
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pick {
    /// Which of its call.
    number: u16,
    place: u16,
}

#[derive(Clone, Debug, PartialEq)]
struct Room {
    name: &'static str,
    is_wanted: bool,
    /// The number of the call that follows.
    next: usize,
}

impl Plan {
    /// `place` says where a column goes, for those that are asked for.
    pub(super) fn of(names: &Names, place: impl Fn(usize) -> Option<u16>) -> Self {
        let mut plan = Self::default();
        for columns in &names.calls {
            let start = plan.picks.len();
            for (number, column) in columns.clone().enumerate() {
                let place = place(column);
                plan.places.push(place.unwrap_or(NOWHERE));
                plan.picks.extend(place.map(|place| Pick { number: number as u16, place }));
            }
            plan.calls.push(Call { first_column: columns.start, start, end: plan.picks.len() });
        }
        let rooms = names.rooms.iter().map(|(name, calls)| Room {
            name,
            is_wanted: plan.calls[calls.clone()].iter().any(|call| call.start < call.end),
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

/// Writes the columns of a plan into a row of a batch.
#[derive(Debug)]
pub(super) struct Picked<'a> {
    plan: &'a Plan,
    batch: &'a mut Batch,
    row: usize,
    call: usize,
    room: usize,
}

impl<'a> Picked<'a> {
    pub(super) fn new(plan: &'a Plan, batch: &'a mut Batch, row: usize) -> Self {
        Self { plan, batch, row, call: 0, room: 0 }
    }

    /// What is wanted of the next call, if anything is.
    #[inline]
    fn next(&mut self) -> Option<(&'a [Pick], usize)> {
        let call = self.plan.calls.get(self.call)?;
        self.call += 1;
        (call.start < call.end).then(|| (&self.plan.picks[call.start..call.end], call.first_column))
    }
}

impl Columns for Picked<'_> {
    #[inline]
    fn put<const N: usize>(&mut self, _: &str, _: [&str; N], values: impl FnOnce() -> [f32; N]) {
        if let Some((picks, _)) = self.next() {
            let values = values();
            for pick in picks {
                self.batch.set(pick.place, self.row, values[usize::from(pick.number)]);
            }
        }
    }

    #[inline]
    fn put_sparse<I>(&mut self, _: &str, _: &[&str], values: impl FnOnce() -> I)
    where
        I: Iterator<Item = (usize, f32)>,
    {
        if let Some((picks, first_column)) = self.next() {
            picks.iter().for_each(|pick| self.batch.set(pick.place, self.row, 0.0));
            for (at, value) in values() {
                let place = self.plan.places[first_column + at];
                if place != NOWHERE {
                    self.batch.set(place, self.row, value);
                }
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
