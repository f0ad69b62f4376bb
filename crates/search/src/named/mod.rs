//! The named algorithms: one page each, and [`catalog`], the one list of them.
//!
//! A page says what the algorithm is, which paper it comes from, what it assumes about the other players, what it costs
//! and what it is not; then it picks one choice on each axis.

pub mod alphabeta;
pub mod bestfirst;
pub mod bpip;
pub mod brs;
pub mod brs_plus;
pub mod bstar;
pub mod catalog;
pub mod conspiracy;
pub mod dfpn;
pub mod expectimax;
pub mod expectiminimax;
pub mod greedy;
pub mod maxn;
pub mod maxprob;
pub mod mgss;
pub mod minimax;
pub mod minmaxapprox;
pub mod mpmix;
pub mod offensive;
pub mod paranoid;
pub mod pns;
pub mod probmaxn;
pub mod random;
pub mod softmaxn;
pub mod solve;
