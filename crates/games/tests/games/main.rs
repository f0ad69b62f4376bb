//! Games as they are used from outside: the laws and the golden playthroughs of all, rules against plain programs of their own, and
//! games in files.
//!
//! One program for all of it: what is generic in a game is then built once.

mod backgammon;
mod catalog;
mod hidden_hands;
mod kriegspiel;
mod learned;
mod matches;
mod tree;
mod tricks;
