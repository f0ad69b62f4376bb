//! What is believed, apart from the agents that live by it: a program of its own, because it is built in no time.

mod particles;
