//! Decisions under uncertainty.
mod lottery;
mod preference;
mod utility;

pub use lottery::Lottery;
pub use preference::{Cycle, Preferences, Ranking, Relation, Trade, Verdict};
pub use utility::{UTILITIES, Utility, UtilityEntry};
