//! A cut point of any bytes, also with the right checksum: it is refused, or it is written as it was and parts documents.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::cutpoint::Model;
use streamclean_core::store;

const DOCUMENT: &str = "<li>Home <li>News <p>One story \u{e9}\u{4e2d} of many, told once. <li>Home <li>News";

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    check(&store::seal("cutpoint", bytes));
});

fn check(file: &[u8]) {
    let Ok(model) = Model::from_bytes(file) else { return };
    assert!(Model::from_bytes(&model.to_bytes()).is_ok_and(|again| again == model));
    for document in [DOCUMENT, ""] {
        let useful = model.useful(document);
        let whole: String = useful.parts().iter().map(|(part, _)| *part).collect();
        assert_eq!(whole, useful.text);
        assert!(useful.pieces.is_sorted_by(|a, b| a.end <= b.start));
    }
}
