//! What children say about their parent.

mod any;
mod bounds;
mod cautious;
pub mod cdf;
mod expectation;
mod max_prob;
mod minimax;
mod opponent_model;
mod player_models;
mod preference;
mod prob_maxn;
mod product;
mod random_ties;
mod soft_maxn;

pub use any::{AnyValue, Kept, Typed};
pub use bounds::{ChanceBounds, Judged};
pub use cautious::{Quantal, Worst};
pub use expectation::Expectation;
pub use max_prob::MaxProb;
pub use minimax::Minimax;
pub use opponent_model::OpponentModel;
pub use player_models::PlayerModels;
pub use preference::{FirstTie, Preference, Pruning, Strategy};
pub use prob_maxn::ProbMaxN;
pub(crate) use product::share;
pub use product::{Product, WinChance};
pub use random_ties::{Outcomes, RandomTies};
pub use soft_maxn::{Security, SoftMaxN};

use outwit_game::{Facts, Payoffs, Player, SeatValues, Turn, equally_good};

/// What the children of a position say about it, told whose turn it is. `V` is what is backed up: a backup takes its values from
/// any [`Leaf`](crate::value::Leaf) that has them.
pub trait Backup<V>: Send {
    /// The value of a position from all its children, in the game's order. `weights` are the probabilities of the children:
    /// of the outcomes at a chance node, of the moves where a belief gives them; else there are none, and the player whose
    /// turn it is chooses.
    fn back_up(&self, turn: Turn, children: &[V], weights: &[f64]) -> V;

    /// How much a player likes a value: the more the better.
    fn liking(&self, player: Player, value: &V) -> f64;

    /// Whether the liking of what worlds or outcomes say together is the mean of how each is liked: then it need not be made to
    /// know how much it is liked.
    #[inline]
    fn likes_by_mean(&self) -> bool {
        false
    }

    /// With what probabilities `player` is taken to pick each child, where the value is their mixture and no choice, and that
    /// is not simply what a belief says: for writing the tree down.
    fn mixture(&self, _player: Player, _children: &[V], _weights: &[f64]) -> Option<Vec<f64>> {
        None
    }

    /// Whether `player`, choosing for itself, likes a child better than the one it liked best so far.
    #[inline]
    fn prefers(&self, player: Player, child: &V, best: &V) -> bool {
        self.liking(player, child) > self.liking(player, best)
    }

    /// Pushes with what weight `player`, choosing for itself, picks each child; 0 for all that are not best. Where `ranks`
    /// are given, the child of the highest rank goes first among equally good ones.
    fn picks(&self, player: Player, children: &[V], ranks: &[f64], out: &mut Vec<f64>) {
        let likings: Vec<f64> = children.iter().map(|child| self.liking(player, child)).collect();
        pick_best(&likings, ranks, out);
    }

    /// The value as one number a seat, as far as it says so.
    fn seat_values(&self, facts: &Facts, value: &V) -> SeatValues;

    /// Whether `mover`, choosing for itself, can do without the moves that
    /// [`after_moves`](outwit_game::Evaluation::after_moves) leaves out: none of them would have changed what
    /// [`back_up`](Backup::back_up) says.
    #[inline]
    fn can_use_after_moves(&self, _mover: Player) -> bool {
        false
    }

    /// Whether a position's own evaluation counts beside what its children say.
    #[inline]
    fn listens(&self) -> bool {
        false
    }

    /// The value of a player's position that was looked into but not to the end, once its own evaluation has been heard as
    /// well; asked only of a backup that [`listens`](Backup::listens).
    #[inline]
    fn hear(&self, backed_up: V, _own: V) -> V {
        backed_up
    }

    /// Pushes which part of each child's value becomes the position's when `player` has chosen; they add up to 1. A search that
    /// chooses one move for several worlds at once gives each of them these parts. The first of the best, by default.
    fn shares(&self, player: Player, children: &[V], out: &mut Vec<f64>) {
        let base = out.len();
        self.picks(player, children, &[], out);
        let first = out[base..].iter().position(|&pick| pick > 0.0);
        out[base..].iter_mut().enumerate().for_each(|(place, pick)| *pick = f64::from(u8::from(Some(place) == first)));
    }

    /// The value of a position whose player has chosen among children that speak for several worlds at once: the parts of
    /// each that [`shares`](Backup::shares) gives.
    fn chosen(&self, player: Player, children: &[V]) -> V
    where
        V: Clone,
    {
        let mut shares = Vec::with_capacity(children.len());
        self.shares(player, children, &mut shares);
        match shares.iter().position(|&share| share == 1.0) {
            Some(place) => children[place].clone(),
            None => self.back_up(Turn::Chance, children, &shares),
        }
    }

    /// The root's value once `player` has chosen there, from what was backed up to it. Where that keeps open what the player
    /// will do, it is the value of what is chosen instead.
    #[inline]
    fn at_root(&self, _player: Player, _children: &[V], backed_up: V) -> V
    where
        V: Clone,
    {
        backed_up
    }

    /// Whether it matters how likely the worlds are of which the seat holds several possible.
    #[inline]
    fn weighs(&self) -> bool {
        true
    }

    /// Whether the rest of the last position on the path can be left out: how many positions, from it upwards, may then have
    /// a wrong value, all of them certain to be rejected by the one above them. The root is the first on the path.
    #[inline]
    fn prune(&self, _path: &[Step<V>]) -> Option<usize> {
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
#[inline]
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

/// Equal parts of all that are best.
pub(crate) fn equal_shares(picks: &mut [f64]) {
    let total: f64 = picks.iter().sum();
    picks.iter_mut().for_each(|pick| *pick /= total);
}
