//! What children say about their parent.

mod bounds;
pub mod cdf;
mod expectation;
mod max_prob;
mod minimax;
mod prob_maxn;
mod product;
mod random_ties;
mod soft_maxn;
mod taste;

pub use bounds::{ChanceBounds, Judged};
pub use expectation::Expectation;
pub use max_prob::MaxProb;
pub use minimax::Minimax;
pub use prob_maxn::{ModelMix, ProbMaxN};
pub use product::{Product, WinChance};
pub use random_ties::{Outcomes, RandomTies};
pub use soft_maxn::{Security, SoftMaxN};
pub use taste::{FirstTie, Pruning, Strategy, Taste};

use outwit_game::{After, Evaluation, Game, Payoffs, Player, SeatValues, Turn, equally_good};

/// What the children of a position say about it, told whose turn it is.
pub trait Backup: Send {
    /// What is backed up.
    type Value: Clone;

    /// The value of a finished game.
    fn exact(&self, payoffs: &Payoffs) -> Self::Value;

    /// The value of a position that is not looked into.
    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> Self::Value;

    /// Whether `mover`, choosing for itself, can do without the moves that
    /// [`after_moves`](Evaluation::after_moves) leaves out: none of them would have changed what
    /// [`settle`](Backup::settle) says.
    #[inline]
    fn foresees(&self, _mover: Player) -> bool {
        false
    }

    /// The value of a position that is not over, from what is known of it; asked only of a backup that
    /// [`foresees`](Backup::foresees). `None` if the moves left out matter after all, for which it is told whether any other
    /// moves are left.
    #[inline]
    fn foreseen(&self, _mover: Player, _after: &After, _is_alone: bool) -> Option<Self::Value> {
        None
    }

    /// The value of a position from all its children, in the game's order. `weights` are the probabilities of the children:
    /// of the outcomes at a chance node, of the moves where a belief gives them; else there are none, and the player whose
    /// turn it is chooses.
    fn settle(&self, turn: Turn, children: &[Self::Value], weights: &[f64]) -> Self::Value;

    /// The value of a player's position that was looked into but not to the end, once its own evaluation has been heard as
    /// well: further evidence, for a backup that weighs evidence.
    #[inline]
    fn hear<G: Game, E: Evaluation<G>>(
        &self,
        _game: &G,
        _state: &G::State,
        _evaluation: &E,
        settled: Self::Value,
    ) -> Self::Value {
        settled
    }

    /// Whether `player`, choosing for itself, likes a child better than the one it liked best so far.
    fn prefers(&self, player: Player, child: &Self::Value, best: &Self::Value) -> bool;

    /// Pushes with what weight `player`, choosing for itself, picks each child; 0 for all that are not best. Where `ranks`
    /// are given, the child of the highest rank goes first among equally good ones.
    fn picks(&self, player: Player, children: &[Self::Value], ranks: &[f64], out: &mut Vec<f64>);

    /// The value as one number a seat, as far as it says so.
    fn seat_values<G: Game>(&self, game: &G, value: &Self::Value) -> SeatValues;

    /// Whether the rest of the last position on the path can be left out: how many positions, from it upwards, may then have
    /// a wrong value, all of them certain to be rejected by the one above them. The root is the first on the path.
    #[inline]
    fn prune(&self, _path: &[Step<Self::Value>]) -> Option<usize> {
        None
    }

    /// Whether [`prune`](Backup::prune) ever says yes: then the search keeps a path for it.
    #[inline]
    fn prunes(&self) -> bool {
        false
    }
}

/// A position on the path of a search.
#[derive(Clone, Debug)]
pub struct Step<V> {
    /// Whose turn it is.
    pub turn: Turn,
    /// The child its player likes best so far.
    pub best: Option<V>,
    /// The last child is being looked at.
    pub is_last: bool,
}

/// Pushes 1 for each child that is equally good as the best by `liking` and, where there are `ranks`, of the highest rank
/// among those; 0 for the others.
pub(crate) fn pick_best(likings: &[f64], ranks: &[f64], out: &mut Vec<f64>) {
    let best = likings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let base = out.len();
    out.extend(likings.iter().map(|&liking| f64::from(u8::from(equally_good(liking, best)))));
    keep_highest(ranks, &mut out[base..]);
}

/// Of the picked children, keeps those of the highest rank.
pub(crate) fn keep_highest(ranks: &[f64], picks: &mut [f64]) {
    let picked = ranks.iter().zip(picks.iter()).filter(|(_, pick)| **pick > 0.0);
    let highest = picked.map(|(&rank, _)| rank).fold(f64::NEG_INFINITY, f64::max);
    for (pick, &rank) in picks.iter_mut().zip(ranks) {
        if !equally_good(rank, highest) {
            *pick = 0.0;
        }
    }
}

/// The average of payoffs under probabilities.
pub(crate) fn average(children: &[Payoffs], weights: &[f64]) -> Payoffs {
    let mut mean = Payoffs::ZERO;
    for (child, &weight) in children.iter().zip(weights) {
        mean.add(weight, child);
    }
    mean
}

/// Payoffs as one number a seat.
pub(crate) fn all_seats(players: usize, value: &Payoffs) -> SeatValues {
    let mut values = SeatValues::default();
    for player in Player::all(players) {
        values[player.index()] = Some(value[player]);
    }
    values
}
