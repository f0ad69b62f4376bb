//! How important a leaf is, and what a node promises of the leaves below it.

use super::{Answer, Importance};
use crate::backup::cdf::{Influence, Spike};

/// All further expansion is worth nothing, as far as can be told.
const SETTLED: f64 = 1e-9;

/// Which leaves are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// So many, the most important ones.
    Best(usize),
    /// Every leaf, also those that do not matter.
    All,
}

/// By what the importance of a leaf is measured.
pub(super) struct Scale<'a> {
    answer: &'a Answer,
    importance: Importance,
    euafe: f64,
    /// The place of the root's best move.
    best: usize,
    /// The best mean of the other moves.
    second: f64,
    /// Nothing would change the choice: what counts is how far the root's moves may still turn out otherwise.
    is_settled: bool,
}

impl<'a> Scale<'a> {
    pub(super) fn new(answer: &'a Answer, importance: Importance, wanted: Wanted) -> Scale<'a> {
        let best = answer.means.iter().position(|&mean| mean == answer.best).unwrap_or(0);
        let others = answer.means.iter().enumerate().filter(|(place, _)| *place != best);
        let second = others.map(|(_, &mean)| mean).fold(f64::NEG_INFINITY, f64::max);
        let euafe = answer.euafe();
        let is_settled = euafe <= SETTLED && wanted != Wanted::All;
        Scale { answer, importance, euafe, best, second, is_settled }
    }

    /// How important a leaf is, by what its spikes mean to the root.
    #[inline]
    pub(super) fn size(&self, (spikes, influences): (&[Spike], &[Influence]), root_move: usize) -> f64 {
        let other = if root_move == self.best { self.second } else { self.answer.best };
        let change = |influence: &Influence| match self.importance {
            _ if self.is_settled => influence.own - self.answer.means[root_move],
            Importance::StepSize => influence.most - influence.own.max(other) - self.euafe,
            Importance::Value => influence.most - self.answer.emax,
        };
        let mut size = 0.0;
        for (place, influence) in influences.iter().enumerate() {
            size += spikes[place].p * change(influence).abs();
        }
        size
    }

    /// No leaf below a node is more important than this.
    #[inline]
    pub(super) fn promise(&self, (spikes, influences): (&[Spike], &[Influence]), root_move: usize) -> f64 {
        let own_mean = self.answer.means[root_move];
        let change = |influence: &Influence| {
            let of_best = (influence.most - self.answer.emax).abs();
            match self.importance {
                _ if self.is_settled => (influence.own - own_mean).abs(),
                Importance::Value => of_best,
                // The best move's mean may fall by any of its changes; another counts from where it becomes the best.
                Importance::StepSize if root_move == self.best => of_best + (influence.own - own_mean).abs(),
                Importance::StepSize => of_best + (influence.own - self.answer.best).max(0.0),
            }
        };
        let mut promise = 0.0;
        for (place, influence) in influences.iter().enumerate() {
            promise += spikes[place].p * change(influence);
        }
        promise
    }
}
