//! Monte-Carlo tree search: the tree grows where simulations say that it matters.
//!
//! Each simulation goes down the tree by a bandit formula, adds one node, plays the game to its end by a rollout, and tells
//! every node on its way what everybody got. Values are vectors, one number a seat, and each mover goes for its own
//! ([`Aim`] has other ideas of the others), so any number of seats, extra turns and chance are right by construction.
//!
//! - A position whose value is certain is *proven*: the end of a game; a position with a move that is proven to pay the
//!   most there is; one all of whose moves are proven (Winands, Bjornsson and Saito 2008, here for vectors).
//! - The tree is kept from one move to the next where play went through it.
//! - `trees` searches with several trees that know nothing of each other and adds up their counts at the root (Chaslot,
//!   Winands and van den Herik 2008). Their number is part of what is asked, so the answer does not depend on how many
//!   threads the caller gives.
//! - Where something is hidden, simulations play in worlds that agree with what the seat has seen, and the tree branches by what
//!   the seat can tell apart ([`Information`]).
//! - With `shared` as many searches grow one tree together instead. That alone is not repeatable.

mod agent;
mod believed;
mod company;
mod formula;
mod general;
mod memory;
mod models;
mod proofs;
mod report;
mod rollout;
mod rules;
mod seats;
mod sets;
mod shared;
mod simulate;
mod thrift;
mod tree;
mod wants;
mod written;

pub use agent::MonteCarlo;
pub use formula::Formula;
pub use general::Simulations;
pub use models::{ModelOptions, ModelSearch};
pub use rules::Aim;

use outwit_game::Facts;
use std::time::Duration;

/// What the tree branches by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Information {
    /// Positions: everybody sees everything.
    Open,
    /// What the searching seat can tell apart (single-observer information-set search). Simulations play in worlds that agree
    /// with what it has seen.
    Single,
    /// What each seat can tell apart: one tree a seat (multi-observer). A search under a belief over player models has them,
    /// so that nobody in it acts on what its seat does not know.
    PerSeat,
}

/// Where worlds come from, when something is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// How many are held.
    pub count: usize,
    /// Whether the game draws all of them anew for every move, if it knows how and nobody knows where play began. Else they are
    /// carried from move to move, weighted by how likely random others would have led to them.
    pub renewed: bool,
}

/// How a prior for PUCT is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prior {
    /// All moves alike.
    Uniform,
    /// From the game's hint for ordering moves.
    Promise,
    /// From the evaluation of the position after the move.
    Evaluation,
}

/// What a simulation is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// What the game pays.
    Payoffs,
    /// The probability to have the highest payoff, as in Max-Prob.
    Wins,
}

/// What a node makes of its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// The average of all simulations through it.
    Average,
    /// What the child pays that its mover likes best so far; chance averages. With [`Stakes::Wins`] that is Max-Prob's rule.
    Best,
}

/// What the payoffs are divided by before the formula sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// The range the game's payoffs can have at all.
    Bounds,
    /// The range that so many random games have from here, for each seat (Sarratt, Pynadath and Jhala 2014).
    Sampled(u32),
}

/// Which move is best in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The one simulations went for most often.
    Visits,
    /// The one that paid most on average.
    Value,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Simulations, all trees together.
    pub simulations: Option<u64>,
    /// Moves made inside the search, all trees together.
    pub nodes: Option<u64>,
    /// Time to think.
    pub time: Option<Duration>,
    /// What a thousand moves made inside the search cost, in units of payoff.
    pub cost: f64,
    /// The formula that picks a move on the way down.
    pub formula: Formula,
    /// Its constant: how much what has hardly been tried is tried.
    pub c: f64,
    /// For PUCT.
    pub prior: Prior,
    /// What payoffs are divided by.
    pub scale: Scale,
    /// What the others are after.
    pub aim: Aim,
    /// What simulations are played for.
    pub stakes: Stakes,
    /// What nodes make of their children.
    pub fold: Fold,
    /// Plies of a rollout before the evaluation is asked; to the end of the game where it is `None`.
    pub horizon: Option<u32>,
    /// Whether positions are proven.
    pub solver: bool,
    /// Whether the tree is kept from one move to the next.
    pub reuse: bool,
    /// How many trees.
    pub trees: usize,
    /// Whether that many searches share one tree instead: not repeatable.
    pub shared: bool,
    /// Bytes for the nodes of all trees.
    pub memory: usize,
    /// How the move is chosen in the end.
    pub choice: Choice,
    /// What the tree branches by.
    pub information: Information,
    /// Where worlds come from, if by what the seat can tell apart.
    pub worlds: Worlds,
}

/// Worlds held where nobody says how many.
pub const DEFAULT_WORLDS: usize = 1024;

/// Payoffs beyond this are added up in a smaller unit.
const HUGE: f64 = 1e270;

/// What payoffs are multiplied by before they are added up: a power of 2, so that nothing is rounded, and 1 unless they are so
/// large that sums of them were not finite.
pub(crate) fn unit(facts: &Facts) -> f64 {
    let is_huge = facts.lowest.abs().max(facts.highest.abs()) > HUGE;
    if is_huge { 1.0 / (1u128 << 100) as f64 } else { 1.0 }
}

/// Simulations where no budget is given.
pub const DEFAULT_SIMULATIONS: u64 = 10_000;

impl Default for Options {
    fn default() -> Options {
        Options {
            simulations: Some(DEFAULT_SIMULATIONS),
            nodes: None,
            time: None,
            cost: 0.0,
            formula: Formula::Ucb1,
            c: 1.0,
            prior: Prior::Evaluation,
            scale: Scale::Bounds,
            aim: Aim::Own,
            stakes: Stakes::Payoffs,
            fold: Fold::Average,
            horizon: None,
            solver: true,
            reuse: true,
            trees: 1,
            shared: false,
            memory: 256 << 20,
            choice: Choice::Visits,
            information: Information::Open,
            worlds: Worlds { count: DEFAULT_WORLDS, renewed: true },
        }
    }
}
