//! Sets looked up on several cores, and what they are alike to given in the order of the sets.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::index::{Index, Probe};
use crate::error::{Error, Result};

/// Sets that are looked up before what was found is handed over, and how often before a core has to wait.
const BLOCK: usize = 64;
const WAITING: usize = 8;

/// What was found of a block: two sets and what they have in common, and how many pairs were compared.
#[derive(Debug, Default)]
struct Block {
    pairs: Vec<(u32, u32, u32)>,
    candidates: u64,
}

/// Calls `put` with all pairs of so many sets, in the same order whatever the number of threads; says how many were
/// compared.
pub(super) fn look_up_all(
    index: &Index<'_>,
    sets: usize,
    threads: usize,
    mut put: impl FnMut(u32, u32, u32) -> Result<()>,
) -> Result<u64> {
    let blocks = sets.div_ceil(BLOCK);
    let threads = threads.clamp(1, blocks.max(1));
    let mut candidates = 0;
    let mut take = |block: Block| {
        candidates += block.candidates;
        block.pairs.into_iter().try_for_each(|(first, second, common)| put(first, second, common))
    };
    if threads == 1 {
        let mut probe = index.probe();
        (0..blocks).try_for_each(|number| take(look_up(index, number, sets, &mut probe)))?;
        return Ok(candidates);
    }
    thread::scope(|scope| {
        let work = |first: usize| {
            let (sender, receiver) = sync_channel(WAITING);
            scope.spawn(move || send_every(index, first, threads, sets, &sender));
            receiver
        };
        let found: Vec<Receiver<Block>> = (0..threads).map(work).collect();
        (0..blocks).try_for_each(|number| {
            let ended = Error::Malformed { what: "a thread that ended" };
            take(found[number % threads].recv().map_err(|_| ended)?)
        })
    })?;
    Ok(candidates)
}

/// Every so many blocks, until nobody wants them any more.
fn send_every(index: &Index<'_>, first: usize, step: usize, sets: usize, found: &SyncSender<Block>) {
    let mut probe = index.probe();
    for number in (first..sets.div_ceil(BLOCK)).step_by(step) {
        if found.send(look_up(index, number, sets, &mut probe)).is_err() {
            return;
        }
    }
}

fn look_up(index: &Index<'_>, number: usize, sets: usize, probe: &mut Probe) -> Block {
    let mut block = Block::default();
    for at in number * BLOCK..((number + 1) * BLOCK).min(sets) {
        block.candidates += index.look_up(at, probe, |first, second, common| {
            block.pairs.push((first as u32, second as u32, common as u32));
        });
    }
    block
}
