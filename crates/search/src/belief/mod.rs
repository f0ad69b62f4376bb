//! What is believed: how the others choose their moves ([`Opponent`]), which of several [`models`] each of them is, what a
//! seat that is not shown everything holds possible ([`particles`]), and search over that ([`information_set`]).

pub mod information_set;
pub mod models;
pub(crate) mod opponent;
pub mod particles;
mod ways;
pub(crate) mod weights;

pub(crate) use opponent::of_moves;
pub use opponent::{Adversary, Decision, Given, Greedy, Mixture, Modelled, Omniscient, OneOf, Opponent, Uniform};
pub use particles::{Agreement, ByOpponent, Particles, Told};
pub use ways::{Way, by_last_observation, sample};
