//! Minimax: one seat maximises its own payoff, everybody else minimises it; chance averages.

use super::Backup;
use crate::findings::seat_values;
use outwit_game::{Evaluation, Game, Payoffs, Player, SeatValues, Turn};

/// Minimax for the seat `root`. With more than two seats, or when the others do not lose what it wins, this is the
/// *paranoid* reading: all others are against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax {
    /// Whose payoff it is about.
    pub root: Player,
}

impl Backup for Minimax {
    type Value = f64;
    type Folded = f64;

    fn exact(&self, payoffs: &Payoffs) -> f64 {
        payoffs[self.root]
    }

    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> f64 {
        evaluation.value(game, state, self.root)
    }

    fn begin(&self, turn: Turn) -> f64 {
        match turn {
            Turn::Of(player) if player == self.root => f64::NEG_INFINITY,
            Turn::Of(_) => f64::INFINITY,
            Turn::Chance | Turn::Over => 0.0,
        }
    }

    fn fold(&self, turn: Turn, folded: &mut f64, weight: f64, child: &f64) {
        *folded = match turn {
            Turn::Of(player) if player == self.root => folded.max(*child),
            Turn::Of(_) => folded.min(*child),
            Turn::Chance | Turn::Over => *folded + weight * child,
        };
    }

    fn finish(&self, _turn: Turn, folded: f64) -> f64 {
        folded
    }

    fn liking(&self, player: Player, value: &f64) -> f64 {
        if player == self.root { *value } else { -value }
    }

    fn seat_values<G: Game>(&self, game: &G, value: &f64) -> SeatValues {
        seat_values(&game.facts(), game.players(), self.root, *value)
    }
}
