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

pub mod analysis;
pub mod backup;
pub mod belief;
mod character;
pub mod decision;
pub mod equilibrium;
mod expect;
mod findings;
pub mod grow;
pub mod labels;
pub mod named;
pub mod probability;
mod searcher;
pub mod solve;
pub mod value;

pub use character::Character;
pub use expect::expected_payoffs;
pub use findings::{Findings, Found};
pub use searcher::{Search, Searcher, position};
