//! The rules of section 3.4: the paper's own ([`paper`]), and those that go further ([`phrases`]).

pub(super) mod paper;
pub(super) mod phrases;
