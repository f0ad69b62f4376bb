//! Bounds on chances: what is sure whatever the dependence between siblings.

use super::product::{payoff_at, share};
use super::{Backup, pick_best};
use crate::findings::seat_values;
use outwit_exact::probability::{Aim, chance_bounds};
use outwit_game::{Evaluation, Facts, Game, Interval, Payoffs, Player, SeatValues, Turn};

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

/// Between which ends the chance of the seat `root` lies; all others are against it. Payoffs are read as chances, as by the
/// [product rule](super::Product).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceBounds {
    /// Whose chances these are.
    pub root: Player,
    /// The lowest and the highest payoff.
    pub payoffs: (f64, f64),
    /// How everybody compares moves.
    pub judged: Judged,
}

impl ChanceBounds {
    /// For a game of these facts.
    pub fn new(root: Player, facts: &Facts, judged: Judged) -> ChanceBounds {
        ChanceBounds { root, payoffs: (facts.lowest, facts.highest), judged }
    }

    fn number(&self, value: &Interval) -> f64 {
        match self.judged {
            Judged::Low => value.low,
            Judged::Middle => value.midpoint(),
            Judged::High => value.high,
        }
    }

    fn liking(&self, player: Player, value: &Interval) -> f64 {
        if player == self.root { self.number(value) } else { -self.number(value) }
    }
}

impl Backup for ChanceBounds {
    type Value = Interval;

    fn exact(&self, payoffs: &Payoffs) -> Interval {
        Interval::point(share(self.payoffs, payoffs[self.root]))
    }

    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> Interval {
        let interval = evaluation.intervals(game, state)[self.root.index()];
        Interval { low: share(self.payoffs, interval.low), high: share(self.payoffs, interval.high) }
    }

    fn settle(&self, turn: Turn, children: &[Interval], weights: &[f64]) -> Interval {
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

    fn prefers(&self, player: Player, child: &Interval, best: &Interval) -> bool {
        self.liking(player, child) > self.liking(player, best)
    }

    fn picks(&self, player: Player, children: &[Interval], ranks: &[f64], out: &mut Vec<f64>) {
        let likings: Vec<f64> = children.iter().map(|child| self.liking(player, child)).collect();
        pick_best(&likings, ranks, out);
    }

    fn seat_values<G: Game>(&self, game: &G, value: &Interval) -> SeatValues {
        seat_values(&game.facts(), game.players(), self.root, payoff_at(self.payoffs, self.number(value)))
    }
}
