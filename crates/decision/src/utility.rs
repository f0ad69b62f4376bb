//! Utility functions: what a sum of money is worth to somebody who does not like risk.
//!
//! What a utility function says about risk is all in its *certainty equivalents*, so those are the primitive here. Each is
//! written around the smallest payoff with `expm1` and `log1p`: a risk tolerance a million times smaller or larger than the
//! payoffs does not make different lotteries look equal, as sums of nearly equal utilities would.

use super::lottery::LARGEST_PAYOFF;
use libm::{exp, expm1, log, log1p};
use outwit_game::{Key, Parameter, Problem, Settings, Spec, Text, keys, nearest};
use std::fmt;

/// An increasing function of payoffs.
#[derive(Clone, PartialEq, Debug)]
pub enum Utility {
    /// u(x) = x: no attitude to risk.
    Linear,
    /// u(x) = ln(x + wealth), for x above -wealth.
    Log {
        /// What is owned before the payoff.
        wealth: f64,
    },
    /// u(x) = 1 - exp(-x / risk): constant absolute risk aversion. What is owned before makes no difference.
    Exponential {
        /// The risk tolerance R: an even chance of winning R and losing R / 2 is just about acceptable.
        risk: f64,
    },
    /// u(x) = ((x + wealth)^(1 - gamma) - 1) / (1 - gamma), and ln(x + wealth) where gamma is 1: constant relative risk
    /// aversion. x is above -wealth, and may be -wealth where gamma is less than 1.
    Power {
        /// The relative risk aversion.
        gamma: f64,
        /// What is owned before the payoff.
        wealth: f64,
    },
    /// u(x) = sqrt(x), for x from 0.
    Sqrt,
    /// Straight lines between points (x, u); nothing outside them. Made by [`Utility::table`], which checks that the points
    /// are two at least and strictly increasing in both numbers.
    Table(Vec<(f64, f64)>),
}

/// A kind of utility function: its name, parameters and a line about it.
#[derive(Clone, Copy, Debug)]
pub struct UtilityEntry {
    /// The name in a spec.
    pub name: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// One line.
    pub summary: &'static str,
}

const WEALTH: Key<f64> = Key::amount("wealth", "0", "what is owned before the payoff");
const RISK: Key<Option<f64>> =
    Key::real("risk", "", (1e-9, f64::INFINITY), "the risk tolerance R, in the units of the payoffs");
const GAMMA: Key<Option<f64>> =
    Key::real("gamma", "", (0.0, 100.0), "the relative risk aversion; 0 is linear, 1 is log");
const POINTS: Key<Option<Text>> =
    Key::text("points", "", "x:u pairs in parentheses, both increasing: (0:0,50:0.8,100:1)");

/// The one list of utility functions.
pub const UTILITIES: &[UtilityEntry] = &[
    UtilityEntry { name: "linear", parameters: &[], summary: "u(x) = x: only the expected payoff counts" },
    UtilityEntry { name: "log", parameters: keys![WEALTH], summary: "u(x) = ln(x + wealth)" },
    UtilityEntry {
        name: "exponential",
        parameters: keys![RISK],
        summary: "u(x) = 1 - exp(-x / risk): constant absolute risk aversion",
    },
    UtilityEntry {
        name: "power",
        parameters: keys![GAMMA, WEALTH],
        summary: "u(x) = ((x + wealth)^(1 - gamma) - 1) / (1 - gamma): constant relative risk aversion",
    },
    UtilityEntry { name: "sqrt", parameters: &[], summary: "u(x) = sqrt(x)" },
    UtilityEntry { name: "table", parameters: keys![POINTS], summary: "straight lines between given points" },
];

