//! Information-set search: one move for everything that looks alike.
//!
//! Austin Parker, Dana Nau and V.S. Subrahmanian, *Paranoia versus overconfidence in imperfect-information games*, 2010. A
//! seat that is not shown everything does not know which of several histories it is in: those are its *information set*.
//! The search chooses one move for the whole set, at every set of its own that may come, the last one included. Whoever
//! chooses a move for each history by itself and averages afterwards assumes to know later what it will not know
//! (*strategy fusion*); here that cannot happen.
//!
//! What the others do is a [`Model`]. *Overconfident*: all their moves are equally likely. *Paranoid*: whatever they did
//! and will do is the worst. *Quantal* lies between.
//!
//! There are two roads to the same numbers. [`EvenTree`] is for games in which every position has the same number of
//! moves and every play the same length: what is never seen is summed away first, and then one backward pass gives the
//! best moves of *every* information set at once. [`InformationSets`](crate::grow::information_sets::InformationSets) takes any
//! finite game, any backup and any opponent.

mod bits;
mod even_tree;
mod sums;
mod versus;
mod worlds;

pub use even_tree::{EvenTree, Plan};
pub use versus::expected_payoff;
pub use worlds::{Belief, Held, World, consistent_worlds};
pub(crate) use worlds::{after, at};

/// What the others are believed to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Model {
    /// They play every move with equal probability: the value of a set is the mean over its histories (Eqs. 14 and 15).
    Overconfident,
    /// They have always played, and will always play, what is worst for us: the value of a set is the minimum over its
    /// histories (Eqs. 16 and 17).
    Paranoid,
    /// Between the two: the soft minimum -(1/tau) ln mean exp(-tau x). Towards tau = 0 it is the mean, towards infinity
    /// the minimum. One pass over exp(-tau payoff), so what is best now stays best later.
    Quantal(f64),
}
