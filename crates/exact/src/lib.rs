//! Exact answers about games whose positions fit in memory.
//!
//! [`graph`] finds every position once, [`labels`] gives each its value backwards from the finished ones, [`solve`] makes
//! of that the value of a game, [`certain`] says what a seat can be sure of where something is hidden, [`analysis`] looks at the whole graph: how large it is, how siblings depend on each other,
//! how well a search to a depth decides. [`expected_payoffs`] says what given agents get when they play each other, and
//! [`probability`] has the meanings of a node's value as types, each with its rule of propagation.
//!
//! This crate names no game and no agent, opens no files, starts no threads and reads no clock.
#![warn(missing_docs)]

pub mod analysis;
pub mod certain;
pub mod distance;
mod expect;
pub mod graph;
mod induction;
pub mod labels;
mod looks;
pub mod probability;
pub mod solve;

pub use expect::expected_payoffs;
pub use induction::{Induction, induction, induction_while};
