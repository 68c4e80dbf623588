//! What `hashed` and `morris` share: 2^bits cells of a byte, a line's cell, and how cells are written.

use xxhash_rust::xxh3::xxh3_64;

use super::memory::Zeroed;
use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

pub(super) const MAX_BITS: u32 = 40;

const RAW: u8 = 0;
const RUNS: u8 = 1;

#[derive(Debug)]
pub(super) struct Cells {
    bytes: Zeroed,
    bits: u32,
}

impl Cells {
    pub(super) fn new(bits: u32) -> Result<Self> {
        if !(1..=MAX_BITS).contains(&bits) {
            return Err(Error::Parameter { name: "bits", expected: format!("1 to {MAX_BITS}, not {bits}") });
        }
        Ok(Self { bytes: Zeroed::new(1 << bits), bits })
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        self.bytes.bytes()
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u8] {
        self.bytes.bytes_mut()
    }

    /// A line's cell: the high bits of XXH3-64, which is the same on all machines, so that files of two merge.
    fn cell(&self, line: &[u8]) -> usize {
        (xxh3_64(line) >> (64 - self.bits)) as usize
    }

    pub(super) fn get(&self, line: &[u8]) -> u8 {
        self.as_slice()[self.cell(line)]
    }

    pub(super) fn update(&mut self, line: &[u8], change: impl FnOnce(&mut u8)) {
        let cell = self.cell(line);
        change(&mut self.as_mut_slice()[cell]);
    }

    /// Finds the cell of each line, and has it fetched.
    pub(super) fn fetch(&self, lines: &[&[u8]], cells: &mut [usize]) {
        for (cell, line) in cells.iter_mut().zip(lines) {
            *cell = self.cell(line);
            self.bytes.fetch(*cell);
        }
    }

    /// Changes each of these cells, in order.
    pub(super) fn update_all(&mut self, cells: &[usize], mut change: impl FnMut(&mut u8)) {
        let bytes = self.bytes.bytes_mut();
        cells.iter().for_each(|&cell| change(&mut bytes[cell]));
    }

    pub(super) fn check_mergeable(&self, other: &Self) -> Result<()> {
        if self.bits == other.bits {
            return Ok(());
        }
        let why = format!("one counter has 2^{} cells, the other 2^{}", self.bits, other.bits);
        Err(Error::Incompatible { why })
    }

    /// The bits; a byte that says how; the cells, raw or, if shorter, as runs: a byte that is not zero is itself,
    /// a zero is followed by how many more zeros there are (0 to 255).
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, u64::from(self.bits));
        let start = out.len();
        out.push(RUNS);
        for cells in self.as_slice().chunk_by(|a, b| (*a == 0) == (*b == 0)) {
            if cells[0] != 0 {
                out.extend_from_slice(cells);
            } else {
                for run in cells.chunks(256) {
                    out.extend_from_slice(&[0, (run.len() - 1) as u8]);
                }
            }
            if out.len() - start > self.bytes.len() {
                out.truncate(start);
                out.push(RAW);
                out.extend_from_slice(self.as_slice());
                return;
            }
        }
    }

    /// Cells are made only as bytes of the file stand for them, never on the word of its header.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let bits = u32::try_from(reader.varint()?).unwrap_or(u32::MAX);
        if !(1..=MAX_BITS).contains(&bits) {
            return Err(Error::Malformed { what: "its number of cells" });
        }
        let cells = 1usize << bits;
        let [how] = reader.array()?;
        let bytes = match how {
            RAW => reader.take(cells)?.to_vec(),
            RUNS => read_runs(reader, cells)?,
            _ => return Err(Error::Malformed { what: "its cells are written in an unknown way" }),
        };
        Ok(Self { bytes: Zeroed::Heap(bytes), bits })
    }
}

fn read_runs(reader: &mut Reader<'_>, cells: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(cells.min(reader.remaining()));
    while bytes.len() < cells {
        let [byte] = reader.array()?;
        if byte != 0 {
            bytes.push(byte);
        } else {
            let [more] = reader.array()?;
            bytes.resize(bytes.len() + 1 + usize::from(more), 0);
        }
    }
    if bytes.len() > cells {
        return Err(Error::Malformed { what: "more cells than it says" });
    }
    bytes.shrink_to_fit();
    Ok(bytes)
}
