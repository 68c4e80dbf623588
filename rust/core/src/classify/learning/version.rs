//! Models do not know what their features mean; the number at their beginning says whose they are.

use crate::error::{Error, Result};
use crate::store::{Reader, put_varint};

pub(in crate::classify) fn write(out: &mut Vec<u8>, version: u32) {
    put_varint(out, u64::from(version));
}

/// Refuses models with features of another version.
pub(in crate::classify) fn check(reader: &mut Reader<'_>, expected: u32) -> Result<()> {
    let found = u32::try_from(reader.varint()?).unwrap_or(u32::MAX);
    if found == expected { Ok(()) } else { Err(Error::Version { found, expected }) }
}

#[cfg(test)]
mod tests {
    use crate::classify::settings::Settings;
    use crate::classify::{ALGORITHMS, find};
    use crate::error::Error;
    use crate::html::tree;
    use crate::store;

    #[test]
    fn models_of_another_version_are_told_from_damaged_ones() {
        let settings = Settings::default();
        let learning = ALGORITHMS.iter().filter_map(|algorithm| Some((algorithm, algorithm.train?)));
        for (algorithm, train) in learning {
            let mut trainer = train(&settings).unwrap();
            trainer.add(&tree::read("<p>some text<p>Home", true), &[Some(true), Some(false)]);
            let model = trainer.finish().unwrap();
            let make = find(algorithm.name).unwrap().make;
            assert!(make(&settings, Some(&model)).is_ok());
            let (kind, payload) = store::open(&model).unwrap();
            let older = store::seal(kind, &[&[payload[0] - 1], &payload[1..]].concat());
            let error = make(&settings, Some(&older)).unwrap_err();
            assert!(matches!(error, Error::Version { .. }), "{}: {error}", algorithm.name);
        }
    }
}
