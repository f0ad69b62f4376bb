//! The arena: tournaments you can trust, for any number of seats.
//!
//! One *deal*, a drawn start or opening, is played by all *seatings* of the agents, so that the luck of the deal and of the
//! seat cancels; the deal is the unit of statistics. A deal is a pure job: setting and number in, [`DealRecord`] out, so
//! results do not depend on threads, and an interrupted tournament goes on where it stopped.
#![warn(missing_docs)]

mod record;
mod setting;
pub mod statistics;

pub use record::{DealRecord, Forfeit, GameRecord};
pub use setting::{Seatings, Setting};
