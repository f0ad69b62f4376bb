//! Exact answers, each against a plain reckoning of its own.

mod analysis;
mod certain;
#[path = "../../../equilibrium/tests/equilibrium/common/mod.rs"]
mod common;
mod induction;
mod kpk;
