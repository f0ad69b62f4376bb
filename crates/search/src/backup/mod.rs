//! What children say about their parent.

mod expectation;
mod minimax;

pub use expectation::Expectation;
pub use minimax::Minimax;

use outwit_game::{Evaluation, Game, Payoffs, Player, SeatValues, Turn};

/// A fold over children that is told whose turn it is.
///
/// `fold` is called once a child, in the game's order, with the child's weight: the probability of an outcome at chance
/// nodes, the believed probability of the move where a belief gives one, else 1. `finish` settles the rest.
pub trait Backup: Send {
    /// What is backed up.
    type Value: Clone;
    /// What a node remembers while its children come in.
    type Folded;

    /// The value of a finished game.
    fn exact(&self, payoffs: &Payoffs) -> Self::Value;
    /// The value of a position that is not looked into.
    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> Self::Value;
    /// Before the first child.
    fn begin(&self, turn: Turn) -> Self::Folded;
    /// Takes in a child.
    fn fold(&self, turn: Turn, folded: &mut Self::Folded, weight: f64, child: &Self::Value);
    /// After the last child.
    fn finish(&self, turn: Turn, folded: Self::Folded) -> Self::Value;
    /// What a player to move looks for: it likes a child better if this is larger.
    fn liking(&self, player: Player, value: &Self::Value) -> f64;
    /// The value as one number a seat, as far as it says so.
    fn seat_values<G: Game>(&self, game: &G, value: &Self::Value) -> SeatValues;
}
