//! Max-Prob: everybody maximises its probability to win, and is equally likely to take any of its best moves.

use super::{Backup, all_seats, average, pick_best};
use crate::value::win_probabilities;
use outwit_game::{After, Evaluation, Game, Payoffs, Player, SeatValues, Turn, equally_good};

/// Values are probabilities to win, one a seat; several seats may win, so they need not add up to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxProb {
    /// How many seats there are.
    pub players: usize,
}

/// How far from 0 and from 1 a chance must be for a higher value to be sure to raise it.
const UNSETTLED: f64 = 1e-6;

impl Backup for MaxProb {
    type Value = Payoffs;

    /// The seats with the highest payoff have won; when all have it, nobody has, and each gets an equal share.
    fn exact(&self, payoffs: &Payoffs) -> Payoffs {
        let seats = payoffs.seats(self.players);
        let best = seats.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let wins = |payoff: f64| equally_good(payoff, best);
        let all = seats.iter().all(|&payoff| wins(payoff));
        let mut probabilities = Payoffs::ZERO;
        for player in Player::all(self.players) {
            probabilities[player] = match all {
                true => 1.0 / self.players as f64,
                false => f64::from(u8::from(wins(payoffs[player]))),
            };
        }
        probabilities
    }

    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> Payoffs {
        win_probabilities(&evaluation.intervals(game, state)[..self.players])
    }

    /// A higher value raises the chance to win, and equal values are equal positions to the evaluation.
    fn foresees(&self, _mover: Player) -> bool {
        true
    }

    fn foreseen(&self, mover: Player, after: &After, is_alone: bool) -> Option<Payoffs> {
        let probabilities = win_probabilities(&after.intervals[..self.players]);
        // Whoever has no chance, or has won already, is as well off with a lower value, and so is everybody else; but then
        // all moves are equally good, and those left out count as much as any others.
        let is_settled = !(UNSETTLED..=1.0 - UNSETTLED).contains(&probabilities[mover]);
        (is_alone || !after.is_best_of_many || !is_settled).then_some(probabilities)
    }

    fn settle(&self, turn: Turn, children: &[Payoffs], weights: &[f64]) -> Payoffs {
        let player = match turn {
            Turn::Of(player) if weights.is_empty() => player,
            _ => return average(children, weights),
        };
        let best = children.iter().map(|value| value[player]).fold(f64::NEG_INFINITY, f64::max);
        let mut sum = Payoffs::ZERO;
        let mut count = 0.0;
        for child in children.iter().filter(|child| equally_good(child[player], best)) {
            sum.add(1.0, child);
            count += 1.0;
        }
        let mut mean = Payoffs::ZERO;
        mean.add(1.0 / count, &sum);
        mean[player] = best;
        mean
    }

    fn prefers(&self, player: Player, child: &Payoffs, best: &Payoffs) -> bool {
        child[player] > best[player]
    }

    fn picks(&self, player: Player, children: &[Payoffs], ranks: &[f64], out: &mut Vec<f64>) {
        let likings: Vec<f64> = children.iter().map(|value| value[player]).collect();
        pick_best(&likings, ranks, out);
    }

    fn seat_values<G: Game>(&self, _game: &G, value: &Payoffs) -> SeatValues {
        all_seats(self.players, value)
    }
}
