//! What the filters know of languages: their names, their commonest words, and how to tell them apart.

pub mod code;
pub mod detect;
mod keys;
mod kin;
pub mod stoplist;

pub use code::code;
pub use detect::{Detector, Found, detect};
pub use stoplist::{Counts, How, StopList, languages, stop_words, stoplist};
