//! Models of the other players: what somebody may want, and what is believed of whom.

mod columns;
mod filter;
mod player;
mod rows;
mod score;
mod tracker;
mod worlds;

pub use columns::{Columns, Part};
pub use filter::{Filter, Guards};
pub use player::{PlayerModel, Utility, Way, boltzmann};
pub use rows::{ModelRows, Wishes};
pub use score::{ALARM, Score};
pub use tracker::{BeliefTracker, Opinion, Predictor};
pub use worlds::{Minds, World};
