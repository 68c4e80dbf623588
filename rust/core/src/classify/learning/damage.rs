//! What holds for the model file of any algorithm: damage is found, and what is whole but foreign does no harm.

use crate::classify::settings::Settings;
use crate::classify::{Context, Make};
use crate::html::tree;
use crate::store;

/// Opens each file that differs from `shipped` in one place, every `step`th place of it.
pub(in crate::classify) fn is_found(kind: &str, shipped: &[u8], make: Make, step: usize) {
    let open = |file: &[u8]| make(&Settings::default(), Some(file));
    assert!(open(shipped).is_ok());
    for at in (0..shipped.len()).step_by(step) {
        assert!(open(&shipped[..at]).is_err(), "cut at {at}");
        let mut bad = shipped.to_vec();
        bad[at] ^= 0x10;
        assert!(open(&bad).is_err(), "byte {at}");
    }
    // Any payload under the right checksum.
    let payload = store::open(shipped).unwrap().1;
    let page = tree::read("<p>a <b>b</b><p>c", true);
    for at in (0..payload.len()).step_by(step) {
        assert!(open(&store::seal(kind, &payload[..at])).is_err(), "cut at {at}");
        let mut other = payload.to_vec();
        other[at] ^= 0xff;
        if let Ok(classifier) = open(&store::seal(kind, &other)) {
            assert_eq!(classifier.label(&page, &Context::default()).blocks.len(), 2);
        }
    }
    assert!(open(&store::seal(kind, &[payload, b"x"].concat())).is_err());
    assert!(open(&store::seal("another", payload)).is_err());
}
