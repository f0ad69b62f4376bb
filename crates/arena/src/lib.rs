//! The arena: tournaments you can trust, for any number of seats.
//!
//! One *deal*, a drawn start or opening, is played by all *seatings* of the agents, so that the luck of the deal and of the
//! seat cancels; the deal is the unit of statistics. A deal is a pure job: setting and number in, [`DealRecord`] out, so
//! results do not depend on threads, and an interrupted tournament goes on where it stopped.
#![warn(missing_docs)]

pub mod engine;
pub mod picture;
mod play;
mod record;
mod run;
mod seatings;
mod session;
mod setting;
mod standings;
pub mod statistics;
mod store;
mod trouble;

pub use engine::{EngineAgent, engine_agent, program_spec, try_engine};
pub use play::{Dealer, MakeAgent, has_fixed_start, usual_opening};
pub use record::{DealRecord, Forfeit, GameRecord};
pub use run::{Advance, Catalogs, Runner};
pub use seatings::{MOST_SEATINGS, SAMPLED, SeatingList};
pub use session::{Decide, Ended, Session, Standing};
pub use setting::{Seatings, Setting, SprtSetting};
pub use standings::{AgentRow, ForfeitRow, MOST_FORFEITS_TOLD, Meeting, Standings};
pub use store::{Entry, Store};
pub use trouble::Trouble;