impl Utility {
    /// Reads a spec such as `log:wealth=1000`, `exponential:risk=100` or `table:points=(0:0,50:0.8,100:1)`.
    ///
    /// ```
    /// use outwit_decision::Utility;
    /// assert_eq!(Utility::parse("power:gamma=1/2").unwrap(), Utility::Power { gamma: 0.5, wealth: 0.0 });
    /// assert!(Utility::parse("exponental:risk=1").unwrap_err().to_string().contains("did you mean `exponential`?"));
    /// ```
    pub fn parse(text: &str) -> Result<Utility, Problem> {
        let spec = Spec::parse(text)?;
        let Some(entry) = UTILITIES.iter().find(|entry| entry.name == spec.name) else {
            let names = UTILITIES.iter().map(|entry| entry.name);
            let near = nearest(&spec.name, names.clone()).map(|near| format!("did you mean `{near}`? There"));
            return Err(Problem::new(format!(
                "there is no utility function `{}`; {} are: {}",
                spec.name,
                near.as_deref().unwrap_or("there"),
                names.collect::<Vec<_>>().join(", ")
            )));
        };
        let owner = format!("the utility function {}", entry.name);
        let settings = Settings::read(&owner, entry.parameters, &spec)?;
        let missing = |name: &str, example: &str| Problem::new(format!("{owner} needs its {name}: write {example}"));
        let wealth = |settings: &Settings| settings.get(WEALTH);
        match entry.name {
            "log" => Ok(Utility::Log { wealth: wealth(&settings) }),
            "exponential" => match settings.get(RISK) {
                Some(risk) => Ok(Utility::Exponential { risk }),
                None => Err(missing("risk tolerance", "exponential:risk=100")),
            },
            "power" => match settings.get(GAMMA) {
                Some(gamma) => Ok(Utility::Power { gamma, wealth: wealth(&settings) }),
                None => Err(missing("risk aversion", "power:gamma=2,wealth=1000")),
            },
            "sqrt" => Ok(Utility::Sqrt),
            "table" => match settings.get(POINTS) {
                Some(points) => read_points(points).map_err(|problem| problem.within(owner)),
                None => Err(missing("points", "table:points=(0:0,50:0.8,100:1)")),
            },
            _ => Ok(Utility::Linear),
        }
    }

    /// A table of points, which must be two at least, no larger than [`LARGEST_PAYOFF`], and strictly increasing in both
    /// numbers.
    pub fn table(points: Vec<(f64, f64)>) -> Result<Utility, Problem> {
        if points.len() < 2 {
            return Err(Problem::new(format!("a table needs two points at least, and has {}", points.len())));
        }
        // The distance between two points must be a number too.
        let is_small = |number: f64| number.abs() <= LARGEST_PAYOFF;
        if let Some(at) = points.iter().position(|&(x, u)| !(is_small(x) && is_small(u))) {
            return Err(Problem::new(format!(
                "point {} is not a pair of numbers from -{LARGEST_PAYOFF:e} to {LARGEST_PAYOFF:e}",
                at + 1
            )));
        }
        for (index, pair) in points.windows(2).enumerate() {
            let ((x, u), (next_x, next_u)) = (pair[0], pair[1]);
            if !(next_x > x && next_u > u) {
                return Err(Problem::new(format!(
                    "both numbers must grow from point to point, and point {} ({next_x}:{next_u}) does not lie above \
                     point {} ({x}:{u})",
                    index + 2,
                    index + 1
                )));
            }
        }
        Ok(Utility::Table(points))
    }

    /// Checks that a payoff has a utility; the problem names it and what would be right.
    pub fn check(&self, payoff: f64) -> Result<(), Problem> {
        if self.accepts(payoff) {
            return Ok(());
        }
        let allowed = match self {
            Utility::Linear | Utility::Exponential { .. } => "finite numbers".to_string(),
            Utility::Log { wealth } => format!("payoffs above {}", 0.0 - wealth),
            Utility::Power { gamma, wealth } if *gamma < 1.0 => format!("payoffs from {}", 0.0 - wealth),
            Utility::Power { wealth, .. } => format!("payoffs above {}", 0.0 - wealth),
            Utility::Sqrt => "payoffs from 0".to_string(),
            Utility::Table(points) => format!("payoffs from {} to {}", points[0].0, points[points.len() - 1].0),
        };
        let hint = match self {
            Utility::Log { .. } | Utility::Power { .. } => "; a larger `wealth` makes room below",
            _ => "",
        };
        Err(Problem::new(format!("the payoff {payoff} has no utility under {self}, which takes {allowed}{hint}")))
    }

