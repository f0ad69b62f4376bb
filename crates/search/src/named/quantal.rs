//! Quantal: between overconfident and paranoid, by one number.
//!
//! Information-set search ([`overconfident`](super::overconfident)) that values what is uncertain by the soft minimum
//! -(1/tau) ln mean exp(-tau x). Near tau = 0 that is the mean, and the others are dice; as tau grows it becomes the minimum,
//! and they do their worst. One pass over exp(-tau payoff), so what is best now is still best when the time comes: a
//! Boltzmann opponent who weighs our later choices by our own values would be circular.
//!
//! It is a caution against risk as much as a belief about players: unlikely harm counts for more than it is likely, by a
//! factor that grows with tau. Payoffs matter in their units: tau = 3 in a game that pays +1 and -1 is tau = 0.03 in one that
//! pays +100 and -100. Costs what overconfident search costs.

use super::catalog::{AgentEntry, BLUNDER, DEPTH, EVAL, NODES, TEMPERATURE, TIME};
use super::overconfident::{DEMANDS, DRAWN, SAMPLING, WORLDS, with_model};
use crate::belief::information_set::Model;
use outwit_game::{Agent, Evaluated, Parameter, Problem, Settings};

const TAU: Parameter = Parameter::amount(
    "tau",
    "1",
    "how much is feared: 0 is the mean (overconfident), the minimum (paranoid) is at infinity",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "quantal",
    summary: "information-set search between overconfident (tau = 0) and paranoid (tau large); default depth 4",
    parameters: &[TAU, DEPTH, NODES, TIME, WORLDS, DRAWN, SAMPLING, EVAL, TEMPERATURE, BLUNDER],
    demands: DEMANDS,
};

/// Below this the logarithm loses more digits than the choice has.
const SMALLEST: f64 = 1e-6;

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let tau = settings.real("tau").unwrap_or(1.0);
    with_model(settings, game, if tau < SMALLEST { Model::Overconfident } else { Model::Quantal(tau) })
}
