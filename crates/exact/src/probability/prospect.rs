//! What these players will get out of a position, on average, and the p.v rule.

use super::{Aim, Propagation};
use outwit_game::equally_good;

/// What the seat may expect when these very players go on from here.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Prospect(pub f64);

/// How likely a player is to make each move, by what we think the moves are worth.
///
/// The rule that is right for prospects is the expectation p.v over the mover's moves (Frank 1994, section 2.5.3). Which
/// rule that is depends on the model alone: minimax if players take what looks best to us now, an average if they play
/// anything.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayerModel {
    /// Takes the best move: minimax.
    Best,
    /// Any move is equally likely.
    Uniform,
    /// Better moves are likelier: probabilities in proportion to exp(rationality x value).
    Boltzmann {
        /// 0 is uniform, infinity the best.
        rationality: f64,
    },
}

impl PlayerModel {
    /// The probability of each move, from what it is worth to the seat.
    pub fn probabilities(&self, aim: Aim, values: &[f64]) -> Vec<f64> {
        let mut probabilities = Vec::with_capacity(values.len());
        self.push_weights(aim, values, &mut probabilities);
        let total: f64 = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|weight| *weight /= total);
        probabilities
    }

    fn push_weights(&self, aim: Aim, values: &[f64], out: &mut Vec<f64>) {
        let worth = |value: f64| if aim == Aim::Raise { value } else { 0.0 - value };
        let best = values.iter().map(|&value| worth(value)).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |value: f64| f64::from(u8::from(equally_good(worth(value), best)));
        match *self {
            PlayerModel::Best => out.extend(values.iter().map(|&value| is_best(value))),
            PlayerModel::Uniform => out.extend(values.iter().map(|_| 1.0)),
            PlayerModel::Boltzmann { rationality } if rationality.is_infinite() => {
                out.extend(values.iter().map(|&value| is_best(value)));
            }
            PlayerModel::Boltzmann { rationality } => {
                out.extend(values.iter().map(|&value| libm::exp(rationality * (worth(value) - best))));
            }
        }
    }

    /// The expectation, without allocating.
    pub(crate) fn expectation(&self, aim: Aim, values: &[f64]) -> f64 {
        let raised = |value: f64| if aim == Aim::Raise { value } else { 0.0 - value };
        let best = values.iter().map(|&value| raised(value)).fold(f64::NEG_INFINITY, f64::max);
        match *self {
            PlayerModel::Best => raised(best),
            PlayerModel::Uniform => values.iter().sum::<f64>() / values.len() as f64,
            PlayerModel::Boltzmann { rationality } if rationality.is_infinite() => raised(best),
            PlayerModel::Boltzmann { rationality } => {
                let (mut weights, mut sum) = (0.0, 0.0);
                for &value in values {
                    let weight = libm::exp(rationality * (raised(value) - best));
                    weights += weight;
                    sum += weight * value;
                }
                sum / weights
            }
        }
    }
}

impl Propagation for PlayerModel {
    type Value = Prospect;

    fn back_up(&self, aim: Aim, children: &[Prospect]) -> Prospect {
        assert!(!children.is_empty(), "a node that is backed up has a child");
        let values: Vec<f64> = children.iter().map(|child| child.0).collect();
        Prospect(self.expectation(aim, &values))
    }
}
