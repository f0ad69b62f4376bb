//! Abstraction: searching and reasoning about classes of plays instead of single ones.
//!
//! Frank 1994, chapter 4, finds that the tree of positions is the wrong thing to search in a game like Spider, and proposes to
//! search abstractions: descriptions that many histories satisfy. Its pieces are here, each a mechanism for any game:
//!
//! - [`Macro`]: positions that a seat can reach from each other without anybody else having a say are one, and a move is a
//!   way to leave it;
//! - [`Later`]: an outcome of chance that can wait is named when somebody looks;
//! - [`classes`]: outcomes in classes that a plan does not tell apart, refined where the value of refining says so;
//! - [`net`]: abstraction networks, predicates on histories with probability and utility by the thesis's equations 29 and 30;
//! - [`predicate`] and [`history`]: the language of those predicates, and the histories they are about.
//!
//! Positions that differ in names alone are the contract's own: see [`outwit_game::Game::canonical`].
//!
//! This crate names no game and no agent, opens no files, starts no threads and reads no clock.
#![warn(missing_docs)]

pub mod classes;
mod evaluation;
pub mod history;
mod later;
mod macros;
pub mod net;
mod number;
pub mod predicate;

pub use evaluation::Within;
pub use later::{Later, Waiting};
pub use macros::{Exits, Macro, MacroState};
pub use number::{Number, Ratio};
