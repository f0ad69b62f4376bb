//! What is believed: how the others choose their moves ([`Opponent`]), which of several [`models`] each of them is, and what a
//! seat that is not shown everything holds possible ([`information_set`]).

pub mod information_set;
pub mod models;
mod opponent;

pub use opponent::{Adversary, Decision, Given, Mixture, Modelled, Omniscient, OneOf, Opponent, Uniform};
