//! The searches of outwit.
//!
//! > A search is how the tree grows x how a leaf is valued x how values are backed up x what is believed about the others.
//!
//! Those are the four folders: [`grow`], [`value`], [`backup`], [`belief`]. A *named* algorithm is one page in [`named`]
//! that picks one choice on each axis; [`named::catalog`] is the one list of them. What a page finds out about a position
//! are its [`Findings`]; a [`Character`] turns them into a choice.
//!
//! This crate names no game, opens no files, starts no threads and reads no clock.
#![warn(missing_docs)]

pub mod backup;
pub mod belief;
mod character;
mod findings;
pub mod grow;
pub mod learning;
pub mod named;
mod searcher;
pub mod styles;
mod to_the_end;
pub mod value;

pub use character::Character;
pub use findings::{Findings, Found, why_no_tree};
pub use searcher::{Search, Searcher, position};
pub use to_the_end::{solve, solve_erased};
