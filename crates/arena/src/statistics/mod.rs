//! Statistics as pure value types: numbers in, numbers out.
//!
//! The *deal* is the unit: its games share their luck, so only deals are drawn independently of each other. Everything
//! here reads deals, resamples deals, flips the signs of deals. Nothing here reads a clock or a file, and what is random
//! comes from a given seed, so the same records give the same figures on every machine.
//!
//! [`Scores`] adds up each agent's deals; [`Bootstrap`] gives means their 95 % intervals; [`differences`] compares agents
//! deal by deal; [`Elo`] and [`Sprt`] are for two seats, [`ratings`] is for any number.

mod bootstrap;
mod distributions;
mod elo;
#[cfg(test)]
pub(crate) mod fixtures;
mod likelihood;
mod paired;
mod rating;
mod scores;
mod sprt;

pub use bootstrap::{Bootstrap, Column, Estimate, FEW_DEALS, RESAMPLES, Range, Resampled};
pub use elo::{DealCounts, Elo, elo_of_share, share_of_elo};
pub use paired::{Difference, differences, holm, sign_flip_p};
pub use rating::ratings;
pub use scores::{Measure, Scores};
pub use sprt::{EloScale, SequentialTest, Sprt, SprtResult, Verdict};
