//! Every search against the plain recursion it stands for, and on real games.
//!
//! One program for all of it: each agent is then built once for each game, which is what takes the time.

mod axes;
mod baum_smith;
mod belief;
mod closure;
mod common;
mod control;
mod engines;
mod equilibrium;
mod erased;
mod expect;
mod hidden_models;
mod hidden_worlds;
mod learned;
mod learner;
mod many_seats;
mod many_seats_games;
mod monte_carlo;
mod nested;
mod pace;
mod player_models;
mod probabilities;
mod proofs;
mod random_trees;
mod real_games;
mod round_trip;
mod selective;
mod to_the_end;
mod told_depth;
mod wrong_numbers;
