//! Statistics of tournaments as pure value types: deals in, numbers out.
//!
//! The *deal* is the unit: its games share their luck, so only deals are drawn independently of each other. Everything
//! here reads deals, resamples deals, flips the signs of deals. What is not about deals of games stands in the crate
//! `outwit-statistics`, which the whole project shares; all of it is here too.
//!
//! [`Scores`] adds up each agent's deals; [`Bootstrap`] gives means their 95 % intervals; [`differences`] compares agents
//! deal by deal; [`Elo`] and [`Sprt`] are for two seats, [`ratings`] is for any number.

mod elo;
#[cfg(test)]
pub(crate) mod fixtures;
mod likelihood;
mod rating;
mod scores;
mod sprt;

pub use elo::{DealCounts, Elo, elo_of_share, share_of_elo};
pub use outwit_statistics::*;
pub use rating::{Rating, ratings};
pub use scores::{Measure, Scores};
pub use sprt::{EloScale, SequentialTest, Sprt, SprtResult, Verdict};
