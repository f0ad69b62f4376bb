//! The rivals of the search.

pub mod negamax;
pub mod peer;
pub mod tabled;
