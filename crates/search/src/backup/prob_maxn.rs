//! Prob-MaxN: each of the others is one of several players, with given probabilities.

use super::{Backup, all_seats, average};
use outwit_game::{Facts, Payoffs, Player, SeatValues, Turn, equally_good};

/// Values as one vector an evaluation. Each of the others is, with the given probabilities, a player who goes by one of the
/// evaluations and takes everybody to be as the root takes them; the value is the mixture of what they pick (Sturtevant,
/// Zinkevich and Bowling 2006). The root's seat goes by the first evaluation.
#[derive(Clone, Debug)]
pub struct ProbMaxN {
    /// Who searches.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
    /// The probability that a player goes by each of the evaluations.
    pub weights: Vec<f64>,
    /// The probability that a player takes any move.
    pub careless: f64,
}

impl ProbMaxN {
    /// The first child that is best for `player` by an evaluation.
    fn choice(player: Player, children: &[Vec<Payoffs>], model: usize) -> usize {
        let best = children.iter().map(|child| child[model][player]).fold(f64::NEG_INFINITY, f64::max);
        children.iter().position(|child| equally_good(child[model][player], best)).unwrap_or(0)
    }
}

impl ProbMaxN {
    /// With what probability one of the others is taken to pick each child.
    fn mixed(&self, player: Player, children: &[Vec<Payoffs>]) -> Vec<f64> {
        let mut shares = vec![self.careless / children.len() as f64; children.len()];
        for (model, weight) in self.weights.iter().enumerate() {
            shares[ProbMaxN::choice(player, children, model)] += (1.0 - self.careless) * weight;
        }
        shares
    }
}

impl Backup<Vec<Payoffs>> for ProbMaxN {
    fn back_up(&self, turn: Turn, children: &[Vec<Payoffs>], weights: &[f64]) -> Vec<Payoffs> {
        let shares = match turn {
            Turn::Of(player) if player == self.root => {
                let mut shares = vec![0.0; children.len()];
                shares[ProbMaxN::choice(player, children, 0)] = 1.0;
                shares
            }
            Turn::Of(player) if weights.is_empty() => self.mixed(player, children),
            _ => weights.to_vec(),
        };
        (0..self.weights.len())
            .map(|model| {
                let opinions: Vec<Payoffs> = children.iter().map(|child| child[model]).collect();
                average(&opinions, &shares)
            })
            .collect()
    }

    fn mixture(&self, player: Player, children: &[Vec<Payoffs>], weights: &[f64]) -> Option<Vec<f64>> {
        (player != self.root && weights.is_empty()).then(|| self.mixed(player, children))
    }

    #[inline]
    fn liking(&self, player: Player, value: &Vec<Payoffs>) -> f64 {
        value[0][player]
    }

    fn seat_values(&self, _facts: &Facts, value: &Vec<Payoffs>) -> SeatValues {
        all_seats(self.players, &value[0])
    }
}
