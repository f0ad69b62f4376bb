//! Max-Prob: everybody maximises its probability to win, and is equally likely to take any of its best moves.

use super::{Backup, all_seats, average, equal_shares};
use outwit_game::{Facts, Payoffs, Player, SeatValues, Turn, equally_good};

/// Values are probabilities to win, one a seat; several seats may win, so they need not add up to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxProb {
    /// How many seats there are.
    pub players: usize,
}

impl Backup<Payoffs> for MaxProb {
    /// A higher value raises the chance to win, and equal values are equal positions to the evaluation.
    #[inline]
    fn can_use_after_moves(&self, _mover: Player) -> bool {
        true
    }

    #[inline]
    fn back_up(&self, turn: Turn, children: &[Payoffs], weights: &[f64]) -> Payoffs {
        let player = match turn {
            Turn::Of(player) if weights.is_empty() => player,
            _ => return average(children, weights),
        };
        let mut best = f64::NEG_INFINITY;
        for child in children {
            best = best.max(child[player]);
        }
        let mut sum = Payoffs::ZERO;
        let mut count = 0.0;
        for child in children {
            if equally_good(child[player], best) {
                sum.add(1.0, child);
                count += 1.0;
            }
        }
        let mut mean = Payoffs::ZERO;
        mean.add(1.0 / count, &sum);
        mean[player] = best;
        mean
    }

    #[inline]
    fn liking(&self, player: Player, value: &Payoffs) -> f64 {
        value[player]
    }

    fn shares(&self, player: Player, children: &[Payoffs], out: &mut Vec<f64>) {
        let base = out.len();
        self.picks(player, children, &[], out);
        equal_shares(&mut out[base..]);
    }

    fn seat_values(&self, _facts: &Facts, value: &Payoffs) -> SeatValues {
        all_seats(self.players, value)
    }
}
