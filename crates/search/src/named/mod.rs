//! The named algorithms: one page each, and [`catalog`], the one list of them.
//!
//! A page says what the algorithm is, which paper it comes from, what it assumes about the other players, what it costs
//! and what it is not; then it picks one choice on each axis.

pub mod alphabeta;
pub mod catalog;
pub mod expectimax;
pub mod expectiminimax;
pub mod greedy;
pub mod maxprob_mcts;
pub mod minimax;
pub mod random;
pub mod solve;
pub mod uct;
pub mod uct_brs;
pub mod uct_paranoid;
