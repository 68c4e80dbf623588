//! Removing duplicate text, section 3.5: one copy of everything stays.
//!
//! [`set`] holds the n-grams that occur again, [`algorithm`] decides with them, [`context`] removes what stands alone
//! after that, [`scope`] says what is compared with what. [`state`] carries over what is out to the next text;
//! [`exact`] is for copies that are alike to the letter. [`run`] does all of it over records.

pub mod algorithm;
pub mod bits;
mod builder;
pub mod context;
pub mod exact;
pub mod load;
pub mod run;
pub mod scope;
pub mod set;
pub mod state;
pub mod trace;

#[cfg(test)]
mod tests;
