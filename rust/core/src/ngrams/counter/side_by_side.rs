//! Partitions counted on several cores, and given in their order.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::partition::{Partition, Work};
use crate::error::{Error, Result};
use crate::ngrams::method::Out;

/// Hashes and counts that are handed over at a time, and how often before whoever counts has to wait.
const BATCH: usize = 1 << 12;
const WAITING: usize = 8;

/// What a core has to say of its next partition.
enum Found {
    Ngrams(Vec<(u64, u64)>),
    End(Result<()>),
}

/// Gives what all partitions have often enough, ascending, and says how many bytes were on disk. Each core counts in
/// memory of its own.
pub(super) fn count_all(
    partitions: Vec<Partition<'_>>,
    threads: usize,
    work: impl Fn() -> Work,
    out: Out<'_>,
) -> Result<u64> {
    if threads == 1 {
        let mut work = work();
        partitions.into_iter().try_for_each(|partition| work.count(partition, out))?;
        return Ok(work.disk());
    }
    let count = partitions.len();
    let mut shares: Vec<Vec<Partition<'_>>> = (0..threads.min(count)).map(|_| Vec::new()).collect();
    for (number, partition) in partitions.into_iter().enumerate() {
        shares[number % threads].push(partition);
    }
    thread::scope(|scope| {
        let mut workers = Vec::new();
        let mut found = Vec::new();
        for share in shares {
            let (sender, receiver) = sync_channel(WAITING);
            let work = work();
            workers.push(scope.spawn(move || count_share(share, work, &sender)));
            found.push(receiver);
        }
        for number in 0..count {
            take(&found[number % threads], out)?;
        }
        Ok(workers.into_iter().filter_map(|worker| worker.join().ok()).sum())
    })
}

fn count_share(share: Vec<Partition<'_>>, mut work: Work, found: &SyncSender<Found>) -> u64 {
    for partition in share {
        let mut batch = Vec::with_capacity(BATCH);
        let mut result = work.count(partition, &mut |hash, count| {
            batch.push((hash, count));
            if batch.len() == BATCH {
                let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH));
                // Who does not take it has an error of its own to tell.
                return found.send(Found::Ngrams(full)).map_err(|_| NOBODY);
            }
            Ok(())
        });
        if result.is_ok() {
            result = found.send(Found::Ngrams(batch)).map_err(|_| NOBODY);
        }
        let failed = result.is_err();
        if found.send(Found::End(result)).is_err() || failed {
            break;
        }
    }
    work.disk()
}

const NOBODY: Error = Error::Malformed { what: "counting was given up" };

fn take(found: &Receiver<Found>, out: Out<'_>) -> Result<()> {
    loop {
        match found.recv() {
            Ok(Found::Ngrams(ngrams)) => ngrams.into_iter().try_for_each(|(hash, count)| out(hash, count))?,
            Ok(Found::End(result)) => return result,
            Err(_) => return Err(NOBODY),
        }
    }
}
