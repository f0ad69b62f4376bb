//! The one statistics module of the project: numbers in, numbers with honest intervals out.
//!
//! What is drawn independently is the unit: a board, a game, or a *deal*, whose games share their luck. [`mean`] is for
//! values that are independent, [`clustered_mean`] for values that come in deals; both have Student's interval, and none
//! where there is one unit only. [`Bootstrap`] resamples deals; [`differences`] compares agents deal by deal; [`wilson`] is
//! for a share of which only the count is known, [`spread`] for where one more draw may lie.
//!
//! Nothing here reads a clock or a file, and what is random comes from a given seed, so the same values give the same
//! figures on every machine.
#![warn(missing_docs)]

mod bootstrap;
mod distributions;
mod mean;
mod paired;

pub use bootstrap::{
    Bootstrap, Column, Estimate, FEW_DEALS, MOST_GROUPS, RESAMPLES, Range, Resampled, Weights, without_spread,
};
pub use distributions::{Z_95, normal_cdf, student_cdf, student_quantile_975};
pub use mean::{
    clustered_mean, clustered_mean_in, mean, mean_in, mean_of_independent, mean_of_moments, spread, wilson,
};
pub use paired::{Difference, differences, fewest_deals, holm, sign_flip_p};
