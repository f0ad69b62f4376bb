//! Expectation: one seat maximises, everybody else plays by given probabilities; so does chance.

use super::{Backup, all_seats, average};
use outwit_game::{Facts, Payoffs, Player, SeatValues, Turn, equally_good};

/// Expected payoffs of all seats when `root` plays best for itself and the others play as believed.
///
/// Where several moves are equally good for `root`, the value is that of the first: its own number is the same for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Who maximises.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
}

impl Backup<Payoffs> for Expectation {
    fn back_up(&self, turn: Turn, children: &[Payoffs], weights: &[f64]) -> Payoffs {
        if turn != Turn::Of(self.root) {
            return average(children, weights);
        }
        let best = children.iter().map(|child| child[self.root]).fold(f64::NEG_INFINITY, f64::max);
        *children
            .iter()
            .find(|child| equally_good(child[self.root], best))
            .expect("a position that is not over has a move")
    }

    #[inline]
    fn liking(&self, player: Player, value: &Payoffs) -> f64 {
        value[player]
    }

    #[inline]
    fn likes_by_mean(&self) -> bool {
        true
    }

    fn seat_values(&self, _facts: &Facts, value: &Payoffs) -> SeatValues {
        all_seats(self.players, value)
    }
}
