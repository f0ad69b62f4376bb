//! Decision-making when other minds are at the table.
//!
//! outwit is a library of games, of searches that model who they play against, and of agents made of them. This crate
//! gathers the parts: the contract ([`game`]), the games ([`games`]), the searches ([`search`]); and it is where the two
//! lists meet: [`game_from_spec`] and [`agent_from_spec`] seat any agent at any game.
#![warn(missing_docs)]

pub use outwit_game as game;
pub use outwit_games as games;
pub use outwit_search as search;

mod seating;

pub use seating::{Native, agent_from_spec, game_from_spec, natively, solve};
