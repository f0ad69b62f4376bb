//! Fearing the worst, or more than is likely: what the others and chance do, and which world is the true one, all in one.
//!
//! Parker, Nau and Subrahmanian 2010: the paranoid model of information-set search (Eqs. 16 and 17), and what lies between it
//! and the overconfident one.

use super::Backup;
use crate::findings::seat_values;
use outwit_game::{Facts, Player, SeatValues, Turn};

/// The others have always played, and will always play, what is worst for the seat `root`; so does chance, and so is the
/// world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worst {
    /// Whose payoff it is about.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
}

impl Backup<f64> for Worst {
    /// What is believed never to be played is not possible.
    fn back_up(&self, turn: Turn, children: &[f64], weights: &[f64]) -> f64 {
        if turn == Turn::Of(self.root) {
            return children.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        }
        let is_possible = |place: usize| weights.get(place).is_none_or(|weight| *weight > 0.0);
        children.iter().enumerate().filter(|(place, _)| is_possible(*place)).fold(f64::INFINITY, |a, (_, b)| a.min(*b))
    }

    fn liking(&self, player: Player, value: &f64) -> f64 {
        if player == self.root { *value } else { -value }
    }

    fn seat_values(&self, facts: &Facts, value: &f64) -> SeatValues {
        seat_values(facts, self.players, self.root, *value)
    }

    /// What is possible is possible, however unlikely.
    fn weighs(&self) -> bool {
        false
    }
}

/// Between the mean and the minimum: the soft minimum -(1/tau) ln mean exp(-tau x) of whatever the seat `root` does not
/// decide. Towards tau = 0 it is the mean, towards infinity the minimum. Values are the sure payoffs that are worth as much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quantal {
    /// Whose payoff it is about.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
    /// How much is feared.
    pub tau: f64,
}

impl Backup<f64> for Quantal {
    /// Measured from the least, so that nothing overflows and no tau is too large.
    fn back_up(&self, turn: Turn, children: &[f64], weights: &[f64]) -> f64 {
        if turn == Turn::Of(self.root) {
            return children.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        }
        let least = children.iter().copied().fold(f64::INFINITY, f64::min);
        let even = 1.0 / children.len() as f64;
        let term = |(place, value): (usize, &f64)| {
            weights.get(place).copied().unwrap_or(even) * libm::exp(-self.tau * (value - least))
        };
        let mean: f64 = children.iter().enumerate().map(term).sum();
        least - libm::log(mean) / self.tau
    }

    fn liking(&self, player: Player, value: &f64) -> f64 {
        if player == self.root { *value } else { -value }
    }

    fn seat_values(&self, facts: &Facts, value: &f64) -> SeatValues {
        seat_values(facts, self.players, self.root, *value)
    }
}