    /// Whether a payoff has a utility.
    pub fn accepts(&self, payoff: f64) -> bool {
        payoff.is_finite()
            && match self {
                Utility::Linear | Utility::Exponential { .. } => true,
                Utility::Log { wealth } => payoff + wealth > 0.0,
                Utility::Power { gamma, wealth } => payoff + wealth > 0.0 || (*gamma < 1.0 && payoff + wealth == 0.0),
                Utility::Sqrt => payoff >= 0.0,
                Utility::Table(points) => (points[0].0..=points[points.len() - 1].0).contains(&payoff),
            }
    }

    /// The utility of a payoff that [`Utility::check`] accepts; minus infinity where it is lower than any number, as that of a
    /// loss a thousand times the risk tolerance is. Its certainty equivalent is a number all the same.
    pub fn of(&self, payoff: f64) -> f64 {
        match self {
            Utility::Linear => payoff,
            Utility::Log { wealth } => log(payoff + wealth),
            Utility::Exponential { risk } => 0.0 - expm1(-payoff / risk),
            Utility::Power { gamma, wealth } if *gamma == 1.0 => log(payoff + wealth),
            Utility::Power { gamma, wealth } => expm1((1.0 - gamma) * log(payoff + wealth)) / (1.0 - gamma),
            Utility::Sqrt => payoff.sqrt(),
            Utility::Table(points) => along(points, payoff, |point| (point.0, point.1)),
        }
    }

    /// The payoff with this utility, if there is one.
    pub fn inverse(&self, utility: f64) -> Option<f64> {
        let payoff = match self {
            Utility::Linear => utility,
            Utility::Log { wealth } => exp(utility) - wealth,
            Utility::Exponential { risk } => -risk * log1p(-utility),
            Utility::Power { gamma, wealth } if *gamma == 1.0 => exp(utility) - wealth,
            Utility::Power { gamma, wealth } => exp(log1p(utility * (1.0 - gamma)) / (1.0 - gamma)) - wealth,
            Utility::Sqrt if utility < 0.0 => return None,
            Utility::Sqrt => utility * utility,
            Utility::Table(points) if !(points[0].1..=points[points.len() - 1].1).contains(&utility) => return None,
            Utility::Table(points) => along(points, utility, |point| (point.1, point.0)),
        };
        (payoff.is_finite() && self.accepts(payoff)).then_some(payoff)
    }

    /// The sure payoff that is exactly as good as getting each payoff with its probability: u^-1(sum of p u(x)).
    ///
    /// Pairs are (probability, payoff), the payoffs acceptable, the probabilities positive and adding up to 1. A payoff of
    /// minus infinity stands for what is not acceptable at all, and makes the whole so.
    pub fn certainty_equivalent(&self, pairs: &[(f64, f64)]) -> f64 {
        let low = pairs.iter().map(|pair| pair.1).fold(f64::INFINITY, f64::min);
        let high = pairs.iter().map(|pair| pair.1).fold(f64::NEG_INFINITY, f64::max);
        // A sure thing is worth itself, to the last bit.
        if low == high || low == f64::NEG_INFINITY {
            return low;
        }
        let mean = |f: &dyn Fn(f64) -> f64| pairs.iter().map(|&(p, x)| p * f(x)).sum::<f64>();
        let equivalent = match self {
            Utility::Linear => mean(&|x| x),
            Utility::Log { wealth } => relative_mean(0.0, pairs, low, low + wealth),
            // The lowest payoff has some probability, so the sum stays above -1.
            Utility::Exponential { risk } => low - risk * log1p(mean(&|x| expm1((low - x) / risk))),
            Utility::Power { gamma, wealth } if low + wealth > 0.0 => {
                relative_mean(1.0 - gamma, pairs, low, low + wealth)
            }
            Utility::Power { gamma, .. } => {
                // Nothing is left in the worst case, and gamma < 1: measured against the best case instead.
                let most = high - low;
                low + most * libm::pow(mean(&|x| libm::pow((x - low) / most, 1.0 - gamma)), 1.0 / (1.0 - gamma))
            }
            Utility::Sqrt => {
                let root = mean(&f64::sqrt);
                root * root
            }
            Utility::Table(points) => along(points, mean(&|x| self.of(x)), |point| (point.1, point.0)),
        };
        equivalent.clamp(low, high)
    }

