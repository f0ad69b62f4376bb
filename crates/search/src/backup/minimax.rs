//! Minimax: one seat maximises its own payoff, everybody else minimises it; chance averages.

use super::{Backup, pick_best};
use crate::findings::seat_values;
use outwit_game::{After, Evaluation, Game, Payoffs, Player, SeatValues, Turn};

/// Minimax for the seat `root`. With more than two seats, or when the others do not lose what it wins, this is the
/// *paranoid* reading: all others are against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax {
    /// Whose payoff it is about.
    pub root: Player,
}

impl Minimax {
    fn liking(&self, player: Player, value: f64) -> f64 {
        if player == self.root { value } else { -value }
    }
}

impl Backup for Minimax {
    type Value = f64;

    fn exact(&self, payoffs: &Payoffs) -> f64 {
        payoffs[self.root]
    }

    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> f64 {
        evaluation.value(game, state, self.root)
    }

    /// A move that changes its mover's value alone leaves the root's as it is, unless the root moves.
    fn foresees(&self, _mover: Player) -> bool {
        true
    }

    fn foreseen(&self, _mover: Player, after: &After, _is_alone: bool) -> Option<f64> {
        Some(after.values[self.root])
    }

    fn settle(&self, turn: Turn, children: &[f64], weights: &[f64]) -> f64 {
        match turn {
            Turn::Of(player) if weights.is_empty() => {
                let values = children.iter().map(|&value| self.liking(player, value));
                self.liking(player, values.fold(f64::NEG_INFINITY, f64::max))
            }
            _ => children.iter().zip(weights).map(|(value, weight)| weight * value).sum(),
        }
    }

    fn prefers(&self, player: Player, child: &f64, best: &f64) -> bool {
        self.liking(player, *child) > self.liking(player, *best)
    }

    fn picks(&self, player: Player, children: &[f64], ranks: &[f64], out: &mut Vec<f64>) {
        let likings: Vec<f64> = children.iter().map(|&value| self.liking(player, value)).collect();
        pick_best(&likings, ranks, out);
    }

    fn seat_values<G: Game>(&self, game: &G, value: &f64) -> SeatValues {
        seat_values(&game.facts(), game.players(), self.root, *value)
    }
}
