//! The engines by themselves, without the catalog of agents: each against the plain recursion it stands for. Quick to build.

#[path = "../search/common/mod.rs"]
mod common;
mod laws;
mod unseen_moves;
