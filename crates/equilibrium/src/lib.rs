//! Equilibrium as the yardstick: what cannot be exploited, and how far anything else is from it.
//!
//! For two-seat zero-sum games that fit in memory, and through the [`NormalForm`] for small games of any kind. A game is written out once as an [`Extensive`] tree with its information
//! sets; [`Regrets`] (CFR+) finds a [`Strategy`] close to a Nash equilibrium; [`exploitability`] says what a best reply
//! wins against any strategy; [`strategy_of`] asks any agent what it does at every information set, so that "overconfident"
//! and "paranoid" can be placed between random and optimal. Where a game is too large for that, [`exploitability_bounds`]
//! says between what the answer lies. [`read_efg`] and [`to_efg`] read and write Gambit's extensive-form files.
//!
//! This crate names no game, opens no files, starts no threads and reads no clock.
#![warn(missing_docs)]

mod agent;
mod efg;
mod extensive;
mod normal;
mod patience;
mod regrets;
mod reply;
mod sampled;
mod size;
mod words;

pub use agent::strategy_of;
pub use efg::{read_efg, to_efg, to_efg_with_names};
pub use extensive::{Extensive, Node, Strategy};
pub use normal::{Mixed, NormalForm, read_nfg, to_nfg};
pub use regrets::Regrets;
pub use reply::{Exploitability, exploitability, exploitability_while, value};
pub use sampled::{Bounds, Measured, Sampling, exploitability_bounds};
pub use size::estimated_nodes;
pub use words::SetInWords;
