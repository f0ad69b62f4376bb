//! Minimax: one seat maximises its own payoff, everybody else minimises it; chance averages.

use super::Backup;
use crate::findings::seat_values;
use outwit_game::{Facts, Player, SeatValues, Turn};

/// Minimax for the seat `root`. With more than two seats, or when the others do not lose what it wins, this is the
/// *paranoid* reading: all others are against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax {
    /// Whose payoff it is about.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
}

impl Backup<f64> for Minimax {
    /// A move that changes its mover's value alone leaves the root's as it is, unless the root moves.
    #[inline]
    fn can_use_after_moves(&self, _mover: Player) -> bool {
        true
    }

    #[inline]
    fn back_up(&self, turn: Turn, children: &[f64], weights: &[f64]) -> f64 {
        match turn {
            Turn::Of(player) if weights.is_empty() => {
                let values = children.iter().map(|value| self.liking(player, value));
                self.liking(player, &values.fold(f64::NEG_INFINITY, f64::max))
            }
            _ => children.iter().zip(weights).map(|(value, weight)| weight * value).sum(),
        }
    }

    #[inline]
    fn liking(&self, player: Player, value: &f64) -> f64 {
        if player == self.root { *value } else { -value }
    }

    fn seat_values(&self, facts: &Facts, value: &f64) -> SeatValues {
        seat_values(facts, self.players, self.root, *value)
    }
}
