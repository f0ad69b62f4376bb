//! Decision-making when other minds are at the table.
//!
//! outwit is a library of games, of searches that model who they play against, and of agents made of them. This crate
//! gathers the parts: the contract ([`game`]), the games ([`games`]), the searches ([`search`]), the arena (with the
//! feature `arena`), the thread pool ([`pool`]); and it is where the two lists meet: [`game_from_spec`] and [`agent_from_spec`] seat
//! any agent at any game.
//!
//! ```
//! use outwit::game::{Control, Game, Player, Problem, Rng, Table};
//! use outwit::{agent_from_spec, game_from_spec, no_files};
//!
//! fn main() -> Result<(), Problem> {
//!     let game = game_from_spec("tictactoe", &no_files)?;
//!     let mut table = Table::deal(&game, &mut Rng::new(0));
//!     table.play_text("b2")?; // seat 1 takes the centre
//!     table.play_text("b1")?; // seat 2 takes an edge, which loses
//!     let mut agent = agent_from_spec("alphabeta", &game)?;
//!     agent.begin(&game, Player::FIRST, 0);
//!     let report = agent.choose(&table.view(Player::FIRST), &Control::default())?;
//!     println!("seat 1 plays {} and wins", game.move_text(table.state(), report.chosen));
//!     assert_eq!(report.value[0], Some(1.0));
//!     Ok(())
//! }
//! ```
//!
//! To write a game or an algorithm of your own, begin with the worked examples `new_game.rs` and `new_algorithm.rs` in
//! `examples`, which `docs/ARCHITECTURE.md` walks through. A game of your own type needs no catalog: the list of agents,
//! [`search::named::catalog::agent`], seats any of them at any type that implements [`game::Evaluated`], and
//! [`search::named::catalog::Pages`] makes machine code for it of those you name.
#![warn(missing_docs)]

pub use outwit_abstraction as abstraction;
#[cfg(feature = "arena")]
pub use outwit_arena as arena;
pub use outwit_decision as decision;
pub use outwit_equilibrium as equilibrium;
pub use outwit_exact as exact;
pub use outwit_game as game;
pub use outwit_games as games;
pub use outwit_learn as learn;
pub use outwit_pool as pool;
pub use outwit_search as search;

mod clock;
mod natives;
mod plain_play;
pub mod prelude;
mod seating;

pub use clock::WallClock;
pub use natives::{NATIVE_PAIRS, is_native, natively, natively_on_boards, natively_to_learn};
pub use plain_play::{RandomGames, count_positions, play_random_games};
#[cfg(feature = "arena")]
pub use seating::{Catalog, run_session};
pub use seating::{
    OwnAgents, add_agents, agent, agent_from_spec, agent_from_spec_and_files, game_from_spec, no_files, sample_game,
    solve,
};
