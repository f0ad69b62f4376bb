//! How likely a position is to be worth what, and Pearl's product rule for any number of ordered outcomes.

use super::logs::{all_and_not_all, log_sum};
use super::{Aim, Propagation};

/// A distribution over the game-theoretic values a position may turn out to have, from the worst to the best for the seat.
///
/// Held by logarithms of both tails at each step between two outcomes: chances that search drives towards 0 and 1 by powers
/// stay apart long after plain numbers have become equal.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcomes {
    /// For each step: ln P(not above it), ln P(above it).
    tails: Vec<f64>,
}

impl Outcomes {
    /// From probabilities, the worst outcome first. They are scaled to add up to 1.
    ///
    /// # Panics
    /// When there is none, one is negative, or all are 0.
    pub fn new(probabilities: &[f64]) -> Outcomes {
        assert!(
            probabilities.iter().all(|p| *p >= 0.0) && probabilities.iter().sum::<f64>() > 0.0,
            "not a distribution"
        );
        let mut tails = vec![0.0; 2 * (probabilities.len() - 1)];
        read_distribution(probabilities, &mut tails);
        Outcomes { tails }
    }

    /// A position that is a win with this probability, else a loss.
    pub fn win(probability: f64) -> Outcomes {
        let p = probability.clamp(0.0, 1.0);
        Outcomes { tails: vec![libm::log1p(-p), libm::log(p)] }
    }

    /// A position whose value is known: this one of so many outcomes.
    pub fn known(outcome: usize, of: usize) -> Outcomes {
        let mut probabilities = vec![0.0; of];
        probabilities[outcome] = 1.0;
        Outcomes::new(&probabilities)
    }

    /// How many outcomes there are.
    pub fn count(&self) -> usize {
        self.tails.len() / 2 + 1
    }

    /// The probability of each outcome.
    pub fn probabilities(&self) -> Vec<f64> {
        let steps = self.tails.len() / 2;
        let below = |step: usize| libm::exp(self.tails[2 * step]);
        let above = |step: usize| libm::exp(self.tails[2 * step + 1]);
        (0..=steps)
            .map(|outcome| match outcome {
                _ if steps == 0 => 1.0,
                0 => below(0),
                outcome if outcome == steps => above(steps - 1),
                // The smaller tails lose fewer bits.
                outcome if below(outcome - 1) > 0.5 => above(outcome - 1) - above(outcome),
                outcome => below(outcome) - below(outcome - 1),
            })
            .collect()
    }

    /// ln P(the value lies above `step` outcomes) and ln P(it does not).
    pub fn log_above(&self, step: usize) -> (f64, f64) {
        (self.tails[2 * step + 1], self.tails[2 * step])
    }

    /// The logarithm of the odds of the mean, where outcome i is worth `values[i]`, ascending, scaled to 0..1. What moves are
    /// compared by: it tells apart what is all but certain.
    pub fn log_odds(&self, values: &[f64]) -> f64 {
        log_odds(values, &self.tails)
    }
}

/// Independent siblings: a parent is worth the best of its children, so below a value if they all are.
///
/// Right when the children's values are independent, and both players will have learned the truth about them right after the
/// current move (Pearl 1981; Frank 1994, equations 4 to 6). Distributions are multiplied, as in Baum and Smith 1993.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProductRule;

impl Propagation for ProductRule {
    type Value = Outcomes;

    fn back_up(&self, aim: Aim, children: &[Outcomes]) -> Outcomes {
        let width = children[0].tails.len();
        let flat: Vec<f64> = children.iter().flat_map(|child| child.tails.iter().copied()).collect();
        let mut tails = vec![0.0; width];
        product_into(aim, &flat, &mut tails);
        Outcomes { tails }
    }
}

/// Tails of a distribution.
pub(crate) fn read_distribution(probabilities: &[f64], tails: &mut [f64]) {
    let total: f64 = probabilities.iter().sum();
    for step in 0..tails.len() / 2 {
        let (below, above) = probabilities.split_at(step + 1);
        let (below, above): (f64, f64) = (below.iter().sum::<f64>() / total, above.iter().sum::<f64>() / total);
        // From the smaller one, which is the more precise.
        (tails[2 * step], tails[2 * step + 1]) = if below < above {
            (libm::log(below), libm::log1p(-below))
        } else {
            (libm::log1p(-above), libm::log(above))
        };
    }
}

/// The product rule on tails, `children` being those of all children one after the other.
pub(crate) fn product_into(aim: Aim, children: &[f64], tails: &mut [f64]) {
    let width = tails.len();
    for step in 0..width / 2 {
        let at = |place: usize| children.chunks_exact(width).map(move |child| child[2 * step + place]);
        match aim {
            Aim::Raise => (tails[2 * step], tails[2 * step + 1]) = all_and_not_all(at(0).zip(at(1))),
            Aim::Lower => (tails[2 * step + 1], tails[2 * step]) = all_and_not_all(at(1).zip(at(0))),
        }
    }
}

/// Odds that are certain, finite so that differences of them are numbers.
const CERTAIN: f64 = 1e18;

/// The log odds of the mean of a distribution given by its tails.
pub(crate) fn log_odds(values: &[f64], tails: &[f64]) -> f64 {
    let part = |place: usize| {
        (0..tails.len() / 2).map(move |step| libm::log(values[step + 1] - values[step]) + tails[2 * step + place])
    };
    let (above, below) = (log_sum(part(1)), log_sum(part(0)));
    match (above == f64::NEG_INFINITY, below == f64::NEG_INFINITY) {
        (true, true) => 0.0,
        (true, false) => -CERTAIN,
        (false, true) => CERTAIN,
        (false, false) => above - below,
    }
}
