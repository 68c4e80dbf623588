//! The tokeniser against what others have: a suite of tests, and another tokeniser.
#![cfg(test)]

mod collected;
mod html5gum;
mod html5lib;