    /// Whether adding a sum to every payoff adds it to the certainty equivalent: so with linear and exponential utility
    /// (the "delta property"), where a price paid for information need not be searched for.
    pub fn is_shift_invariant(&self) -> bool {
        match self {
            Utility::Linear | Utility::Exponential { .. } => true,
            Utility::Power { gamma, .. } => *gamma == 0.0,
            _ => false,
        }
    }
}

/// The mean of order `order` of (x + wealth), less the wealth, where `least` is the smallest x + wealth; order 0 is the
/// geometric mean.
fn relative_mean(order: f64, pairs: &[(f64, f64)], low: f64, least: f64) -> f64 {
    // Whoever owns next to nothing may win more times that than there are numbers, but never more than has a logarithm.
    let ratio = |x: f64| match (x - low) / least {
        times if times.is_finite() => log1p(times),
        _ => log(x - low) - log(least),
    };
    let mean = |f: &dyn Fn(f64) -> f64| pairs.iter().map(|&(p, x)| p * f(ratio(x))).sum::<f64>();
    let top = pairs.iter().map(|pair| pair.1).fold(low, f64::max);
    let log_mean = if order == 0.0 {
        mean(&|ratio| ratio)
    } else if order * ratio(top) < LARGEST_EXPONENT {
        log1p(mean(&|ratio| expm1(order * ratio))) / order
    } else {
        ratio(top) + log(mean(&|one| exp(order * (one - ratio(top))))) / order
    };
    low + if log_mean < LARGEST_EXPONENT { least * expm1(log_mean) } else { exp(log(least) + log_mean) }
}

/// The exponential of this is a number, and little more is.
const LARGEST_EXPONENT: f64 = 700.0;

/// Follows straight lines between points; `ends` says which number of a point goes in and which comes out.
fn along(points: &[(f64, f64)], x: f64, ends: impl Fn((f64, f64)) -> (f64, f64)) -> f64 {
    let after = points.partition_point(|&point| ends(point).0 < x).clamp(1, points.len() - 1);
    let ((x0, y0), (x1, y1)) = (ends(points[after - 1]), ends(points[after]));
    // Exact at both ends.
    let share = (x - x0) / (x1 - x0);
    (y0 * (1.0 - share) + y1 * share).clamp(y0, y1)
}

fn read_points(text: &str) -> Result<Utility, Problem> {
    let points = text.split(',').enumerate().map(|(index, pair)| {
        let numbers = pair.split_once(':').and_then(|(x, u)| Some((Parameter::number(x)?, Parameter::number(u)?)));
        numbers.ok_or_else(|| {
            Problem::new(format!("point {}, `{}`, is not two numbers x:u, as in 50:0.8", index + 1, pair.trim()))
        })
    });
    Utility::table(points.collect::<Result<_, _>>()?)
}

impl fmt::Display for Utility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Utility::Linear => f.write_str("linear"),
            Utility::Log { wealth } => write!(f, "log:wealth={wealth}"),
            Utility::Exponential { risk } => write!(f, "exponential:risk={risk}"),
            Utility::Power { gamma, wealth } => write!(f, "power:gamma={gamma},wealth={wealth}"),
            Utility::Sqrt => f.write_str("sqrt"),
            Utility::Table(points) => {
                let points: Vec<String> = points.iter().map(|(x, u)| format!("{x}:{u}")).collect();
                write!(f, "table:points=({})", points.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests;
