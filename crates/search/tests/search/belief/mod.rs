//! What is believed, apart from the agents that live by it.

mod agents;
mod foreseen;
mod information_set;
mod measured;
mod particles;
mod quiet_sets;
mod rivals;
mod trees;
