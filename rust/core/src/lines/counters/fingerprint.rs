//! CRC-64/XZ (ECMA-182, reflected), sixteen bytes at a time by tables, made for lines.
//!
//! Lines are short, so what does not fill sixteen bytes would cost as much as all the rest. Here it comes first, after
//! zero bytes that fill it up, and the register starts as if it had those behind it already. Two lines at a time, since
//! one would wait for its own tables.

const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;
const BLOCK: usize = 16;

/// What a byte becomes, followed by so many zero bytes.
static TABLES: [[u64; 256]; BLOCK] = tables();
/// The register that so many zero bytes make all ones, which is what it starts with.
static STARTS: [u64; BLOCK] = starts();

const fn tables() -> [[u64; 256]; BLOCK] {
    let mut tables = [[0; 256]; BLOCK];
    let mut byte = 0;
    while byte < 256 {
        let mut register = byte as u64;
        let mut table = 0;
        while table < BLOCK {
            let mut bit = 0;
            while bit < 8 {
                register = (register >> 1) ^ if register & 1 == 1 { POLYNOMIAL } else { 0 };
                bit += 1;
            }
            tables[table][byte] = register;
            table += 1;
        }
        byte += 1;
    }
    tables
}

const fn starts() -> [u64; BLOCK] {
    let mut starts = [!0; BLOCK];
    let mut zeros = 1;
    while zeros < BLOCK {
        let mut register: u64 = starts[zeros - 1];
        let mut bit = 0;
        while bit < 8 {
            let out = register >> 63;
            register = ((register ^ (POLYNOMIAL * out)) << 1) | out;
            bit += 1;
        }
        starts[zeros] = register;
        zeros += 1;
    }
    starts
}

/// The fingerprint of a line: the key of `crc64`, of `gm` and of models.
pub fn fingerprint(line: &[u8]) -> u64 {
    let (mut register, blocks) = begin(line);
    for block in blocks {
        register = step(register, u128::from_le_bytes(*block));
    }
    !register
}

/// Those of many lines.
pub(super) fn fingerprints(lines: &[&[u8]], out: &mut [u64]) {
    let (pairs, odd) = lines.as_chunks::<2>();
    let (pairs_of_out, odd_of_out) = out.as_chunks_mut::<2>();
    for (out, &[a, b]) in pairs_of_out.iter_mut().zip(pairs) {
        *out = two_fingerprints(a, b);
    }
    for (out, line) in odd_of_out.iter_mut().zip(odd) {
        *out = fingerprint(line);
    }
}

fn two_fingerprints(a: &[u8], b: &[u8]) -> [u64; 2] {
    let (mut register_a, blocks_a) = begin(a);
    let (mut register_b, blocks_b) = begin(b);
    for (block_a, block_b) in blocks_a.iter().zip(blocks_b) {
        register_a = step(register_a, u128::from_le_bytes(*block_a));
        register_b = step(register_b, u128::from_le_bytes(*block_b));
    }
    let both = blocks_a.len().min(blocks_b.len());
    for block in &blocks_a[both..] {
        register_a = step(register_a, u128::from_le_bytes(*block));
    }
    for block in &blocks_b[both..] {
        register_b = step(register_b, u128::from_le_bytes(*block));
    }
    [!register_a, !register_b]
}

/// The register after what comes before the whole blocks, and those.
#[inline(always)]
fn begin(line: &[u8]) -> (u64, &[[u8; BLOCK]]) {
    let (odd, blocks) = line.as_rchunks::<BLOCK>();
    if odd.is_empty() {
        return (!0, blocks);
    }
    let zeros = BLOCK - odd.len();
    let block = match line.first_chunk::<BLOCK>() {
        Some(first) => u128::from_le_bytes(*first) << (8 * zeros),
        None => {
            let mut block = [0; BLOCK];
            block[zeros..].copy_from_slice(odd);
            u128::from_le_bytes(block)
        }
    };
    (step(STARTS[zeros % BLOCK], block), blocks)
}

#[inline(always)]
fn step(register: u64, block: u128) -> u64 {
    let at = |byte: u64, table: usize| TABLES[table][(byte & 0xff) as usize];
    let low = block as u64 ^ register;
    let high = (block >> 64) as u64;
    let sum = |word: u64, last: usize| {
        let a = at(word, last) ^ at(word >> 8, last - 1);
        let b = at(word >> 16, last - 2) ^ at(word >> 24, last - 3);
        let c = at(word >> 32, last - 4) ^ at(word >> 40, last - 5);
        let d = at(word >> 48, last - 6) ^ at(word >> 56, last - 7);
        (a ^ b) ^ (c ^ d)
    };
    sum(low, 15) ^ sum(high, 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crc::{CRC_64_XZ, Crc, Table};
    use proptest::prelude::*;

    const CRC: Crc<u64, Table<1>> = Crc::<u64, Table<1>>::new(&CRC_64_XZ);

    proptest! {
        #[test]
        fn they_are_crc_64_xz(lines in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..100), 0..9)) {
            let lines: Vec<&[u8]> = lines.iter().map(Vec::as_slice).collect();
            let expected: Vec<u64> = lines.iter().map(|line| CRC.checksum(line)).collect();
            let mut out = vec![0; lines.len()];
            fingerprints(&lines, &mut out);
            prop_assert_eq!(&out, &expected);
            prop_assert_eq!(lines.iter().map(|line| fingerprint(line)).collect::<Vec<_>>(), expected);
        }
    }
}
