//! Weights in model files, one for each attribute.

use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

/// Larger than anything that is learned, and small enough for sums of many to stay numbers.
const LARGEST: f32 = 1e6;

pub(in crate::classify) fn write(out: &mut Vec<u8>, weights: &[f32]) {
    put_varint(out, weights.len() as u64);
    weights.iter().for_each(|weight| out.extend_from_slice(&weight.to_le_bytes()));
}

/// Reads so many weights.
pub(in crate::classify) fn read(reader: &mut Reader<'_>, count: usize) -> Result<Vec<f32>> {
    if reader.varint()? != count as u64 {
        return Err(Error::Malformed { what: "its weights are not those of this program's features" });
    }
    if count > reader.remaining() / 4 {
        return Err(Error::Truncated);
    }
    let weights: Vec<f32> =
        (0..count).map(|_| Ok(f32::from_le_bytes(reader.array()?))).collect::<Result<_>>()?;
    // NaN is not in the range either.
    if !weights.iter().all(|weight| (-LARGEST..=LARGEST).contains(weight)) {
        return Err(Error::Malformed { what: "a weight beyond all bounds" });
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        write(&mut bytes, &[1.5, -2.0]);
        assert_eq!(read(&mut Reader::new(&bytes), 2).unwrap(), [1.5, -2.0]);
        assert!(read(&mut Reader::new(&bytes), 3).is_err());
        assert!(read(&mut Reader::new(&bytes[..bytes.len() - 1]), 2).is_err());
    }

    #[test]
    fn weights_are_numbers() {
        for wrong in [f32::NAN, f32::INFINITY, -2e6] {
            let mut bytes = Vec::new();
            write(&mut bytes, &[wrong]);
            assert!(read(&mut Reader::new(&bytes), 1).is_err(), "{wrong}");
        }
    }
}
