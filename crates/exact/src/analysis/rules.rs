//! Rules of propagation on numbers, for all positions of a graph at once.
//!
//! The types of [`crate::probability`] say what values mean; here each rule reads and writes a few numbers a position, one
//! after the other in one array, so that a whole graph is backed up without allocating.

use crate::probability::{Aim, PlayerModel, bounds_into, log_odds, product_into, read_bounds, read_distribution};
use outwit_game::{Parameter, Problem};

/// A rule of propagation.
pub trait Rule {
    /// How many numbers a value has.
    fn width(&self) -> usize;
    /// The value of a position that is not looked into, from how likely it is to be worth each outcome.
    fn leaf(&self, distribution: &[f64], out: &mut [f64]);
    /// What children, whose values stand one after the other, say about their parent.
    fn back_up(&self, aim: Aim, children: &[f64], out: &mut [f64]);
    /// What moves are compared by: larger is better for seat 1.
    fn liking(&self, value: &[f64]) -> f64;
}

/// Expectation under a model of the players: minimax for [`PlayerModel::Best`], the average for [`PlayerModel::Uniform`].
pub struct ExpectationRule<'a> {
    /// What the outcomes are worth, ascending.
    pub outcomes: &'a [f64],
    /// Who plays.
    pub model: PlayerModel,
}

impl Rule for ExpectationRule<'_> {
    fn width(&self) -> usize {
        1
    }
    fn leaf(&self, distribution: &[f64], out: &mut [f64]) {
        let total: f64 = distribution.iter().sum();
        out[0] = distribution.iter().zip(self.outcomes).map(|(p, value)| p * value).sum::<f64>() / total;
    }
    fn back_up(&self, aim: Aim, children: &[f64], out: &mut [f64]) {
        out[0] = self.model.expectation(aim, children);
    }
    fn liking(&self, value: &[f64]) -> f64 {
        value[0]
    }
}

/// The product rule on distributions over outcomes; moves are compared by the log odds of the mean.
pub struct ProductOfTails<'a> {
    /// What the outcomes are worth, ascending.
    pub outcomes: &'a [f64],
}

impl Rule for ProductOfTails<'_> {
    fn width(&self) -> usize {
        // A game with one outcome has nothing to say, but a value has a place.
        (2 * (self.outcomes.len() - 1)).max(1)
    }
    fn leaf(&self, distribution: &[f64], out: &mut [f64]) {
        read_distribution(distribution, out);
    }
    fn back_up(&self, aim: Aim, children: &[f64], out: &mut [f64]) {
        product_into(aim, children, out);
    }
    fn liking(&self, value: &[f64]) -> f64 {
        log_odds(self.outcomes, value)
    }
}

/// Bounds that hold whatever the dependence; moves are compared by the middle of the bounds of the mean.
pub struct BoundsRule<'a> {
    /// What the outcomes are worth, ascending.
    pub outcomes: &'a [f64],
}

impl Rule for BoundsRule<'_> {
    fn width(&self) -> usize {
        // A game with one outcome has nothing to say, but a value has a place.
        (2 * (self.outcomes.len() - 1)).max(1)
    }
    fn leaf(&self, distribution: &[f64], out: &mut [f64]) {
        read_bounds(distribution, out);
    }
    fn back_up(&self, aim: Aim, children: &[f64], out: &mut [f64]) {
        bounds_into(aim, children, out);
    }
    fn liking(&self, value: &[f64]) -> f64 {
        let steps = self.outcomes.windows(2).map(|pair| pair[1] - pair[0]);
        steps.zip(value.chunks_exact(2)).map(|(step, ends)| step * 0.5 * (ends[0] + ends[1])).sum()
    }
}

/// The rules that can be compared by name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Compared {
    /// The best child by expected payoff.
    Minimax,
    /// Independent siblings.
    Product,
    /// Any dependence.
    Bounds,
    /// The mean of the children.
    Average,
    /// Better moves are likelier.
    Boltzmann {
        /// How much likelier: the exponent a unit of payoff.
        rationality: f64,
    },
}

impl Compared {
    /// The rules by name, as [`read`](Compared::read) reads them.
    pub const NAMES: [&'static str; 5] = ["minimax", "product", "bounds", "average", "boltzmann:R"];

    /// The rule of this name; `boltzmann:4` has rationality 4.
    pub fn read(text: &str) -> Result<Compared, Problem> {
        match (text, text.strip_prefix("boltzmann:").and_then(Parameter::number)) {
            ("minimax", _) => Ok(Compared::Minimax),
            ("product", _) => Ok(Compared::Product),
            ("bounds", _) => Ok(Compared::Bounds),
            ("average", _) => Ok(Compared::Average),
            (_, Some(rationality)) if rationality >= 0.0 => Ok(Compared::Boltzmann { rationality }),
            _ => Err(Problem::new(format!("`{text}` is not a rule; the rules are: {}", Compared::NAMES.join(", ")))),
        }
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self {
            Compared::Minimax => "minimax".to_string(),
            Compared::Product => "product".to_string(),
            Compared::Bounds => "bounds".to_string(),
            Compared::Average => "average".to_string(),
            Compared::Boltzmann { rationality } => format!("boltzmann:{rationality}"),
        }
    }
}
