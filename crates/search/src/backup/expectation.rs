//! Expectation: one seat maximises, everybody else plays by given probabilities; so does chance.

use super::{Backup, all_seats, average, pick_best};
use outwit_game::{Evaluation, Game, Payoffs, Player, SeatValues, Turn};

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

impl Backup for Expectation {
    type Value = Payoffs;

    fn exact(&self, payoffs: &Payoffs) -> Payoffs {
        *payoffs
    }

    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> Payoffs {
        evaluation.values(game, state)
    }

    fn settle(&self, turn: Turn, children: &[Payoffs], weights: &[f64]) -> Payoffs {
        if turn != Turn::Of(self.root) {
            return average(children, weights);
        }
        let mut best = children[0];
        for child in &children[1..] {
            if child[self.root] > best[self.root] {
                best = *child;
            }
        }
        best
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
