//! The named algorithms: one page each, and [`catalog`], the one list of them.
//!
//! A page says what the algorithm is, which paper it comes from, what it assumes about the other players, what it costs
//! and what it is not; then it picks one choice on each axis.

pub mod abstraction;
pub mod alphabeta;
pub mod bestfirst;
pub mod blindfold;
pub mod bounds;
pub mod bpip;
pub mod brs;
pub mod brs_plus;
pub mod bstar;
pub mod catalog;
pub mod closure;
pub mod compose;
pub mod conspiracy;
pub mod dfpn;
pub mod equilibrium;
pub mod expectimax;
pub mod expectiminimax;
pub mod greedy;
pub mod hs;
pub mod ismcts;
pub mod learned_evaluations;
pub mod learner;
pub mod level;
pub mod maxn;
pub mod maxprob;
pub mod maxprob_mcts;
pub mod mgss;
pub mod minimax;
pub mod minmaxapprox;
pub mod model_mcts;
pub mod model_vi;
pub mod mpmix;
pub mod nested;
pub mod offensive;
pub mod om;
pub mod overconfident;
pub mod own_evaluations;
pub mod paranoid;
pub mod paranoid_is;
pub mod pimc;
pub mod pns;
pub mod pomcp;
pub mod probmaxn;
pub mod product;
pub mod prom;
pub mod quantal;
pub mod random;
pub mod softmaxn;
pub mod solve;
mod spreads;
pub mod strategy;
pub mod uct;
pub mod uct_brs;
pub mod uct_paranoid;
