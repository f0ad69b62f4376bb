//! The engines by themselves, and the agent that is put together from them: each against the plain recursion it stands for.
//! Quick to build, for it makes machine code of no agent.

#[path = "../axes/mod.rs"]
mod axes;
#[path = "../search/common/mod.rs"]
mod common;
mod compose;
mod laws;
mod unseen_moves;
