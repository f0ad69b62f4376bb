//! Bounds on chances: what is sure whatever the dependence between siblings.

use super::Backup;
use super::product::payoff_at;
use crate::findings::seat_values;
use outwit_exact::probability::{Aim, chance_bounds};
use outwit_game::{Facts, Interval, Player, SeatValues, Turn};

/// By which number of their bounds moves are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// The least chance: for the careful.
    Low,
    /// Halfway.
    Middle,
    /// The largest chance: for the hopeful.
    High,
}

/// Between which ends the chance of the seat `root` lies; all others are against it. Payoffs are read as chances, as
/// [`WinShareBounds`](crate::value::WinShareBounds) does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceBounds {
    /// Whose chances these are.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
    /// The lowest and the highest payoff.
    pub payoffs: (f64, f64),
    /// How everybody compares moves.
    pub judged: Judged,
}

impl ChanceBounds {
    /// For a game of these facts.
    pub fn new(root: Player, players: usize, facts: &Facts, judged: Judged) -> ChanceBounds {
        ChanceBounds { root, players, payoffs: (facts.lowest, facts.highest), judged }
    }

    fn number(&self, value: &Interval) -> f64 {
        match self.judged {
            Judged::Low => value.low,
            Judged::Middle => value.midpoint(),
            Judged::High => value.high,
        }
    }
}

impl Backup<Interval> for ChanceBounds {
    fn back_up(&self, turn: Turn, children: &[Interval], weights: &[f64]) -> Interval {
        match turn {
            Turn::Of(player) if weights.is_empty() => {
                let aim = if player == self.root { Aim::Raise } else { Aim::Lower };
                let (low, high) = chance_bounds(aim, children.iter().map(|child| (child.low, child.high)));
                Interval { low, high }
            }
            _ => {
                let mean = |end: fn(&Interval) -> f64| children.iter().zip(weights).map(|(c, w)| w * end(c)).sum();
                Interval { low: mean(|child| child.low), high: mean(|child| child.high) }
            }
        }
    }

    #[inline]
    fn liking(&self, player: Player, value: &Interval) -> f64 {
        if player == self.root { self.number(value) } else { -self.number(value) }
    }

    fn seat_values(&self, facts: &Facts, value: &Interval) -> SeatValues {
        seat_values(facts, self.players, self.root, payoff_at(self.payoffs, self.number(value)))
    }
}
