//! The named algorithms: one page each, and [`catalog`], the one list of them.
//!
//! A page says what the algorithm is, which paper it comes from, what it assumes about the other players, what it costs
//! and what it is not; then it picks one choice on each axis.

pub mod alphabeta;
pub mod bounds;
pub mod brs;
pub mod brs_plus;
pub mod catalog;
pub mod expectimax;
pub mod expectiminimax;
pub mod greedy;
pub mod learned_evaluations;
pub mod learner;
pub mod maxn;
pub mod maxprob;
pub mod minimax;
pub mod mpmix;
pub mod offensive;
pub mod paranoid;
pub mod probmaxn;
pub mod product;
pub mod random;
pub mod softmaxn;
pub mod solve;
