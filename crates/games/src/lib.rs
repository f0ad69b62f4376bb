//! The games of outwit: one file or folder a game, and [`catalog`], the one list of them.
//!
//! This crate names no search. Games are independent of each other; what they share stands in [`board`], [`hex`] and
//! [`tricks`].
#![warn(missing_docs)]

pub mod abalone;
pub mod backgammon;
pub mod board;
pub mod catalog;
pub mod checkers;
pub mod chess;
pub mod chinesecheckers;
pub mod connect4;
pub mod cumulative;
pub mod dodgem;
pub mod efg;
pub mod go;
pub mod god;
pub mod goofspiel;
pub mod hearts;
pub mod hex;
pub mod hex_game;
pub mod hide;
pub mod holdem;
pub mod kalah;
pub mod kpk;
pub mod macros;
pub mod othello;
pub mod phantom;
pub mod poker;
pub mod random_kalah;
pub mod random_trees;
pub mod repeated;
pub mod spades;
pub mod spider;
pub mod tictactoe;
pub mod tree;
pub mod tricks;
