//! What is believed, apart from the agents that live by it: a program of its own, because it is built in no time.

mod agents;
#[path = "../axes/mod.rs"]
mod axes;
mod foreseen;
#[path = "../search/information_set.rs"]
mod information_set;
mod measured;
mod particles;
mod quiet_sets;
#[path = "../search/rivals/mod.rs"]
mod rivals;
mod trees;
