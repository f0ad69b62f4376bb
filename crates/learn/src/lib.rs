//! Evaluations that are learned from a game's play against itself.
//!
//! A position is seen as numbered inputs, most of them 0 ([`outwit_game::Sight`]; the parts of its state where a game offers no
//! sight of its own). A [`Model`] makes of them the chances of each grade of payoff; [`Learned`] makes of those the value
//! that a search asks for. [`Trainer`] lets the model play itself and learn by temporal differences, and what it has learned is
//! a file of text with a checksum. The same seed gives the same file on any number of threads.
#![warn(missing_docs)]

mod code;
mod file;
mod grades;
mod learned;
mod linear;
mod model;
mod network;
mod parts;
mod play;
mod shipped;
mod train;
mod tuples;

pub use file::{HEADING, LARGEST, Origin};
pub use grades::{Chances, Grades, MOST_GRADES};
pub use learned::{Learned, Look};
pub use linear::Linear;
pub use model::{Model, Room, Shape, from_spec};
pub use network::Network;
pub use shipped::Shipped;
pub use train::{Plan, Standing, Trainer};
pub use tuples::Tuples;
