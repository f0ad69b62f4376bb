//! The engines by themselves, and the agent that is put together from them: each against the plain recursion it stands for.

mod compose;
mod laws;
mod unseen_moves;
