//! A game tree written out: what a search hands back when asked for its tree, and what the explicit-tree game is made of.
//!
//! The JSON form of it is read and written where the `tree` game lives; this is the plain data.

use crate::agent::Bound;
use crate::evaluation::Interval;
use crate::fraction::Fraction;
use crate::seat::Player;

/// Whose turn it is at an inner node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutlineTurn {
    /// A player's.
    Of(Player),
    /// Chance's.
    Chance,
}

/// A node of a tree written out.
///
/// A node with `payoffs` ends the game; without payoffs and children it is a frontier leaf; else it is an inner node and
/// has a turn. Inner nodes may carry `heuristic`, `interval` or `spikes` too.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outline {
    /// The move that leads here; empty at the root.
    pub mv: String,
    /// The probability of the move, below a chance node.
    pub probability: Option<f64>,
    /// The same exactly as it was written, where it was: then this is what counts.
    pub odds: Option<Fraction>,
    /// Whose turn it is, at an inner node.
    pub turn: Option<OutlineTurn>,
    /// The children.
    pub children: Vec<Outline>,
    /// What each seat gets, if the game is over.
    pub payoffs: Option<Vec<f64>>,
    /// One static value a seat.
    pub heuristic: Option<Vec<f64>>,
    /// One interval a seat.
    pub interval: Option<Vec<Interval>>,
    /// Values with their probabilities: seat 1's, in a two-seat zero-sum game.
    pub spikes: Option<Vec<(f64, f64)>>,
    /// The information set the node belongs to.
    pub set: Option<String>,
    /// What a search backed up to here, one number a seat; a remark, like all that follows but the range, which the game of
    /// the tree ignores and pictures show.
    pub value: Option<Vec<Option<f64>>>,
    /// Where the value is a bound: on which side of the first number that is known the truth lies.
    pub bound: Option<Bound>,
    /// Whoever moves above likes no other move better.
    pub is_best: bool,
    /// How many moves were left out because they cannot matter.
    pub cut: usize,
    /// Between which ends the search looked for that number: alpha and beta.
    pub window: Option<Interval>,
    /// At the root: between which ends all payoffs of the game lie that the tree is a part of.
    pub range: Option<Interval>,
}

impl Outline {
    /// How many nodes there are, this one included.
    pub fn nodes(&self) -> usize {
        1 + self.children.iter().map(Outline::nodes).sum::<usize>()
    }
}
